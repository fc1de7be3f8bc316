/** Days for which stock lasts, stock that nobody buys, products that are bought together: held against sums of the test's own. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, lineOf, orderOf, pick, putOrders, seeded } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'
import { countStock } from '../stock/ledger/first-figure-store.ts'

type Cover = Reply<'GET /analytics/products/stock-cover'>
type Dead = Reply<'GET /analytics/products/dead-stock'>
type Pairs = Reply<'GET /analytics/products/bought-together'>

const today = dayIn('Asia/Kuala_Lumpur', new Date())
const codes = ['RED', 'BLUE', 'GREEN', 'GREY'] as const
let running: TestConsole
let seller: Account
let shops: [number, number]
/** By code; the second shop lists RED too, and has a listing of its own without a SKU. */
let skus: Record<(typeof codes)[number], number>
let runs = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

beforeEach(async () => {
  seller = await running.signUp(`stock${++runs}`)
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, `one ${runs}`), await addShop(running, ownerId, `two ${runs}`)]
  const ids = await putProducts(running, { ownerId, shopId: shops[0] }, [
    productOf({
      channelProductId: '100',
      skus: codes.map((code, at) =>
        skuOf({ shopSku: `100_${at + 1}`, sellerSku: code, channelSkuId: `${at + 1}` }),
      ),
    }),
  ])
  await putProducts(running, { ownerId, shopId: shops[1] }, [
    productOf({ channelProductId: '900', skus: [skuOf({ shopSku: '900_1', sellerSku: 'red' })] }),
  ])
  skus = Object.fromEntries(codes.map((code, at) => [code, ids[at] ?? 0])) as typeof skus
})

const noon = (daysAgo: number) => new Date(`${addDays(today, -daysAgo)}T04:00:00Z`)
const line = (shopSku: string, quantity = 1) => lineOf({ shopSku, quantity, total: quantity * 500 })
const put = (id: string, daysAgo: number, lines: ChannelOrder['lines'], shopId = shops[0]) =>
  putOrders(running, seller.ownerId, shopId, [
    orderOf({ channelOrderId: id, status: 'delivered', placedAt: noon(daysAgo), lines }),
  ])
const count = (code: (typeof codes)[number], quantity: number, daysAgo = 200) =>
  running.db.asOwner(seller.ownerId, (tx) =>
    countStock(
      tx,
      { ownerId: seller.ownerId, shopId: shops[0] },
      [{ skuId: skus[code], quantity }],
      noon(daysAgo),
    ),
  )
const read = async <T>(call: string, account = seller): Promise<T> => {
  const reply = await account.call(`GET /analytics/products/${call}`)
  expect(reply.status).toBe(200)
  return { data: reply.at('data'), meta: reply.at('meta') } as T
}
const readerOf = (shop: 0 | 1) =>
  running.addStaff(seller.ownerId, { email: `of${shop}-${runs}@stock.test`, role: 'viewer' }, [shops[shop]])
async function ordersOf(query: Record<string, string | number>): Promise<number> {
  const list = await seller.call(
    `GET /orders/filter?${new URLSearchParams({ date_field: 'sold', ...query } as never)}`,
  )
  expect(list.status).toBe(200)
  return list.at<number>('meta.pagination.total')
}

describe('stock cover', () => {
  it('is the forecast of each SKU, those that run out first come first, and each opens its orders', async () => {
    for (let at = 0; at < 10; at++) {
      await put(`red${at}`, at * 2, [line('100_1', 2)])
      await put(`blue${at}`, at * 2, [line('100_2', 1), line('100_1', 1)])
    }
    await put('red2', 3, [line('900_1', 5)], shops[1])
    for (let at = 0; at < 4; at++) await put(`few${at}`, at, [line('100_3', 9)])
    await put('first', 29, [line('100_1', 1), line('100_2', 1)])
    await count('RED', 40)
    await count('BLUE', 90)
    await count('GREEN', 1)

    const { data, meta } = await read<Cover>('stock-cover')
    expect(meta).toMatchObject({ from: addDays(today, -29), to: today, pagination: { total: 2 } })
    const forecasts = await seller.call(`GET /sku-centers/forecasts?ids=${skus.RED},${skus.BLUE}`)
    expect(data.map(({ sku, days_left, per_day, out_on }) => [sku.id, days_left, per_day, out_on])).toEqual(
      [skus.RED, skus.BLUE].map((id) => {
        const one = forecasts
          .at<{ sku_id: number; days_left: number; per_day: number; out_on: string }[]>('data')
          .find((row) => row.sku_id === id)
        return [id, one?.days_left, one?.per_day, one?.out_on]
      }),
    )
    // 20 + 10 + 5 + 1 pieces of RED in 30 days.
    expect(data[0]).toMatchObject({ quantity: 36, orders: 22, available: 40 })
    for (const row of data)
      expect(await ordersOf({ from: meta.from, to: meta.to, sku_id: row.sku.id })).toBe(row.orders)

    const second = await read<Cover>(`stock-cover?shop_id=${shops[1]}`)
    expect(second.data).toMatchObject([
      { sku: { id: skus.RED }, quantity: 5, orders: 1, days_left: data[0]?.days_left },
    ])
    // A reader of that shop sees its sales, beside the forecast of all shops.
    expect((await read<Cover>('stock-cover', await readerOf(1))).data).toEqual(second.data)
    const rest = await read<Cover>('stock-cover?limit=1&page=2')
    expect(rest.data.map(({ sku }) => sku.code)).toEqual(['BLUE'])
  })
})

describe('dead stock', () => {
  it('is what has pieces and no sale in these days, with the money at cost where it is known', async () => {
    for (const code of codes) await count(code, 10)
    await put('old', 100, [line('100_2')])
    await put('red', 5, [line('900_1')], shops[1])
    await put('canceled', 3, [line('100_3')])
    await putOrders(running, seller.ownerId, shops[0], [
      orderOf({
        channelOrderId: 'canceled',
        status: 'canceled',
        placedAt: noon(3),
        changedAt: new Date(noon(3).getTime() + 60_000),
        lines: [line('100_3')],
      }),
    ])
    for (const [code, cost] of [
      ['BLUE', 1.25],
      ['GREEN', 7],
    ] as const)
      expect((await seller.call(`PUT /sku-centers/${skus[code]}`, { cost_price: cost })).status).toBe(200)

    const dead = await read<Dead>('dead-stock')
    expect(
      dead.data.map(({ sku, on_hand, value, last_sold }) => [sku.code, on_hand, value, last_sold]),
    ).toEqual([
      ['GREEN', 10, 70, null],
      ['BLUE', 10, 12.5, addDays(today, -100)],
      ['GREY', 10, null, null],
    ])
    expect(dead.meta).toMatchObject({
      from: addDays(today, -89),
      currency: 'MYR',
      on_hand: 30,
      value: 82.5,
      without_cost: 1,
      pagination: { total: 3 },
    })
    // A sale in any shop counts: RED is sold in one that the first reader does not see. The second sees no SKU but that.
    expect(await read<Dead>('dead-stock', await readerOf(0))).toEqual(dead)
    expect(await read<Dead>('dead-stock', await readerOf(1))).toMatchObject({
      data: [],
      meta: { on_hand: 0, value: 0, pagination: { total: 0 } },
    })
    // In a longer time the sale of a hundred days ago is one.
    expect((await read<Dead>('dead-stock?days=180')).data.map(({ sku }) => sku.code)).toEqual([
      'GREEN',
      'GREY',
    ])
    expect((await seller.call('GET /analytics/products/dead-stock?days=7')).status).toBe(422)
    expect((await read<Dead>(`dead-stock?shop_id=${shops[1]}`)).data).toEqual([])
  })

  it('remembers the sales of listings that have been deleted since', async () => {
    for (const code of codes) await count(code, 10)
    await put('red', 5, [line('100_1')])
    await put('blue', 100, [line('100_2')])
    const bundle = { prime_sku: 'SET', name: 'Set of two', parts: [{ sku_id: skus.GREY, quantity: 2 }] }
    expect((await seller.call('POST /sku-centers', bundle)).status).toBe(201)
    await putProducts(running, { ownerId: seller.ownerId, shopId: shops[0] }, [
      productOf({ channelProductId: '300', skus: [skuOf({ shopSku: '300_1', sellerSku: 'set' })] }),
    ])
    await put('set', 2, [line('300_1')])
    const found = await seller.call(`GET /products/filter?shop_id=${shops[0]}`)
    const products = found.at<{ id: number }[]>('data').map(({ id }) => id)
    expect((await seller.call('DELETE /products', { products })).at('data.deleted')).toHaveLength(2)
    const { data } = await read<Dead>('dead-stock')
    expect(data.map(({ sku, last_sold: last, sold_by_deleted: is }) => [sku.code, last, is])).toEqual([
      ['BLUE', addDays(today, -100), true],
      ['GREEN', null, false],
    ])
    // Listed anew, its orders are found by the SKU.
    await putProducts(running, { ownerId: seller.ownerId, shopId: shops[1] }, [
      productOf({ channelProductId: '901', skus: [skuOf({ shopSku: '901_1', sellerSku: 'blue' })] }),
    ])
    await put('again', 95, [line('901_1')], shops[1])
    const [blue] = (await read<Dead>('dead-stock')).data
    expect(blue).toMatchObject({ last_sold: addDays(today, -95), sold_by_deleted: false })
  })

  it('is converted by the rate of today, and counts a part of a bundle as sold with it', async () => {
    for (const code of ['RED', 'BLUE'] as const) await count(code, 10)
    await seller.call(`PUT /sku-centers/${skus.RED}`, { cost_price: 2 })
    await seller.call('PUT /settings/account', { timezone: 'Asia/Kuala_Lumpur', currency: 'SGD' })
    expect((await read<Dead>('dead-stock')).meta).toMatchObject({ value: 0, without_cost: 2 })
    await seller.call('PUT /settings/exchange-rates', {
      rates: [{ currency: 'MYR', from: addDays(today, -3), rate: '0.3' }],
    })
    const dead = await read<Dead>('dead-stock')
    expect(dead.meta).toMatchObject({ value: 6, without_cost: 1, is_converted: true, currency: 'SGD' })
    const bundle = await seller.call('POST /sku-centers', {
      prime_sku: 'SET',
      name: 'Set of two',
      parts: [{ sku_id: skus.RED, quantity: 2 }],
    })
    expect([bundle.status, bundle.at('invalid_fields')]).toEqual([201, undefined])
    const { ownerId } = seller
    await putProducts(running, { ownerId, shopId: shops[0] }, [
      productOf({ channelProductId: '300', skus: [skuOf({ shopSku: '300_1', sellerSku: 'set' })] }),
    ])
    await put('set', 2, [line('300_1')])
    expect((await read<Dead>('dead-stock')).data.map(({ sku }) => sku.code)).toEqual(['BLUE'])
  })
})

describe('products bought together', () => {
  it('are counted as an own count has them, and each pair opens its orders', async () => {
    const random = seeded(17)
    const listings = ['100_1', '100_2', '100_3', '100_4', 'lost'] as const
    const nameOf = (shop: 0 | 1, shopSku: string) => {
      if (shopSku === '900_1') return 'RED'
      return shopSku === 'lost' ? `lost ${shop}` : codes[Number(shopSku.at(-1)) - 1]
    }
    const told = new Map<string, number>()
    const single = new Map<string, number>()
    for (let at = 0; at < 60; at++) {
      const shop = random() < 0.7 ? 0 : 1
      const all = shop === 0 ? listings : (['900_1', 'lost'] as const)
      const bought = [
        ...new Set(Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, all))),
      ]
      const daysAgo = Math.floor(random() * 40)
      const lines = bought.map((shopSku) => line(shopSku))
      if (at % 7 === 0) lines.push(lineOf({ shopSku: '100_4', isGift: true }))
      await put(`pair${at}`, daysAgo, lines, shops[shop])
      if (daysAgo >= 31) continue
      const names = [...new Set(bought.map((one) => nameOf(shop, one) ?? ''))].toSorted()
      for (const [place, name] of names.entries()) {
        single.set(name, (single.get(name) ?? 0) + 1)
        for (const other of names.slice(place + 1))
          told.set(`${name}+${other}`, (told.get(`${name}+${other}`) ?? 0) + 1)
      }
    }
    const { data, meta } = await read<Pairs>(
      `bought-together?from=${addDays(today, -60)}&to=${today}&limit=100`,
    )
    expect(meta).toMatchObject({ from: addDays(today, -30), to: today })
    const shown = (one: Pairs['data'][number]['first']) =>
      one.sku_id === null ? `lost ${one.shop_id === shops[0] ? 0 : 1}` : one.code
    expect(
      new Map(
        data.map(({ first, second, orders }) => [[shown(first), shown(second)].toSorted().join('+'), orders]),
      ),
    ).toEqual(told)
    expect(data.map(({ orders }) => orders)).toEqual([...told.values()].toSorted((a, b) => b - a))
    for (const { first, second, orders } of data) {
      expect(first.orders).toBe(single.get(shown(first)))
      expect(second.percent).toBe(Math.round((orders / second.orders) * 1000) / 10)
      const shop = first.shop_id ?? second.shop_id
      expect(
        await ordersOf({
          from: meta.from,
          to: meta.to,
          ...(shop !== null && { shop_id: shop }),
          ...(first.sku_id === null ? { shop_sku: first.shop_sku ?? '' } : { sku_id: first.sku_id }),
          ...(second.sku_id === null
            ? { also_shop_sku: second.shop_sku ?? '' }
            : { also_sku_id: second.sku_id }),
        }),
      ).toBe(orders)
    }
    const half = await read<Pairs>(
      `bought-together?from=${addDays(today, -60)}&to=${today}&limit=100`,
      await readerOf(1),
    )
    const ofShop = data.filter(({ first, second }) => [first, second].some((one) => shown(one) === 'lost 1'))
    expect(half.data.map(({ orders }) => orders)).toEqual(ofShop.map(({ orders }) => orders))
    expect(half.data).toMatchObject([{ orders: told.get('RED+lost 1') }])
    const refused = await seller.call(`GET /orders/filter?also_sku_id=${skus.RED}`)
    expect(refused.status).toBe(422)
  })
})
