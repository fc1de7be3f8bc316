import type { Clock } from '../../kit/clock.ts'
import { createDelivery, postSigned, latePushFaultSchema, type PushStats } from '../../kit/push-delivery.ts'
import { hmac } from '../../kit/signature.ts'
import type { ShopeeSettings } from './types.ts'

interface Message {
  id: number
  shopId: number
  code: number
  timestamp: number
  body: string
}

interface ConfigChange {
  url?: string | undefined
  on?: number[]
  off?: number[]
  blocked?: number[] | undefined
}

export type Pushes = ReturnType<typeof createPushes>

// Open Platform guide, "Push Mechanism": three more tries, an empty 2xx within 3 seconds, lost after that.
const RETRY_AFTER = [300, 1_800, 10_800]
const ACK_MS = 3_000
const AT_ONCE = 4
// get_lost_push_message looks three days back.
const LOST_SECONDS = 3 * 86_400
const CODES = [1, 2, 3, 4, 5, 12, 15, 29, 30, 47]

export function createPushes(clock: Clock, settings: ShopeeSettings, isLinked: (shopId: number) => boolean) {
  let on = new Set(CODES)
  let blocked: number[] = []
  let lastId = 0
  let lost: Message[] = []

  const delivery = createDelivery(clock, {
    retryAfter: RETRY_AFTER,
    atOnce: AT_ONCE,
    noFaults: latePushFaultSchema.parse({}),
    // A dropped push was never sent, so only the catch-up call returns it.
    onLost: (message: Message) => lost.push(message),
    async post({ body }, signal) {
      const url = settings.pushUrl
      const authorization = hmac(settings.partnerKey, `${url}|${body}`)
      const response = await postSigned(url, { body, authorization, waitMs: ACK_MS }, signal)
      // Only an empty answer counts as taken.
      return (await response.text()) === '' && response.ok
    },
  })

  return {
    ...delivery,
    send(code: number, shopId: number, data: Record<string, unknown>): void {
      if (settings.pushUrl === '' || !on.has(code) || blocked.includes(shopId) || !isLinked(shopId)) return
      const timestamp = clock.now()
      const body = JSON.stringify({ data, shop_id: shopId, code, timestamp })
      delivery.send({ id: ++lastId, shopId, code, timestamp, body })
    },
    config: () => ({ url: settings.pushUrl, on: [...on].sort((a, b) => a - b), blocked }),
    configure(change: ConfigChange): void {
      if (change.url !== undefined) settings.pushUrl = change.url
      for (const code of change.on ?? []) on.add(code)
      for (const code of change.off ?? []) on.delete(code)
      if (change.blocked) blocked = change.blocked
    },
    /** Messages that never arrived, up to three days old, oldest first. */
    lost(): Message[] {
      lost = lost.filter((message) => message.timestamp > clock.now() - LOST_SECONDS)
      return [...lost].sort((a, b) => a.id - b.id)
    },
    confirmLost(last: number): void {
      lost = lost.filter((message) => message.id > last)
    },
    stats(): PushStats {
      const stats = delivery.stats()
      return { ...stats, lost: stats.lost + stats.dropped }
    },
    reset(): void {
      delivery.reset()
      on = new Set(CODES)
      blocked = []
      lost = []
    },
  }
}
