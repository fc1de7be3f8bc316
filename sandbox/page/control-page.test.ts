import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OWN_FLEET } from '../channels/shopee/shops.ts'
import { MY, startLinked, type Client } from '../channels/shopee/sign-call.ts'
import { ghnOrder, startReceiver } from '../kit/test-steps.ts'
import type { OrderRow, PageState, StepName } from './browser/state.ts'
import { openPage } from './page-steps.ts'

let client: Client
let page: ReturnType<typeof openPage>

beforeEach(async () => {
  client = await startLinked({ consoleUrl: 'http://127.0.0.1:3000' })
  page = openPage(client.sandbox)
})
afterEach(() => client.sandbox.close())

const shopee = { channel: 'shopee', shop: String(MY) }
const readDetail = (sn = '') => client.get('order/get_order_detail', { order_sn_list: sn })
const shopOf = ({ channels }: PageState, channel: string, shop: string) =>
  channels.find(({ code }) => code === channel)?.shops.find(({ id }) => id === shop)
/** The order's steps, of which null are not the channel's. */
const stepsOf = ({ orders }: PageState, number: string): OrderRow['steps'] | undefined =>
  orders.find((order) => order.number === number)?.steps

describe('an order', () => {
  it('is placed paid and ready, and the log says how long until a client read it', async () => {
    const before = await page.act('orders', shopee)
    const [placed] = before.log
    expect(placed).toMatchObject({ kind: 'placed', channel: 'shopee', shop: 'Aoi Gifts MY', orders: 1 })
    expect([placed?.fetched, placed?.fetched_ms, before.median_ms]).toEqual([0, undefined, null])
    const { response } = await readDetail(placed?.order)
    expect(response.order_list[0]?.order_status).toBe('READY_TO_SHIP')
    const after = await page.state()
    expect(after.log[0]).toMatchObject({ fetched: 1, fetched_ms: expect.any(Number) })
    expect(after.median_ms).toBe(after.log[0]?.fetched_ms)
    // A call that was refused did not bring it.
    const { number } = await page.place('shopee', shopee.shop)
    await client.get('order/get_order_detail', { order_sn_list: number, sign: 'wrong' })
    expect((await page.state()).log[0]).toMatchObject({ order: number, fetched: 0 })
  })

  it('is never one of the courier that only the seller has numbers of', async () => {
    for (let times = 0; times < 10; times++) await page.act('orders', { ...shopee, count: 20 })
    const told = await fetch(`${client.sandbox.url}/_sandbox/oracle/shopee/orders?shop_id=${MY}`)
    const lines = (await told.text()).split('\n').filter(Boolean)
    type Line = { order: { shipping_carrier: string } }
    const carriers = lines.map((line) => (JSON.parse(line) as Line).order.shipping_carrier)
    expect(carriers).toHaveLength(200)
    expect(carriers).not.toContain(OWN_FLEET.name)
  })

  it('is placed at any shop, one or twenty at once', async () => {
    const { channels } = await page.state()
    const shops = channels.flatMap(({ code, shops: rows }) =>
      rows.map(({ id }) => ({ channel: code, shop: id })),
    )
    expect(shops).toHaveLength(19)
    for (const shop of shops)
      for (const count of [1, 20]) {
        const { log } = await page.act('orders', { ...shop, count })
        const { orders = 0, detail } = log[0] ?? {}
        expect(orders, JSON.stringify(shop)).toBeGreaterThan(0)
        // The shelves of a small store may be empty before.
        if (detail !== 'sold_out') expect(orders, JSON.stringify(shop)).toBe(count)
      }
  })

  it('goes the way that its buyer and its courier take, each step when it is due', async () => {
    const { number } = await page.place('shopee', shopee.shop)
    const step = (name: StepName) => page.act('step', { channel: 'shopee', order: number, step: name })
    expect(stepsOf(await page.state(), number)).toEqual({
      cancel: true,
      request_cancel: true,
      pickup: false,
      deliver: false,
      return: false,
    })
    expect(await page.refusalOf('step', { channel: 'shopee', order: number, step: 'pickup' })).toBe(409)
    expect(stepsOf(await step('request_cancel'), number)).toMatchObject({ request_cancel: false })
    await client.control(`/shopee/orders/${number}/advance`, { action: 'reject_cancel' })
    await client.control(`/shopee/orders/${number}/advance`, { action: 'arrange' })
    expect(stepsOf(await page.state(), number)).toMatchObject({ pickup: true })
    await step('pickup')
    expect(stepsOf(await step('deliver'), number)).toMatchObject({ return: true })
    expect(stepsOf(await step('return'), number)).toMatchObject({ return: false })
    const { log } = await page.state()
    expect(log.map(({ kind }) => kind)).toEqual(['return', 'deliver', 'pickup', 'request_cancel', 'placed'])
  })

  it("takes its channel's own steps only", async () => {
    const shops: [channel: string, shop: string, none: StepName[]][] = [
      ['lazada', '100190015', []],
      ['tiktok', '7494726673780148744', []],
      ['tiki', '328784', ['request_cancel', 'return']],
      ['website', 'aoi-gifts', ['request_cancel', 'pickup', 'deliver']],
      ['web-store', 'hana-home', ['request_cancel']],
      ['pos', 'aoi-counter/1', ['cancel', 'request_cancel', 'pickup', 'deliver']],
    ]
    // With no shop linked the orders of all are shown.
    await page.act('permission', shopee)
    for (const [channel, shop, none] of shops) {
      const { number } = await page.place(channel, shop)
      const steps = stepsOf(await page.state(), number) ?? {}
      const missing = Object.entries(steps).flatMap(([name, can]) => (can === null ? [name] : []))
      expect([Object.keys(steps).length, missing.toSorted()], channel).toEqual([5, none.toSorted()])
      const asked = channel === 'pos' ? 'return' : 'cancel'
      const { log } = await page.act('ask', { channel, shop, step: asked })
      expect(log[0], channel).toMatchObject({ order: number, channel })
    }
  })

  it('is asked for by the shop that has none', async () => {
    expect(shopOf(await page.state(), 'shopee', shopee.shop)).toMatchObject({
      can_cancel: false,
      can_return: false,
    })
    expect(await page.refusalOf('ask', { ...shopee, step: 'return' })).toBe(409)
    const state = await page.act('orders', shopee)
    expect(shopOf(state, 'shopee', shopee.shop)).toMatchObject({ can_cancel: true, can_return: false })
  })
})

describe('a channel', () => {
  it('fails or is slow as it is told, and the others answer', async () => {
    await page.act('answers', { code: 'shopee', answers: 'failing' })
    const status = async () =>
      (await client.get('shop/get_shop_info').catch(() => undefined))?.status ?? 'broken'
    expect(await status()).not.toBe(200)
    const { platform_url: url } = (await client.control('/web-store/authorize', {
      shop_id: 'hana-home',
    })) as unknown as { platform_url: string }
    // Without a key: it answers.
    expect((await fetch(`${url}/admin/orders`)).status).toBe(401)
    const state = await page.act('answers', { code: 'shopee', answers: 'normal' })
    expect(await status()).toBe(200)
    expect(state.log[0]).toMatchObject({ kind: 'answers', channel: 'shopee', detail: 'normal' })
  })

  it('keeps its webhooks to itself, until they are on again', async () => {
    const receiver = await startReceiver()
    await client.control('/shopee/push', { url: receiver.url })
    await page.act('webhooks', { channel: 'shopee', on: false })
    await page.act('orders', shopee)
    await page.act('webhooks', { channel: 'shopee', on: true })
    const { number } = await page.place('shopee', shopee.shop)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    expect(receiver.received[0]?.body).toContain(number)
    expect(await page.refusalOf('webhooks', { channel: 'tiki', on: false })).toBe(409)
  })

  it('loses a permission', async () => {
    expect(shopOf(await page.state(), 'shopee', shopee.shop)).toMatchObject({ linked: true })
    const state = await page.act('permission', shopee)
    expect(shopOf(state, 'shopee', shopee.shop)).toMatchObject({ linked: false })
    expect(await client.get('shop/get_shop_info')).toMatchObject({ status: 403 })
  })

  it('takes the keys of a store back, and the page shows the new ones', async () => {
    const shop = { channel: 'website', shop: 'aoi-gifts' }
    const keysOf = async () => {
      const { keys } = await page.state()
      const fields = keys.find(({ form, name }) => form === 'website' && name === 'Aoi Gifts')?.fields ?? []
      const [address, key, secret] = fields.map(({ value }) => value)
      const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` }
      return async () => (await fetch(`${address}/wp-json/wc/v3/orders`, { headers })).status
    }
    const withOld = await keysOf()
    expect(await withOld()).toBe(200)
    expect(shopOf(await page.state(), 'website', shop.shop)).toMatchObject({ linked: true })
    expect(shopOf(await page.act('permission', shop), 'website', shop.shop)).toMatchObject({ linked: false })
    expect(await withOld()).toBe(401)
    expect(await (await keysOf())()).toBe(200)
    expect(shopOf(await page.state(), 'website', shop.shop)).toMatchObject({ linked: true })
  })

  it('sells by itself at the pace that is set, also after starting over', async () => {
    expect((await page.act('live', { per_minute: 30 })).per_minute).toBe(30)
    expect((await page.act('start-over')).per_minute).toBe(30)
  })
})

describe('a flash sale', () => {
  it('runs once at a time in a shop, and ends when one starts over', async () => {
    const state = await page.act('flash-sale', shopee)
    expect(shopOf(state, 'shopee', shopee.shop)).toMatchObject({ flash_sale: true })
    expect(state.log[0]).toMatchObject({ kind: 'flash', orders: expect.any(Number) })
    expect(await page.refusalOf('flash-sale', shopee)).toBe(409)
    const over = await page.act('start-over')
    expect(shopOf(over, 'shopee', shopee.shop)).toMatchObject({ flash_sale: false, linked: false })
    expect(over.log.map(({ kind }) => kind)).toEqual(['start_over'])
  })
})

it('the clock goes forward, for everything in the sandbox', async () => {
  expect((await page.act('clock', { seconds: 3_600 })).offset).toBe(3_600)
  expect((await page.act('clock', { seconds: 86_400 })).offset).toBe(90_000)
  expect(await page.refusalOf('clock', { seconds: 5 })).toBe(400)
})

it('a parcel of an own courier is picked up and delivered', async () => {
  const { sandbox } = client
  const reply = await fetch(`${sandbox.url}/ghn/shiip/public-api/v2/shipping-order/create`, {
    method: 'POST',
    headers: { token: '5b0d8d3a-0c5e-11f1-9a3c-02420a000001', shopid: '885' },
    body: JSON.stringify(ghnOrder),
  })
  const { data } = (await reply.json()) as { data: { order_code: string } }
  const parcel = { courier: 'ghn', number: data.order_code }
  const stateOf = ({ couriers }: PageState) =>
    couriers.find(({ code }) => code === 'ghn')?.parcels.find(({ number }) => number === parcel.number)?.state
  expect(stateOf(await page.act('parcel', { ...parcel, step: 'collect' }))).toBe('Lấy hàng thành công')
  expect(stateOf(await page.act('parcel', { ...parcel, step: 'deliver' }))).toBe('Giao hàng thành công')
  expect(await page.refusalOf('parcel', { ...parcel, number: 'NONE', step: 'deliver' })).toBe(404)
})

it('every key that a form of the console asks for is there', async () => {
  const { keys, console_url: consoleUrl } = await page.state()
  expect(consoleUrl).toBe('http://127.0.0.1:3000')
  const forms = new Map(keys.map(({ form, fields }) => [form, fields.map(({ field }) => field)]))
  expect(Object.fromEntries(forms)).toEqual({
    website: ['address', 'consumer_key', 'consumer_secret'],
    'web-store': ['address', 'secret_key'],
    pos: ['address', 'consumer_key', 'consumer_secret'],
    crm: ['address', 'api_key'],
    gdex: ['account_number', 'api_token'],
    ghn: ['token'],
    jnt: ['api_account', 'private_key', 'customer_code', 'password'],
    ninjavan: ['client_id', 'client_secret', 'tracking_prefix'],
  })
})
