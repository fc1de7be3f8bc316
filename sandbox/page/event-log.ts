import type { ChannelActions, OrderRow } from './channel-actions.ts'
import type { CallWatch } from './call-watch.ts'

/** One line of the page's log. The page writes the sentence from `kind`, in its reader's language. */
export interface LogEntry {
  id: number
  /** Milliseconds since 1970, of this machine. */
  at: number
  kind: string
  channel?: string
  shop?: string
  orders: number
  order?: string
  title?: string
  detail?: string
  /** Orders that a client has read since, and milliseconds until the last of them was read. */
  fetched: number
  fetched_ms?: number
}

const MOST_ENTRIES = 100

export function createEventLog(watch: CallWatch) {
  let entries: LogEntry[] = []
  let last = 0
  const add = (kind: string, details: Partial<LogEntry> = {}): LogEntry => {
    const entry: LogEntry = { orders: 0, fetched: 0, ...details, id: ++last, at: Date.now(), kind }
    entries = [entry, ...entries.slice(0, MOST_ENTRIES - 1)]
    return entry
  }
  return {
    add,
    entries: (): readonly LogEntry[] => entries,
    /** One more order of the entry, whose next reading counts. */
    follow(entry: LogEntry, channel: ChannelActions, order: OrderRow): void {
      entry.orders++
      watch.awaitOrder({
        channel: channel.code,
        path: channel.readsOrder,
        mark: channel.markOf(order),
        isFound(ms) {
          entry.fetched++
          entry.fetched_ms = Math.max(entry.fetched_ms ?? 0, Math.round(ms))
        },
      })
    },
    clear(): void {
      entries = []
    },
  }
}

export type EventLog = ReturnType<typeof createEventLog>
