/** Lazada's pushes. Source: guide "Lazada Push Mechanism". */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { WebhookMessage, Webhooks } from '../../webhooks.ts'
import { setting, sign } from './auth.ts'
import { exactIds } from './wire.ts'

const idSchema = z.union([z.string(), z.number()]).nullish()

const pushSchema = z.object({
  seller_id: idSchema,
  message_type: z.int(),
  site: z.string().nullish(),
  data: z
    .looseObject({
      trade_order_id: idSchema,
      reverse_order_id: idSchema,
      item_id: idSchema,
      itemId: idSchema,
    })
    .nullish()
    .catch(null),
})

/** 0 order, 10 return or cancellation, 14 package. */
const orderTypes = new Set([0, 10, 14])
const reverseType = 10
/** 1 quality check, 3 product or SKU made, 4 edited, 5 deleted, 6 few left, which names the SKU alone. */
const productTypes = new Set([1, 3, 4, 5, 6])

export const webhooks: Webhooks = {
  verify({ app, headers, body }) {
    const base = setting(app, 'LAZADA_APP_KEY') + body
    const expected = Buffer.from(sign(setting(app, 'LAZADA_APP_SECRET'), base))
    const given = Buffer.from(headers.authorization ?? headers.Authorization ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  },

  read({ body }): WebhookMessage {
    const push = pushSchema.safeParse(parse(body))
    if (!push.success)
      throw new ChannelError('changed-shape', ownMessage('refusal.push_unreadable', { channel: 'Lazada' }))
    const { seller_id: seller, message_type: type, site, data } = push.data
    const country = /^lazada[_-]([a-z]{2})$/i.exec(site ?? '')?.[1]?.toLowerCase()
    // Messages to the app itself name the seller "null".
    const isKnown = country && seller && seller !== 'null'
    const channelShopId = isKnown ? `${country}-${seller}` : null
    if (productTypes.has(type)) {
      const itemId = data?.item_id ?? data?.itemId
      const channelProductId = itemId ? String(itemId) : null
      return { channelShopId, topic: 'product', channelOrderId: null, channelProductId }
    }
    const isOrder = orderTypes.has(type)
    const orderId = data?.trade_order_id
    return {
      channelShopId,
      topic: isOrder ? 'order' : 'other',
      channelOrderId: isOrder && orderId ? String(orderId) : null,
      ...(type === reverseType &&
        data?.reverse_order_id && { channelReturnId: String(data.reverse_order_id) }),
    }
  },
}

function parse(body: string): unknown {
  try {
    return exactIds(body, JSON.parse(body))
  } catch {
    return null
  }
}
