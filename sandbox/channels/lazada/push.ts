import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { createRandom } from '../../random.ts'
import type { LazadaSettings, Shop } from './types.ts'
import { hmac } from './wire.ts'

const share = z.number().min(0).max(1)

/** How pushes go astray. */
export const pushFaultSchema = z.strictObject({
  drop: share.default(0),
  duplicate: share.default(0),
  reorder: share.default(0).describe('sent after the push that follows it'),
  seed: z.number().int().default(1),
})

export type PushFaults = z.infer<typeof pushFaultSchema>

export interface Pushes {
  send(type: number, shop: Shop, data: Record<string, unknown>): void
  setFaults(faults: PushFaults): void
  stats(): Record<'sent' | 'delivered' | 'failed' | 'dropped' | 'lost' | 'open', number>
  reset(): void
  close(): void
}

// Guide "Lazada Push Mechanism": every 30 minutes, twelve times at most.
const RETRY_SECONDS = 1_800
const MOST_TRIES = 12
const AT_ONCE = 4

export function createPushes(
  clock: Clock,
  settings: LazadaSettings,
  isLinked: (shopId: number) => boolean,
): Pushes {
  let faults = pushFaultSchema.parse({})
  let random = createRandom(1)
  let flying = 0
  let waiting = 0
  let held: string | undefined
  let count = { sent: 0, delivered: 0, failed: 0, dropped: 0, lost: 0 }
  const queue: { body: string; tries: number }[] = []
  const stop = new AbortController()

  const post = async (body: string): Promise<boolean> => {
    try {
      const response = await fetch(settings.pushUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: hmac(settings.appSecret, settings.appKey + body),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(settings.ackMs), stop.signal]),
      })
      await response.body?.cancel()
      return response.status === 200
    } catch {
      return false
    }
  }

  const deliver = async ({ body, tries }: { body: string; tries: number }): Promise<void> => {
    flying++
    count.sent++
    const taken = await post(body)
    flying--
    if (taken) count.delivered++
    else {
      count.failed++
      if (tries >= MOST_TRIES) count.lost++
      else if (!stop.signal.aborted) {
        waiting++
        clock.at(clock.nowMs() + RETRY_SECONDS * 1000, () => {
          waiting--
          enqueue(body, tries + 1)
        })
      }
    }
    drain()
  }

  const drain = (): void => {
    for (const next of queue.splice(0, Math.max(AT_ONCE - flying, 0))) void deliver(next)
  }

  const enqueue = (body: string, tries = 1): void => {
    if (stop.signal.aborted) return
    queue.push({ body, tries })
    drain()
  }

  // Lets the message go that was held back for the next one to overtake it.
  const release = (): void => {
    if (held === undefined) return
    const body = held
    held = undefined
    enqueue(body)
  }

  return {
    send(type, shop, data) {
      if (settings.pushUrl === '' || !isLinked(shop.id)) return
      const body = JSON.stringify({
        seller_id: String(shop.id),
        message_type: type,
        data,
        timestamp: clock.nowMs(),
        site: `lazada_${shop.country}`,
      })
      if (random.chance(faults.drop)) {
        count.dropped++
        return
      }
      if (held === undefined && random.chance(faults.reorder)) {
        held = body
        // With nothing behind it the message is just late.
        clock.at(clock.nowMs() + 2_000, () => {
          if (held === body) release()
        })
        return
      }
      enqueue(body)
      if (random.chance(faults.duplicate)) enqueue(body)
      release()
    },
    setFaults(next) {
      faults = next
      random = createRandom(next.seed)
    },
    stats: () => ({ ...count, open: flying + queue.length + waiting + (held === undefined ? 0 : 1) }),
    reset() {
      faults = pushFaultSchema.parse({})
      queue.length = 0
      waiting = 0
      held = undefined
      count = { sent: 0, delivered: 0, failed: 0, dropped: 0, lost: 0 }
    },
    close: () => stop.abort(),
  }
}
