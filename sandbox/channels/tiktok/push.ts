import type { Clock } from '../../kit/clock.ts'
import {
  createDelivery,
  postSigned,
  pushFaultSchema,
  type PushFaults,
  type PushStats,
} from '../../kit/push-delivery.ts'
import type { TiktokSettings } from './types.ts'
import { hmac } from './wire.ts'

export interface Pushes {
  send(type: number, shopId: string, data: Record<string, unknown>): void
  setFaults(faults: PushFaults): void
  stats(): PushStats
  settled(): Promise<void>
  reset(): void
  close(): void
}

// Guide "Webhooks": an empty 200 within 3 seconds; four more tries, then it is dropped.
const RETRY_AFTER = [120, 1_800, 10_800, 43_200]
const ACK_MS = 3_000

export function createPushes(
  clock: Clock,
  settings: TiktokSettings,
  isLinked: (shopId: string) => boolean,
): Pushes {
  let lastId = 7_327_112_393_057_371_000n
  const delivery = createDelivery(clock, {
    retryAfter: RETRY_AFTER,
    atOnce: Infinity,
    noFaults: pushFaultSchema.parse({}),
    async post(body: string, signal) {
      const authorization = hmac(settings.appSecret, settings.appKey + body)
      const response = await postSigned(settings.pushUrl, { body, authorization, waitMs: ACK_MS }, signal)
      return (await response.text()) === '' && response.status === 200
    },
  })
  return {
    ...delivery,
    send(type, shopId, data) {
      if (settings.pushUrl === '' || !isLinked(shopId)) return
      delivery.send(
        JSON.stringify({
          type,
          tts_notification_id: String(++lastId),
          shop_id: shopId,
          timestamp: clock.now(),
          data,
        }),
      )
    },
  }
}
