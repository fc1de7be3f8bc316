import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { never } from '../../session.ts'
import type { Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall, RecordedReply } from '../../recorded-channel.ts'
import { keepSubscriber, secretOf, webhooks } from './webhooks.ts'

const app = { WEB_STORE_WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef' }
const url = 'https://console.example/hooks/web-store'
const shop = 'shop.example'
const note = { shop, url, secret: secretOf(app, shop) }

function signed(about: string, secret = secretOf(app, shop) ?? '', settings: Record<string, string> = app) {
  const body = JSON.stringify({ shop: about, event: 'order.placed', data: { id: 'order_1' } })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { app: settings, url, body, headers: { 'x-seller-console-signature': signature } }
}

test('a shop speaks for itself with its own secret, and for no other', () => {
  expect(webhooks.verify(signed(shop))).toBe(true)
  expect(webhooks.verify(signed('other.example'))).toBe(false)
})

test('without a secret of ours nobody is believed', () => {
  expect(webhooks.verify(signed(shop, '', { WEB_STORE_WEBHOOK_SECRET: '' }))).toBe(false)
})

test.each([
  ['order.fulfillment_created', { order_id: 'order_2', fulfillment_id: 'ful_1' }, 'order_2'],
  ['return.received', { return_id: 'return_1', order_id: 'order_3' }, 'order_3'],
  ['delivery.created', { id: 'ful_1' }, null],
])('%s wakes the orders, and names one where it can', (event, data, order) => {
  const body = JSON.stringify({ shop, event, data })
  expect(webhooks.read({ app, url, headers: {}, body })).toEqual({
    channelShopId: shop,
    topic: 'order',
    channelOrderId: order,
  })
})

test('[note-for-subscriber] the note is left beside what else the metadata holds', async () => {
  const calls = await keep({ a: 1, seller_console: { ...note, url: 'https://old.example' } })
  expect(calls[1]).toMatchObject({
    on: 'POST /admin/stores/store_1',
    body: { metadata: { a: 1, seller_console: note } },
  })
})

test('a note that is there already is left alone', async () => {
  expect(await keep({ seller_console: note })).toHaveLength(1)
})

test('a key that may not do this does not keep the orders from coming', async () => {
  expect(await keep({ status: 403, body: { type: 'forbidden', message: 'Forbidden' } })).toHaveLength(1)
})

async function keep(metadata: object | Omit<RecordedReply, 'on'>): Promise<RecordedCall[]> {
  const stores = [{ id: 'store_1', name: 'Hana', metadata }]
  const reply = 'status' in metadata ? metadata : { body: { stores } }
  await using channel = await startRecordedChannel(({ on }) => (on.startsWith('GET') ? reply : { body: {} }))
  const session: Session = {
    app,
    http: createHttp(),
    credentials: {
      accessToken: 'sk_test',
      refreshToken: '',
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: shop,
      more: { address: channel.url },
    },
    now: () => new Date(),
    currency: 'MYR',
    pushUrl: url,
  }
  await keepSubscriber(session)
  const { length } = channel.calls
  // A look a moment later does not ask again.
  await keepSubscriber(session)
  expect(channel.calls).toHaveLength(length)
  return channel.calls
}
