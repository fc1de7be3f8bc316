/** Shopee's pushes. Source: "Push mechanism" guide. */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { WebhookMessage, Webhooks } from '../../webhooks.ts'
import { setting, sign } from './auth.ts'

const pushSchema = z.object({
  code: z.int(),
  shop_id: z.int().nullish(),
  data: z
    .object({
      ordersn: z.string().nullish(),
      order_sn: z.string().nullish(),
      return_sn: z.string().nullish(),
      shop_id: z.int().nullish(),
      item_id: z.union([z.int(), z.string()]).nullish(),
    })
    .nullish(),
})

/** 3 order status, 4 tracking number, 15 shipping document, 29 return, 30 package fulfilment. */
const orderCodes = new Set([3, 4, 15, 29, 30])
const returnCode = 29
/**
 * 6 and 16 an item banned or at fault, 7 in or out of a promotion, 8 its stock reserved for one, 22 its price, 27 not
 * published as planned.
 */
const productCodes = new Set([6, 7, 8, 16, 22, 27])
const unlinkedCode = 2

export const webhooks: Webhooks = {
  verify({ app, headers, url, body }) {
    // The signed address is the one that was configured with Shopee; what a proxy passes on may differ.
    const expected = Buffer.from(sign(setting(app, 'SHOPEE_PARTNER_KEY'), `${url}|${body}`))
    const given = Buffer.from(headers.authorization ?? headers.Authorization ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  },

  read({ body }): WebhookMessage {
    const push = pushSchema.safeParse(parse(body))
    if (!push.success)
      throw new ChannelError('changed-shape', ownMessage('refusal.push_unreadable', { channel: 'Shopee' }))
    const { code, data } = push.data
    const shopId = push.data.shop_id ?? data?.shop_id
    const channelShopId = shopId ? String(shopId) : null
    if (productCodes.has(code)) {
      const itemId = data?.item_id
      const channelProductId = itemId ? String(itemId) : null
      return { channelShopId, topic: 'product', channelOrderId: null, channelProductId }
    }
    return {
      channelShopId,
      topic: orderCodes.has(code) ? 'order' : code === unlinkedCode ? 'unlinked' : 'other',
      // Codes 3, 4 and 30 spell it in one word, 15 and 29 in two.
      channelOrderId: orderCodes.has(code) ? data?.ordersn || data?.order_sn || null : null,
      ...(code === returnCode && data?.return_sn && { channelReturnId: data.return_sn }),
    }
  },
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
