/**
 * News from a small subscriber that the shop's owner may install (docs/web-store-subscriber.md), as the shop has no webhooks
 * of its own. Source: "Events and Subscribers" of the documentation.
 *
 * The console leaves the address and a secret for it among the store's metadata, which only the shop's own people can read.
 * The secret is made of ours and the shop's address, so that it need not be kept: whoever knows one shop's secret can speak
 * for that shop alone.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { App, Session } from '../../session.ts'
import type { WebhookMessage, Webhooks } from '../../webhooks.ts'
import type { Http } from '../../http.ts'
import { call } from './auth.ts'
import { parse, storesSchema } from './wire.ts'

const checkMs = 10 * 60_000
/** Among the store's metadata. */
const metadataName = 'seller_console'

const id = z.string().nullish()

/** The event as the shop's own bus has it: what its data holds differs from event to event. */
const bodySchema = z.object({
  shop: z.string().min(1),
  event: z.string().min(1),
  data: z.object({ id, order_id: id, product_id: id }),
})

export const webhooks: Webhooks = {
  verify({ app, headers, body }) {
    const message = bodySchema.safeParse(parse(body))
    const secret = message.success ? secretOf(app, message.data.shop) : null
    if (!secret) return false
    const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'))
    const given = Buffer.from(headers['x-seller-console-signature'] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  },

  read({ body }): WebhookMessage {
    const message = bodySchema.safeParse(parse(body))
    if (!message.success)
      throw new ChannelError('changed-shape', ownMessage('refusal.push_unreadable', { channel: 'Medusa' }))
    const { shop: channelShopId, event, data } = message.data
    // An order's events name the order; those of its parcels and payments name these, and wake a look at all changes.
    if (/^(order|shipment|delivery|payment|return)\b/.test(event))
      return { channelShopId, topic: 'order', channelOrderId: idWith('order_', data) }
    if (/^(product|inventory)\b/.test(event))
      return {
        channelShopId,
        topic: 'product',
        channelOrderId: null,
        channelProductId: idWith('prod_', data),
      }
    return { channelShopId, topic: 'other', channelOrderId: null }
  },
}

function idWith(prefix: string, data: z.infer<typeof bodySchema>['data']): string | null {
  const ids = [data.order_id, data.product_id, data.id]
  return ids.find((each) => each?.startsWith(prefix)) ?? null
}

export function secretOf(app: App, shopId: string): string | null {
  const ours = app.WEB_STORE_WEBHOOK_SECRET
  return ours ? createHmac('sha256', ours).update(shopId).digest('base64url') : null
}

const checkedAt = new WeakMap<Http, number>()

/**
 * Leaves in the shop what its subscriber has to know. Now and then, for the address may change; whatever goes wrong, the
 * orders are asked for all the same.
 */
export async function keepSubscriber(session: Session): Promise<void> {
  const now = session.now().getTime()
  const { channelShopId: shop } = session.credentials
  const secret = secretOf(session.app, shop)
  if (!session.pushUrl || !secret || now - (checkedAt.get(session.http) ?? -Infinity) < checkMs) return
  checkedAt.set(session.http, now)
  try {
    await leave(session, { shop, url: session.pushUrl, secret })
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    // Keys that may only read, or a shop that is busy.
  }
}

async function leave(session: Session, note: Record<'shop' | 'url' | 'secret', string>): Promise<void> {
  const request = { method: 'GET' as const, path: '/stores', query: {} }
  const [store] = (await call(session, request, storesSchema)).stores
  const known = z.record(z.string(), z.unknown()).safeParse(store?.metadata?.[metadataName]).data
  const isThere = Object.entries(note).every(([name, value]) => known?.[name] === value)
  if (!store || isThere) return
  // All of it goes back, as what is left out would be lost.
  const body = { metadata: { ...store.metadata, [metadataName]: note } }
  await call(session, { method: 'POST', path: `/stores/${store.id}`, query: {}, body }, z.object({}))
}
