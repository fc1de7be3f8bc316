import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { createRandom } from '../../random.ts'
import type { TiktokSettings } from './types.ts'
import { hmac } from './wire.ts'

const share = z.number().min(0).max(1)

/** How webhooks go astray. */
export const pushFaultSchema = z.strictObject({
  drop: share.default(0),
  duplicate: share.default(0),
  reorder: share.default(0).describe('sent after the one that follows it'),
  seed: z.number().int().default(1),
})

export type PushFaults = z.infer<typeof pushFaultSchema>

export interface Pushes {
  send(type: number, shopId: string, data: Record<string, unknown>): void
  setFaults(faults: PushFaults): void
  stats(): Record<'sent' | 'delivered' | 'failed' | 'dropped' | 'lost' | 'open', number>
  /** Resolves when nothing is on its way (retries that wait for their time don't count). */
  settled(): Promise<void>
  reset(): void
  close(): void
}

// Guide "Webhooks": an empty 200 within 3 seconds; four more tries, then it is dropped.
const RETRY_AFTER = [120, 1_800, 10_800, 43_200]
const ACK_MS = 3_000
/** With nothing behind it, a webhook that was held back is just late. */
const HELD_MS = 2_000

export function createPushes(
  clock: Clock,
  settings: TiktokSettings,
  isLinked: (shopId: string) => boolean,
): Pushes {
  let faults = pushFaultSchema.parse({})
  let random = createRandom(1)
  let lastId = 7_327_112_393_057_371_000n
  let flying = 0
  let waiting = 0
  let held: string | undefined
  let count = { sent: 0, delivered: 0, failed: 0, dropped: 0, lost: 0 }
  let quiet: (() => void)[] = []
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
        signal: AbortSignal.any([AbortSignal.timeout(ACK_MS), stop.signal]),
      })
      return (await response.text()) === '' && response.status === 200
    } catch {
      return false
    }
  }

  const deliver = async (body: string, attempt: number): Promise<void> => {
    if (stop.signal.aborted) return
    flying++
    count.sent++
    const isTaken = await post(body)
    flying--
    if (isTaken) count.delivered++
    else {
      count.failed++
      const wait = RETRY_AFTER[attempt]
      if (wait === undefined) count.lost++
      else if (!stop.signal.aborted) {
        waiting++
        clock.at(clock.nowMs() + wait * 1000, () => {
          waiting--
          void deliver(body, attempt + 1)
        })
      }
    }
    if (flying > 0) return
    for (const resolve of quiet) resolve()
    quiet = []
  }

  const release = (): void => {
    if (held === undefined) return
    const body = held
    held = undefined
    void deliver(body, 0)
  }

  return {
    send(type, shopId, data) {
      if (settings.pushUrl === '' || !isLinked(shopId)) return
      const id = String(++lastId)
      const body = JSON.stringify({
        type,
        tts_notification_id: id,
        shop_id: shopId,
        timestamp: clock.now(),
        data,
      })
      if (random.chance(faults.drop)) {
        count.dropped++
        return
      }
      if (held === undefined && random.chance(faults.reorder)) {
        held = body
        clock.at(clock.nowMs() + HELD_MS, () => {
          if (held === body) release()
        })
        return
      }
      void deliver(body, 0)
      if (random.chance(faults.duplicate)) void deliver(body, 0)
      release()
    },
    setFaults(next) {
      faults = next
      random = createRandom(next.seed)
    },
    stats: () => ({ ...count, open: flying + waiting + (held === undefined ? 0 : 1) }),
    settled: () => (flying === 0 ? Promise.resolve() : new Promise((resolve) => quiet.push(resolve))),
    reset() {
      faults = pushFaultSchema.parse({})
      waiting = 0
      held = undefined
      count = { sent: 0, delivered: 0, failed: 0, dropped: 0, lost: 0 }
    },
    close: () => stop.abort(),
  }
}
