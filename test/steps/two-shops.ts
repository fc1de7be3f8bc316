/** Two shops that list the same thing, for tests of the stock ledger that sell and count by hand. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { OrderStatus } from '../../model/order-status.ts'
import { countStock } from '../../server/stock/ledger/first-figure-store.ts'
import { startTestConsole, type Account, type TestConsole } from '../start-test-console.ts'
import { addShop, lineOf, orderOf, putOrders } from './stored-orders.ts'
import { productOf, putProducts, skuOf } from './stored-products.ts'

export let running: TestConsole
export let admin: pg.Client
export let seller: Account
export let run = 0
export let shops: [number, number]
export let skuId: number

export const counted = new Date('2026-03-01T00:00:00Z')
export const before = new Date('2026-02-27T00:00:00Z')

/** For the file that calls it: a console, and two new shops before each test, whose first one is kept in step. */
export function keepTwoShops(): void {
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
    await linkedBefore()
    await keepInStep(shops[0])
  })
}

/** The listings were linked before all orders that the tests sell, which lie in the past. */
async function linkedBefore(): Promise<void> {
  await admin.query("update product_skus set linked_at = '2026-02-01' where shop_id = any($1)", [shops])
}

export async function keepInStep(shopId: number): Promise<void> {
  await admin.query('update shops set is_stock_sync = true where id = $1', [shopId])
}

/** Another SKU, which the first shop lists alone. */
export async function addSku(productId = '200'): Promise<number> {
  const other = skuOf({
    sellerSku: productId === '200' ? `cup-${run}` : `cup-${run}-${productId}`,
    shopSku: `${productId}_1`,
  })
  const product = productOf({ channelProductId: productId, skus: [other] })
  const ids = await putProducts(running, { ownerId: seller.ownerId, shopId: shops[0] }, [product])
  await linkedBefore()
  return ids.at(-1) ?? 0
}

export function count(quantity: number): Promise<void> {
  return running.db.asOwner(seller.ownerId, (tx) =>
    countStock(tx, { ownerId: seller.ownerId, shopId: shops[0] }, [{ skuId, quantity }], counted),
  )
}

/** Each telling is a minute newer than the one before. */
let minute = 0
export async function sell(
  id: string,
  status: OrderStatus,
  quantity = 1,
  {
    shopId = shops[0],
    placedAt = new Date('2026-03-05T04:00:00Z'),
    lines = quantity === 0 ? [] : [lineOf({ quantity })],
  } = {},
): Promise<void> {
  const changedAt = new Date(Date.parse('2026-03-06T00:00:00Z') + minute++ * 60_000)
  await putOrders(running, seller.ownerId, shopId, [
    orderOf({ channelOrderId: `${run}-${id}`, status, placedAt, changedAt, lines }),
  ])
}

export async function figures(): Promise<[onHand: number, reserved: number]> {
  const { rows } = await admin.query<{ on_hand: number; reserved: number }>(
    'select on_hand, reserved from stock where sku_id = $1',
    [skuId],
  )
  const sums = await admin.query<{ on_hand: string; reserved: string }>(
    'select sum(on_hand_change) as on_hand, sum(reserved_change) as reserved from stock_movements where sku_id = $1',
    [skuId],
  )
  const row = rows[0] ?? { on_hand: 0, reserved: 0 }
  // The figures always equal the sums of the movements.
  expect([Number(sums.rows[0]?.on_hand), Number(sums.rows[0]?.reserved)]).toEqual([row.on_hand, row.reserved])
  return [row.on_hand, row.reserved]
}

export async function pushes(): Promise<{ shop: number; target: number; observed: number; state: string }[]> {
  const { rows } = await admin.query<{ shop: string; target: number; observed: number; state: string }>(
    `select p.shop_id as shop, p.target, p.observed, p.state from stock_pushes p join product_skus k
       on k.owner_id = p.owner_id and k.id = p.product_sku_id
     where k.sku_id = $1 order by p.shop_id`,
    [skuId],
  )
  return rows.map((row) => ({ ...row, shop: Number(row.shop) }))
}
