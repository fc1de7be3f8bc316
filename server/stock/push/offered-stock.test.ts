/** The figure that each shop is offered: one formula, in the model for those who explain it and in SQL for those who send it. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { stockOfferOf } from '../../../model/stock-offer.ts'
import {
  admin,
  count,
  keepInStep,
  keepTwoShops,
  pushes,
  seller,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'
import { running } from '../../../test/steps/two-shops.ts'
import { listDrifted, setTargetStock } from './stock-push-store.ts'

keepTwoShops()

type Rule = { buffer: number | null; cap: number | null; share: number | null }

const ownerTx = <T>(work: Parameters<typeof running.db.asOwner<T>>[1]) =>
  running.db.asOwner(seller.ownerId, work)
const targetOf = async (shop: number) => (await pushes()).find((one) => one.shop === shop)?.target
const rule = (shop: number, change: object) =>
  seller.call(`PUT /sku-centers/${skuId}/stock-rules/${shop}`, change)

it('the statements that send and compare it agree with the model on figures of all kinds', async () => {
  await count(20)
  await keepInStep(shops[1])
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % (most + 1)
  }
  const maybe = (most: number) => (random(2) === 0 ? null : random(most))
  for (let round = 0; round < 60; round++) {
    const [onHand, reserved] = [random(random(1) ? 40 : 900_000_000), random(50)]
    const shop = { buffer: random(9), cap: maybe(30), share: random(100) }
    const own: Rule = { buffer: maybe(9), cap: maybe(30), share: maybe(100) }
    await ownerTx(async (tx) => {
      await sql`update stock set on_hand = ${onHand}, reserved = ${reserved} where owner_id = ${seller.ownerId} and sku_id = ${skuId}`.execute(
        tx,
      )
      await sql`update shops set stock_buffer = ${shop.buffer}, stock_cap = ${shop.cap}, stock_share = ${shop.share}
        where owner_id = ${seller.ownerId} and id = ${shops[1]}`.execute(tx)
      await sql`insert into sku_shop_rules (owner_id, sku_id, shop_id, buffer, cap, share)
        values (${seller.ownerId}, ${skuId}, ${shops[1]}, ${own.buffer}, ${own.cap}, ${own.share})
        on conflict (owner_id, sku_id, shop_id) do update set buffer = excluded.buffer, cap = excluded.cap,
          share = excluded.share`.execute(tx)
      await setTargetStock(tx, seller.ownerId, [skuId])
      expect(await listDrifted(tx, { ownerId: seller.ownerId, shopId: shops[1] })).toEqual([])
    })
    const merged = {
      buffer: own.buffer ?? shop.buffer,
      cap: own.cap ?? shop.cap,
      share: own.share ?? shop.share,
    }
    const { offered } = stockOfferOf(onHand - reserved, merged)
    const told = { onHand, reserved, shop, own }
    expect({ ...told, offered: await targetOf(shops[1]) }).toEqual({ ...told, offered })
    expect(offered).toBeGreaterThanOrEqual(0)
  }
})

it('follows the rule of the shop, and before it that of the SKU in this shop', async () => {
  await count(20)
  for (const shop of shops) await keepInStep(shop)
  await ownerTx((tx) => setTargetStock(tx, seller.ownerId, [skuId]))
  const path = `/sku-centers/${skuId}/stock-rules/${shops[1]}`
  const before = await seller.call(`GET ${path}`)
  expect(before.at('data')).toEqual({
    buffer: null,
    cap: null,
    share: null,
    of_shop: { buffer: 0, cap: null, share: 100 },
    updated_at: null,
  })
  const saved = await seller.call(`PUT ${path}`, { cap: 6, share: 50, updated_at: null })
  expect(saved.at('data')).toMatchObject({ buffer: null, cap: 6, share: 50 })
  expect([await targetOf(shops[0]), await targetOf(shops[1])]).toEqual([20, 6])
  const shown = await seller.call(`GET /sku-centers/${skuId}`)
  const listings =
    shown.at<{ shop: { data: { id: number } }; offer: object; sent: number }[]>('data.listings.data')
  expect(listings.find(({ shop }) => shop.data.id === shops[1])).toMatchObject({
    sent: 6,
    offer: {
      free: 20,
      share: 50,
      shared: 10,
      buffer: 0,
      cap: 6,
      offered: 6,
      warehouse: { name: expect.any(String) },
      is_own: true,
    },
    push: { state: 'due' },
  })
  expect((await rule(shops[1], { cap: 5, updated_at: null })).status).toBe(409)
  expect((await rule(shops[1], { buffer: 2, cap: null })).at('data')).toMatchObject({
    buffer: 2,
    cap: null,
    share: 50,
  })
  expect(await targetOf(shops[1])).toBe(8)
  await rule(shops[1], { buffer: null, share: null })
  expect(await targetOf(shops[1])).toBe(20)
  const { rowCount } = await admin.query('select from sku_shop_rules where sku_id = $1', [skuId])
  expect(rowCount).toBe(0)
  await rule(shops[1], { cap: 0 })
  expect(await targetOf(shops[1])).toBe(0)
})

it('a rule is refused that is out of bounds, and of a shop that is not there', async () => {
  for (const [field, value] of [
    ['share', 101],
    ['cap', -1],
    ['buffer', 1.5],
  ] as const) {
    const reply = await rule(shops[0], { [field]: value })
    expect([reply.status, Object.keys(reply.at('invalid_fields'))]).toEqual([422, [field]])
  }
  expect((await rule(shops[0], {})).status).toBe(422)
  expect((await rule(999_999, { cap: 1 })).status).toBe(404)
})

it('a product says of a figure that its channel took when it did, as the SKU does', async () => {
  await count(20)
  const at = '2026-03-09T04:00:00.000Z'
  const { rows } = await admin.query<{ product: string }>(
    `update stock_pushes p set state = 'done', target_at = '2026-03-01', check_at = $2 from product_skus k
     where k.owner_id = p.owner_id and k.id = p.product_sku_id and p.shop_id = $1 returning k.product_id as product`,
    [shops[0], at],
  )
  const product = await seller.call(`GET /products/${rows[0]?.product}`)
  expect(product.at('data.product_skus.data.0.push')).toMatchObject({ state: 'done', at })
  const sku = await seller.call(`GET /sku-centers/${skuId}`)
  expect(sku.at<object[]>('data.listings.data')).toContainEqual(
    expect.objectContaining({ push: expect.objectContaining({ state: 'done', at }) as object }),
  )
})
