import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts'
import type { OrderDraft } from '../../../model/order-draft.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import { ChannelError } from '../../channel-error.ts'
import { never, type Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { orderCreation } from './order-creation.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { deliveryStatus } from './delivery-status.ts'

const shop_id = 'lion-living'
let sandbox: Sandbox
let session: Session
let lamp: { channelProductId: string; channelSkuId: string }

beforeAll(async () => {
  sandbox = await startSandbox({ load: 'none' })
  const shop = await control<{ platform_url: string; api_key: string }>('web-store/authorize', { shop_id })
  session = {
    app: {},
    http: createHttp({ timeoutMs: 3000 }),
    credentials: {
      accessToken: shop.api_key,
      refreshToken: '',
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: shop_id,
      more: { address: shop.platform_url },
    },
    now: () => new Date(),
    currency: 'SGD',
  }
  const { stock_locations: places } = await admin<{ stock_locations: { id: string }[] }>('/stock-locations')
  session.credentials.more = { ...session.credentials.more, locationId: places[0]?.id ?? '' }
  await stockUp()
  const [found] = (await products.list(session, null, null)).items
  lamp = {
    channelProductId: found?.channelProductId ?? '',
    channelSkuId: found?.skus[0]?.channelSkuId ?? '',
  }
})

afterAll(() => sandbox?.close())
beforeEach(stockUp)

async function stockUp(): Promise<void> {
  await control('web-store/products', { shop_id, sku: 'LAMP', name: 'Lamp', price: 1999, stock: 9 })
}

async function control<T>(path: string, body: object): Promise<T> {
  const reply = await fetch(`${sandbox.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}

async function admin<T>(path: string): Promise<T> {
  const { accessToken, more } = session.credentials
  const authorization = `Basic ${Buffer.from(`${accessToken}:`).toString('base64')}`
  return (await (
    await fetch(`${more?.['address']}/admin${path}`, { headers: { authorization } })
  ).json()) as T
}

let written = 0
const draftOf = (more: Partial<OrderDraft> = {}): OrderDraft => ({
  reference: `written-${++written}`,
  customer: { name: 'Nur Aisyah Rahman', phone: '+65 6123 4567', email: 'aisyah@example.test' },
  address: {
    name: 'Siti Aminah',
    phone: null,
    street: '12, Serangoon Road',
    city: 'Singapore',
    province: null,
    postcode: '218000',
    country: 'SG',
  },
  lines: [{ ...lamp, quantity: 2, price: 1250 }],
  paymentMethod: 'bank_transfer',
  isPaid: true,
  note: 'Ring twice',
  currency: 'SGD',
  ...more,
})

const anHourAgo = () => new Date(Date.now() - 3_600_000)

async function arrived(id: string): Promise<ChannelOrder> {
  const { items: found, failures } = await orders.get(session, [id])
  expect(failures).toEqual([])
  return found[0] as ChannelOrder
}

const make = async (more: Partial<OrderDraft> = {}) =>
  arrived(await orderCreation.create(session, draftOf(more)))

/** Ids of what the shop has, drafts and orders. */
async function atShop(): Promise<{ drafts: string[]; orders: string[] }> {
  const { draft_orders: drafts } = await admin<{ draft_orders: { id: string }[] }>('/draft-orders?limit=100')
  const { orders: all } = await admin<{ orders: { id: string }[] }>('/orders?limit=100')
  return { drafts: drafts.map(({ id }) => id), orders: all.map(({ id }) => id) }
}

async function refusalOf(draft: OrderDraft): Promise<string> {
  const error = await orderCreation.create(session, draft).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ChannelError)
  expect((error as ChannelError).kind).toBe('refused')
  return (error as ChannelError).message
}

test('[kept-with-it] arrives with all that was written', async () => {
  expect(await make()).toMatchObject({
    status: 'pending',
    currency: 'SGD',
    paymentMethod: 'bank_transfer',
    buyerMessage: 'Ring twice',
    buyer: { name: 'Nur Aisyah Rahman' },
    address: { name: 'Siti Aminah', street: '12, Serangoon Road', postcode: '218000', country: 'SG' },
    lines: [{ shopSku: lamp.channelSkuId, quantity: 2 }],
  })
})

test('[tax-on-top] its goods cost what was agreed, and the tax of the shop comes on top', async () => {
  expect((await make()).payment).toMatchObject({
    subTotal: 2500,
    tax: 225,
    sellerDiscount: 0,
    shippingFee: 0,
  })
  expect((await make({ lines: [{ ...lamp, quantity: 1, price: null }] })).payment.subTotal).toBe(1999)
})

test('[paid-afterwards] is paid or not, and what costs nothing is', async () => {
  const paid = await make()
  expect([paid.status, paid.paidAt !== null]).toEqual(['pending', true])
  expect((await make({ isPaid: false })).status).toBe('unpaid')
  expect((await make({ lines: [{ ...lamp, quantity: 1, price: 0 }] })).status).toBe('pending')
})

test('[kept-with-it] paid at the door it is no unpaid order', async () => {
  const { status, paymentMethod, paidAt } = await make({ paymentMethod: 'cod', isPaid: false })
  expect([status, paymentMethod, paidAt]).toEqual(['pending', 'cod', null])
})

test('without an e-mail address or a place to go it is made all the same', async () => {
  const customer = { name: 'Aisyah', phone: null, email: null }
  expect(await make({ customer, address: null, note: null })).toMatchObject({
    status: 'pending',
    buyer: null,
    buyerMessage: null,
    address: { name: 'Aisyah', street: null },
  })
})

test('[any-way] names the way of delivery that fits its goods, for nothing', async () => {
  const id = await orderCreation.create(session, draftOf())
  const { order } = await admin<{ order: { shipping_methods: object[] } }>(
    `/orders/${id}?fields=*shipping_methods`,
  )
  expect(order.shipping_methods).toMatchObject([{ name: 'Post', amount: 0 }])
  await deliveryStatus.advanceTo(session, {
    channelOrderId: id,
    step: 'shipped',
    parcels: [{ provider: 'Ninja Van', trackingNumber: 'SG1', trackingUrl: null }],
    warehouseId: null,
    reason: null,
  })
  expect((await arrived(id)).status).toBe('shipped')
})

test.each([
  ['the draft', '/draft-orders'],
  ['its conversion', '/draft-orders/'],
  ['asking for the money', '/payment-collections'],
  ['its payment', '/payment-collections/'],
])('[draft-first] is made once, also when the answer to %s is lost', async (_, path) => {
  const before = await atShop()
  const draft = draftOf()
  await control('faults', { path: `/web2/${shop_id}/admin${path}`, method: 'POST', reset: 1, count: 1 })
  await expect(orderCreation.create(session, draft)).rejects.toMatchObject({ kind: 'try-later' })
  const id = await orderCreation.find(session, draft, anHourAgo())
  expect(await orderCreation.find(session, draft, anHourAgo())).toBe(id)
  expect(await arrived(id ?? '')).toMatchObject({
    status: 'pending',
    channelStatus: 'pending/captured/not_fulfilled',
  })
  const after = await atShop()
  expect([after.drafts, after.orders.length]).toEqual([[], before.orders.length + 1])
})

test('[found-by-looking] is found among many, and nobody else is', async () => {
  await control('web-store/generate', { shop_id, orders: 130, days: 0.01 })
  const draft = draftOf()
  const id = await orderCreation.create(session, draft)
  await control('web-store/generate', { shop_id, orders: 20, days: 0.01 })
  expect(await orderCreation.find(session, draft, anHourAgo())).toBe(id)
  expect(await orderCreation.find(session, { ...draft, reference: 'nobody' }, anHourAgo())).toBeNull()
  expect(await orderCreation.find(session, draft, new Date(Date.now() + 60_000))).toBeNull()
})

test('[own-promotions] what the shop takes off by itself is refused, and no draft stays', async () => {
  await control('web-store/promotion', { shop_id, percent: 10 })
  const before = await atShop()
  expect(await refusalOf(draftOf())).toBe('refusal.promotion {"amount":"2.5 SGD","title":"Lamp"}')
  expect(await atShop()).toEqual(before)
  // The shop's promotion also reduces the shop's own price.
  expect((await make({ lines: [{ ...lamp, quantity: 1, price: null }] })).payment.sellerDiscount).toBe(200)
  await control('web-store/promotion', { shop_id, percent: 0 })
})

test('[promised-late] what was sold out before the draft became an order is refused, and no draft stays', async () => {
  const draft = draftOf({ lines: [{ ...lamp, quantity: 9, price: 1250 }] })
  await control('faults', { path: `/web2/${shop_id}/admin/draft-orders`, method: 'POST', reset: 1, count: 1 })
  await expect(orderCreation.create(session, draft)).rejects.toMatchObject({ kind: 'try-later' })
  await make()
  const before = await atShop()
  await expect(orderCreation.find(session, draft, anHourAgo())).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('Not enough stock available') as string,
  })
  expect(await atShop()).toEqual({ ...before, drafts: [] })
})

test('[region-of-money] is refused in the words of the shop, or for want of a region that sells in its money', async () => {
  const many = draftOf({ lines: [{ ...lamp, quantity: 10, price: 1250 }] })
  expect(await refusalOf(many)).toBe('Some variant does not have the required inventory')
  const gone = draftOf({ lines: [{ ...lamp, channelSkuId: 'variant_none', quantity: 1, price: 100 }] })
  expect(await refusalOf(gone)).toContain('variant_none do not exist')
  expect(await refusalOf(draftOf({ currency: 'MYR' }))).toBe('refusal.no_region {"currency":"MYR"}')
})
