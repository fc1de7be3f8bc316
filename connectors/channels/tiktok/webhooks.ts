/** TikTok Shop's webhooks. Source: "Webhooks" guide. */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { WebhookMessage, Webhooks } from '../../webhooks.ts'
import { hmac, setting } from './auth.ts'

const messageSchema = z.object({
  type: z.int(),
  shop_id: z.unknown().optional(),
  data: z
    .object({
      order_id: z.unknown().optional(),
      return_id: z.unknown().optional(),
      package_list: z.array(z.object({ order_id_list: z.array(z.unknown()).nullish() })).nullish(),
    })
    .nullish(),
})

/** 1 order status, 3 recipient's address, 4 package, 11 cancellation, 12 return. */
const orderTypes = new Set([1, 3, 4, 11, 12])
const returnType = 12
/** 5 product status, 15 information, 16 creation, 18 category, 27 inventory, 37 audit. */
const productTypes = new Set([5, 15, 16, 18, 27, 37])
const unlinkedType = 6

export const webhooks: Webhooks = {
  verify({ app, headers, body }) {
    const signed = setting(app, 'TIKTOK_APP_KEY') + body
    const expected = Buffer.from(hmac(setting(app, 'TIKTOK_APP_SECRET'), signed))
    const given = Buffer.from(headers.authorization ?? headers.Authorization ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  },

  read({ body }): WebhookMessage {
    const message = messageSchema.safeParse(parse(body))
    if (!message.success)
      throw new ChannelError(
        'changed-shape',
        ownMessage('refusal.push_unreadable', { channel: 'TikTok Shop' }),
      )
    const { type, shop_id: shopId, data } = message.data
    const isOrder = orderTypes.has(type)
    const channelShopId = idOf(shopId)
    if (productTypes.has(type))
      return { channelShopId, topic: 'product', channelOrderId: null, channelProductId: productIdIn(body) }
    return {
      channelShopId,
      topic: isOrder ? 'order' : type === unlinkedType ? 'unlinked' : 'other',
      channelOrderId: isOrder ? orderIdOf(data) : null,
      ...(type === returnType && data?.return_id !== undefined && { channelReturnId: idOf(data.return_id) }),
    }
  },
}

/** A package may hold several orders. Then none is named, and the sync finds them among those that changed. */
function orderIdOf(data: z.infer<typeof messageSchema>['data']): string | null {
  if (data?.order_id !== undefined) return idOf(data.order_id)
  const ids = new Set(data?.package_list?.flatMap((one) => one.order_id_list ?? []).map(idOf))
  const [only = null] = ids
  return ids.size === 1 ? only : null
}

/** Some types write the id as a number, whose last digits are whole only as long as it is text. */
function productIdIn(body: string): string | null {
  return /"product_id"\s*:\s*"?(\d{1,30})["\s,}]/.exec(body)?.[1] ?? null
}

/** A number of 19 digits has lost its last ones by the time that it is read: it names no order, or another one. */
function idOf(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value
  return Number.isSafeInteger(value) ? String(value) : null
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
