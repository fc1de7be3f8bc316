/** Orders that were there before their listing was linked to a counted SKU. */
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { ledgerErrors } from '../../../test/steps/oracle.ts'
import { lineOf } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import {
  admin,
  count,
  counted,
  figures,
  keepInStep,
  keepTwoShops,
  pushes,
  run,
  running,
  sell,
  seller,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'
import { lockStored } from '../../orders/intake/order-rows-store.ts'
import { countStock } from './first-figure-store.ts'

keepTwoShops()

let listing: number

/** A listing of another SKU, which nobody counted. */
beforeEach(async () => {
  await putProducts(running, { ownerId: seller.ownerId, shopId: shops[1] }, [
    productOf({ channelProductId: '300', skus: [skuOf({ sellerSku: `other-${run}`, shopSku: '300_1' })] }),
  ])
  const { rows } = await admin.query<{ id: string }>(
    "select id from product_skus where shop_id = $1 and shop_sku = '300_1'",
    [shops[1]],
  )
  listing = Number(rows[0]?.id)
})

const lines = [lineOf({ shopSku: '300_1', quantity: 3 })]
const order = (id: string, status: 'pending' | 'shipped' | 'delivered' | 'returned') =>
  sell(id, status, 3, { shopId: shops[1], lines })
const link = async () => {
  const body = { product_sku_ids: [listing], move: true }
  expect((await seller.call(`POST /sku-centers/${skuId}/listings`, body)).status).toBe(200)
}
const unlink = async () => {
  const { rows } = await admin.query<{ id: string }>(
    'select product_id as id from product_skus where id = $1',
    [listing],
  )
  expect((await seller.call(`DELETE /sku-centers/${skuId}/product/${rows[0]?.id}`)).status).toBe(200)
}
/** As if somebody had linked it at that time. */
const linkedAt = (at: string) =>
  admin.query('update product_skus set linked_at = $2 where id = $1', [listing, at])

it('take no pieces of it when they are reported again', async () => {
  await count(20)
  await order('gone', 'shipped')
  await link()
  await order('gone', 'delivered')
  await order('gone', 'returned')
  expect(await figures()).toEqual([20, 0])
  expect((await ledgerErrors(running.adminUrl)).stock).toEqual([])
})

it('take pieces of it while a report of them is saved, which comes to its stock behind the link', async () => {
  await count(20)
  await order('open', 'pending')
  await running.db.asOwner(seller.ownerId, async (tx) => {
    await lockStored(tx, { ownerId: seller.ownerId, shopId: shops[1] }, [`${run}-open`])
    await link()
  })
  expect(await figures()).toEqual([20, 3])
})

it('take pieces of it if they were still here when it was linked', async () => {
  await count(20)
  await order('open', 'pending')
  await link()
  await linkedAt('2026-03-05T05:00:00Z')
  await order('open', 'shipped')
  await order('new', 'pending')
  expect(await figures()).toEqual([17, 3])
  expect((await ledgerErrors(running.adminUrl)).stock).toEqual([])
})

it('reserve its pieces as long as it is linked, and keep them once they have left', async () => {
  const { rows } = await admin.query<{ id: string }>('select sku_id as id from product_skus where id = $1', [
    listing,
  ])
  const linkBack = async () => {
    const body = { product_sku_ids: [listing], move: true }
    expect((await seller.call(`POST /sku-centers/${rows[0]?.id}/listings`, body)).status).toBe(200)
  }
  const targets = async () => (await pushes()).map(({ target }) => target)
  await keepInStep(shops[1])
  await count(20)
  await order('open', 'pending')
  await link()
  expect([await figures(), await targets()]).toEqual([
    [20, 3],
    [17, 17, 17],
  ])
  for (const end of [unlink, linkBack]) {
    await end()
    expect([await figures(), await targets()]).toEqual([
      [20, 0],
      [20, 20],
    ])
    await link()
    expect(await figures()).toEqual([20, 3])
  }
  await order('open', 'shipped')
  await unlink()
  await order('open', 'delivered')
  expect(await figures()).toEqual([17, 0])
  expect((await ledgerErrors(running.adminUrl)).stock).toEqual([])
})

it('keep what they have reserved while it was linked when it is taken off', async () => {
  await count(20)
  await link()
  await order('while linked', 'pending')
  await unlink()
  expect(await figures()).toEqual([20, 3])
  // Linking it once more makes no order of that time one that was there before.
  await link()
  await unlink()
  expect(await figures()).toEqual([20, 3])
})

it('go on with what they have reserved, whoever links the listing anew', async () => {
  await count(20)
  await link()
  await linkedAt('2026-03-05T05:00:00Z')
  await order('known', 'pending')
  await order('known', 'shipped')
  await unlink()
  await link()
  await order('known', 'delivered')
  expect(await figures()).toEqual([17, 0])
})

it('take pieces of a listing that its channel makes anew, as of the one before', async () => {
  await count(20)
  const made = (channelSkuId: string, changedAt: string) =>
    putProducts(running, { ownerId: seller.ownerId, shopId: shops[1] }, [
      productOf({
        channelProductId: '100',
        changedAt: new Date(changedAt),
        skus: [skuOf({ sellerSku: `lantern-${run}`, channelSkuId })],
      }),
    ])
  await made('new', '2026-04-01T00:00:00Z')
  await sell('late', 'shipped', 2, { shopId: shops[1] })
  expect(await figures()).toEqual([18, 0])
})

describe('of merged SKUs', () => {
  let other: number
  beforeEach(async () => {
    await admin.query("update product_skus set linked_at = '2026-02-01' where id = $1", [listing])
    const { rows } = await admin.query<{ id: string }>(
      'select sku_id as id from product_skus where id = $1',
      [listing],
    )
    other = Number(rows[0]?.id)
  })
  const countAt = (id: number, quantity: number, at: Date) =>
    running.db.asOwner(seller.ownerId, (tx) =>
      countStock(tx, { ownerId: seller.ownerId, shopId: shops[0] }, [{ skuId: id, quantity }], at),
    )
  const merge = async (): Promise<number> => {
    const reply = await seller.call(`POST /sku-centers/${skuId}/merge`, { sku_ids: [other] })
    expect(reply.status).toBe(200)
    return reply.at<number>('meta.merge.id')
  }

  it.each([
    ['was counted since', 7],
    ['was never counted', null],
  ])('take no pieces when the one that they sold %s', async (_, quantity) => {
    await count(20)
    await order('gone', 'shipped')
    if (quantity !== null) await countAt(other, quantity, new Date())
    await merge()
    await order('gone', 'delivered')
    expect(await figures()).toEqual([20 + (quantity ?? 0), 0])
  })

  it('take no pieces when the one that goes on was counted since', async () => {
    await countAt(other, 7, counted)
    await sell('own', 'shipped', 3)
    await countAt(skuId, 20, new Date())
    await merge()
    await sell('own', 'delivered', 3)
    expect(await figures()).toEqual([27, 0])
  })
})

it('movements are neither changed nor deleted by the console', async () => {
  const client = new pg.Client({ connectionString: running.databaseUrl })
  await client.connect()
  try {
    await client.query(`set app.owner_id = '${seller.ownerId}'`)
    for (const text of [
      'update stock_movements set on_hand_change = 5',
      'delete from stock_movements',
      'truncate stock_movements',
    ])
      await expect(client.query(text)).rejects.toThrow('permission denied')
  } finally {
    await client.end()
  }
})
