/** Merging SKUs and splitting them: where the pieces, listings and orders go, and how they come back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../../model/order-status.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { addShop, lineOf, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import { takeBack } from '../../stock/ledger/take-back-store.ts'

let running: TestConsole
let seller: Account
let shops: [number, number]
let warehouse: number
let cup: number
let mug: number
let names = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

/** A cup in one shop with 10 pieces, and a mug in both with 5. */
beforeEach(async () => {
  seller = await running.signUp(`seller${++names}`)
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, `A ${names}`), await addShop(running, ownerId, `B ${names}`)]
  await running.db.asOwner(ownerId, (tx) =>
    sql`update shops set is_stock_sync = true where owner_id = ${ownerId}`.execute(tx),
  )
  warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  cup = await list('CUP')
  mug = await list('MUG')
  await list('MUG', 1)
  await receive(cup, 10)
  await receive(mug, 5)
})

async function list(code: string, shop: 0 | 1 = 0): Promise<number> {
  const skus = [skuOf({ shopSku: `${code}_${shop}`, sellerSku: code })]
  const product = productOf({ channelProductId: code, name: `A thing called ${code}`, skus })
  await putProducts(running, { ownerId: seller.ownerId, shopId: shops[shop] }, [product])
  const found = await rows(sql<{ id: number }>`select sku_id as id from product_skus
    where owner_id = ${seller.ownerId} and shop_sku = ${`${code}_${shop}`}`)
  return found[0]?.id ?? 0
}

const receive = async (skuId: number, quantity: number, at = warehouse) => {
  const lines = [{ sku_id: skuId, quantity }]
  expect((await seller.call('POST /stock-receipts', { warehouse_id: at, lines })).status).toBe(201)
}

let minute = 0
async function sell(id: string, status: OrderStatus, lines: Record<string, number>, shop: 0 | 1 = 0) {
  const changedAt = new Date(Date.now() + minute++ * 60_000)
  const order = orderOf({
    channelOrderId: id,
    status,
    placedAt: new Date(),
    changedAt,
    lines: Object.entries(lines).map(([code, quantity]) => lineOf({ shopSku: `${code}_${shop}`, quantity })),
  })
  await putOrders(running, seller.ownerId, shops[shop], [order])
}

async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return running.db.asOwner(seller.ownerId, async (tx) => (await query.execute(tx)).rows)
}

async function targets(): Promise<Record<string, number>> {
  const found = await rows(sql<{ code: string; target: number }>`
    select k.shop_sku as code, p.target from stock_pushes p
    join product_skus k on k.owner_id = ${seller.ownerId} and k.id = p.product_sku_id
    where p.owner_id = ${seller.ownerId} order by 1`)
  return Object.fromEntries(found.map(({ code, target }) => [code, target]))
}

/** On hand and reserved of a SKU in a warehouse. */
async function figures(skuId: number, at = warehouse): Promise<[number, number] | null> {
  const [row] = await rows(sql<{ onHand: number; reserved: number }>`
    select on_hand as "onHand", reserved from stock
    where owner_id = ${seller.ownerId} and sku_id = ${skuId} and warehouse_id = ${at}`)
  return row ? [row.onHand, row.reserved] : null
}

const detail = async (id: number, of: Account = seller) =>
  (await of.call(`GET /sku-centers/${id}`)).at<Record<string, unknown>>('data')

const merge = async (into: number, ...skuIds: number[]): Promise<number> => {
  const reply = await seller.call(`POST /sku-centers/${into}/merge`, { sku_ids: skuIds })
  expect([reply.status, reply.at('message')]).toEqual([200, undefined])
  return reply.at<number>('meta.merge.id')
}
const undo = (id: number) => seller.call(`POST /sku-merges/${id}/undo`)

/** Everything that is kept about the stock, the orders and the lists, by SKU. */
const state = () =>
  rows(sql<object>`
    select s.prime_sku as code, s.stock_level, s.shop_ids, s.low_stock_threshold as threshold, s.cost, s.part_count, (
      select json_agg(json_build_array(t.warehouse_id, t.on_hand, t.reserved, t.counted_at, t.is_counted_by_hand) order by t.warehouse_id) from stock t
      where t.owner_id = ${seller.ownerId} and t.sku_id = s.id) as stock, (
      select json_agg(json_build_array(h.order_id, h.warehouse_id, h.reserved, h.shipped, h.unpaid, h.shop_skus, h.per_unit, h.bundle_id)
        order by h.order_id) from stock_reservations h where h.owner_id = ${seller.ownerId} and h.sku_id = s.id) as reserved, (
      select json_agg(json_build_array(k.shop_sku, k.linked_at) order by k.id) from product_skus k where k.owner_id = ${seller.ownerId} and k.sku_id = s.id)
      as listings, (
      select json_agg(json_build_array(m.bundle_id, m.quantity) order by m.bundle_id) from sku_parts m
      where m.owner_id = ${seller.ownerId} and m.part_id = s.id) as bundles, (
      select json_agg(json_build_array(r.shop_id, r.cap) order by r.shop_id) from sku_shop_rules r
      where r.owner_id = ${seller.ownerId} and r.sku_id = s.id) as rules
    from skus s where s.owner_id = ${seller.ownerId} order by 1`)

const counts = () =>
  rows(sql<object>`select shop_ids, stock_level, skus from sku_counts
    where owner_id = ${seller.ownerId} and skus <> 0 order by 1, 2`)

async function expectSound(): Promise<void> {
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
}

describe('merging', () => {
  it('moves stock, listings and reservations, and leaves the merged SKU out of the lists', async () => {
    await sell('one', 'pending', { MUG: 2 }, 1)
    await sell('two', 'pending', { CUP: 1, MUG: 1 })
    await merge(cup, mug)
    expect([await figures(cup), await figures(mug)]).toEqual([[15, 4], null])
    expect(await targets()).toEqual({ CUP_0: 11, MUG_0: 11, MUG_1: 11 })
    const list = await seller.call('GET /sku-centers')
    expect(list.at('meta.pagination.total')).toBe(1)
    expect(list.at('meta.stock_counts')).toEqual({ in: 1, low: 0, out: 0, uncounted: 0 })
    expect((await seller.call('GET /sku-centers?keyword=mug')).at('meta.pagination.total')).toBe(0)
    expect(await detail(cup)).toMatchObject({ listing_count: 3, available: 11, reserved: 4 })
    await sell('one', 'shipped', { MUG: 2 }, 1)
    await sell('two', 'canceled', { CUP: 1, MUG: 1 })
    expect(await figures(cup)).toEqual([13, 0])
    await expectSound()
  })

  it('keeps what the merged SKU was: its page, its movements, and a word about where it went', async () => {
    const id = await merge(cup, mug)
    const shown = await detail(mug)
    expect(shown).toMatchObject({
      prime_sku: 'MUG',
      may_edit: false,
      available: null,
      merged: { into: { id: cup, prime_sku: 'CUP' }, by: expect.any(String), undo: { id } },
    })
    expect(await detail(cup)).toMatchObject({
      merged: null,
      merges: { data: [{ id, kind: 'merge', others: [{ id: mug, prime_sku: 'MUG' }] }] },
    })
    const timeline = await seller.call(`GET /sku-centers/${mug}/timeline?filter=stock`)
    expect(
      timeline.at<{ kind: string; on_hand_change: number; on_hand_after: number }[]>('data'),
    ).toMatchObject([
      { kind: 'merge', on_hand_change: -5, on_hand_after: 0 },
      { kind: 'receipt', on_hand_change: 5, on_hand_after: 5 },
    ])
    const received = await seller.call(`GET /sku-centers/${cup}/timeline?filter=stock`)
    expect(received.at('data.0')).toMatchObject({
      kind: 'merge',
      on_hand_change: 5,
      document: id,
      reason: 'MUG',
    })
    const edit = await seller.call(`PUT /sku-centers/${mug}`, { threshold: 2 })
    expect([edit.status, edit.at('code')]).toEqual([409, 'sku_merged'])
    const lines = [{ sku_id: mug, quantity: 1 }]
    expect((await seller.call('POST /stock-receipts', { warehouse_id: warehouse, lines })).status).toBe(404)
  })

  it('takes pieces back that left before, and new listings with the old code', async () => {
    await sell('one', 'shipped', { MUG: 2 })
    await merge(cup, mug)
    const orderId = (
      await rows(sql<{ id: number }>`select id from orders where owner_id = ${seller.ownerId}`)
    )[0]?.id
    await running.db.asOwner(seller.ownerId, (tx) =>
      takeBack(
        tx,
        { ownerId: seller.ownerId, shopId: shops[0] },
        orderId ?? 0,
        [{ shopSku: 'MUG_0', restock: 1, writeOff: 0 }],
        { reason: null },
      ),
    )
    expect(await figures(cup)).toEqual([14, 0])
    shops[1] = await addShop(running, seller.ownerId, `C ${names}`)
    expect(await list('MUG', 1)).toBe(cup)
    await expectSound()
  })

  it('lets another SKU have the code, which listings get from then on', async () => {
    await merge(cup, mug)
    const listing = (
      await rows(sql<{ id: number }>`select id from product_skus
      where owner_id = ${seller.ownerId} and shop_sku = 'MUG_1'`)
    )[0]?.id
    const made = await seller.call('POST /sku-centers', {
      prime_sku: 'MUG',
      name: 'Another mug altogether',
      product_sku_ids: [listing],
      move: true,
    })
    expect(made.status).toBe(201)
    shops[1] = await addShop(running, seller.ownerId, `C ${names}`)
    expect(await list('MUG', 1)).toBe(made.at('data.id'))
  })

  it('gives the SKU that goes on the alert level, rules, cost and places in bundles that it has not', async () => {
    const set = await list('SET')
    const parts = [
      { sku_id: cup, quantity: 1 },
      { sku_id: mug, quantity: 2 },
    ]
    expect((await seller.call(`PUT /sku-centers/${set}`, { parts })).status).toBe(200)
    await seller.call(`PUT /sku-centers/${mug}`, { threshold: 12, cost_price: 3 })
    await seller.call(`PUT /sku-centers/${cup}`, { cost_price: 6, cost_method: 'average' })
    await seller.call(`PUT /sku-centers/${mug}/stock-rules/${shops[1]}`, { cap: 4 })
    await sell('one', 'pending', { SET: 2 })
    const before = await state()
    const id = await merge(cup, mug)
    const shown = await detail(cup)
    expect(shown).toMatchObject({ own_threshold: 12, stock_level: 'low', cost_price: 5, reserved: 6 })
    expect(await detail(set)).toMatchObject({ parts: { data: [{ sku_id: cup, quantity: 3 }] }, available: 3 })
    expect(await targets()).toEqual({ CUP_0: 9, MUG_0: 9, MUG_1: 4, SET_0: 3 })
    await expectSound()
    expect((await undo(id)).status).toBe(200)
    expect(await state()).toEqual(before)
    await expectSound()
  })

  it.each([
    ['itself', () => [cup], { 'sku_ids.0': 'field.merge_with_itself' }],
    ['what there is not', () => [mug, 1], { 'sku_ids.1': 'field.no_such_sku' }],
    ['one of them twice', () => [mug, mug], { 'sku_ids.1': 'field.each_once' }],
  ])('refuses %s', async (_what, ids, fields) => {
    const before = await state()
    const reply = await seller.call(`POST /sku-centers/${cup}/merge`, { sku_ids: ids() })
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.at<object>('invalid_fields'))).toEqual(Object.keys(fields))
    expect(await state()).toEqual(before)
  })

  it('refuses a bundle with its part, with a SKU that has stock, and with other parts', async () => {
    const [set, pair, same] = [await list('SET'), await list('PAIR'), await list('SAME')]
    const of = (id: number, part: number) =>
      seller.call(`PUT /sku-centers/${id}`, { parts: [{ sku_id: part, quantity: 2 }] })
    await of(set, cup)
    await of(same, cup)
    await of(pair, mug)
    const fields = async (into: number, other: number) => {
      const reply = await seller.call(`POST /sku-centers/${into}/merge`, { sku_ids: [other] })
      return [
        reply.status,
        Object.keys(reply.at<object>('invalid_fields') ?? {}),
        reply.at('errors.sku_ids.0.0.code'),
      ]
    }
    expect((await fields(cup, set)).slice(0, 2)).toEqual([422, ['sku_ids.0']])
    expect((await fields(set, cup)).slice(0, 2)).toEqual([422, ['sku_ids.0']])
    expect((await fields(mug, set)).slice(0, 2)).toEqual([422, ['sku_ids.0']])
    expect((await fields(set, pair)).slice(0, 2)).toEqual([422, ['sku_ids.0']])
    const before = await state()
    const id = await merge(set, same)
    expect(await targets()).toMatchObject({ SET_0: 5, SAME_0: 5 })
    expect((await undo(id)).status).toBe(200)
    expect(await state()).toEqual(before)
  })

  it('refuses an older version, and while one of them is counted', async () => {
    const version = (await detail(cup))['updated_at']
    await seller.call(`PUT /sku-centers/${cup}`, { threshold: 2 })
    const stale = await seller.call(`POST /sku-centers/${cup}/merge`, { sku_ids: [mug], updated_at: version })
    expect([stale.status, stale.at('code')]).toEqual([409, 'changed_by_other'])
    const take = (await seller.call('POST /stock-takes', { warehouse_id: warehouse })).at<number>('data.id')
    const scans = [{ id: 'scan-0001', sku_id: mug, add: 1 }]
    expect((await seller.call(`POST /stock-takes/${take}/scans`, { scans })).status).toBeLessThan(300)
    const counted = await seller.call(`POST /sku-centers/${cup}/merge`, { sku_ids: [mug] })
    expect([counted.status, counted.at('code')]).toEqual([409, 'sku_in_stock_take'])
  })

  it('leaves SKUs of other shops alone', async () => {
    const rights = { email: `member${names}@example.test`, role: 'admin' as const }
    const some = await running.addStaff(seller.ownerId, rights, [shops[0]])
    const reply = await some.call(`POST /sku-centers/${cup}/merge`, { sku_ids: [mug] })
    expect([reply.status, Object.keys(reply.at<object>('invalid_fields'))]).toEqual([422, ['sku_ids.0']])
    expect((await some.call(`POST /sku-centers/${mug}/merge`, { sku_ids: [cup] })).status).toBe(403)
    const id = await merge(mug, cup)
    expect((await some.call(`POST /sku-merges/${id}/undo`)).status).toBe(403)
  })
})

describe('undoing a merge', () => {
  it('brings back what each SKU had, with what was sold of it since', async () => {
    const back = (await seller.call('POST /warehouses', { name: 'Back room' })).at<number>('data.id')
    await receive(mug, 3, back)
    await sell('one', 'pending', { MUG: 2 }, 1)
    await sell('two', 'pending', { CUP: 1, MUG: 1 })
    const id = await merge(cup, mug)
    await sell('three', 'pending', { CUP: 2 })
    await sell('three', 'shipped', { CUP: 2 })
    await sell('four', 'pending', { MUG: 1 })
    await sell('one', 'shipped', { MUG: 2 }, 1)
    await sell('five', 'pending', { CUP: 1, MUG: 1 })
    await sell('five', 'shipped', { CUP: 1, MUG: 1 })
    expect([await figures(cup), await figures(cup, back)]).toEqual([
      [9, 3],
      [3, 0],
    ])
    const reply = await undo(id)
    expect([reply.status, reply.at('meta.sku_ids')]).toEqual([200, [mug]])
    expect([await figures(cup), await figures(mug)]).toEqual([
      [7, 1],
      [2, 2],
    ])
    expect([await figures(cup, back), await figures(mug, back)]).toEqual([null, [3, 0]])
    expect(await targets()).toEqual({ CUP_0: 6, MUG_0: 0, MUG_1: 0 })
    await sell('two', 'shipped', { CUP: 1, MUG: 1 })
    expect([await figures(cup), await figures(mug)]).toEqual([
      [6, 0],
      [1, 1],
    ])
    await expectSound()
    const again = await undo(id)
    expect([again.status, again.at('code')]).toEqual([409, 'merge_undone'])
  })

  it('leaves everything as it was when nothing happened since', async () => {
    await sell('one', 'pending', { MUG: 2 }, 1)
    await sell('two', 'shipped', { CUP: 1, MUG: 1 })
    const [before, countsBefore, offered] = [await state(), await counts(), await targets()]
    const cap = await list('CAP')
    const id = await merge(mug, cup, cap)
    expect(await counts()).not.toEqual(countsBefore)
    expect((await undo(id)).status).toBe(200)
    expect((await state()).filter((one) => !JSON.stringify(one).includes('CAP'))).toEqual(before)
    expect(await targets()).toEqual(offered)
    await expectSound()
  })

  it('goes on without a warehouse that was deleted since', async () => {
    const back = (await seller.call('POST /warehouses', { name: 'Back room' })).at<number>('data.id')
    await receive(mug, 1, back)
    const lines = [{ sku_id: mug, change: -1 }]
    await seller.call('POST /stock-adjustments', { warehouse_id: back, reason: 'Moved out', lines })
    const id = await merge(cup, mug)
    expect((await seller.call(`DELETE /warehouses/${back}`)).status).toBe(200)
    expect((await undo(id)).status).toBe(200)
    expect([await figures(cup), await figures(mug)]).toEqual([
      [10, 0],
      [5, 0],
    ])
    await expectSound()
  })

  it('gives a SKU without a figure none, and takes its listings off the stock of the other', async () => {
    const cap = await list('CAP')
    const before = [await state(), await targets(), await counts()]
    // Its own orders take pieces as long as it has a figure.
    for (const status of ['shipped', 'canceled', 'pending'] as const) {
      await sell(status, 'pending', { CAP: 1 })
      const id = await merge(cap, mug)
      expect(await targets()).toEqual({ CAP_0: 4, CUP_0: 10, MUG_0: 4, MUG_1: 4 })
      await sell(status, status, { CAP: 1 })
      expect((await undo(id)).status).toBe(200)
      expect([await state(), await targets(), await counts()]).toEqual(before)
      await expectSound()
    }
    await sell('pending', 'canceled', { CAP: 1 })
    const other = await merge(mug, cap)
    await sell('one', 'pending', { CAP: 2 })
    expect(await figures(mug)).toEqual([5, 2])
    expect((await undo(other)).status).toBe(200)
    expect([await figures(mug), await figures(cap)]).toEqual([[5, 0], null])
    await expectSound()
  })

  it.each([
    ['stock was received since', 'merge_stock_moved', () => receive(cup, 1)],
    ['another was merged since', 'merge_changed', async () => void (await merge(cup, await list('CAP')))],
    ['it was merged itself', 'sku_merged', async () => void (await merge(await list('CAP'), cup))],
    [
      'another has the code',
      'merge_code_taken',
      async () => {
        const found = await rows(sql<{ id: number }>`select id from product_skus
          where owner_id = ${seller.ownerId} and shop_sku = 'MUG_0'`)
        const ids = { product_sku_ids: found.map((one) => one.id), move: true }
        await seller.call('POST /sku-centers', { ...ids, prime_sku: 'mug', name: 'Another mug altogether' })
      },
    ],
    [
      'a day has passed',
      'merge_expired',
      async () => {
        await rows(
          sql`update sku_merges set at = now() - interval '25 hours' where owner_id = ${seller.ownerId}`,
        )
      },
    ],
  ])('is refused when %s', async (_what, code, work) => {
    const id = await merge(cup, mug)
    await work()
    const reply = await undo(id)
    expect([reply.status, reply.at('code')]).toEqual([409, code])
  })

  it('names the code that somebody takes at the same moment', async () => {
    const id = await merge(cup, mug)
    const other = await list('JUG')
    const renamed = "update skus set prime_sku = 'mug' where owner_id = $1 and id = $2"
    const lock = await lockRow(running.adminUrl, renamed, [seller.ownerId, other])
    const reply = undo(id)
    await lock.waiting(1)
    await lock.release('commit')
    expect([(await reply).status, (await reply).at('code')]).toEqual([409, 'merge_code_taken'])
    expect((await reply).at('message')).toContain('mug')
  })
})

describe('splitting', () => {
  const listingIds = async (...shopSkus: string[]) =>
    (
      await rows(sql<{ id: number }>`select id from product_skus
        where owner_id = ${seller.ownerId} and shop_sku = any(${shopSkus}::text[]) order by id`)
    ).map(({ id }) => id)
  const split = async (body: object) =>
    seller.call(`POST /sku-centers/${mug}/split`, { prime_sku: 'MUG-B', name: 'The other mug', ...body })

  it('moves the listings and as many pieces as it is told, and is undone', async () => {
    await sell('one', 'pending', { MUG: 2 }, 1)
    await seller.call(`PUT /sku-centers/${mug}`, { cost_price: 3 })
    await seller.call(`PUT /sku-centers/${mug}/stock-rules/${shops[1]}`, { cap: 4 })
    const [before, countsBefore] = [await state(), await counts()]
    const reply = await split({
      product_sku_ids: await listingIds('MUG_1'),
      stock: [{ warehouse_id: warehouse, quantity: 2 }],
    })
    expect([reply.status, reply.at('message')]).toEqual([201, undefined])
    const made = reply.at<number>('data.id')
    expect([await figures(mug), await figures(made)]).toEqual([
      [3, 2],
      [2, 0],
    ])
    expect(await targets()).toEqual({ CUP_0: 10, MUG_0: 1, MUG_1: 2 })
    expect(await detail(made)).toMatchObject({ cost_price: 3, listing_count: 1, stock_level: 'in' })
    await sell('two', 'pending', { MUG: 1 }, 1)
    await sell('one', 'shipped', { MUG: 2 }, 1)
    expect([await figures(mug), await figures(made)]).toEqual([
      [1, 0],
      [2, 1],
    ])
    await expectSound()
    await sell('two', 'canceled', { MUG: 1 }, 1)
    const undone = await undo(reply.at('meta.merge.id'))
    expect(undone.status).toBe(200)
    expect(await figures(mug)).toEqual([3, 0])
    expect(await detail(made)).toMatchObject({ merged: { into: { id: mug } } })
    expect((await state()).map((one) => Object.values(one)[0])).toEqual([
      ...before.map((one) => Object.values(one)[0]),
      'MUG-B',
    ])
    expect(await counts()).toEqual(countsBefore)
    await expectSound()
    const again = await split({ product_sku_ids: await listingIds('MUG_1') })
    expect([again.status, again.at('data.available')]).toEqual([201, 0])
  })

  it('is not undone once the new SKU is a bundle or gone', async () => {
    const reply = await split({ product_sku_ids: await listingIds('MUG_1') })
    const [made, id] = [reply.at<number>('data.id'), reply.at<number>('meta.merge.id')]
    const parts = [{ sku_id: cup, quantity: 2 }]
    expect((await seller.call(`PUT /sku-centers/${made}`, { parts })).status).toBe(200)
    expect((await undo(id)).at('code')).toBe('merge_changed')
    await seller.call(`PUT /sku-centers/${made}`, { parts: [] })
    await merge(cup, made)
    expect((await undo(id)).at('code')).toBe('sku_merged')
    expect((await undo(1)).status).toBe(404)
  })

  it('names what it cannot do', async () => {
    const ids = await listingIds('MUG_1')
    const fieldsOf = async (body: object) =>
      Object.keys((await split({ product_sku_ids: ids, ...body })).at<object>('invalid_fields') ?? {})
    expect(await fieldsOf({ product_sku_ids: await listingIds('CUP_0') })).toEqual(['product_sku_ids.0'])
    const tooMany = await split({ product_sku_ids: ids, stock: [{ warehouse_id: warehouse, quantity: 6 }] })
    expect(tooMany.at('field_codes')).toEqual({ 'stock.0.quantity': 'on_hand_below_zero' })
    expect(await fieldsOf({ stock: [{ warehouse_id: 1, quantity: 1 }] })).toEqual(['stock.0.warehouse_id'])
    expect(await fieldsOf({ prime_sku: 'cup' })).toEqual(['prime_sku'])
    const stock = { warehouse_id: warehouse, quantity: 1 }
    expect(await fieldsOf({ stock: [stock, stock] })).toEqual(['stock.1.warehouse_id'])
    expect(await figures(mug)).toEqual([5, 0])
  })
})
