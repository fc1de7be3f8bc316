import type { ServerResponse } from 'node:http'

/** An order whose next reading by a client is waited for. */
interface Awaited {
  channel: string
  path: RegExp
  mark: string
  isFound: (ms: number) => void
  since: number
}

/** Looks at the answers that clients get: whose keys are good, and when an order was read. */
export interface CallWatch {
  follow(channel: string, path: string, response: ServerResponse): void
  /** Calls back once, with the milliseconds until an answer held the mark. */
  awaitOrder(awaited: Pick<Awaited, 'channel' | 'path' | 'mark' | 'isFound'>): void
  /** Checks whether the last call below the path was accepted. */
  isAccepted(folder: string): boolean
  /** Keys were taken back: calls below the path are not accepted until one is. */
  refuse(folder: string): void
  clear(): void
}

const LONGEST_WAIT_MS = 10 * 60_000
// Folders of stores, which are the only channels without a consent to look up.
const FOLDER = /^\/(?:web2?|pos)\/[^/]+\//

export function createCallWatch(nowMs: () => number = () => performance.now()): CallWatch {
  const accepted = new Map<string, boolean>()
  let waiting: Awaited[] = []

  const look = (channel: string, path: string, body: string | Buffer): void => {
    const [now, text] = [nowMs(), Buffer.from(body)]
    waiting = waiting.filter((one) => {
      if (now - one.since > LONGEST_WAIT_MS) return false
      if (one.channel !== channel || !one.path.test(path) || !text.includes(one.mark)) return true
      one.isFound(now - one.since)
      return false
    })
  }

  return {
    follow(channel, path, response) {
      const [folder] = FOLDER.exec(path) ?? []
      if (folder !== undefined) response.once('finish', () => accepted.set(folder, response.statusCode < 400))
      if (!waiting.some((one) => one.channel === channel && one.path.test(path))) return
      const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse
      response.end = ((...given: unknown[]) => {
        const [body] = given
        const isRead = response.statusCode < 400 && (typeof body === 'string' || Buffer.isBuffer(body))
        if (isRead) look(channel, path, body)
        return end(...given)
      }) as typeof response.end
    },
    awaitOrder: (awaited) => void waiting.push({ ...awaited, since: nowMs() }),
    isAccepted: (folder) => accepted.get(folder) ?? false,
    refuse: (folder) => void accepted.set(folder, false),
    clear() {
      waiting = []
      accepted.clear()
    },
  }
}
