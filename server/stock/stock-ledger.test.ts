/** The ledger of stock: what orders of several shops do to the one figure, and what the listings shall be told. */
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/console.ts'
import { addShop, lineOf, orderOf, putOrders } from '../../test/orders.ts'
import { productOf, putProducts, skuOf } from '../../test/products.ts'
import type { OrderStatus } from '../../model/order-status.ts'
import { countStock } from './stock-ledger-store.ts'
import { listDrifted, savePushSteps, wantStock } from './stock-push-store.ts'

let running: TestConsole
let admin: pg.Client
let seller: Account
let run = 0
let shops: [number, number]
let skuId: number

const counted = new Date('2026-03-01T00:00:00Z')
const before = new Date('2026-02-27T00:00:00Z')

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

/** Two shops that list one thing, of which the first is kept in step. */
beforeEach(async () => {
  run++
  const name = `run ${run}`
  shops = [
    await addShop(running, seller.ownerId, `${name} one`),
    await addShop(running, seller.ownerId, `${name} two`),
  ]
  for (const [at, shopId] of shops.entries()) {
    const product = productOf({
      channelProductId: '100',
      skus: [skuOf({ sellerSku: at === 0 ? `lantern-${run}` : `LANTERN-${run}` })],
    })
    const [id] = await putProducts(running, { ownerId: seller.ownerId, shopId }, [product])
    if (id === undefined) throw new Error('no SKU')
    if (at === 0) skuId = id
    // The same code in capitals is the same thing.
    expect(id).toBe(skuId)
  }
  await keepInStep(shops[0])
})

async function keepInStep(shopId: number): Promise<void> {
  await admin.query('update shops set is_stock_sync = true where id = $1', [shopId])
}

function count(quantity: number): Promise<void> {
  return running.db.asOwner(seller.ownerId, (tx) =>
    countStock(tx, { ownerId: seller.ownerId, shopId: shops[0] }, [{ skuId, quantity }], counted),
  )
}

/** Each telling is a minute newer than the one before. */
let minute = 0
async function sell(
  id: string,
  status: OrderStatus,
  quantity = 1,
  { shopId = shops[0], placedAt = new Date('2026-03-05T04:00:00Z') } = {},
): Promise<void> {
  const changedAt = new Date(Date.parse('2026-03-06T00:00:00Z') + minute++ * 60_000)
  const lines = quantity === 0 ? [] : [lineOf({ quantity })]
  await putOrders(running, seller.ownerId, shopId, [
    orderOf({ channelOrderId: `${run}-${id}`, status, placedAt, changedAt, lines }),
  ])
}

async function figures(): Promise<[onHand: number, reserved: number]> {
  const { rows } = await admin.query<{ on_hand: number; reserved: number }>(
    'select on_hand, reserved from stock where sku_id = $1',
    [skuId],
  )
  const sums = await admin.query<{ on_hand: string; reserved: string }>(
    'select sum(on_hand_change) as on_hand, sum(reserved_change) as reserved from stock_movements where sku_id = $1',
    [skuId],
  )
  const row = rows[0] ?? { on_hand: 0, reserved: 0 }
  // Whatever happens, the figures are the sums of what was written down.
  expect([Number(sums.rows[0]?.on_hand), Number(sums.rows[0]?.reserved)]).toEqual([row.on_hand, row.reserved])
  return [row.on_hand, row.reserved]
}

async function pushes(): Promise<{ shop: number; wanted: number; known: number; state: string }[]> {
  const { rows } = await admin.query<{ shop: string; wanted: number; known: number; state: string }>(
    `select p.shop_id as shop, p.wanted, p.known, p.state from stock_pushes p join product_skus k on k.id = p.product_sku_id
     where k.sku_id = $1 order by p.shop_id`,
    [skuId],
  )
  return rows.map((row) => ({ ...row, shop: Number(row.shop) }))
}

describe('stock', () => {
  it('is touched by no order before it was counted', async () => {
    await sell('a', 'pending', 3)
    expect(await figures()).toEqual([0, 0])
    expect(await pushes()).toEqual([])
  })

  it('begins with what the channel would still sell, and what open orders have promised lies beside it', async () => {
    await sell('open', 'pending', 3, { placedAt: before })
    await sell('gone', 'shipped', 4, { placedAt: before })
    await count(20)
    expect(await figures()).toEqual([23, 3])
  })

  it('is counted once', async () => {
    await count(20)
    await count(50)
    expect(await figures()).toEqual([20, 0])
  })

  it('is promised by a new order, leaves the shelf with the courier, and comes free with a cancellation', async () => {
    await count(20)
    await sell('a', 'unpaid', 3)
    expect(await figures()).toEqual([20, 3])
    await sell('a', 'pending', 3)
    await sell('a', 'ready_to_ship', 3)
    expect(await figures()).toEqual([20, 3])
    await sell('a', 'shipped', 3)
    expect(await figures()).toEqual([17, 0])
    await sell('a', 'delivered', 3)
    expect(await figures()).toEqual([17, 0])
    await sell('b', 'pending', 2)
    await sell('b', 'canceled', 2)
    expect(await figures()).toEqual([17, 0])
  })

  it('stays out of the house when a shipped order is called off or comes back', async () => {
    await count(20)
    await sell('a', 'shipped', 3)
    await sell('a', 'returned', 3)
    await sell('b', 'shipped', 2)
    await sell('b', 'canceled', 2)
    expect(await figures()).toEqual([15, 0])
  })

  it('follows an order whose quantity changes', async () => {
    await count(20)
    await sell('a', 'pending', 3)
    await sell('a', 'pending', 1)
    expect(await figures()).toEqual([20, 1])
    await sell('a', 'pending', 0)
    expect(await figures()).toEqual([20, 0])
  })

  it('is not promised twice by an order that is told again', async () => {
    await count(20)
    for (let time = 0; time < 3; time++) await sell('a', 'pending', 2)
    expect(await figures()).toEqual([20, 2])
  })

  it('is right for an order from before the count that is heard of after it', async () => {
    await count(20)
    await sell('late', 'pending', 3, { placedAt: before })
    expect(await figures()).toEqual([23, 3])
    await sell('late', 'canceled', 3, { placedAt: before })
    expect(await figures()).toEqual([23, 0])
    await sell('long gone', 'delivered', 3, { placedAt: before })
    expect(await figures()).toEqual([23, 0])
  })

  it('goes below zero when more was sold than there was, and the ledger names the order', async () => {
    await count(1)
    await sell('first', 'pending', 1)
    await sell('second', 'pending', 1, { shopId: shops[1] })
    expect(await figures()).toEqual([1, 2])
    const { rows } = await admin.query<{ code: string; shop: number }>(
      `select o.channel_order_id as code, m.shop_id as shop from stock_movements m join orders o on o.id = m.order_id
       where m.sku_id = $1 and m.available_after < 0`,
      [skuId],
    )
    expect(rows).toEqual([{ code: `${run}-second`, shop: shops[1] }])
  })
})

describe('a listing', () => {
  it('is told what is left when another shop has sold, less what is kept back', async () => {
    await admin.query('update shops set stock_buffer = 2 where id = $1', [shops[0]])
    await count(20)
    expect(await pushes()).toEqual([{ shop: shops[0], wanted: 18, known: 20, state: 'due' }])
    await sell('a', 'pending', 3, { shopId: shops[1] })
    expect(await pushes()).toEqual([{ shop: shops[0], wanted: 15, known: 20, state: 'due' }])
    await sell('b', 'pending', 30, { shopId: shops[1] })
    expect(await pushes()).toMatchObject([{ wanted: 0 }])
  })

  it('whose own channel made the sale is read back instead of told', async () => {
    await count(20)
    expect(await pushes()).toEqual([{ shop: shops[0], wanted: 20, known: 20, state: 'sent' }])
    await sell('a', 'pending', 3)
    expect(await pushes()).toEqual([{ shop: shops[0], wanted: 17, known: 17, state: 'sent' }])
    await sell('a', 'canceled', 3)
    expect(await pushes()).toEqual([{ shop: shops[0], wanted: 20, known: 20, state: 'sent' }])
  })

  it('keeps what was wanted while the channel was asked', async () => {
    await count(20)
    const { rows } = await admin.query<{ id: string }>(
      'select product_sku_id as id from stock_pushes where shop_id = $1',
      [shops[0]],
    )
    await sell('a', 'pending', 3, { shopId: shops[1] })
    const answered = {
      quantity: 20,
      state: 'done' as const,
      known: 20,
      attempts: 0,
      reason: null,
      checkAt: new Date(),
    }
    await running.db.asOwner(seller.ownerId, (tx) =>
      savePushSteps(tx, seller.ownerId, [{ ...answered, id: Number(rows[0]?.id) }]),
    )
    expect(await pushes()).toMatchObject([{ wanted: 17, state: 'due' }])
  })

  it('of a shop that joins later is found and told', async () => {
    await count(20)
    await keepInStep(shops[1])
    const key = { ownerId: seller.ownerId, shopId: shops[1] }
    await running.db.asOwner(seller.ownerId, async (tx) => {
      expect(await listDrifted(tx, key)).toEqual([skuId])
      await wantStock(tx, seller.ownerId, [skuId])
      expect(await listDrifted(tx, key)).toEqual([])
    })
    expect(await pushes()).toMatchObject([{ shop: shops[0] }, { shop: shops[1], wanted: 20 }])
  })

  it('that the channel counts differently is looked at again', async () => {
    await count(20)
    await admin.query(`update stock_pushes set state = 'done'`)
    const product = productOf({
      channelProductId: '100',
      changedAt: new Date('2026-03-07T00:00:00Z'),
      skus: [skuOf({ sellerSku: `lantern-${run}`, stock: 99 })],
    })
    await putProducts(running, { ownerId: seller.ownerId, shopId: shops[0] }, [product])
    expect(await pushes()).toEqual([{ shop: shops[0], wanted: 20, known: 99, state: 'sent' }])
  })
})

it('of two shops that sell at once the figure is the same as one after the other', async () => {
  await count(100)
  await keepInStep(shops[1])
  await Promise.all(
    Array.from({ length: 40 }, (_, at) => sell(`x${at}`, 'pending', 1, { shopId: shops[at % 2] ?? 0 })),
  )
  expect(await figures()).toEqual([100, 40])
  await running.db.asOwner(seller.ownerId, async (tx) => {
    const { rows } = await sql<{ held: number }>`select sum(reserved)::int as held from order_stock
      where owner_id = ${seller.ownerId} and sku_id = ${skuId}`.execute(tx)
    expect(rows).toEqual([{ held: 40 }])
  })
})
