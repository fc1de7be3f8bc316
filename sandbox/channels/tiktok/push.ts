import type { Clock } from '../../kit/clock.ts'
import { createAppPushes } from '../../kit/push-delivery.ts'
import type { TiktokSettings } from './types.ts'

export type Pushes = ReturnType<typeof createPushes>

export function createPushes(clock: Clock, settings: TiktokSettings, isLinked: (shopId: string) => boolean) {
  let lastId = 7_327_112_393_057_371_000n
  const pushes = createAppPushes(clock, settings, {
    // Guide "Webhooks": an empty 200 within 3 seconds; four more tries, then it is dropped.
    retryAfter: [120, 1_800, 10_800, 43_200],
    atOnce: Infinity,
    waitMs: () => 3_000,
    isTaken: (status, text) => text === '' && status === 200,
  })
  return {
    ...pushes,
    send(type: number, shopId: string, data: Record<string, unknown>): void {
      if (!isLinked(shopId)) return
      pushes.send(() => ({
        type,
        tts_notification_id: String(++lastId),
        shop_id: shopId,
        timestamp: clock.now(),
        data,
      }))
    },
  }
}
