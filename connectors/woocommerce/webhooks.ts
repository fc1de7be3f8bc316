/**
 * The store's webhooks. Source: "Webhooks" of the REST API v3 documentation.
 *
 * Each store signs with a secret of its own, which is made of ours and the store's address, so that it need not be kept:
 * whoever knows one store's secret can speak for that store alone.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError, ownMessage } from '../channel-error.ts'
import type { App, Session } from '../session.ts'
import type { WebhookMessage, WebhookRequest, Webhooks } from '../webhooks.ts'
import type { Http } from '../http.ts'
import { call, siteOf } from './calls.ts'
import type { Profile } from './profile.ts'
import { pageSize } from './lists.ts'
import { hookListSchema, parse } from './wire.ts'

const topics = ['order', 'product'].flatMap((resource) =>
  ['created', 'updated', 'deleted', 'restored'].map((event) => `${resource}.${event}`),
)
const checkMs = 10 * 60_000
/** Enough for every place of a large site; a store that gives the same page for ever is left alone. */
const mostPages = 10

/** Body of a webhook. A deleted resource is sent with only its id. */
const bodySchema = z.object({
  id: z.int().positive(),
  type: z.unknown().optional(),
  parent_id: z.unknown().optional(),
  status: z.unknown().optional(),
})

export function createWebhooks(profile: Profile): Webhooks {
  return {
    verify({ app, headers, url, body }) {
      const shopId = shopOf(profile, headers, url)
      const secret = shopId && secretOf(profile, app, shopId)
      if (!secret) return false
      const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))
      const given = Buffer.from(headers['x-wc-webhook-signature'] ?? '')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },

    isKnock: ({ body }) => /^webhook_id=\d+$/.test(body),

    read({ headers, url, body }): WebhookMessage {
      const row = parse(body)
      const resource = bodySchema.safeParse(row)
      if (!resource.success)
        throw new ChannelError(
          'changed-shape',
          ownMessage('refusal.push_unreadable', { channel: 'WooCommerce' }),
        )
      const [about] = (headers['x-wc-webhook-topic'] ?? '').split('.')
      const channelShopId = shopOf(profile, headers, url)
      const id = String(resource.data.id)
      // A deleted resource is sent with only its id: a request finds out whose it was.
      const isOurs = resource.data.status === undefined || profile.isOurs(row, null)
      if (about === 'order' && isOurs) return { channelShopId, topic: 'order', channelOrderId: id }
      if (about !== 'product') return { channelShopId, topic: 'other', channelOrderId: null }
      const channelProductId = productIdOf(resource.data)
      return { channelShopId, topic: 'product', channelOrderId: null, channelProductId }
    },
  }
}

/** A variation that changed is told under the topic of products, by its own number. */
function productIdOf({ id, type, parent_id: parent }: z.infer<typeof bodySchema>): string {
  return String(type === 'variation' && typeof parent === 'number' && parent > 0 ? parent : id)
}

/** By the store's own address, as it writes it, and by where it sends to. */
function shopOf(profile: Profile, headers: WebhookRequest['headers'], url: string): string | null {
  const source = URL.parse(headers['x-wc-webhook-source'] ?? '')
  if (!source || !/^https?:$/.test(source.protocol)) return null
  return profile.shopIdOf(siteOf(source), profile.placeAt(url))
}

export function secretOf({ secretSetting }: Profile, app: App, shopId: string): string | null {
  const ours = app[secretSetting]
  return ours ? createHmac('sha256', ours).update(shopId).digest('base64url') : null
}

const checkedAt = new WeakMap<Http, number>()

/**
 * Makes the store's webhooks, and switches those on again that the store switched off after its tries had failed. Now and
 * then; whatever goes wrong, the orders are asked for all the same.
 */
export async function keepWebhooks(profile: Profile, session: Session): Promise<void> {
  const now = session.now().getTime()
  const secret = secretOf(profile, session.app, session.credentials.channelShopId)
  if (!session.pushUrl || !secret || now - (checkedAt.get(session.http) ?? -Infinity) < checkMs) return
  checkedAt.set(session.http, now)
  try {
    await makeWebhooks(session, profile.hookUrl(session.pushUrl, session.credentials.more), secret)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    // Keys that may only read, or a store that is busy.
  }
}

/** All that the store has: each place of a site has its own, and other programs theirs. The oldest first, so that new ones push none. */
async function listWebhooks(session: Session): Promise<z.infer<typeof hookListSchema>> {
  const hooks: z.infer<typeof hookListSchema> = []
  for (let page = 1; ; page++) {
    const query = { per_page: String(pageSize), page: String(page), order: 'asc' }
    const rows = await call(session, { method: 'GET', path: '/webhooks', query }, hookListSchema)
    hooks.push(...rows)
    if (rows.length < pageSize) return hooks
    if (page === mostPages)
      throw new ChannelError(
        'changed-shape',
        ownMessage('refusal.unreadable', {
          channel: 'WooCommerce',
          detail: `webhooks > ${mostPages * pageSize}`,
        }),
      )
  }
}

async function makeWebhooks(session: Session, pushUrl: string, secret: string): Promise<void> {
  const hooks = await listWebhooks(session)
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
