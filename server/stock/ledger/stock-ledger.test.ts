/** The ledger of stock: what orders of several shops do to the one figure, and what the listings shall be told. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isPagePath } from '../../../model/page-paths.ts'
import { lineOf } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import {
  keepTwoShops,
  addSku,
  admin,
  before,
  count,
  counted,
  figures,
  keepInStep,
  pushes,
  run,
  running,
  seller,
  sell,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'
import type { Account } from '../../../test/start-test-console.ts'
import { countStock } from './first-figure-store.ts'
import { takeBack } from './take-back-store.ts'
import { listDrifted, savePushSteps, setTargetStock } from '../push/stock-push-store.ts'

keepTwoShops()

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

  it('is promised once an order is paid, where the owner wants that', async () => {
    const settle = (reserve: boolean) => seller.call('PUT /settings/stock', { reserve_unpaid: reserve })
    await count(20)
    await sell('before', 'unpaid', 2)
    expect((await settle(false)).at('data.reserve_unpaid')).toBe(false)
    await sell('a', 'unpaid', 3)
    // Pieces that were reserved before stay reserved.
    await sell('before', 'unpaid', 1)
    expect(await figures()).toEqual([20, 1])
    await sell('a', 'pending', 3)
    expect(await figures()).toEqual([20, 4])
    await sell('b', 'unpaid', 5)
    await sell('b', 'canceled', 5)
    expect(await figures()).toEqual([20, 4])
    await sell('c', 'unpaid', 6)
    await settle(true)
    await sell('c', 'unpaid', 7)
    expect(await figures()).toEqual([20, 11])
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
    // It has nothing to do with our figures, so the ledger does not name it.
    const { rowCount } = await admin.query(
      `select from stock_movements m join orders o on o.id = m.order_id where o.channel_order_id = $1`,
      [`${run}-long gone`],
    )
    expect(rowCount).toBe(0)
  })

  it('goes below zero when more was sold than there was, and the ledger names the order', async () => {
    await count(1)
    await sell('first', 'pending', 1)
    await sell('second', 'pending', 1, { shopId: shops[1] })
    expect(await figures()).toEqual([1, 2])
    const { rows } = await admin.query<{ code: string; shop: number }>(
      `select o.channel_order_id as code, m.shop_id as shop from stock_movements m join orders o
         on o.owner_id = m.owner_id and o.id = m.order_id
       where m.sku_id = $1 and m.available_after < 0`,
      [skuId],
    )
    expect(rows).toEqual([{ code: `${run}-second`, shop: shops[1] }])
  })
})

describe('a listing that disappears', () => {
  /** The channel has the product anew, with other variants: the listing that was sold from is gone. */
  const remakeVariants = () =>
    putProducts(running, { ownerId: seller.ownerId, shopId: shops[0] }, [
      productOf({
        channelProductId: '100',
        changedAt: new Date('2026-03-06T12:00:00Z'),
        skus: [skuOf({ channelSkuId: '2', shopSku: '100_2', sellerSku: `lantern-${run}` })],
      }),
    ])

  it('leaves what an open order holds with the order, until it ships', async () => {
    await count(20)
    await sell('a', 'pending', 3)
    await remakeVariants()
    await sell('a', 'ready_to_ship', 3)
    expect(await figures()).toEqual([20, 3])
    await sell('a', 'ready_to_ship', 2)
    expect(await figures()).toEqual([20, 2])
    await sell('a', 'shipped', 2)
    expect(await figures()).toEqual([18, 0])
  })

  it('brings nothing back into the house that was shipped', async () => {
    await count(20)
    await sell('a', 'shipped', 3)
    await remakeVariants()
    await sell('a', 'delivered', 3)
    expect(await figures()).toEqual([17, 0])
    // No listing is offered more than is there.
    expect((await pushes()).filter(({ target }) => target > 17)).toEqual([])
  })

  it('leaves the pieces of a deleted product with the line that goes on under another id', async () => {
    const renamed = (quantity: number) => ({ lines: [lineOf({ shopSku: 'line-9', quantity })] })
    await count(20)
    await sell('a', 'pending', 3)
    await sell('a', 'ready_to_ship', 3, renamed(3))
    expect(await figures()).toEqual([20, 3])
    await sell('a', 'ready_to_ship', 2, renamed(2))
    expect(await figures()).toEqual([20, 2])
    await sell('a', 'shipped', 2, renamed(2))
    expect(await figures()).toEqual([18, 0])
  })

  it('is told from a line that was taken out of the order beside one that was never listed', async () => {
    const gift = lineOf({ shopSku: 'wrapping', quantity: 3 })
    await count(20)
    await sell('a', 'pending', 3, { lines: [lineOf({ quantity: 3 }), gift] })
    await sell('a', 'pending', 3, { lines: [gift] })
    expect(await figures()).toEqual([20, 0])
  })

  it('takes back what a buyer returns of it', async () => {
    await count(20)
    await sell('a', 'shipped', 3)
    await remakeVariants()
    const { rows } = await admin.query<{ id: string }>('select id from orders where channel_order_id = $1', [
      `${run}-a`,
    ])
    const shop = { ownerId: seller.ownerId, shopId: shops[0] }
    const lines = [{ shopSku: '100_1', restock: 2, writeOff: 0 }]
    await running.db.asOwner(seller.ownerId, (tx) =>
      takeBack(tx, shop, Number(rows[0]?.id), lines, { reason: null }),
    )
    expect(await figures()).toEqual([19, 0])
  })
})

describe('the bell', () => {
  const told = async () =>
    (await seller.call('GET /users/notifications?limit=100'))
      .at<{ data: { notify_type: string; count: number } }[]>('data')
      .filter(({ data }) => data.notify_type.endsWith('_stock'))
      .map(({ data }) => `${data.notify_type} ${data.count}`)
      .toSorted()
  const settle = (threshold: number, isEnabled = true) =>
    seller.call('PUT /settings/low-stock', { threshold, is_enabled: isEnabled })
  const forget = () => admin.query('delete from notifications where owner_id = $1', [seller.ownerId])

  it('says once that a SKU runs low, and that the last piece is sold', async () => {
    await forget()
    expect((await settle(3)).at('data')).toMatchObject({ threshold: 3, is_enabled: true })
    expect((await seller.call('GET /settings/low-stock')).at('data.threshold')).toBe(3)
    await count(6)
    await sell('a', 'pending', 2)
    expect(await told()).toEqual([])
    await sell('b', 'pending', 1)
    await sell('c', 'pending', 1)
    expect(await told()).toEqual(['low_stock 1'])
    await sell('d', 'pending', 2)
    expect(await told()).toEqual(['low_stock 1', 'out_of_stock 1'])
    const rows = (await seller.call('GET /users/notifications?limit=100')).at<{ data: { url: string } }[]>(
      'data',
    )
    expect(rows.map(({ data }) => data.url)).toEqual([`/skus/detail/${skuId}`, `/skus/detail/${skuId}`])
    expect(rows.every(({ data }) => isPagePath(data.url))).toBe(true)
  })

  it('says sold out alone where one order takes all, and nothing low where that is not wanted', async () => {
    await forget()
    await settle(3)
    await count(5)
    await sell('a', 'pending', 5)
    expect(await told()).toEqual(['out_of_stock 1'])
    await forget()
    await settle(3, false)
    await sell('a', 'pending', 0)
    await sell('a', 'pending', 3)
    expect(await told()).toEqual([])
    await settle(1)
  })
})

it('what runs out is told to those whose shops list it, and to no others', async () => {
  const other = await addSku()
  const [own, foreign] = await Promise.all(
    shops.map((shopId, at) =>
      running.addStaff(seller.ownerId, { email: `told-${at}-${run}@example.test`, role: 'manager' }, [
        shopId,
      ]),
    ),
  )
  await running.db.asOwner(seller.ownerId, (tx) =>
    countStock(tx, { ownerId: seller.ownerId, shopId: shops[0] }, [{ skuId: other, quantity: 1 }], counted),
  )
  await sell('a', 'pending', 1, { lines: [lineOf({ shopSku: '200_1', quantity: 1 })] })
  const told = async (user: Account | undefined) => {
    const answer = await user?.call('GET /users/notifications?limit=100')
    const urls = answer?.at<{ data: { url: string } }[]>('data').map(({ data }) => data.url) ?? []
    return [urls.includes(`/skus/detail/${other}`), answer?.at<number>('meta.total_unread') === urls.length]
  }
  expect([await told(seller), await told(own), await told(foreign)]).toEqual([
    [true, expect.any(Boolean)],
    [true, true],
    [false, true],
  ])
})

describe('a threshold', () => {
  const told = async () =>
    (await seller.call('GET /users/notifications?limit=100'))
      .at<{ data: { notify_type: string } }[]>('data')
      .filter(({ data }) => data.notify_type === 'low_stock').length
  const settle = (threshold: number, apply: string) =>
    seller.call('PUT /settings/low-stock', { threshold, is_enabled: true, apply })
  /** From six pieces down to four. */
  const sellTwo = async () => {
    await admin.query('delete from notifications where owner_id = $1', [seller.ownerId])
    await sell('a', 'pending', 0)
    await count(6)
    await sell('a', 'pending', 2)
    return told()
  }

  it('is the new one for new SKUs alone, or for all', async () => {
    await settle(1, 'all')
    expect((await settle(4, 'new')).status).toBe(200)
    expect(await sellTwo()).toBe(0)
    await settle(4, 'all')
    expect(await sellTwo()).toBe(1)
    await settle(1, 'all')
  })
})

describe('a listing', () => {
  it('is told what is left when another shop has sold, less what is kept back', async () => {
    await admin.query('update shops set stock_buffer = 2 where id = $1', [shops[0]])
    await count(20)
    expect(await pushes()).toEqual([{ shop: shops[0], target: 18, observed: 20, state: 'due' }])
    await sell('a', 'pending', 3, { shopId: shops[1] })
    expect(await pushes()).toEqual([{ shop: shops[0], target: 15, observed: 20, state: 'due' }])
    await sell('b', 'pending', 30, { shopId: shops[1] })
    expect(await pushes()).toMatchObject([{ target: 0 }])
  })

  it('whose own channel made the sale is read back instead of told', async () => {
    await count(20)
    expect(await pushes()).toEqual([{ shop: shops[0], target: 20, observed: 20, state: 'sent' }])
    await sell('a', 'pending', 3)
    expect(await pushes()).toEqual([{ shop: shops[0], target: 17, observed: 17, state: 'sent' }])
    await sell('a', 'canceled', 3)
    expect(await pushes()).toEqual([{ shop: shops[0], target: 20, observed: 20, state: 'sent' }])
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
      observed: 20,
      attempts: 0,
      reason: null,
      checkAt: new Date(),
      turnAt: new Date(),
    }
    await running.db.asOwner(seller.ownerId, (tx) =>
      savePushSteps(tx, seller.ownerId, [{ ...answered, id: Number(rows[0]?.id) }]),
    )
    expect(await pushes()).toMatchObject([{ target: 17, state: 'due' }])
  })

  it('of a shop that joins later is found and told', async () => {
    await count(20)
    await keepInStep(shops[1])
    const key = { ownerId: seller.ownerId, shopId: shops[1] }
    await running.db.asOwner(seller.ownerId, async (tx) => {
      expect(await listDrifted(tx, key)).toEqual([skuId])
      await setTargetStock(tx, seller.ownerId, [skuId])
      expect(await listDrifted(tx, key)).toEqual([])
    })
    expect(await pushes()).toMatchObject([{ shop: shops[0] }, { shop: shops[1], target: 20 }])
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
    expect(await pushes()).toEqual([{ shop: shops[0], target: 20, observed: 99, state: 'sent' }])
  })
})

it('of two shops that sell at once the figure is the same as one after the other', async () => {
  // More than the pool has connections, and so few that the last one has its connection in time on a slow machine as well.
  const orders = 20
  await count(100)
  await keepInStep(shops[1])
  await Promise.all(
    Array.from({ length: orders }, (_, at) => sell(`x${at}`, 'pending', 1, { shopId: shops[at % 2] ?? 0 })),
  )
  expect(await figures()).toEqual([100, orders])
  await running.db.asOwner(seller.ownerId, async (tx) => {
    const { rows } = await sql<{
      reserved: number
    }>`select sum(reserved)::int as reserved from stock_reservations
      where owner_id = ${seller.ownerId} and sku_id = ${skuId}`.execute(tx)
    expect(rows).toEqual([{ reserved: orders }])
  })
})
