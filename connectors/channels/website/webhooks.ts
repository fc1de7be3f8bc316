/**
 * The store's webhooks. Source: "Webhooks" of the REST API v3 documentation.
 *
 * Each store signs with a secret of its own, which is made of ours and the store's address, so that it need not be kept:
 * whoever knows one store's secret can speak for that store alone.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError } from '../../connector.ts'
import type { App, Session, WebhookMessage, WebhookRequest, Webhooks } from '../../connector.ts'
import type { Http } from '../../http.ts'
import { call, shopIdOf } from './auth.ts'
import { hookListSchema, parse } from './wire.ts'

const topics = ['order', 'product'].flatMap((resource) =>
  ['created', 'updated', 'deleted', 'restored'].map((event) => `${resource}.${event}`),
)
const checkMs = 10 * 60_000

/** What is deleted is sent with nothing but its id. */
const bodySchema = z.object({
  id: z.int().positive(),
  type: z.unknown().optional(),
  parent_id: z.unknown().optional(),
})

export const webhooks: Webhooks = {
  verify({ app, headers, body }) {
    const shopId = sourceOf(headers)
    const secret = shopId && secretOf(app, shopId)
    if (!secret) return false
    const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))
    const given = Buffer.from(headers['x-wc-webhook-signature'] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  },

  isKnock: ({ body }) => /^webhook_id=\d+$/.test(body),

  read({ headers, body }): WebhookMessage {
    const resource = bodySchema.safeParse(parse(body))
    if (!resource.success)
      throw new ChannelError('changed-shape', 'The store sent a webhook that cannot be read')
    const [about] = (headers['x-wc-webhook-topic'] ?? '').split('.')
    const channelShopId = sourceOf(headers)
    const id = String(resource.data.id)
    if (about === 'order') return { channelShopId, topic: 'order', channelOrderId: id }
    if (about !== 'product') return { channelShopId, topic: 'other', channelOrderId: null }
    const channelProductId = productIdOf(resource.data)
    return { channelShopId, topic: 'product', channelOrderId: null, channelProductId }
  },
}

/** A variation that changed is told under the topic of products, by its own number. */
function productIdOf({ id, type, parent_id: parent }: z.infer<typeof bodySchema>): string {
  return String(type === 'variation' && typeof parent === 'number' && parent > 0 ? parent : id)
}

/** The store's own address, as it writes it. */
function sourceOf(headers: WebhookRequest['headers']): string | null {
  const source = URL.parse(headers['x-wc-webhook-source'] ?? '')
  return source && /^https?:$/.test(source.protocol) ? shopIdOf(source) : null
}

export function secretOf(app: App, shopId: string): string | null {
  const ours = app.WEBSITE_WEBHOOK_SECRET
  return ours ? createHmac('sha256', ours).update(shopId).digest('base64url') : null
}

const checkedAt = new WeakMap<Http, number>()

/**
 * Makes the store's webhooks, and switches those on again that the store switched off after its tries had failed. Now and
 * then; whatever goes wrong, the orders are asked for all the same.
 */
export async function keepWebhooks(session: Session): Promise<void> {
  const now = session.now().getTime()
  const secret = secretOf(session.app, session.credentials.channelShopId)
  if (!session.pushUrl || !secret || now - (checkedAt.get(session.http) ?? -Infinity) < checkMs) return
  checkedAt.set(session.http, now)
  try {
    await makeWebhooks(session, session.pushUrl, secret)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    // Keys that may only read, or a store that is busy.
  }
}

async function makeWebhooks(session: Session, pushUrl: string, secret: string): Promise<void> {
  const query = { per_page: '100' }
  const hooks = await call(session, { method: 'GET', path: '/webhooks', query }, hookListSchema)
  const ours = hooks.filter((hook) => hook.delivery_url === pushUrl)
  const create = topics
    .filter((topic) => !ours.some((hook) => hook.topic === topic))
    .map((topic) => ({
      name: `Seller Console ${topic}`,
      topic,
      delivery_url: pushUrl,
      secret,
      status: 'active',
    }))
  const update = ours
    .filter((hook) => hook.status !== 'active')
    .map(({ id }) => ({ id, secret, status: 'active' }))
  if (create.length + update.length === 0) return
  const request = { method: 'POST' as const, path: '/webhooks/batch', query: {}, body: { create, update } }
  await call(session, request, z.object({}))
}
