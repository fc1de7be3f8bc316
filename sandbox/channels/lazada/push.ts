import type { Clock } from '../../kit/clock.ts'
import {
  createDelivery,
  postSigned,
  pushFaultSchema,
  type PushFaults,
  type PushStats,
} from '../../kit/push-delivery.ts'
import type { LazadaSettings, Shop } from './types.ts'
import { hmac } from './wire.ts'

export interface Pushes {
  send(type: number, shop: Shop, data: Record<string, unknown>): void
  setFaults(faults: PushFaults): void
  stats(): PushStats
  settled(): Promise<void>
  reset(): void
  close(): void
}

// Guide "Lazada Push Mechanism": every 30 minutes, twelve times at most.
const RETRY_AFTER = Array.from({ length: 11 }, () => 1_800)
const AT_ONCE = 4

export function createPushes(
  clock: Clock,
  settings: LazadaSettings,
  isLinked: (shopId: number) => boolean,
): Pushes {
  const delivery = createDelivery(clock, {
    retryAfter: RETRY_AFTER,
    atOnce: AT_ONCE,
    noFaults: pushFaultSchema.parse({}),
    async post(body: string, signal) {
      const authorization = hmac(settings.appSecret, settings.appKey + body)
      const response = await postSigned(
        settings.pushUrl,
        { body, authorization, waitMs: settings.ackMs },
        signal,
      )
      await response.body?.cancel()
      return response.status === 200
    },
  })
  return {
    ...delivery,
    send(type, shop, data) {
      if (settings.pushUrl === '' || !isLinked(shop.id)) return
      delivery.send(
        JSON.stringify({
          seller_id: String(shop.id),
          message_type: type,
          data,
          timestamp: clock.nowMs(),
          site: `lazada_${shop.country}`,
        }),
      )
    },
  }
}
