import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { never } from '../../session.ts'
import type { Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedReply } from '../../recorded-channel.ts'
import { createWebhooks, keepWebhooks, secretOf } from '../../woocommerce/webhooks.ts'
import { profile } from './wire.ts'

const webhooks = createWebhooks(profile)

const app = { WEBSITE_WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef' }
const url = 'https://console.example/hooks/website'
const body = '{"id":727,"status":"processing","total":"29.35"}'

function signed(source: string, secret = secretOf(profile, app, 'shop.example') ?? '') {
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  return {
    app,
    url,
    body,
    headers: {
      'x-wc-webhook-source': source,
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-signature': signature,
    },
  }
}

test.each(['https://shop.example/', 'https://www.shop.example', 'http://shop.example'])(
  '[source-address] %s is the store that was linked',
  (source) => {
    expect(webhooks.verify(signed(source))).toBe(true)
    expect(webhooks.read(signed(source)).channelShopId).toBe('shop.example')
  },
)

test.each(['https://other.example/', 'https://shop.example/other', 'ftp://shop.example', 'nonsense', ''])(
  'a store cannot speak for %s with its own secret',
  (source) => expect(webhooks.verify(signed(source))).toBe(false),
)

test('without a secret of ours nobody is believed', () => {
  const forged = createHmac('sha256', '').update(body).digest('base64')
  const { headers } = signed('https://shop.example')
  const request = { app: { WEBSITE_WEBHOOK_SECRET: '' }, url, body }
  expect(webhooks.verify({ ...request, headers: { ...headers, 'x-wc-webhook-signature': forged } })).toBe(
    false,
  )
})

test('[first-knock] a knock is told from a message', () => {
  expect(webhooks.isKnock?.({ app, url, headers: {}, body: 'webhook_id=12' })).toBe(true)
  expect(webhooks.isKnock?.({ app, url, headers: {}, body })).toBe(false)
})

test('[hook-switched-off] makes what is missing, switches on what is off, and leaves the rest alone', async () => {
  const hook = { status: 'active', delivery_url: url }
  const calls = await keep([
    { ...hook, id: 1, topic: 'order.created' },
    { ...hook, id: 2, topic: 'order.updated', status: 'disabled' },
    { ...hook, id: 3, topic: 'order.deleted', delivery_url: 'https://elsewhere.example', status: 'disabled' },
    ...['created', 'updated'].map((event, at) => ({ ...hook, id: 4 + at, topic: `product.${event}` })),
  ])
  type Batch = { create: Record<string, string>[]; update: object[] }
  const { create, update } = (calls[1]?.body ?? { create: [], update: [] }) as Batch
  expect(create.map(({ topic }) => topic)).toEqual([
    'order.deleted',
    'order.restored',
    'product.deleted',
    'product.restored',
  ])
  const secret = secretOf(profile, app, 'shop.example')
  expect(create[0]).toMatchObject({ delivery_url: url, secret, status: 'active' })
  expect(update).toEqual([{ id: 2, secret, status: 'active' }])
})

test('finds what a store with many webhooks has of it, and makes none twice', async () => {
  const hook = { status: 'active', delivery_url: 'https://elsewhere.example', topic: 'order.updated' }
  const others = Array.from({ length: 100 }, (_, at) => ({ ...hook, id: 1 + at }))
  const topics = ['order', 'product'].flatMap((of) =>
    ['created', 'updated', 'deleted', 'restored'].map((event) => `${of}.${event}`),
  )
  const ours = topics.map((topic, at) => ({ ...hook, id: 101 + at, topic, delivery_url: url }))
  const calls = await keep(others, ours)
  expect(calls.map(({ on, query }) => [on, query['page']])).toEqual([
    ['GET /wp-json/wc/v3/webhooks', '1'],
    ['GET /wp-json/wc/v3/webhooks', '2'],
  ])
})

test.each([
  [{ id: 94, type: 'variation', parent_id: 93 }, '93'],
  [{ id: 94, type: 'simple', parent_id: 93 }, '94'],
  [{ id: 94, type: 'variation', parent_id: 0 }, '94'],
  [{ id: 94 }, '94'],
])('[variation-hooks] %j is about the product %s', (row, product) => {
  const headers = { ...signed('https://shop.example').headers, 'x-wc-webhook-topic': 'product.updated' }
  expect(webhooks.read({ app, url, headers, body: JSON.stringify(row) })).toEqual({
    channelShopId: 'shop.example',
    topic: 'product',
    channelOrderId: null,
    channelProductId: product,
  })
})

test('keys that may not write do not keep the orders from coming', async () => {
  const words = { code: 'woocommerce_rest_authentication_error', message: 'no write permissions.' }
  expect(await keep({ status: 401, body: words })).toHaveLength(1)
})

async function keep(...pages: (object[] | Omit<RecordedReply, 'on'>)[]): Promise<RecordedCall[]> {
  await using channel = await startRecordedChannel(({ on, query }) => {
    const page = pages[Number(query['page'] ?? 1) - 1] ?? []
    if (!on.startsWith('GET')) return { body: {} }
    return Array.isArray(page) ? { body: page } : page
  })
  const session: Session = {
    app,
    http: createHttp(),
    credentials: {
      accessToken: 'ck',
      refreshToken: 'cs',
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: 'shop.example',
      more: { address: channel.url, root: 'path' },
    },
    now: () => new Date(),
    currency: 'MYR',
    pushUrl: url,
  }
  await keepWebhooks(profile, session)
  const { length } = channel.calls
  // A look a moment later does not ask again.
  await keepWebhooks(profile, session)
  expect(channel.calls).toHaveLength(length)
  return channel.calls
}
