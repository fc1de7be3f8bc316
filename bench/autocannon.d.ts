/** The part of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  type Request = { method: string; path: string; headers: Record<string, string>; body?: string }
  type Client = { setRequests(requests: Request[]): void }
  type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    headers?: Record<string, string>
    setupClient?: (client: Client) => void
  }
  type Instance = EventEmitter & PromiseLike<{ errors: number; timeouts: number; non2xx: number }>
  export default function autocannon(options: Options): Instance
}
