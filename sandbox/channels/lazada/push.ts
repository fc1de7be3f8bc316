import type { Clock } from '../../kit/clock.ts'
import { createAppPushes } from '../../kit/push-delivery.ts'
import type { LazadaSettings, Shop } from './types.ts'

export type Pushes = ReturnType<typeof createPushes>

export function createPushes(clock: Clock, settings: LazadaSettings, isLinked: (shopId: number) => boolean) {
  const pushes = createAppPushes(clock, settings, {
    // Guide "Lazada Push Mechanism": every 30 minutes, twelve times at most.
    retryAfter: Array.from({ length: 11 }, () => 1_800),
    atOnce: 4,
    waitMs: () => settings.ackMs,
    isTaken: (status) => status === 200,
  })
  return {
    ...pushes,
    send(type: number, shop: Shop, data: Record<string, unknown>): void {
      if (!isLinked(shop.id)) return
      pushes.send(() => ({
        seller_id: String(shop.id),
        message_type: type,
        data,
        timestamp: clock.nowMs(),
        site: `lazada_${shop.country}`,
      }))
    },
  }
}
