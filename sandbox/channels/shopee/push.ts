import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { createRandom } from '../../random.ts'
import type { ShopeeSettings } from './types.ts'
import { sign } from './wire.ts'

const share = z.number().min(0).max(1)

/** How pushes go astray. */
export const pushFaultSchema = z.strictObject({
  drop: share.default(0),
  duplicate: share.default(0),
  reorder: share.default(0).describe('sent after the push that follows it'),
  delay: share.default(0),
  delay_seconds: z.number().min(0).default(30),
  seed: z.number().int().default(1),
})

export type PushFaults = z.infer<typeof pushFaultSchema>

interface Message {
  id: number
  shopId: number
  code: number
  timestamp: number
  body: string
}

export interface Pushes {
  send(code: number, shopId: number, data: Record<string, unknown>): void
  setFaults(faults: PushFaults): void
  config(): { url: string; on: number[]; blocked: number[] }
  configure(change: {
    url?: string | undefined
    on?: number[]
    off?: number[]
    blocked?: number[] | undefined
  }): void
  /** Messages that never arrived, up to three days old, oldest first. */
  lost(): Message[]
  confirmLost(lastId: number): void
  stats(): Record<'sent' | 'delivered' | 'failed' | 'dropped' | 'lost' | 'open', number>
  /** Resolves when nothing is on its way (retries that wait for their time don't count). */
  settled(): Promise<void>
  reset(): void
  close(): void
}

// Open Platform guide, "Push Mechanism": three more tries, an empty 2xx within 3 seconds, lost after that.
const RETRY_AFTER = [300, 1_800, 10_800]
const ACK_MS = 3_000
const AT_ONCE = 4
// get_lost_push_message looks three days back.
const LOST_SECONDS = 3 * 86_400
const CODES = [1, 2, 3, 4, 5, 12, 15, 29, 30, 47]

export function createPushes(
  clock: Clock,
  settings: ShopeeSettings,
  isLinked: (shopId: number) => boolean,
): Pushes {
  let on = new Set(CODES)
  let blocked: number[] = []
  let faults = pushFaultSchema.parse({})
  let random = createRandom(1)
  let lastId = 0
  let flying = 0
  let waiting = 0
  let held: Message | undefined
  let lost: Message[] = []
  let count = { sent: 0, delivered: 0, failed: 0, dropped: 0, lost: 0 }
  let quiet: (() => void)[] = []
  const queue: { message: Message; attempt: number }[] = []
  const stop = new AbortController()

  const post = async (message: Message): Promise<boolean> => {
    const url = settings.pushUrl
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: sign(settings.partnerKey, `${url}|${message.body}`),
        },
        body: message.body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ACK_MS), stop.signal]),
      })
      // Only an empty answer counts as taken.
      return (await response.text()) === '' && response.ok
    } catch {
      return false
    }
  }

  const deliver = async (message: Message, attempt: number): Promise<void> => {
    flying++
    count.sent++
    const taken = await post(message)
    flying--
    if (taken) count.delivered++
    else {
      count.failed++
      const wait = RETRY_AFTER[attempt]
      if (wait === undefined) lose(message)
      else if (!stop.signal.aborted) {
        waiting++
        clock.at(clock.nowMs() + wait * 1000, () => {
          waiting--
          enqueue(message, attempt + 1)
        })
      }
    }
    drain()
  }

  const drain = (): void => {
    for (const next of queue.splice(0, Math.max(AT_ONCE - flying, 0)))
      void deliver(next.message, next.attempt)
    if (flying > 0 || queue.length > 0) return
    for (const resolve of quiet) resolve()
    quiet = []
  }

  const enqueue = (message: Message, attempt = 0): void => {
    if (stop.signal.aborted) return
    queue.push({ message, attempt })
    drain()
  }

  const lose = (message: Message): void => {
    count.lost++
    lost.push(message)
  }

  // Lets the message go that was held back for the next one to overtake it.
  const release = (): void => {
    if (!held) return
    const message = held
    held = undefined
    enqueue(message)
  }

  return {
    send(code, shopId, data) {
      if (settings.pushUrl === '' || !on.has(code) || blocked.includes(shopId) || !isLinked(shopId)) return
      const timestamp = clock.now()
      const body = JSON.stringify({ data, shop_id: shopId, code, timestamp })
      const message = { id: ++lastId, shopId, code, timestamp, body }
      if (random.chance(faults.drop)) {
        count.dropped++
        // It never left, so the catch-up call is the only way to hear of it.
        lose(message)
        return
      }
      if (random.chance(faults.delay)) {
        waiting++
        clock.at(clock.nowMs() + faults.delay_seconds * 1000, () => {
          waiting--
          enqueue(message)
        })
        return
      }
      if (!held && random.chance(faults.reorder)) {
        held = message
        // With nothing behind it the message is just late.
        clock.at(clock.nowMs() + 2_000, () => {
          if (held === message) release()
        })
        return
      }
      enqueue(message)
      if (random.chance(faults.duplicate)) enqueue(message)
      release()
    },
    setFaults(next) {
      faults = next
      random = createRandom(next.seed)
    },
    config: () => ({ url: settings.pushUrl, on: [...on].sort((a, b) => a - b), blocked }),
    configure(change) {
      if (change.url !== undefined) settings.pushUrl = change.url
      for (const code of change.on ?? []) on.add(code)
      for (const code of change.off ?? []) on.delete(code)
      if (change.blocked) blocked = change.blocked
    },
    lost() {
      lost = lost.filter((message) => message.timestamp > clock.now() - LOST_SECONDS)
      return [...lost].sort((a, b) => a.id - b.id)
    },
    confirmLost(last) {
      lost = lost.filter((message) => message.id > last)
    },
    stats: () => ({ ...count, open: flying + queue.length + waiting + (held ? 1 : 0) }),
    settled: () =>
      flying === 0 && queue.length === 0 ? Promise.resolve() : new Promise((resolve) => quiet.push(resolve)),
    reset() {
      on = new Set(CODES)
      blocked = []
      faults = pushFaultSchema.parse({})
      queue.length = 0
      waiting = 0
      lost = []
      held = undefined
      count = { sent: 0, delivered: 0, failed: 0, dropped: 0, lost: 0 }
    },
    close: () => stop.abort(),
  }
}
