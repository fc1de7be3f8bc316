/** The SKU centre: its list and counts, and what people change about SKUs and their listings. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { lockRow } from '../../test/steps/row-lock.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../test/steps/stored-products.ts'
import { suggestSome } from './matching/suggestions-store.ts'
import { saveProducts } from '../listings/product-intake-store.ts'
import { createRefreshProducts } from '../listings/refresh-products.ts'
import { countStock } from '../stock/ledger/first-figure-store.ts'

type Detail = {
  id: number
  prime_sku: string
  listings: { data: { id: number; product_id: number; shop_sku: string }[] }
}

let running: TestConsole
let seller: Account
let shops: [number, number]
let names = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

beforeEach(async () => {
  seller = await running.signUp(`seller${++names}`)
  shops = [
    await addShop(running, seller.ownerId, `Gifts ${names}`, 2),
    await addShop(running, seller.ownerId, `Official ${names}`, 1),
  ]
})

/** A product with one variant in a shop, the second of which sells in VND. */
async function put(shop: 0 | 1, code: string, sellerSku: string | null = code, changedAt?: Date) {
  const product = productOf({
    channelProductId: code,
    name: `Paper lantern ${code}`,
    skus: [skuOf({ shopSku: `${code}_${shop}`, sellerSku })],
    currency: shop === 0 ? 'MYR' : 'VND',
    ...(changedAt && { changedAt }),
  })
  await putProducts(running, { ownerId: seller.ownerId, shopId: shops[shop] }, [product])
}

async function find(code: string): Promise<Detail> {
  const found = await seller.call(`GET /sku-centers?keyword=${code}`)
  const id = found.at<number>('data.0.id')
  return (await seller.call(`GET /sku-centers/${id}`)).at<Detail>('data')
}

async function listingOf(shopSku: string): Promise<{ id: number; productId: number; skuId: number | null }> {
  return running.db.asOwner(seller.ownerId, async (tx) => {
    const { rows } = await sql<{ id: number; productId: number; skuId: number | null }>`
      select id, product_id as "productId", sku_id as "skuId" from product_skus
      where owner_id = ${seller.ownerId} and shop_sku = ${shopSku}`.execute(tx)
    if (!rows[0]) throw new Error('no such listing')
    return rows[0]
  })
}

/** The counts that are kept, against the same counted anew. */
async function expectRightCounts(): Promise<void> {
  await running.db.asOwner(seller.ownerId, async (tx) => {
    const { rows } = await sql`
      select shop_ids, stock_level, sum(skus)::int as skus from (
        select shop_ids, stock_level, skus from sku_counts where owner_id = ${seller.ownerId}
        union all
        select f.shop_ids, coalesce(s.stock_level, -1), -1
        from skus s
        cross join lateral (select coalesce(array_agg(distinct k.shop_id order by k.shop_id), '{}') as shop_ids
          from product_skus k where k.owner_id = ${seller.ownerId} and k.sku_id = s.id) f
        where s.owner_id = ${seller.ownerId}) c
      group by 1, 2 having sum(skus) <> 0`.execute(tx)
    expect(rows).toEqual([])
  })
}

describe('the list', () => {
  beforeEach(async () => {
    for (const code of ['LAMP-01', 'LAMP-02', 'CUP-01']) await put(0, code)
    await put(1, 'LAMP-01')
  })

  it('tells whether a person has looked at the SKUs', async () => {
    const list = () => seller.call('GET /sku-centers')
    const isUntouched = async () => (await list()).at<boolean>('meta.is_untouched')
    expect(await isUntouched()).toBe(true)
    const id = (await list()).at<number>('data.0.id')
    const { data } = (await seller.call(`GET /sku-centers/${id}`)).body as { data: { updated_at: unknown } }
    const renamed = { name: 'Lamp of a person', updated_at: data.updated_at }
    expect((await seller.call(`PUT /sku-centers/${id}`, renamed)).status).toBe(200)
    expect(await isUntouched()).toBe(false)
  })

  it('shows each SKU once, whichever shops list it', async () => {
    const all = await seller.call('GET /sku-centers?sort=prime_sku')
    expect(all.at<{ prime_sku: string }[]>('data').map(({ prime_sku: code }) => code)).toEqual([
      'CUP-01',
      'LAMP-01',
      'LAMP-02',
    ])
    expect(all.at('data.1.products.data')).toHaveLength(2)
    expect(all.at('data.1.retail_price')).toEqual({ min: 10, max: 10, currency: 'MYR' })
    expect(all.at('data.1.other_prices')).toEqual([{ min: 1000, max: 1000, currency: 'VND' }])
    expect(all.at('meta.stock_counts')).toEqual({ in: 0, low: 0, out: 0, uncounted: 3 })
    await expectRightCounts()
  })

  it.each([
    ['keyword=lamp', 2],
    ['keyword=CUP-01', 1],
    ['keyword=lantern', 3],
    ['keyword=%20.', 0],
    ['shop_count=2', 1],
    ['shop_count=0', 0],
    ['stock=out', 0],
    ['platform_id=1', 1],
    ['keyword=lamp&shop_count=1', 1],
    ['keyword=lamp&platform_id=1&stock=out', 0],
    ['platform_id=1,2&shop_count=2&stock=low', 0],
    ['platform_id=2&shop_count=1', 2],
  ])('answers %s', async (query, total) => {
    const answer = await seller.call(`GET /sku-centers/filter?${query}`)
    expect(answer.at('meta.pagination.total')).toBe(total)
    expect(answer.at('data')).toHaveLength(total)
  })

  it('counts the SKUs of one shop and of several', async () => {
    const of = async (ids: number[]) =>
      (await seller.call(`GET /sku-centers?shop_id=${ids.join(',')}`)).at('meta.pagination.total')
    expect([await of([shops[0]]), await of([shops[1]]), await of(shops)]).toEqual([3, 1, 3])
  })

  it('goes on behind a cursor', async () => {
    const first = await seller.call('GET /sku-centers?limit=2')
    const next = await seller.call(`GET /sku-centers?limit=2&after=${first.at<string>('meta.next_after')}`)
    const codes = [...first.at<Detail[]>('data'), ...next.at<Detail[]>('data')].map((one) => one.prime_sku)
    expect(codes.toSorted()).toEqual(['CUP-01', 'LAMP-01', 'LAMP-02'])
  })

  it('follows the stock and the threshold', async () => {
    const { id } = await find('CUP-01')
    await running.db.asOwner(seller.ownerId, (tx) =>
      countStock(tx, { ownerId: seller.ownerId, shopId: shops[0] }, [{ skuId: id, quantity: 4 }], new Date()),
    )
    await seller.call(`PUT /sku-centers/${id}`, { threshold: 3 })
    expect((await seller.call('GET /sku-centers?stock=in')).at('data.0.id')).toBe(id)
    await seller.call(`PUT /sku-centers/${id}`, { threshold: 4 })
    const low = await seller.call('GET /sku-centers?stock=low')
    expect([low.at('data.0.id'), low.at('data.0.available'), low.at('data.0.threshold')]).toEqual([id, 4, 4])
    expect(low.at('meta.needs')).toEqual({ low: 1, out: 0, unlisted: 0 })
    await expectRightCounts()
  })
})

describe('changes at the same moment', () => {
  /** Both calls have read the SKU when the first of them goes on. */
  async function atOnce(skuId: number, calls: [string, object][]): Promise<number[]> {
    const held = await lockRow(
      running.adminUrl,
      "select from edit_versions where subject = 'sku' and subject_id = $1 for update",
      [skuId],
    )
    const answers = calls.map(([name, body]) => seller.call(name, body))
    await held.waiting(calls.length)
    await held.release()
    return (await Promise.all(answers)).map(({ status }) => status)
  }

  it('keep each other’s fields where nobody says what was read', async () => {
    await put(0, 'A-01')
    const { id } = await find('A-01')
    await seller.call(`PUT /sku-centers/${id}`, { name: 'Paper lantern, red' })
    const change = `PUT /sku-centers/${id}`
    expect(
      await atOnce(id, [
        [change, { name: 'Paper lantern, blue' }],
        [change, { bin: 'A2' }],
      ]),
    ).toEqual([200, 200])
    expect((await seller.call(`GET /sku-centers/${id}`)).at('data')).toMatchObject({
      name: 'Paper lantern, blue',
      bin: 'A2',
    })

    const rule = `/sku-centers/${id}/stock-rules/${shops[0]}`
    expect(
      await atOnce(id, [
        [`PUT ${rule}`, { buffer: 3 }],
        [`PUT ${rule}`, { cap: 40 }],
      ]),
    ).toEqual([200, 200])
    expect((await seller.call(`GET ${rule}`)).at('data')).toMatchObject({ buffer: 3, cap: 40 })
  })

  it('reach the list of products, though its figures are computed while one of them is made', async () => {
    const { ownerId } = seller
    await running.db.asOwner(ownerId, (tx) =>
      sql`update shops set is_stock_sync = true where owner_id = ${ownerId}`.execute(tx),
    )
    const skus = ['A-01', 'B-01'].map((code) => skuOf({ channelSkuId: code, shopSku: code, sellerSku: code }))
    const skuIds = await putProducts(running, { ownerId, shopId: shops[0] }, [
      productOf({ channelProductId: 'AB', skus }),
    ])
    const figures = skuIds.map((skuId) => ({ skuId, quantity: 0 }))
    await running.db.asOwner(ownerId, (tx) =>
      countStock(tx, { ownerId, shopId: shops[0] }, figures, new Date()),
    )
    const warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
    const receive = (skuId = 0) =>
      seller.call('POST /stock-receipts', {
        warehouse_id: warehouse,
        lines: [{ sku_id: skuId, quantity: 50 }],
      })
    const refresh = () => createRefreshProducts(running.db)({ ownerId })
    expect((await receive(skuIds[0])).status).toBe(201)
    const held = await lockRow(running.adminUrl, 'lock table stock_pushes in exclusive mode')
    const second = receive(skuIds[1])
    await held.waiting(1)
    await refresh()
    await held.release()
    expect((await second).status).toBe(201)
    await refresh()
    expect((await seller.call('GET /products/filter')).at('data.0.stock_level')).toBe('in')
  })

  it('name the field of a code that somebody else takes just then', async () => {
    for (const code of ['A-01', 'B-01']) await put(0, code)
    const [a, b] = [await find('A-01'), await find('B-01')]
    const held = await lockRow(running.adminUrl, 'select from sku_search where sku_id = $1 for update', [
      a.id,
    ])
    const first = seller.call(`PUT /sku-centers/${a.id}`, { prime_sku: 'NEW-01' })
    await held.waiting(1)
    const second = seller.call(`PUT /sku-centers/${b.id}`, { prime_sku: 'new-01' })
    await held.waiting(2)
    await held.release()
    expect((await first).status).toBe(200)
    const late = await second
    expect([late.status, Object.keys(late.at<object>('invalid_fields') ?? {})]).toEqual([422, ['prime_sku']])
  })
})

describe('linking', () => {
  it('refuses what is linked elsewhere with the name of that SKU, and moves it when told to', async () => {
    await put(0, 'A-01')
    await put(1, 'B-01')
    const [a, b] = [await find('A-01'), await find('B-01')]
    const [listing = { id: 0, product_id: 0 }] = b.listings.data
    const body = { product_sku_ids: [listing.id] }
    const refused = await seller.call(`POST /sku-centers/${a.id}/listings`, body)
    expect([refused.status, refused.at('code')]).toEqual([409, 'sku_linked_elsewhere'])
    expect(refused.at('message')).toContain('Paper lantern B-01')

    const moved = await seller.call(`POST /sku-centers/${a.id}/listings`, { ...body, move: true })
    expect(moved.at('meta.moved')).toEqual([{ product_sku_id: listing.id, from: b.id }])
    expect(moved.at('data.listing_count')).toBe(2)
    const left = await seller.call('GET /sku-centers?shop_count=0')
    expect(left.at('data.0.id')).toBe(b.id)
    await expectRightCounts()

    const undo = () => seller.call(`POST /sku-centers/${b.id}/listings`, { ...body, move: true, from: a.id })
    await undo()
    expect((await find('A-01')).listings.data).toHaveLength(1)
    // A listing that somebody has linked elsewhere meanwhile, or unlinked, stays so.
    await put(1, 'C-01')
    const c = await find('C-01')
    await seller.call(`POST /sku-centers/${c.id}/listings`, { ...body, move: true })
    expect((await undo()).at('message')).toContain('Paper lantern C-01')
    await seller.call(`DELETE /sku-centers/${c.id}/product/${listing.product_id}`)
    expect((await undo()).at('code')).toBe('sku_link_changed')
    await expectRightCounts()
  })

  it('keeps a listing unlinked that a person unlinked, whatever its channel reports', async () => {
    await put(0, 'A-01')
    const sku = await find('A-01')
    const [listing = { id: 0, product_id: 0 }] = sku.listings.data
    const unlinked = await seller.call(`DELETE /sku-centers/${sku.id}/product/${listing.product_id}`)
    expect(unlinked.at('meta.product_sku_ids')).toEqual([listing.id])
    await put(0, 'A-01', 'A-01', new Date('2026-04-01T00:00:00Z'))
    expect((await listingOf('A-01_0')).skuId).toBeNull()
    expect((await seller.call('GET /products/filter?linked=0')).at('meta.pagination.total')).toBe(1)
    await expectRightCounts()

    const again = await seller.call(`POST /sku-centers/${sku.id}/listings`, { product_sku_ids: [listing.id] })
    expect(again.at('meta.moved')).toEqual([])
    expect((await seller.call('GET /products/filter?linked=0')).at('meta.pagination.total')).toBe(0)
    await expectRightCounts()
  })

  it('sends a listing the stock of the SKU that it comes to, and nothing once it is unlinked', async () => {
    await put(0, 'A-01')
    await put(1, 'B-01')
    const { ownerId } = seller
    const [a, b] = [await find('A-01'), await find('B-01')]
    const [listing = { id: 0, product_id: 0 }] = b.listings.data
    await running.db.asOwner(ownerId, async (tx) => {
      await sql`update shops set is_stock_sync = true where owner_id = ${ownerId}`.execute(tx)
      await countStock(tx, { ownerId, shopId: shops[0] }, [{ skuId: a.id, quantity: 7 }], new Date())
    })
    const body = { product_sku_ids: [listing.id], move: true }
    const moved = await seller.call(`POST /sku-centers/${a.id}/listings`, body)
    expect(moved.at<{ sent: number }[]>('data.listings.data').map(({ sent }) => sent)).toEqual([7, 7])
    await seller.call(`DELETE /sku-centers/${a.id}/product/${listing.product_id}`)
    await running.db.asOwner(ownerId, async (tx) => {
      const { rows } = await sql`select product_sku_id from stock_pushes
        where owner_id = ${ownerId} and product_sku_id = ${listing.id}`.execute(tx)
      expect(rows).toEqual([])
    })
    expect((await seller.call(`GET /sku-centers/${a.id}`)).at('data.stock_total')).toBe(7)
  })

  it('begins with 0 if it takes only some listings of a counted SKU', async () => {
    await put(0, 'A-01')
    await put(1, 'A-01')
    const { ownerId } = seller
    const a = await find('A-01')
    await running.db.asOwner(ownerId, (tx) =>
      countStock(tx, { ownerId, shopId: shops[0] }, [{ skuId: a.id, quantity: 7 }], new Date()),
    )
    const [one, other] = a.listings.data
    const split = {
      prime_sku: 'SPLIT-01',
      name: 'Lantern of its own',
      product_sku_ids: [one?.id],
      move: true,
    }
    const made = await seller.call('POST /sku-centers', split)
    expect([made.at('data.stock_total'), made.at('data.stock_level')]).toEqual([0, 'out'])
    const last = { prime_sku: 'LAST-01', name: 'All that was left', product_sku_ids: [other?.id], move: true }
    expect((await seller.call('POST /sku-centers', last)).at('data.stock_total')).toBeNull()
    await expectRightCounts()
  })

  it('notes that a channel no longer has a variant', async () => {
    const shop = { ownerId: seller.ownerId, shopId: shops[0] }
    const two = [1, 2].map((at) =>
      skuOf({ channelSkuId: String(at), shopSku: `T_${at}`, sellerSku: `TWO-0${at}` }),
    )
    await putProducts(running, shop, [productOf({ channelProductId: 'T', skus: two })])
    const changedAt = new Date('2026-04-01T00:00:00Z')
    await putProducts(running, shop, [productOf({ channelProductId: 'T', changedAt, skus: two.slice(0, 1) })])
    expect((await seller.call('GET /sku-centers?shop_count=0')).at('data.0.prime_sku')).toBe('TWO-02')
    await expectRightCounts()
  })
})

describe('suggestions', () => {
  const list = () => seller.call('GET /sku-centers/suggestions')
  const suggest = () => running.db.asOwner(seller.ownerId, (tx) => suggestSome(tx, seller.ownerId, 100))

  it('name a reason, and are accepted or dismissed for good', async () => {
    await put(0, 'WHHL-6-WH')
    await put(0, 'CUP-0001')
    await put(1, 'whhl 6 wh')
    await put(1, 'cup 0001')
    await suggest()
    const open = await list()
    expect(open.at<object[]>('data')).toHaveLength(2)
    const of = (code: string) =>
      open
        .at<{ id: number; reason: string; listing: { id: number }; sku: { prime_sku: string } }[]>('data')
        .find((one) => one.sku.prime_sku === code)
    expect(of('CUP-0001')).toMatchObject({ reason: 'code', confidence: 90 })
    const accepted = await seller.call(`POST /sku-suggestions/${of('WHHL-6-WH')?.id}/accept`)
    expect(accepted.at('meta.moved.0.product_sku_id')).toBe(of('WHHL-6-WH')?.listing.id)
    const linked = await seller.call(`GET /sku-centers/${accepted.at<number>('data.sku_id')}`)
    expect([linked.at('data.prime_sku'), linked.at('data.listing_count')]).toEqual(['WHHL-6-WH', 2])
    await seller.call(`POST /sku-suggestions/${of('CUP-0001')?.id}/dismiss`)
    await put(1, 'cup 0001', 'cup 0001', new Date('2026-04-01T00:00:00Z'))
    await suggest()
    expect((await list()).at('meta.pagination.total')).toBe(0)
    const again = await seller.call(`POST /sku-suggestions/${of('CUP-0001')?.id}/accept`)
    expect(again.at('code')).toBe('suggestion_decided')
    await expectRightCounts()
  })

  it('find a pair of which the older SKU is there to be seen when the newer one was compared, and find it once', async () => {
    const of = (shop: 0 | 1, id: string) =>
      productOf({ channelProductId: id, name: id, skus: [skuOf({ shopSku: id, sellerSku: id })] })
    await running.db.asOwner(seller.ownerId, async (tx) => {
      const shop = { ownerId: seller.ownerId, shopId: shops[0] }
      await saveProducts(tx, shop, [of(0, 'RACE-1')], { during: 'import', readAt: new Date() })
      // The other shop's page is saved and compared meanwhile.
      await put(1, 'race 1')
      await suggest()
      expect((await list()).at('meta.pagination.total')).toBe(0)
    })
    await suggest()
    const found = await list()
    expect(found.at<object[]>('data')).toMatchObject([
      { reason: 'code', listing: { seller_sku: 'RACE-1' }, sku: { prime_sku: 'race 1' } },
    ])
    await put(1, 'race 1', 'race 1', new Date('2026-04-02T00:00:00Z'))
    await suggest()
    expect((await list()).at('meta.pagination.total')).toBe(1)
    await seller.call(`POST /sku-suggestions/${found.at<number>('data.0.id')}/dismiss`)
  })

  it('find the same barcode under another code and name, the surest first', async () => {
    const of = (shop: 0 | 1, id: string, name: string, barcode: string) =>
      putProducts(running, { ownerId: seller.ownerId, shopId: shops[shop] }, [
        productOf({ channelProductId: id, name, skus: [skuOf({ shopSku: id, sellerSku: id, barcode })] }),
      ])
    await of(0, 'MUG-09', 'Enamel mug with a blue rim', '4006381333931')
    await of(1, 'mug 09', 'Cup', '9556001204418')
    await of(1, 'BIRU', 'Cawan', '4006381333931')
    await suggest()
    expect((await list()).at<object[]>('data')).toMatchObject([
      { reason: 'barcode', listing: { seller_sku: 'BIRU' }, sku: { prime_sku: 'MUG-09' } },
      { reason: 'code', listing: { seller_sku: 'mug 09' }, sku: { prime_sku: 'MUG-09' } },
    ])
  })

  it('find the same name in another shop, and no other variant', async () => {
    const name = 'White hanging heart T-light holder'
    const of = (shop: 0 | 1, id: string, title: string, colour: string) =>
      putProducts(running, { ownerId: seller.ownerId, shopId: shops[shop] }, [
        productOf({
          channelProductId: id,
          name: title,
          skus: [skuOf({ shopSku: id, options: [{ name: 'Colour', value: colour }] })],
        }),
      ])
    await of(0, 'N1', name, 'Red')
    await of(1, 'N2', 'Hanging heart T light holder white', 'Red')
    await of(1, 'N3', name, 'Blue')
    await suggest()
    expect(
      (await list()).at<{ reason: string; confidence: number; listing: object }[]>('data'),
    ).toMatchObject([
      { reason: 'name', confidence: 80, listing: { name: 'Hanging heart T light holder white' } },
    ])
  })
})

describe('a SKU', () => {
  it('is created for listings, changed over its version, and deleted once it is empty', async () => {
    await put(0, 'A-01')
    const listing = await listingOf('A-01_0')
    const body = { prime_sku: 'NEW-01', name: 'White lantern of paper', product_sku_ids: [listing.id] }
    expect((await seller.call('POST /sku-centers', body)).at('code')).toBe('sku_linked_elsewhere')
    const more = { move: true, barcode: '955-6001 204418', cost_price: 4.2 }
    const made = await seller.call('POST /sku-centers', { ...body, ...more })
    expect([made.status, made.at('data.listings.data.0.id')]).toEqual([201, listing.id])
    const id = made.at<number>('data.id')
    expect((await find('9556001204418')).id).toBe(id)
    const products = await seller.call('GET /products/filter?keyword=A-01')
    const product = await seller.call(`GET /products/${products.at<number>('data.0.id')}`)
    expect(product.at('data.product_skus.data.0.product_sku_detail.cost_price')).toBe(4.2)
    const taken = await seller.call('POST /sku-centers', { ...body, prime_sku: 'a-01', move: true })
    expect(taken.at('field_codes.prime_sku')).toBe('code_taken')

    const renamed = await seller.call(`PUT /sku-centers/${id}`, { prime_sku: 'NEWER-01', updated_at: null })
    expect(renamed.at('data.prime_sku')).toBe('NEWER-01')
    expect((await find('NEWER-01')).id).toBe(id)
    const late = await seller.call(`PUT /sku-centers/${id}`, {
      name: 'Another name of it',
      updated_at: made.at<string>('data.updated_at'),
    })
    expect([late.status, late.at('code')]).toEqual([409, 'changed_by_other'])

    expect((await seller.call(`DELETE /sku-centers/${id}`)).at('code')).toBe('sku_has_listings')
    await running.db.asOwner(seller.ownerId, (tx) =>
      countStock(tx, { ownerId: seller.ownerId, shopId: shops[0] }, [{ skuId: id, quantity: 4 }], new Date()),
    )
    await seller.call(`DELETE /sku-centers/${id}/product/${listing.productId}`)
    expect((await seller.call(`DELETE /sku-centers/${id}`)).at('code')).toBe('sku_has_stock')
    const empty = await find('A-01')
    expect((await seller.call(`DELETE /sku-centers/${empty.id}`)).status).toBe(200)
    expect((await seller.call(`GET /sku-centers/${empty.id}`)).status).toBe(404)
    await expectRightCounts()
  })

  it('is changed by a person of some shops only while these shops alone list it', async () => {
    await put(0, 'A-01')
    await put(1, 'A-01')
    await put(1, 'B-01')
    const { id } = await find('A-01')
    const other = await find('B-01')
    const rights = { email: `member${names}@example.test`, role: 'admin' as const }
    const member = await running.addStaff(seller.ownerId, rights, [shops[0]])
    expect((await member.call('GET /sku-centers')).at('meta.pagination.total')).toBe(1)
    expect((await member.call(`GET /sku-centers/${other.id}`)).status).toBe(404)
    const seen = await member.call(`GET /sku-centers/${id}`)
    expect([seen.at('data.may_edit'), seen.at('data.listing_count')]).toEqual([false, 1])
    expect((await member.call(`PUT /sku-centers/${id}`, { threshold: 1 })).status).toBe(403)
    const [foreign = { id: 0 }] = other.listings.data
    const linked = await member.call(`POST /sku-centers/${id}/listings`, { product_sku_ids: [foreign.id] })
    expect(linked.at('field_codes.product_sku_ids')).toBe('no_such_listing')
  })
})
