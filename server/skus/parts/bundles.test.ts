/** Bundles: SKUs made of others, whose sales are sales of their parts, in every shop and at once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../../model/order-status.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'
import { addShop, lineOf, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import { takeBack } from '../../stock/ledger/take-back-store.ts'

let running: TestConsole
let seller: Account
let shops: [number, number]
let warehouse: number
let names = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

beforeEach(async () => {
  seller = await running.signUp(`seller${++names}`)
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, `A ${names}`), await addShop(running, ownerId, `B ${names}`)]
  await running.db.asOwner(ownerId, (tx) =>
    sql`update shops set is_stock_sync = true where owner_id = ${ownerId}`.execute(tx),
  )
  warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
})

/** Lists a code in a shop and answers the SKU. */
async function list(code: string, shop: 0 | 1 = 0): Promise<number> {
  const skus = [skuOf({ shopSku: `${code}_${shop}`, sellerSku: code })]
  const product = productOf({ channelProductId: code, name: `A thing called ${code}`, skus })
  await putProducts(running, { ownerId: seller.ownerId, shopId: shops[shop] }, [product])
  return (await seller.call(`GET /sku-centers?keyword=${code}`)).at<number>('data.0.id')
}

const receive = async (skuId: number, quantity: number) => {
  const lines = [{ sku_id: skuId, quantity }]
  expect((await seller.call('POST /stock-receipts', { warehouse_id: warehouse, lines })).status).toBe(201)
}

const partsOf = (...parts: [skuId: number, quantity: number][]) => ({
  parts: parts.map(([sku_id, quantity]) => ({ sku_id, quantity })),
})
const setParts = (bundle: number, ...parts: [number, number][]) =>
  seller.call(`PUT /sku-centers/${bundle}`, partsOf(...parts))

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

/** Targets by the shop's own code of the listing. */
async function targets(): Promise<Record<string, number>> {
  const found = await rows(sql<{ code: string; target: number }>`
    select k.shop_sku as code, p.target from stock_pushes p
    join product_skus k on k.owner_id = ${seller.ownerId} and k.id = p.product_sku_id
    where p.owner_id = ${seller.ownerId} order by 1`)
  return Object.fromEntries(found.map(({ code, target }) => [code, target]))
}

async function figures(skuId: number): Promise<[onHand: number, reserved: number] | null> {
  const [row] = await rows(sql<{ onHand: number; reserved: number }>`
    select on_hand as "onHand", reserved from stock where owner_id = ${seller.ownerId} and sku_id = ${skuId}`)
  return row ? [row.onHand, row.reserved] : null
}

const detail = async (id: number) =>
  (await seller.call(`GET /sku-centers/${id}`)).at<Record<string, unknown>>('data')

describe('a bundle', () => {
  let dome: number
  let base: number
  let lamp: number

  /** A lamp of one dome and two bases, sold in both shops; the dome is sold alone as well. */
  beforeEach(async () => {
    dome = await list('DOME')
    base = await list('BASE')
    lamp = await list('LAMP')
    await list('LAMP', 1)
    await receive(dome, 5)
    await receive(base, 7)
    expect((await setParts(lamp, [dome, 1], [base, 2])).status).toBe(200)
  })

  it('is offered as often as its scarcest part is there, in every shop, and says which part that is', async () => {
    expect(await targets()).toEqual({ BASE_0: 7, DOME_0: 5, LAMP_0: 3, LAMP_1: 3 })
    const shown = await detail(lamp)
    expect(shown).toMatchObject({ available: 3, stock_total: null, is_bundle: true, stock_level: 'in' })
    expect(shown['parts']).toMatchObject({
      data: [
        { sku_id: base, quantity: 2, available: 7, enough_for: 3 },
        { sku_id: dome, quantity: 1, available: 5, enough_for: 5 },
      ],
    })
    expect(await detail(base)).toMatchObject({ bundles: { data: [{ id: lamp }] }, is_bundle: false })
    const row = (await seller.call('GET /sku-centers?keyword=LAMP')).at<object>('data.0')
    expect(row).toMatchObject({ available: 3, is_bundle: true })
  })

  it('takes, ships and gives back its parts, and stops in every shop with the last of them', async () => {
    await sell('one', 'pending', { LAMP: 2 }, 1)
    expect([await figures(dome), await figures(base), await figures(lamp)]).toEqual([[5, 2], [7, 4], null])
    expect(await targets()).toEqual({ BASE_0: 3, DOME_0: 3, LAMP_0: 1, LAMP_1: 1 })
    await sell('two', 'pending', { DOME: 3 })
    expect(await targets()).toEqual({ BASE_0: 3, DOME_0: 0, LAMP_0: 0, LAMP_1: 0 })
    expect(await detail(lamp)).toMatchObject({ available: 0, stock_level: 'out' })
    await sell('two', 'canceled', { DOME: 3 })
    expect(await targets()).toEqual({ BASE_0: 3, DOME_0: 3, LAMP_0: 1, LAMP_1: 1 })
    await sell('one', 'shipped', { LAMP: 2 }, 1)
    expect([await figures(dome), await figures(base)]).toEqual([
      [3, 0],
      [3, 0],
    ])
    const moved =
      await rows(sql<object>`select kind, on_hand_change as "onHand", bundle_id as "bundleId" from stock_movements
      where owner_id = ${seller.ownerId} and sku_id = ${base} and order_id is not null order by id`)
    expect(moved).toEqual([
      { kind: 'order', onHand: 0, bundleId: lamp },
      { kind: 'ship', onHand: -4, bundleId: lamp },
    ])
    const listed = await seller.call(`GET /stock-movements?sku_id=${base}`)
    expect(listed.at('data.0.bundle')).toEqual({ id: lamp, name: 'A thing called LAMP' })
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('comes back from a buyer as its parts', async () => {
    await sell('one', 'shipped', { LAMP: 2 })
    const [order] = await rows(sql<{ id: number }>`select id from orders where owner_id = ${seller.ownerId}`)
    await running.db.asOwner(seller.ownerId, (tx) =>
      takeBack(
        tx,
        { ownerId: seller.ownerId, shopId: shops[0] },
        order?.id ?? 0,
        [{ shopSku: 'LAMP_0', restock: 1, writeOff: 1 }],
        { reason: 'broken' },
      ),
    )
    expect([await figures(dome), await figures(base)]).toEqual([
      [4, 0],
      [5, 0],
    ])
    expect(await targets()).toMatchObject({ LAMP_0: 2, LAMP_1: 2 })
  })

  it('in one order with a part of it takes the pieces of both', async () => {
    await sell('both', 'pending', { LAMP: 1, DOME: 2 })
    expect([await figures(dome), await figures(base)]).toEqual([
      [5, 3],
      [7, 2],
    ])
    await sell('both', 'pending', { LAMP: 1 })
    expect([await figures(dome), await figures(base)]).toEqual([
      [5, 1],
      [7, 2],
    ])
    await sell('both', 'canceled', { LAMP: 1 })
    expect([await figures(dome), await figures(base)]).toEqual([
      [5, 0],
      [7, 0],
    ])
  })

  it('that gets other parts leaves the pieces of its orders as they are', async () => {
    await sell('one', 'pending', { LAMP: 1 })
    expect((await setParts(lamp, [dome, 2])).status).toBe(200)
    expect(await targets()).toMatchObject({ LAMP_0: 2, LAMP_1: 2 })
    await sell('one', 'shipped', { LAMP: 1 })
    expect([await figures(dome), await figures(base)]).toEqual([
      [4, 0],
      [5, 0],
    ])
  })

  it('whose parts are taken away has stock of its own, from 0, and no piece twice', async () => {
    await sell('one', 'pending', { LAMP: 1 })
    expect((await setParts(lamp)).status).toBe(200)
    expect(await figures(lamp)).toEqual([0, 0])
    expect(await targets()).toMatchObject({ LAMP_0: 0, LAMP_1: 0 })
    await sell('one', 'canceled', { LAMP: 1 })
    expect([await figures(dome), await figures(base), await figures(lamp)]).toEqual([
      [5, 0],
      [7, 0],
      [0, 0],
    ])
  })

  it('is taken from a warehouse of the sales area that has all of its parts', async () => {
    const back = (await seller.call('POST /warehouses', { name: 'Back room' })).at<number>('data.id')
    const lines = [dome, base].map((sku_id) => ({ sku_id, quantity: 4 }))
    await seller.call('POST /stock-receipts', { warehouse_id: back, lines })
    const area = { name: 'West', shop_ids: [shops[0]], warehouse_ids: [back] }
    expect((await seller.call('POST /sales-areas', area)).status).toBe(201)
    await sell('one', 'pending', { LAMP: 2 })
    const reserved =
      await rows(sql<object>`select sku_id as "skuId", warehouse_id as "warehouseId", reserved from stock
      where owner_id = ${seller.ownerId} and reserved > 0 order by 1`)
    expect(reserved).toEqual([
      { skuId: dome, warehouseId: back, reserved: 2 },
      { skuId: base, warehouseId: back, reserved: 4 },
    ])
    // The shop's own warehouse is what its listings are sent.
    expect(await targets()).toMatchObject({ LAMP_0: 3, LAMP_1: 3 })
    expect(await detail(lamp)).toMatchObject({ available: 3 })
  })

  it('is notified of when its part runs out', async () => {
    await sell('one', 'pending', { BASE: 6 })
    const told = (await seller.call('GET /users/notifications')).at<{ data: Record<string, unknown> }[]>(
      'data',
    )
    expect(told.map(({ data }) => [data['notify_type'], data['product_name']])).toContainEqual([
      'out_of_stock',
      'A thing called LAMP',
    ])
  })

  it('is no part itself, nor of itself, and has no stock that is moved', async () => {
    const set = await list('SET')
    const refused = async (bundle: number, ...parts: [number, number][]) => {
      const reply = await setParts(bundle, ...parts)
      return [reply.status, reply.at<Record<string, unknown>>('invalid_fields')]
    }
    const [status, errors] = await refused(set, [dome, 1], [lamp, 1])
    expect([status, Object.keys(errors as object)]).toEqual([422, ['parts.1.sku_id']])
    expect(await refused(set, [set, 1])).toMatchObject([422, { 'parts.0.sku_id': expect.anything() }])
    expect(await refused(dome, [base, 1])).toMatchObject([422, { parts: expect.anything() }])
    await receive(set, 1)
    expect(await refused(set, [dome, 1])).toMatchObject([
      422,
      { parts: expect.stringContaining('stock on hand') },
    ])
    const lines = [{ sku_id: lamp, quantity: 1 }]
    const moved = await seller.call('POST /stock-receipts', { warehouse_id: warehouse, lines })
    expect([moved.status, Object.keys(moved.at('invalid_fields'))]).toEqual([422, ['lines.0.sku_id']])
    await seller.call(`PUT /sku-centers/${lamp}`, partsOf([dome, 1]))
    const gone = await list('GONE')
    expect((await setParts(lamp, [dome, 1], [gone, 1])).status).toBe(200)
    const found = await detail(gone)
    const [listing] = (found['listings'] as { data: { product_id: number }[] }).data
    await seller.call(`DELETE /sku-centers/${gone}/product/${listing?.product_id}`)
    expect((await seller.call(`DELETE /sku-centers/${gone}`)).status).toBe(409)
  })

  it('waits for a part that was never counted, and takes its pieces of open orders once it is', async () => {
    const cord = await list('CORD')
    expect((await setParts(lamp, [dome, 1], [cord, 1])).status).toBe(200)
    expect((await detail(lamp))['available']).toBeNull()
    await sell('one', 'pending', { LAMP: 2 })
    expect([await figures(dome), await figures(cord)]).toEqual([[5, 2], null])
    await receive(cord, 4)
    expect([await figures(dome), await figures(cord)]).toEqual([
      [5, 2],
      [4, 2],
    ])
    expect(await targets()).toMatchObject({ LAMP_0: 2, LAMP_1: 2 })
    await sell('one', 'shipped', { LAMP: 2 })
    expect([await figures(dome), await figures(cord)]).toEqual([
      [3, 0],
      [2, 0],
    ])
  })
})

it('a SKU that becomes a bundle takes its parts for the orders that are open already', async () => {
  const dome = await list('DOME')
  await receive(dome, 5)
  const pack = await list('PACK')
  await sell('one', 'pending', { PACK: 1, DOME: 1 })
  expect(await figures(dome)).toEqual([5, 1])
  expect((await setParts(pack, [dome, 2])).status).toBe(200)
  expect(await figures(dome)).toEqual([5, 3])
  expect(await targets()).toEqual({ DOME_0: 2, PACK_0: 1 })
})

it('a part of very many bundles is put into no further one', async () => {
  const [dome, pack] = [await list('DOME'), await list('PACK')]
  const { ownerId } = seller
  await running.db.asOwner(ownerId, async (tx) => {
    await sql`insert into skus (owner_id, id, prime_sku, name, part_count, created_at, updated_at)
      select ${ownerId}::uuid, 900000 + n, 'MANY-' || n, 'One of many', 1, now(), now() from generate_series(1, 200) n`.execute(
      tx,
    )
    await sql`insert into sku_parts (owner_id, bundle_id, part_id, quantity)
      select ${ownerId}::uuid, 900000 + n, ${dome}::bigint, 1 from generate_series(1, 200) n`.execute(tx)
  })
  const reply = await setParts(pack, [dome, 1])
  expect([reply.status, Object.keys(reply.at('invalid_fields'))]).toEqual([422, ['parts.0.sku_id']])
  expect((await seller.call(`GET /sku-centers/${dome}`)).at<object[]>('data.bundles.data')).toHaveLength(100)
})

it('a piece that was sold before its SKU became a bundle comes back as the parts', async () => {
  const dome = await list('DOME')
  await receive(dome, 5)
  const pack = await list('PACK')
  await receive(pack, 1)
  await sell('one', 'shipped', { PACK: 1 })
  expect(await figures(pack)).toEqual([0, 0])
  expect((await setParts(pack, [dome, 2])).status).toBe(200)
  const [order] = await rows(sql<{ id: number }>`select id from orders where owner_id = ${seller.ownerId}`)
  const lines = [{ shopSku: 'PACK_0', restock: 1, writeOff: 0 }]
  const key = { ownerId: seller.ownerId, shopId: shops[0] }
  await running.db.asOwner(seller.ownerId, (tx) => takeBack(tx, key, order?.id ?? 0, lines, { reason: null }))
  expect([await figures(pack), await figures(dome)]).toEqual([null, [7, 0]])
})

it('a bundle is created before any shop lists it', async () => {
  const dome = await list('DOME')
  const body = { prime_sku: 'DUO', name: 'Two glass domes', ...partsOf([dome, 2]) }
  const made = await seller.call('POST /sku-centers', body)
  expect([made.status, made.at('data.listing_count'), made.at('data.available')]).toEqual([201, 0, null])
  await receive(dome, 5)
  expect(await detail(made.at('data.id'))).toMatchObject({ available: 2 })
  const bare = await seller.call('POST /sku-centers', { prime_sku: 'NIL', name: 'Nothing at all' })
  expect([bare.status, Object.keys(bare.at('invalid_fields'))]).toEqual([422, ['product_sku_ids']])
})
