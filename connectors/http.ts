/** HTTP for connectors: a time-out on every call, a rate budget per shop, replies and failures in one form. */

export type Http = (request: HttpRequest) => Promise<HttpReply>

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /** Sent as JSON unless it is already bytes or a form. */
  body?: unknown
}

/** Any HTTP status is a reply: channels disagree on which statuses mean failure, so the connector judges. */
export type HttpReply = { status: number; headers: Headers; text: string; json(): unknown }

export type HttpOptions = {
  timeoutMs?: number
  callsPerSecond?: number
  concurrentCalls?: number
  fetch?: typeof fetch
}
