/** A store that creates an order twice which was entered by hand once: it was still at it when its answer was no longer waited for. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  linkStore,
  startTestConsole,
  storeKeys,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'

const store = 'aoi-gifts'
let running: TestConsole
let seller: Account
let shop: number

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  const lamp = { shop_id: store, sku: 'LAMP', name: 'Lamp', price: 1500, stock: 9 }
  await running.control('products', lamp, 'website')
  shop = await linkStore(running.sandbox.url, seller, store)
})
afterAll(() => running?.stop())

/** An order entered by hand, once it has come in. */
async function enter(): Promise<{ id: number; channelId: string }> {
  const sold = await until('the lamp to be known', async () => {
    const found = await seller.call(`GET /orders/new/products?shop_id=${shop}&keyword=lamp`)
    return found.at<{ product_sku_id: number }[]>('data')[0]
  })
  const asked = await seller.call('POST /orders', {
    shop_id: shop,
    customer: { name: 'Nur Aisyah' },
    address: { name: 'Nur Aisyah', street: '12, Jalan Telawi', country: 'MY' },
    lines: [{ product_sku_id: sold.product_sku_id, quantity: 1 }],
    payment_method: 'cash',
    is_paid: true,
  })
  const id = await until('the order to arrive', async () => {
    const draft = await seller.call(`GET /orders/drafts/${asked.at<number>('data.id')}`)
    return draft.at<number | null>('data.order_id') ?? undefined
  })
  return { id, channelId: (await seller.call(`GET /orders/${id}`)).at('data.channel_order_id') }
}

type StoreOrder = {
  id: number
  line_items: { product_id: number; quantity: number }[]
  meta_data: { key: string; value: string }[]
}

/** The order once more, as the store creates it from the same call. Answers its id. */
async function repeatAtStore(channelId: string): Promise<string> {
  const { api_key: key, api_secret: secret, platform_url: url } = await storeKeys(running.sandbox.url, store)
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const call = async (path: string, more: object = {}) =>
    (await (await fetch(`${url}/wp-json/wc/v3${path}`, { headers, ...more })).json()) as StoreOrder
  const { line_items: lines, meta_data: meta } = await call(`/orders/${channelId}`)
  const body = JSON.stringify({
    line_items: lines.map(({ product_id, quantity }) => ({ product_id, quantity })),
    meta_data: meta.map(({ key: name, value }) => ({ key: name, value })),
  })
  return String((await call('/orders', { method: 'POST', body })).id)
}

type Told = { notify_type: string; url: string; count: number }

const doubled = async () =>
  (await seller.call('GET /users/notifications?limit=50'))
    .at<{ data: Told }[]>('data')
    .flatMap(({ data }) => (data.notify_type === 'order_doubled' ? [data] : []))

it('is told in the bell as soon as the second one is there, once', async () => {
  const first = await enter()
  expect(await doubled()).toEqual([])
  const secondId = await repeatAtStore(first.channelId)
  await seller.call(`POST /shops/${shop}/sync`, {})
  const [told] = await until('the notification', async () => {
    const found = await doubled()
    return found.length > 0 && found
  })
  const second = await seller.call(`GET ${told?.url}`)
  expect([told?.count, second.at('data.channel_order_id')]).toEqual([1, secondId])
  // Both are heard of again.
  for (const id of [first.channelId, secondId])
    await running.control(`orders/${id}/advance`, { action: 'cancel' }, 'website')
  await seller.call(`POST /shops/${shop}/sync`, {})
  await until('both to be canceled', async () => {
    const answers = [await seller.call(`GET ${told?.url}`), await seller.call(`GET /orders/${first.id}`)]
    return answers.every((answer) => answer.at('data.status.code') === 'canceled')
  })
  expect(await doubled()).toEqual([told])
})
