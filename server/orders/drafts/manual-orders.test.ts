/** Orders that people write down for own stores: made there by the job, once, and back by the sync like all others. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkStore,
  linkWebStore,
  startTestConsole,
  storeKeys,
  until,
  type Account,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import type { OrderDraft } from '../../../model/order-draft.ts'
import { saveDraft } from './order-draft-store.ts'

let running: TestConsole
let seller: Account
let website: number
let till: number
let webStore: number

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  for (const [shop, code] of [
    ['aoi-gifts', 'website'],
    ['aoi-counter/1', 'pos'],
    ['merlion-bazaar', 'website'],
    ['hana-home', 'web-store'],
  ] as const)
    await running.control(
      'products',
      { shop_id: shop, sku: 'LAMP', name: 'Lamp', price: 1500, stock: 9 },
      code,
    )
  website = await linkStore(running.sandbox.url, seller, 'aoi-gifts')
  till = await linkStore(running.sandbox.url, seller, 'aoi-counter/1', { code: 'pos', id: 3 })
  webStore = await linkWebStore(running.sandbox.url, seller, 'hana-home')
})
afterAll(() => running?.stop())

const address = {
  name: 'Nur Aisyah',
  phone: '+60 12-345 6789',
  street: '12, Jalan Telawi',
  city: 'Kuala Lumpur',
  province: 'Selangor',
  postcode: '59100',
  country: 'MY',
}

type Product = { product_sku_id: number; shop_sku: string; name: string; price: number; stock: number }

async function lampOf(shopId: number, who = seller): Promise<Product> {
  return until('the lamp to be known', async () => {
    const found = await who.call(`GET /orders/new/products?shop_id=${shopId}&keyword=lam`)
    return found.at<Product[]>('data')[0]
  })
}

const written = (shopId: number, more: object = {}) => ({
  shop_id: shopId,
  customer: { name: 'Nur Aisyah', phone: '+60 12-345 6789', email: 'aisyah@example.test' },
  address,
  payment_method: 'cash',
  is_paid: true,
  ...more,
})

async function untilArrived(asked: Answer, who = seller): Promise<Answer> {
  const id = await until('the order to arrive', async () => {
    const draft = await who.call(`GET /orders/drafts/${asked.at<number>('data.id')}`)
    return draft.at<number | null>('data.order_id') ?? undefined
  })
  return who.call(`GET /orders/${id}`)
}

/** It may have come in before its money was noted. */
async function untilPaid(order: Answer): Promise<Answer> {
  return until('the order to be paid', async () => {
    const now = await seller.call(`GET /orders/${order.at<number>('data.id')}`)
    return now.at('data.status.code') === 'pending' && now
  })
}

/** Lists the orders that the store itself has, with the program that created each. */
async function madeAt(shop: string, code: string): Promise<{ created_via: string; id: number }[]> {
  const {
    api_key: key,
    api_secret: secret,
    platform_url: url,
  } = await storeKeys(running.sandbox.url, shop, {}, code)
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  const reply = await fetch(`${url}/wp-json/wc/v3/orders?per_page=100`, { headers: { authorization } })
  return (await reply.json()) as { created_via: string; id: number }[]
}

/** The same of a store of the second generation: what it has, and what of it is a draft still. */
async function countAt(shop: string): Promise<{ orders: number; drafts: number }> {
  const key = await running.control('authorize', { shop_id: shop }, 'web-store')
  const { api_key: name, platform_url: url } = key as { api_key: string; platform_url: string }
  const headers = { authorization: `Basic ${Buffer.from(`${name}:`).toString('base64')}` }
  const count = async (path: string) =>
    ((await (await fetch(`${url}/admin${path}`, { headers })).json()) as { count: number }).count
  return { orders: await count('/orders'), drafts: await count('/draft-orders') }
}

async function failCall(path: string, fault: object = { reset: 1 }): Promise<void> {
  const body = JSON.stringify({ path, method: 'POST', count: 1, ...fault })
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body })
}

async function untilFailed(asked: Answer): Promise<Answer> {
  return until('the refusal', async () => {
    const draft = await seller.call(`GET /orders/drafts/${asked.at<number>('data.id')}`)
    return draft.at('data.state') === 'failed' && draft
  })
}

const told = (answer: Answer) => [answer.status, answer.at('code')]

describe('an order that is written', () => {
  it('is made by its web store and arrives with all that was written', async () => {
    const shops = await seller.call('GET /orders/new/shops')
    expect(shops.at<{ id: number; takes_address: boolean }[]>('data')).toMatchObject([
      { id: website, region: 'MY', takes_address: true },
      { id: till, takes_address: false },
      { id: webStore, takes_address: true },
    ])
    const lamp = await lampOf(website)
    expect(lamp).toMatchObject({ name: 'Lamp', price: 15, stock: 9 })
    const lines = [{ product_sku_id: lamp.product_sku_id, quantity: 2, price: 12.5 }]
    const asked = await seller.call('POST /orders', written(website, { lines, note: ' Ring twice ' }))
    expect([asked.status, asked.at('data')]).toMatchObject([
      202,
      { requested_by: { name: 'seller' }, error: null },
    ])
    const order = await untilArrived(asked)
    expect(order.at('data')).toMatchObject({
      shop: { data: { id: website } },
      status: { code: 'pending' },
      payment_method: { code: 'cash' },
      buyer_message: 'Ring twice',
      total_quantity: 2,
      address: { ...address, is_masked: false },
      payment: { sub_total: 25 },
    })
    expect(order.at('data.order_product_skus.data.0')).toMatchObject({ shop_sku: lamp.shop_sku, quantity: 2 })
    expect((await lampOf(website)).price).toBe(15)
  })

  it('of a buyer without a mail address has a customer by the phone, who is the same the next time', async () => {
    const lamp = await lampOf(website)
    const lines = [{ product_sku_id: lamp.product_sku_id, quantity: 1, price: 12.5 }]
    const customer = (phone: string) => ({ name: 'Siti Hajar', phone, email: null })
    const ids = []
    for (const phone of ['+60 19-555 0101', '０１９－５５５ ０１０１']) {
      const asked = await seller.call('POST /orders', written(website, { lines, customer: customer(phone) }))
      ids.push((await untilArrived(asked)).at('data.customer.data.id'))
    }
    expect(ids[0]).toEqual(expect.any(Number))
    expect(ids[1]).toBe(ids[0])
  })

  it('is rung up at the till’s own place: paid and handed over at once', async () => {
    const lamp = await lampOf(till)
    const lines = [{ shop_sku: lamp.shop_sku, quantity: 1 }]
    const asked = await seller.call('POST /orders', written(till, { lines, address: null }))
    expect((await untilArrived(asked)).at('data')).toMatchObject({
      shop: { data: { id: till } },
      status: { code: 'delivered' },
      payment_method: { code: 'cash' },
      payment: { sub_total: 15 },
    })
    expect((await madeAt('aoi-counter/1', 'pos')).map(({ created_via: maker }) => maker)).toEqual([
      'pos-rest-api',
    ])
  })

  it('is made by a store of the second generation, and arrives with all that was written', async () => {
    const lamp = await lampOf(webStore)
    const lines = [{ product_sku_id: lamp.product_sku_id, quantity: 2, price: 12.5 }]
    const asked = await seller.call('POST /orders', written(webStore, { lines, note: 'Ring twice' }))
    const order = await untilPaid(await untilArrived(asked))
    expect(order.at('data')).toMatchObject({
      shop: { data: { id: webStore } },
      payment_method: { code: 'cash' },
      buyer_message: 'Ring twice',
      address: { ...address, is_masked: false },
      payment: { sub_total: 25 },
    })
    expect(await countAt('hana-home')).toEqual({ orders: 1, drafts: 0 })
  })

  it('that is not paid waits for its money, unless it is paid at the door', async () => {
    const statusOf = async (shop: number, method: string) => {
      const lines = [{ product_sku_id: (await lampOf(shop)).product_sku_id, quantity: 1 }]
      const action = written(shop, { lines, payment_method: method, is_paid: false })
      return (await untilArrived(await seller.call('POST /orders', action))).at('data.status.code')
    }
    for (const shop of [website, webStore])
      expect([await statusOf(shop, 'bank_transfer'), await statusOf(shop, 'cod')]).toEqual([
        'unpaid',
        'pending',
      ])
  })

  it('is made once, also when the answer is lost behind the effect', async () => {
    const lamp = await lampOf(website)
    const before = (await madeAt('aoi-gifts', 'website')).length
    await failCall('/web/aoi-gifts/wp-json/wc/v3/orders')
    const lines = [{ product_sku_id: lamp.product_sku_id, quantity: 1 }]
    await untilArrived(await seller.call('POST /orders', written(website, { lines })))
    expect((await madeAt('aoi-gifts', 'website')).length).toBe(before + 1)
  })

  it.each(['/draft-orders', '/draft-orders/', '/payment-collections/'])(
    'is made once where a draft becomes an order, also when the answer to %s is lost',
    async (path) => {
      const lamp = await lampOf(webStore)
      const before = await countAt('hana-home')
      await failCall(`/web2/hana-home/admin${path}`)
      const lines = [{ product_sku_id: lamp.product_sku_id, quantity: 1 }]
      const order = await untilArrived(await seller.call('POST /orders', written(webStore, { lines })))
      await untilPaid(order)
      expect(await countAt('hana-home')).toEqual({ orders: before.orders + 1, drafts: 0 })
    },
  )

  it('is looked for while a slow store may still be making it, and only then asked for again', async () => {
    const lamp = await lampOf(website)
    const before = (await madeAt('aoi-gifts', 'website')).length
    // The first call never arrives, and nobody can tell that from one that the store is still at.
    await failCall('/web/aoi-gifts/wp-json/wc/v3/orders', { server_error: 1 })
    const lines = [{ product_sku_id: lamp.product_sku_id, quantity: 1 }]
    const asked = await seller.call('POST /orders', written(website, { lines }))
    const draft = async () => {
      const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
        sql<{ attempts: number }>`select attempts from order_drafts
          where owner_id = ${seller.ownerId} and id = ${asked.at<number>('data.id')}`.execute(tx),
      )
      return rows[0]?.attempts ?? 0
    }
    await until('the store to be looked through twice', async () => (await draft()) >= 3)
    expect((await madeAt('aoi-gifts', 'website')).length).toBe(before)
    await running.db.asOwner(seller.ownerId, (tx) =>
      sql`update order_drafts set sent_at = sent_at - interval '6 minutes', check_at = now()
        where owner_id = ${seller.ownerId} and id = ${asked.at<number>('data.id')}`.execute(tx),
    )
    await untilArrived(asked)
    expect((await madeAt('aoi-gifts', 'website')).length).toBe(before + 1)
  })

  it('ends as failed after a fault of our own, the fifth time that it is tried', async () => {
    const key = { ownerId: seller.ownerId, shopId: website }
    const id = await running.db.asOwner(seller.ownerId, async (tx) => {
      // A draft that no form can have written breaks the code that reads it.
      const draft = { reference: 'broken' } as OrderDraft
      const drawn = await saveDraft(tx, key, { userId: 1, name: 'seller' }, draft)
      await sql`update order_drafts set attempts = 4 where owner_id = ${seller.ownerId} and id = ${drawn}`.execute(
        tx,
      )
      return drawn
    })
    const failed = await until('the draft to end', async () => {
      const read = await seller.call(`GET /orders/drafts/${id}`)
      return read.at('data.state') === 'failed' && read
    })
    expect(failed.at('data.error.code')).toBe('internal')
  })

  it('is saved once for one Idempotency-Key', async () => {
    const lamp = await lampOf(till)
    const lines = [{ product_sku_id: lamp.product_sku_id, quantity: 1 }]
    const key = { 'Idempotency-Key': 'written-once' }
    const [first, second] = [
      await seller.call('POST /orders', written(till, { lines }), key),
      await seller.call('POST /orders', written(till, { lines }), key),
    ]
    expect(second.at('data.id')).toBe(first.at('data.id'))
  })
})

describe('it is refused', () => {
  it('in the store’s own words, which the draft keeps', async () => {
    const keys = await storeKeys(running.sandbox.url, 'merlion-bazaar', { permissions: 'read' })
    const linked = await seller.call('POST /shops', { platform_id: 4, name: 'Read only', ...keys })
    const shop = linked.at<number>('data.id')
    const lamp = await lampOf(shop)
    const lines = [{ product_sku_id: lamp.product_sku_id, quantity: 1 }]
    const asked = await seller.call('POST /orders', written(shop, { lines }))
    expect((await untilFailed(asked)).at('data')).toMatchObject({
      order_id: null,
      error: { code: 'refused', message: expect.stringContaining('does not have write permissions') },
    })
  })

  it('where a promotion of the store changes the price that was agreed on', async () => {
    const lamp = await lampOf(webStore)
    const before = await countAt('hana-home')
    await running.control('promotion', { shop_id: 'hana-home', percent: 10 }, 'web-store')
    const lines = [{ product_sku_id: lamp.product_sku_id, quantity: 2, price: 12.5 }]
    const asked = await seller.call('POST /orders', written(webStore, { lines }))
    expect((await untilFailed(asked)).at('data.error')).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('takes 2.5 MYR off Lamp'),
    })
    await running.control('promotion', { shop_id: 'hana-home', percent: 0 }, 'web-store')
    expect(await countAt('hana-home')).toEqual(before)
  })

  it('on channels that make no orders for the seller', async () => {
    const market = await addShop(running, seller.ownerId, 'market')
    const lines = [{ shop_sku: '1_0', quantity: 1 }]
    const answer = await seller.call('POST /orders', written(market, { lines }))
    expect([told(answer), answer.at('message')]).toEqual([
      [409, 'order_action_refused'],
      'Orders of this channel can only be placed by buyers.',
    ])
  })

  it('with its mistakes by field', async () => {
    const lamp = await lampOf(website)
    const good = { product_sku_id: lamp.product_sku_id, quantity: 1 }
    const fieldsOf = async (more: object) => {
      const answer = await seller.call('POST /orders', written(website, { lines: [good], ...more }))
      return [answer.status, ...Object.keys(answer.at<object | undefined>('invalid_fields') ?? {})]
    }
    expect(await fieldsOf({ lines: [] })).toEqual([422, 'lines'])
    expect(await fieldsOf({ lines: [{ ...good, quantity: 0 }] })).toEqual([422, 'lines.0.quantity'])
    expect(await fieldsOf({ lines: [good, { product_sku_id: 999_999, quantity: 1 }] })).toEqual([
      422,
      'lines.1.product_sku_id',
    ])
    expect(await fieldsOf({ lines: [{ shop_sku: 'nothing', quantity: 1 }] })).toEqual([
      422,
      'lines.0.shop_sku',
    ])
    expect(await fieldsOf({ lines: [{ ...good, price: 9.999 }] })).toEqual([422, 'lines.0.price'])
    expect(await fieldsOf({ lines: [{ ...good, shop_sku: lamp.shop_sku }] })).toEqual([422, 'lines.0'])
    expect(await fieldsOf({ address: null })).toEqual([422, 'address'])
    expect(await fieldsOf({ customer: { name: ' ' } })).toEqual([422, 'customer.name'])
    expect(await fieldsOf({ customer: { name: 'Aoi', email: 'aoi' } })).toEqual([422, 'customer.email'])
    expect(await fieldsOf({ payment_method: 'marketplace_pay' })).toEqual([422, 'payment_method'])
  })

  it('to everybody else', async () => {
    const lamp = await lampOf(website)
    const lines = [{ product_sku_id: lamp.product_sku_id, quantity: 1 }]
    const stranger = await running.signUp('stranger')
    const viewer = await running.addStaff(seller.ownerId, { email: 'viewer@example.test', role: 'viewer' })
    const elsewhere = await running.addStaff(
      seller.ownerId,
      { email: 'elsewhere@example.test', role: 'manager' },
      [999_999],
    )
    for (const who of [stranger, elsewhere]) {
      expect(told(await who.call('POST /orders', written(website, { lines })))).toEqual([404, 'not_found'])
      expect(told(await who.call(`GET /orders/new/products?shop_id=${website}`))).toEqual([404, 'not_found'])
      expect((await who.call('GET /orders/new/shops')).at('data')).toEqual([])
    }
    expect(told(await viewer.call('POST /orders', written(website, { lines })))).toEqual([403, 'forbidden'])
  })
})

it('searches with what means something to a pattern as it stands', async () => {
  await lampOf(website)
  const search = async (keyword: string) =>
    (
      await seller.call(`GET /orders/new/products?shop_id=${website}&keyword=${encodeURIComponent(keyword)}`)
    ).at<Product[]>('data').length
  expect([
    await search(''),
    await search('LAMP'),
    await search('%'),
    await search('_'),
    await search('\\'),
  ]).toEqual([1, 1, 0, 1, 0])
})
