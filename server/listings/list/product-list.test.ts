/** The product list against the same computed the slow way, over products of every kind. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addShop, pick, seeded } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import { productStatuses } from '../../../model/product.ts'
import { markProductsOfShopStale } from '../product-columns-store.ts'
import { addDays, dayIn } from '../../i18n/calendar.ts'
import { countStock } from '../../stock/ledger/first-figure-store.ts'

type Row = {
  id: number
  name: string
  shop: { data: { id: number } }
  status: { code: string }
  price: { min: number; max: number } | null
  stock_total: number | null
  stock_level: 'in' | 'low' | 'out' | null
  content_score: number | null
  updated_at: string
  is_linked: boolean
}

/** Enough for the last pages to be found from the end of the list. */
const perShop = 210

let running: TestConsole
let seller: Account
let shops: number[]
let all: Row[]

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  const { ownerId } = seller
  shops = [
    await addShop(running, ownerId, 'Aoi Gifts', 2),
    await addShop(running, ownerId, 'Aoi Official', 1),
    await addShop(running, ownerId, 'Bangsar', 3),
  ]
  const random = seeded(7)
  for (const [at, shopId] of shops.entries()) {
    const products = Array.from({ length: perShop }, (_, number) =>
      productOf({
        channelProductId: `${at}-${number}`,
        name: `${pick(random, ['Paper lantern', '提灯', 'Đèn lồng giấy', 'Tanglung kertas'])} ${number}`,
        status: pick(random, productStatuses),
        skus: Array.from({ length: 1 + (number % 3) }, (__, variant) =>
          skuOf({
            channelSkuId: String(variant),
            shopSku: `${at}_${number}_${variant}`,
            sellerSku: `SKU-${number}-${variant}`,
            price: 100 * (1 + Math.floor(random() * 500)),
            stock: pick(random, [0, 5, 40]),
          }),
        ),
      }),
    )
    const skuIds = await putProducts(running, { ownerId, shopId }, products)
    // Every third SKU was counted: none left, one left, plenty.
    const counted = [...new Set(skuIds)].filter((_, place) => place % 3 === 0)
    const figures = counted.map((skuId, place) => ({ skuId, quantity: [0, 1, 50][place % 3] ?? 0 }))
    await running.db.asOwner(ownerId, (tx) => countStock(tx, { ownerId, shopId }, figures, new Date()))
  }
  // Their shops are sent what was counted.
  await running.db.asOwner(ownerId, async (tx) => {
    await sql`update shops set is_stock_sync = true where owner_id = ${ownerId}`.execute(tx)
    for (const shopId of shops) await markProductsOfShopStale(tx, { ownerId, shopId })
  })
  await levelsKnown()
  all = await everything({})
})
afterAll(() => running?.stop())

const levelsKnown = () =>
  until('the levels to reach the products', async () => {
    const { ownerId } = seller
    const { rows } = await running.db.asOwner(ownerId, (tx) =>
      sql<{
        left: number
      }>`select count(*)::int as left from stale_products where owner_id = ${ownerId}`.execute(tx),
    )
    return rows[0]?.left === 0
  })

const list = (query: Record<string, string> = {}, path = 'filter', account = seller) =>
  account.call(`GET /products/${path}?${new URLSearchParams(query).toString()}`)

async function everything(query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await list({ ...query, limit: '100', page: String(page) })
    rows.push(...answer.at<Row[]>('data'))
    pages = answer.at('meta.pagination.total_pages')
  }
  return rows
}

/** Holds a filtered list, its total and its tabs against the whole list. */
async function expectTruth(query: Record<string, string>, fits: (row: Row) => boolean): Promise<number> {
  const expected = all.filter(fits)
  const rows = await everything(query)
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
  expect(rows).toHaveLength(expected.length)
  const answer = await list(query)
  expect(answer.at('meta.pagination.total')).toBe(expected.length)
  return expected.length
}

describe('the product list', () => {
  it('has every product once, newest first, and counts them by status', async () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(3 * perShop)
    expect(all.map(({ updated_at }) => updated_at)).toEqual(
      all
        .map(({ updated_at }) => updated_at)
        .toSorted()
        .toReversed(),
    )
    const counts = (await list()).at<Record<string, number>>('meta.status_counts')
    for (const status of productStatuses)
      expect(await expectTruth({ status }, (row) => row.status.code === status)).toBe(counts[status])
    await expectTruth({ status: 'active,draft' }, (row) => ['active', 'draft'].includes(row.status.code))
  })

  it('filters by shop, platform and stock, and by several at once', async () => {
    for (const shop of shops)
      expect(await expectTruth({ shop_id: String(shop) }, (row) => row.shop.data.id === shop)).toBe(perShop)
    await expectTruth({ platform_id: '3' }, (row) => row.shop.data.id === shops[2])
    expect(await expectTruth({ shop_id: '999999' }, () => false)).toBe(0)
    for (const level of ['in', 'low', 'out'])
      expect(await expectTruth({ stock: level }, (row) => row.stock_level === level)).toBeGreaterThan(20)
    const short = await expectTruth({ stock: 'low,out' }, (row) =>
      ['low', 'out'].includes(row.stock_level ?? ''),
    )
    expect((await list()).at('meta.needs.short')).toBe(short)
    await expectTruth(
      { stock: 'out', shop_id: `${shops[0]},${shops[1]}`, status: 'active' },
      (row) => row.stock_level === 'out' && row.status.code === 'active' && row.shop.data.id !== shops[2],
    )
  })

  it('shows the stock of the ledger, and the figure of the channel where nothing was counted', async () => {
    const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
      sql<{ id: number; stock: number }>`
        select k.product_id as id, sum(coalesce(t.on_hand - t.reserved, k.channel_stock))::int as stock
        from product_skus k left join stock t on t.owner_id = ${seller.ownerId} and t.sku_id = k.sku_id
        where k.owner_id = ${seller.ownerId} group by k.product_id`.execute(tx),
    )
    expect(new Map(all.map((row) => [row.id, row.stock_total]))).toEqual(
      new Map(rows.map(({ id, stock }) => [id, stock])),
    )
    expect(all.some((row) => row.stock_level === null && (row.stock_total ?? 0) > 0)).toBe(true)
  })

  it('shows what the channel has, and its level, where the shop is sent no figures', async () => {
    const shopId = shops[1] ?? 0
    const sync = (isOn: boolean) =>
      running.db.asOwner(seller.ownerId, async (tx) => {
        await sql`update shops set is_stock_sync = ${isOn} where owner_id = ${seller.ownerId} and id = ${shopId}`.execute(
          tx,
        )
        await markProductsOfShopStale(tx, { ownerId: seller.ownerId, shopId })
      })
    await sync(false)
    await levelsKnown()
    const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
      sql<{ id: number; stock: number | null; level: number | null; own: number | null }>`
        select k.product_id as id, sum(k.channel_stock)::int as stock, min(s.stock_level) as own, min(case
          when k.sku_id is null then null when k.channel_stock <= 0 then 0
          when k.channel_stock <= coalesce(s.low_stock_threshold, o.low_stock_threshold) then 1
          when k.channel_stock > 0 then 2 end) as level
        from product_skus k join owners o on o.owner_id = k.owner_id
        left join skus s on s.owner_id = k.owner_id and s.id = k.sku_id
        where k.owner_id = ${seller.ownerId} and k.shop_id = ${shopId} group by k.product_id`.execute(tx),
    )
    // The ledger says otherwise of some.
    expect(rows.some(({ level, own }) => level !== own)).toBe(true)
    const levels = ['out', 'low', 'in'] as const
    const shown = await everything({ shop_id: String(shopId) })
    expect(new Map(shown.map((row) => [row.id, [row.stock_total, row.stock_level]]))).toEqual(
      new Map(rows.map(({ id, stock, level }) => [id, [stock, level === null ? null : levels[level]]])),
    )
    for (const [at, level] of levels.entries()) {
      const found = await everything({ shop_id: String(shopId), stock: level })
      expect(new Set(found.map(({ id }) => id))).toEqual(
        new Set(rows.filter((row) => row.level === at).map(({ id }) => id)),
      )
    }
    const [one] = rows
    const detail = await seller.call(`GET /products/${one?.id}`)
    const variants = detail.at<{ product_sku_detail: { available: number } }[]>('data.product_skus.data')
    expect(variants.reduce((sum, { product_sku_detail: { available } }) => sum + available, 0)).toBe(
      one?.stock,
    )
    await sync(true)
    await levelsKnown()
  })

  it('sorts by price and by score, both ways', async () => {
    const figures = {
      price: (row: Row) => row.price?.min ?? 0,
      score: (row: Row) => row.content_score ?? 0,
    }
    for (const [sort, figureOf] of Object.entries(figures)) {
      const sorted = all.map(figureOf).toSorted((a, b) => a - b)
      expect((await everything({ sort })).map(figureOf)).toEqual(sorted)
      expect((await everything({ sort: `-${sort}` })).map(figureOf)).toEqual(sorted.toReversed())
    }
  })

  it('finds names in four languages and codes, in the shape of the specification', async () => {
    for (const [keyword, part] of [
      ['lantern', 'Paper lantern'],
      ['提灯', '提灯'],
      ['den long', 'Đèn lồng'],
      ['tanglung', 'Tanglung'],
    ] as const)
      expect(await expectTruth({ keyword }, ({ name }) => name.startsWith(part))).toBeGreaterThan(40)
    const found = await list({ keyword: 'SKU-77-0' }, 'search')
    expect(found.at('data.keyword')).toBe('SKU-77-0')
    expect(found.at<Row[]>('data.matches.products.data').map(({ name }) => name.split(' ').at(-1))).toEqual([
      '77',
      '77',
      '77',
    ])
    expect((await list({ keyword: '!!' })).at('meta.pagination.total')).toBe(0)
  })

  it('goes on behind a cursor, through every product once', async () => {
    const ids: number[] = []
    for (let after: string | null | undefined; after !== null;) {
      const answer = await list({ shop_id: String(shops[1]), ...(after === undefined ? {} : { after }) })
      ids.push(...answer.at<Row[]>('data').map(({ id }) => id))
      after = answer.at<string | null>('meta.next_after')
    }
    expect(ids).toEqual(all.filter((row) => row.shop.data.id === shops[1]).map(({ id }) => id))
    expect((await list({ after: 'x' })).at('invalid_fields')).toHaveProperty('after')
    const sorted = await list({ sort: 'price', after: '2026-03-05T04:00:00+00:00~1' })
    expect(sorted.at('invalid_fields')).toHaveProperty('after')
  })

  it('has far pages, from whichever end they are found, and none behind the last', async () => {
    const byPage = async (path: string, page: number) => {
      const answer = await seller.call(`GET /${path}limit=30&page=${page}`)
      return answer.at<{ id: number }[]>('data').map(({ id }) => id)
    }
    for (const path of ['products/filter?', 'sku-centers?', 'sku-centers?sort=prime_sku&']) {
      const total = (await seller.call(`GET /${path}limit=1`)).at<number>('meta.pagination.total')
      expect(total).toBeGreaterThan(410)
      const found = []
      for (let page = 1; page <= Math.ceil(total / 30); page++) found.push(...(await byPage(path, page)))
      expect(new Set(found).size).toBe(total)
      // A step of one has other places than a step of thirty.
      for (const place of [405, total - 2, total - 1]) {
        const one = await seller.call(`GET /${path}limit=1&page=${place + 1}`)
        expect(one.at('data.0.id')).toBe(found[place])
      }
      expect(await byPage(path, Math.ceil(total / 30) + 1)).toEqual([])
    }
  })

  it('is of those sold in the last 30 days where no days are named, and says which', async () => {
    const to = dayIn('Asia/Kuala_Lumpur', new Date())
    const unsold = await list({ is_sold: '0' })
    expect([unsold.status, unsold.at('meta.sold_days')]).toEqual([200, { from: addDays(to, -29), to }])
    expect(unsold.at('meta.pagination.total')).toBe(all.length)
    expect((await list({ is_sold: '1' })).at('meta.pagination.total')).toBe(0)
    expect((await list({ is_sold: '1', sold_to: '2026-03-31' })).at('meta.sold_days.from')).toBe('2026-03-02')
    const refused = async (days: Record<string, string>) =>
      (await list({ is_sold: '1', ...days })).at('field_codes')
    expect(await refused({ sold_from: '2020-01-01' })).toEqual({ sold_from: 'days_of_year' })
    expect(await refused({ sold_from: '2026-03-02', sold_to: '2026-03-01' })).toEqual({ sold_from: 'dates' })
    expect((await list()).at('meta.sold_days')).toBeNull()
  })

  it('says that prices of other currencies are compared as if converted', async () => {
    const trader = await running.signUp('trader')
    const shopId = await addShop(running, trader.ownerId, 'Saigon')
    await putProducts(running, { ownerId: trader.ownerId, shopId }, [
      productOf({ channelProductId: '1', currency: 'VND' }),
    ])
    expect((await list({ sort: 'price' }, 'filter', trader)).at('meta.compared_in')).toEqual({
      currency: 'MYR',
      converted: [],
      without_rate: ['VND'],
    })
    expect((await list({}, 'filter', trader)).at('meta.compared_in')).toBeNull()
    expect((await list({ sort: 'price' })).at('meta.compared_in')).toBeNull()
  })

  it('shows a user of one shop that shop alone, counts included', async () => {
    const member = await running.addStaff(seller.ownerId, { email: 'member@example.test', role: 'viewer' }, [
      shops[0] ?? 0,
    ])
    const answer = await list({}, 'filter', member)
    expect(answer.at('meta.pagination.total')).toBe(perShop)
    const others = answer.at<{ also_in: unknown[] }[]>('data').flatMap(({ also_in: shopsOf }) => shopsOf)
    expect(others).toEqual([])
    const foreign = all.find((row) => row.shop.data.id === shops[1])
    expect((await member.call(`GET /products/${foreign?.id}`)).status).toBe(404)
  })

  it('keeps counts that are the counted ones, through changes of status and deleted variants', async () => {
    const [shopId = 0] = shops
    await putProducts(running, { ownerId: seller.ownerId, shopId }, [
      productOf({
        channelProductId: '0-1',
        status: 'banned',
        changedAt: new Date(),
        name: 'Renamed lantern',
      }),
      productOf({ channelProductId: 'fresh', status: 'draft', changedAt: new Date() }),
    ])
    const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
      sql`select c.shop_id, c.status, c.stock_level, c.is_linked, c.has_refusal, c.products,
          (select count(*)::int from products p where p.owner_id = ${seller.ownerId} and p.shop_id = c.shop_id
            and p.status = c.status and coalesce(p.stock_level, -1) = c.stock_level and p.is_linked = c.is_linked
            and p.has_refusal = c.has_refusal) as counted
        from product_counts c where c.owner_id = ${seller.ownerId}`.execute(tx),
    )
    const counts = rows as { products: number; counted: number }[]
    expect(counts.filter(({ products, counted }) => products !== counted)).toEqual([])
    expect(counts.reduce((sum, { products }) => sum + products, 0)).toBe(3 * perShop + 1)
    expect((await list({ keyword: 'renamed' })).at('meta.pagination.total')).toBe(1)
  })
})
