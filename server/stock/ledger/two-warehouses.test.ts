/** The ledger of stock in two warehouses, and what binding a shop to the other one does to it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { countLockWaits } from '../../../test/citus.ts'
import { until } from '../../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'
import { pick, seeded } from '../../../test/steps/stored-orders.ts'
import {
  keepTwoShops,
  admin,
  before,
  count,
  counted,
  keepInStep,
  pushes,
  run,
  running,
  seller,
  sell,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'
import { lockShopWarehouse } from './shop-warehouse-store.ts'
import { countStock } from './first-figure-store.ts'
import { listDrifted, listUncounted, setTargetStock } from '../push/stock-push-store.ts'

keepTwoShops()

describe('two warehouses', () => {
  let back: number

  beforeEach(async () => {
    const made = await seller.call('POST /warehouses', { name: `Back room ${run}` })
    back = made.at<number>('data.id')
  })

  async function bind(shopId: number, warehouseId: number | null): Promise<void> {
    const body = { warehouse_id: warehouseId, begin_at_zero: true }
    expect((await seller.call(`PUT /shops/${shopId}`, body)).status).toBe(200)
  }

  function countIn(shopId: number, quantity: number): Promise<void> {
    return running.db.asOwner(seller.ownerId, (tx) =>
      countStock(tx, { ownerId: seller.ownerId, shopId }, [{ skuId, quantity }], counted),
    )
  }

  /** On hand and promised, in the default warehouse and in the back room; undefined: never counted there. */
  async function both(): Promise<([number, number] | undefined)[]> {
    const { rows } = await admin.query<{ id: string; on_hand: number; reserved: number }>(
      'select warehouse_id as id, on_hand, reserved from stock where sku_id = $1',
      [skuId],
    )
    expect((await ledgerErrors(running.adminUrl)).stock).toEqual([])
    const at = (isBack: boolean) => {
      const row = rows.find(({ id }) => (Number(id) === back) === isBack)
      return row && ([row.on_hand, row.reserved] satisfies [number, number])
    }
    return [at(false), at(true)]
  }

  /** Does what the job does after a shop was bound to a warehouse. */
  const check = (shopId: number) =>
    running.db.asOwner(seller.ownerId, async (tx) => {
      const key = { ownerId: seller.ownerId, shopId }
      const uncounted = await listUncounted(tx, key, 0, 10)
      await setTargetStock(tx, seller.ownerId, await listDrifted(tx, key))
      return uncounted.map((listing) => listing.skuId)
    })

  const target = async () => (await pushes()).map((push) => push.target)

  it('notify of what is left in both, as the level of the SKU says', async () => {
    const main = (await seller.call('GET /warehouses')).at<number>('data.0.id')
    const notified = async () =>
      (await seller.call('GET /users/notifications'))
        .at<{ data: { notify_type: string; url: string } }[]>('data')
        .filter(({ data }) => data.url === `/skus/detail/${skuId}`)
        .map(({ data }) => data.notify_type)
    const level = async () => (await seller.call(`GET /sku-centers/${skuId}`)).at('data.stock_level')
    await seller.call('PUT /settings/low-stock', { threshold: 5, is_enabled: true })
    for (const warehouse_id of [main, back])
      await seller.call('POST /stock-receipts', { warehouse_id, lines: [{ sku_id: skuId, quantity: 3 }] })
    expect([await level(), await notified()]).toEqual(['in', []])
    await sell('one', 'pending', 1)
    expect([await level(), await notified()]).toEqual(['low', ['low_stock']])
    const lines = [{ sku_id: skuId, quantity: 2 }]
    const moved = { from_warehouse_id: main, to_warehouse_id: back, lines }
    expect((await seller.call('POST /stock-transfers', moved)).status).toBe(201)
    expect([await level(), await notified()]).toEqual(['low', ['low_stock']])
    await seller.call('PUT /settings/low-stock', { threshold: 5, is_enabled: false })
  })

  it('of two shops do not touch each other, though both sell the same thing', async () => {
    await bind(shops[1], back)
    await count(20)
    expect(await both()).toEqual([[20, 0], undefined])
    await keepInStep(shops[1])
    expect(await check(shops[1])).toEqual([skuId])
    await countIn(shops[1], 7)
    await sell('front', 'pending', 3)
    await sell('back', 'pending', 2, { shopId: shops[1] })
    await sell('gone', 'shipped', 1, { shopId: shops[1] })
    expect(await both()).toEqual([
      [20, 3],
      [6, 2],
    ])
    expect(await pushes()).toMatchObject([
      { shop: shops[0], target: 17 },
      { shop: shops[1], target: 4 },
    ])
  })

  it('keep what open orders hold where it was held when the shop is bound to the other one', async () => {
    await count(20)
    await sell('open', 'pending', 3)
    await sell('called off', 'pending', 2)
    await sell('changed', 'pending', 4)
    await bind(shops[0], back)
    expect(await both()).toEqual([
      [20, 9],
      [0, 0],
    ])
    // Placed after the back room began: what was placed before was sold out of figures that nobody had yet.
    await sell('new', 'pending', 1, { placedAt: new Date() })
    await sell('open', 'shipped', 3)
    await sell('called off', 'canceled', 2)
    await sell('changed', 'pending', 5)
    expect(await both()).toEqual([
      [17, 5],
      [0, 1],
    ])
    await bind(shops[0], null)
    await sell('new', 'shipped', 1)
    await sell('after', 'pending', 2)
    expect(await both()).toEqual([
      [17, 7],
      [-1, 0],
    ])
  })

  it('want new figures for the listings of a shop that is bound to the other one, and of no other shop', async () => {
    await keepInStep(shops[1])
    await count(20)
    await admin.query('update shops set stock_buffer = 2 where id = $1', [shops[1]])
    await check(shops[1])
    expect(await target()).toEqual([20, 18])
    await bind(shops[1], back)
    await check(shops[1])
    expect(await target()).toEqual([20, 0])
    // It began with 0, so the channel's own figure is not counted a second time.
    expect(await check(shops[1])).toEqual([])
    await bind(shops[1], null)
    await check(shops[1])
    expect(await target()).toEqual([20, 18])
  })

  it('begin with 0 only once the owner confirmed it, for shops in step alone', async () => {
    await count(20)
    const refused = await seller.call(`PUT /shops/${shops[0]}`, { warehouse_id: back, system_name: 'New' })
    expect([refused.status, refused.at('code')]).toEqual([409, 'warehouse_lacks_figures'])
    const named = await admin.query('select from shops where id = $1 and system_name = $2', [shops[0], 'New'])
    expect([await both(), named.rowCount]).toEqual([[[20, 0], undefined], 0])
    expect((await seller.call(`PUT /shops/${shops[1]}`, { warehouse_id: back })).status).toBe(200)
    expect(await both()).toEqual([[20, 0], undefined])
  })

  it.each([
    ['a shop is bound', () => bind(shops[0], back)],
    [
      'another one becomes the default',
      () => seller.call(`PUT /warehouses/${back}`, { is_default: true, begin_at_zero: true }),
    ],
  ] as const)('let a sale under way end first when %s', async (_, change) => {
    await count(20)
    const ended: string[] = []
    let moved: Promise<unknown> | undefined
    await running.db.asOwner(seller.ownerId, async (tx) => {
      await lockShopWarehouse(tx, seller.ownerId, shops[0])
      moved = change().then(() => ended.push('move'))
      await until('the move to wait', async () => {
        return (await countLockWaits(admin)) > 0
      })
      ended.push('sale')
    })
    await moved
    expect(ended).toEqual(['sale', 'move'])
  })

  it('follow a new default one with the shops that have none of their own', async () => {
    const before = (await seller.call('GET /warehouses')).at<number>('data.0.id')
    await keepInStep(shops[1])
    await count(20)
    await bind(shops[1], before)
    const body = { is_default: true, begin_at_zero: true }
    expect((await seller.call(`PUT /warehouses/${back}`, body)).status).toBe(200)
    await check(shops[0])
    await check(shops[1])
    expect(await target()).toEqual([0, 20])
    await seller.call(`PUT /warehouses/${before}`, body)
    await check(shops[0])
    expect(await target()).toEqual([20, 20])
  })

  it('count the open orders of their own shops on top, and no order twice', async () => {
    await sell('front', 'pending', 3, { placedAt: before })
    await sell('back', 'pending', 2, { placedAt: before, shopId: shops[1] })
    await bind(shops[1], back)
    await count(20)
    expect(await both()).toEqual([[23, 3], undefined])
    // Held in front already when its shop moves to the back, which is counted then.
    await bind(shops[1], null)
    await sell('late', 'pending', 1, { shopId: shops[1] })
    await bind(shops[1], back)
    await countIn(shops[1], 5)
    expect(await both()).toEqual([
      [23, 4],
      [7, 2],
    ])
  })

  it('are right whatever shops sell, ship, call off and move at the same time', async () => {
    const random = seeded(run)
    await keepInStep(shops[1])
    await count(500)
    const statuses = [
      'unpaid',
      'pending',
      'ready_to_ship',
      'shipped',
      'delivered',
      'canceled',
      'returned',
    ] as const
    // A shop reports the changes of one order one after the other.
    const now = new Date()
    const lane = async (at: number) => {
      const shopId = shops[at % 2] ?? 0
      for (let step = 0; step < 25; step++) {
        const quantity = 1 + Math.floor(random() * 3)
        const more = at < 2 ? { shopId, placedAt: now } : { shopId }
        await sell(`walk-${at}-${step % 5}`, pick(random, statuses), quantity, more)
      }
    }
    const move = async () => {
      for (let step = 0; step < 12; step++) {
        await bind(pick(random, shops), pick(random, [back, null]))
        const isBack = random() < 0.5
        const all = (await seller.call('GET /warehouses?limit=100')).at<
          { id: number; is_default: boolean }[]
        >('data')
        const other = all.find((one) => (one.id === back) === isBack)
        const body = { is_default: true, begin_at_zero: true }
        expect((await seller.call(`PUT /warehouses/${other?.id}`, body)).status).toBe(200)
        await check(pick(random, shops))
      }
    }
    await Promise.all([...[0, 1, 2, 3].map(lane), move(), move()])
    const errors = await ledgerErrors(running.adminUrl)
    expect({ ...errors, counts: [], customers: [], search: [] }).toEqual(noErrors)
    // Every listing is told what its shop's warehouse has left.
    for (const shopId of shops) await check(shopId)
    const { rows } = await admin.query<{ target: number; left: number }>(
      `select p.target, greatest(0, t.on_hand - t.reserved) as left from stock_pushes p
       join product_skus k on k.owner_id = p.owner_id and k.id = p.product_sku_id
       join shops s on s.owner_id = k.owner_id and s.id = k.shop_id
       join stock t on t.owner_id = k.owner_id and t.sku_id = k.sku_id and t.warehouse_id = coalesce(s.warehouse_id,
         (select id from warehouses w where w.owner_id = s.owner_id and w.is_default))
       where k.sku_id = $1`,
      [skuId],
    )
    expect(rows).toHaveLength(2)
    expect(rows.map(({ target: told }) => told)).toEqual(rows.map(({ left }) => left))
  })
})
