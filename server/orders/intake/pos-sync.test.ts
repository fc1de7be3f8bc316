/** A point of sale: its places, its sales and its stock, beside a web store on the same site, to exactly what the site has. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeTruth } from '../../../test/steps/channel-truths.ts'
import {
  control,
  linkStore,
  startTestConsole,
  storeKeys,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors, storedOrders } from '../../../test/steps/oracle.ts'
import { storedListings, trueListings } from '../../../test/steps/stock-truth.ts'

const pos = { code: 'pos', id: 3 }
const [bangsar, georgetown] = ['aoi-counter/1', 'aoi-counter/2'] as const
let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

const simulate = (path: string, body: object = {}) => control(running.sandbox.url, path, body, 'pos')
const sell = async (outlet: string, more: object = {}) =>
  ((await simulate('orders', { shop_id: outlet, ...more })) as { id: number }).id
const advance = (id: number, action: string, more: object = {}) =>
  simulate(`orders/${id}/advance`, { action, ...more })
const look = (shop: number) => seller.call(`POST /shops/${shop}/sync`, {})
const linkTo = (outlet: string) => linkStore(running.sandbox.url, seller, outlet, pos)

type SyncOf = { state: string; percent: number; failing: number; products: number; stock_waiting: number }

async function syncOf(shop: number): Promise<SyncOf | undefined> {
  const reply = await seller.call('GET /shops?include=sync')
  return reply.at<{ id: number; sync?: { data: SyncOf } }[]>('data').find(({ id }) => id === shop)?.sync?.data
}

async function link(outlet: string): Promise<number> {
  const shop = await linkTo(outlet)
  await until('the first sync to end', async () => (await syncOf(shop))?.state === 'done')
  return shop
}

/** Builds the shop id from the site's address and place. */
const shopIdOf = (outlet: string, path = 'pos') => {
  const [site, place] = outlet.split('/')
  return `${new URL(running.sandbox.url).host}/${path}/${site}${place ? `#${place}` : ''}`
}

async function expectOrders(outlet: string, seconds = 30): Promise<void> {
  const bySn = (a: { sn: string }, b: { sn: string }) => Number(a.sn) - Number(b.sn)
  const truth = async () => (await storeTruth(running.sandbox.url, 'pos', outlet)).toSorted(bySn)
  const stored = async () => (await storedOrders(running.adminUrl, shopIdOf(outlet))).toSorted(bySn)
  await until(
    `the orders of ${outlet} to be true`,
    async () => JSON.stringify(await stored()) === JSON.stringify(await truth()),
    seconds,
  ).catch(() => undefined)
  expect(await stored()).toEqual(await truth())
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
}

async function expectListings(shop: number, outlet: string, seconds = 30): Promise<void> {
  const truth = () => trueListings(running.sandbox.url, 'pos', outlet)
  const stored = () => storedListings(running.adminUrl, shop)
  await until(
    `the listings of ${outlet} to be true`,
    async () => JSON.stringify(await stored()) === JSON.stringify(await truth()),
    seconds,
  ).catch(() => undefined)
  expect(await stored()).toEqual(await truth())
}

describe('linking a point of sale', () => {
  it('takes the place that the seller names, the default one without, and refuses one that is not there', async () => {
    const keys = await storeKeys(running.sandbox.url, georgetown, {}, 'pos')
    const post = (location: object) =>
      seller.call('POST /shops', {
        platform_id: 3,
        name: 'Counter',
        ...keys,
        location_id: undefined,
        ...location,
      })
    const refused = await post({ location_id: '9' })
    expect(refused.status).toBe(422)
    expect(refused.at('invalid_fields.location_id')).toBe('The shop has no such location')

    const byDefault = await post({})
    const named = await post({ location_id: '2' })
    expect([byDefault.at('data.location_id'), named.at('data.location_id')]).toEqual(['1', '2'])
    expect(named.at('data.id')).not.toBe(byDefault.at('data.id'))
    // Linked again at the same place it is the same shop.
    expect((await post({ location_id: '1' })).at('data.id')).toBe(byDefault.at('data.id'))
  })

  it('takes a site whose tills know of no places as one place', async () => {
    await simulate('generate', { shop_id: 'merlion-counter', orders: 5 })
    const shop = await link('merlion-counter')
    await expectOrders('merlion-counter')
    await expectListings(shop, 'merlion-counter')
    const keys = await storeKeys(running.sandbox.url, 'merlion-counter', {}, 'pos')
    const refused = await seller.call('POST /shops', { platform_id: 3, name: 'x', ...keys, location_id: '1' })
    expect(refused.at('invalid_fields.location_id')).toBe('The shop has no such location')
  })
})

describe('the sync of a point of sale', () => {
  it('brings in the sales and the goods of its own place, and the other place those of its own', async () => {
    for (const outlet of [bangsar, georgetown]) await simulate('generate', { shop_id: outlet, orders: 130 })
    const goods = { sku: 'LAMP', name: 'Lamp', price: 1500, stock: 9 }
    await simulate('products', { shop_id: bangsar, ...goods })
    await simulate('products', { shop_id: georgetown, ...goods, price: 1750, stock: 4 })
    const [first, second] = [await link(bangsar), await link(georgetown)]
    await Promise.all([expectOrders(bangsar), expectOrders(georgetown)])
    await Promise.all([expectListings(first, bangsar), expectListings(second, georgetown)])
    const lampOf = async (shop: number) => {
      const truth = await trueListings(running.sandbox.url, 'pos', bangsar)
      const lamp = truth.find(({ price }) => price === 1500)
      return (await storedListings(running.adminUrl, shop)).find(({ id }) => id === lamp?.id)
    }
    expect(await lampOf(first)).toMatchObject({ price: 1500, stock: 9, sku: null })
    expect(await lampOf(second)).toMatchObject({ price: 1750, stock: 4, sku: null })
  })

  it('shows a sale soon after the till made it, born paid, and what becomes of it', async () => {
    const shop = await link(bangsar)
    await until('the webhooks to be there', async () => (await webhookCount()) === 8)
    const find = async (id: number) =>
      (await seller.call(`GET /orders/search?keyword=${id}`)).at<
        { status: { code: string }; payment_method: { code: string } } | undefined
      >('data.0')
    const shows = (id: number, code: string) =>
      until(`sale ${id} to be ${code}`, async () => (await find(id))?.status.code === code)
    const lines = [['22423', 'Cakestand', 1, 10]]
    const [sale, parked, voided] = [
      await sell(bangsar),
      await sell(bangsar, { order: { ref: 'parked', lines, status: 'pending' } }),
      await sell(bangsar, { order: { ref: 'voided', lines, status: 'processing' } }),
    ]
    await shows(sale, 'delivered')
    expect(['cash', 'card']).toContain((await find(sale))?.payment_method.code)
    await Promise.all([shows(parked, 'confirmed'), shows(voided, 'confirmed')])
    for (const [id, action] of [
      [sale, 'refund'],
      [parked, 'complete'],
      [voided, 'cancel'],
    ] as const)
      await advance(id, action)
    await shows(sale, 'returned')
    await shows(parked, 'delivered')
    await shows(voided, 'canceled')
    await expectOrders(bangsar)
    expect((await syncOf(shop))?.failing).toBe(0)
  })

  it('keeps apart what a web store and the tills of one site have sold', async () => {
    const { location_id: _place, ...keys } = await storeKeys(running.sandbox.url, bangsar, {}, 'pos')
    await sell(bangsar)
    await sell(bangsar, { via: 'checkout' })
    const till = await link(bangsar)
    const web = (await seller.call('POST /shops', { platform_id: 4, name: 'Web', ...keys })).at<number>(
      'data.id',
    )
    await until('the first sync of the web store to end', async () => (await syncOf(web))?.state === 'done')
    await until('the webhooks of both to be there', async () => (await webhookCount()) === 16)
    const [sold, ordered] = [await sell(bangsar), await sell(bangsar, { via: 'checkout' })]
    const codes = async (shop: number) =>
      (await seller.call(`GET /orders/filter?shop_id=${shop}&limit=50`))
        .at<{ code: string }[]>('data')
        .map(({ code }) => Number(code))
    await until('the new sale', async () => (await codes(till)).includes(sold))
    await until('the new order', async () => (await codes(web)).includes(ordered))
    await control(running.sandbox.url, 'push', {}, 'pos')
    for (const shop of [till, web]) await look(shop)
    await expectOrders(bangsar)
    expect([await codes(till), await codes(web)].map((list) => list.length)).toEqual([2, 2])
    expect((await codes(web)).includes(sold)).toBe(false)
    for (const shop of [till, web]) expect((await syncOf(shop))?.failing).toBe(0)
  })

  it('tells the place its stock, reads it back, and takes off what the till sells', async () => {
    for (const outlet of [bangsar, georgetown])
      for (const sku of ['LAMP', 'VASE', 'BOWL'])
        await simulate('products', { shop_id: outlet, sku, name: sku, price: 1000, stock: 8 })
    const shop = await link(bangsar)
    await until('the goods', async () => (await syncOf(shop))?.products === 3)
    expect((await seller.call(`PUT /shops/${shop}`, { is_stock_sync: true })).status).toBe(200)
    await until(
      'the count',
      async () => (await seller.call(`PUT /shops/${shop}`, { stock_buffer: 2 })).status === 200,
    )
    const stocks = async (outlet: string) =>
      (await trueListings(running.sandbox.url, 'pos', outlet)).map(({ stock }) => stock)
    await until('the place to be told 6 of each', async () => (await stocks(bangsar)).join() === '6,6,6')
    expect(await stocks(georgetown)).toEqual([8, 8, 8])
    for (const sku of ['LAMP', 'VASE'])
      await sell(bangsar, { order: { ref: `sold ${sku}`, lines: [[sku, sku, 2, 10]] } })
    await look(shop)
    await until(
      'the sales to be taken off',
      async () => (await stocks(bangsar)).toSorted((a, b) => a - b).join() === '4,4,6',
    )
    await expectOrders(bangsar)
    await expectListings(shop, bangsar)
    await until('nothing to wait', async () => (await syncOf(shop))?.stock_waiting === 0)
  })

  it('is not misled by lost, doubled and late webhooks while calls fail in every way', async () => {
    await simulate('generate', { shop_id: bangsar, orders: 300 })
    const shop = await linkTo(bangsar)
    await faults({
      rate_limit: 0.1,
      server_error: 0.1,
      malformed: 0.1,
      timeout: 0.05,
      reset: 0.05,
      timeout_ms: 100,
    })
    await until('the first sync to end', async () => (await syncOf(shop))?.state === 'done')
    await simulate('push', { faults: { duplicate: 0.6, reorder: 0.5, drop: 0.3 } })
    for (let made = 0; made < 12; made++) {
      const id = await sell(made % 3 === 0 ? georgetown : bangsar)
      if (made % 2) await advance(id, 'refund')
    }
    await simulate('products', { shop_id: bangsar, sku: 'GEN-1', name: 'Sample GEN-1', price: 777, stock: 3 })
    await faults({})
    await simulate('push')
    await look(shop)
    await expectOrders(bangsar, 60)
    await expectListings(shop, bangsar, 60)
  })

  it('lets a malformed sale fail alone, says why, and takes it in on a retry', async () => {
    await simulate('generate', { shop_id: bangsar, orders: 10 })
    const id = (await storeTruth(running.sandbox.url, 'pos', bangsar))[4]?.sn ?? ''
    await simulate('corrupt', { id: Number(id), field: 'total', value: '12,50' })
    const shop = await link(bangsar)
    expect((await seller.call(`GET /shops/${shop}/sync-logs`)).at('data.0')).toMatchObject({
      channel_id: id,
      reason: expect.stringContaining('12,50') as string,
    })
    await simulate('restore')
    await seller.call(`POST /shops/${shop}/sync-items/${id}/retry`)
    await expectOrders(bangsar)
  })
})

async function webhookCount(): Promise<number> {
  const state = (await (await fetch(`${running.sandbox.url}/_sandbox`)).json()) as {
    pos: { stores: { webhooks: number }[] }
  }
  return state.pos.stores[0]?.webhooks ?? 0
}

async function faults(plan: object): Promise<void> {
  const body = JSON.stringify({ path: '/pos/', ...plan })
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body })
}
