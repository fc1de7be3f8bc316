/** Links of listings that come and go in a world of stock by chance, and a SKU that was never counted. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { reserveForLinked } from '../../server/stock/ledger/stock-ledger-store.ts'
import { listDrifted, setTargetStock } from '../../server/stock/push/stock-push-store.ts'
import { lineOf, orderOf, putOrders } from './stored-orders.ts'
import { productOf, putProducts, skuOf } from './stored-products.ts'
import { codes, plain, reportProducts, type Code, type World } from './stock-world.ts'

/** As the job check-stock does, which runs whenever products have come in. */
export async function checkStock(world: World): Promise<void> {
  const { ownerId } = world
  for (const shopId of world.shops)
    await world.running.db.asOwner(ownerId, (tx) => reserveForLinked(tx, { ownerId, shopId }))
  await world.running.db.asOwner(ownerId, async (tx) => {
    for (const shopId of world.shops)
      await setTargetStock(tx, ownerId, await listDrifted(tx, { ownerId, shopId }))
  })
}

const ordersOf = (world: World, code: Code, shop: number) =>
  world.orders.filter((order) => order.shop === shop && order.lines[code] !== undefined)

/** A listing is taken off its SKU or deleted here, or comes back. */
export async function changeLink(world: World): Promise<void> {
  const [gone] = world.apart.values()
  if (gone && world.random(2) > 0) return linkAgain(world, gone)
  const sold = world.orders.findLast(({ status }) => status === 'pending')
  const [code = world.pick(codes)] = Object.keys(sold?.lines ?? {}) as Code[]
  const shop = sold?.shop ?? world.random(2)
  const key = world.shopSku(code, shop)
  if (world.apart.has(key)) return
  const path = `/sku-centers/${world.idOf(code)}`
  const detail = await world.seller.call(`GET ${path}`)
  const listings = detail.at<{ id: number; product_id: number; shop_sku: string }[]>('data.listings.data')
  const listing = listings.find((one) => one.shop_sku === key)
  if (!listing) throw new Error(`${key} is not linked`)
  if (world.random(2) === 0) {
    expect((await world.seller.call(`DELETE /products/${listing.product_id}`)).status).toBe(200)
    world.apart.set(key, { code, shop, id: null })
    return
  }
  const unlinked = await world.seller.call(`DELETE ${path}/product/${listing.product_id}`)
  expect(unlinked.status).toBe(200)
  world.apart.set(key, { code, shop, id: listing.id })
  for (const { status, recipes, late } of ordersOf(world, code, shop))
    if (late.delete(code) && status === 'pending') recipes.set(code, {})
}

async function linkAgain(
  world: World,
  { code, shop, id }: { code: Code; shop: number; id: number | null },
): Promise<void> {
  const key = world.shopSku(code, shop)
  if (id === null) {
    await reportProducts(world, shop, [code], { anew: world.anew.get(key) ?? '1' })
    await checkStock(world)
  } else {
    const body = { product_sku_ids: [id], move: false }
    const linked = await world.seller.call(`POST /sku-centers/${world.idOf(code)}/listings`, body)
    expect(linked.status).toBe(200)
  }
  world.apart.delete(key)
  for (const { status, recipes, late } of ordersOf(world, code, shop)) {
    late.delete(code)
    if (status !== 'pending' || Object.keys(recipes.get(code) ?? {}).length > 0) continue
    recipes.set(code, world.piecesOf(code, shop))
    late.add(code)
  }
}

/** A SKU that was never counted is merged with a counted one, which ends as if it had never been. */
export async function mergeUncounted(world: World): Promise<void> {
  const { ownerId, running, seller } = world
  const [shopId = 0] = world.shops
  const name = `NEW ${world.minute++}`
  const skus = [skuOf({ shopSku: name, sellerSku: name })]
  await putProducts(running, { ownerId, shopId }, [productOf({ channelProductId: name, skus })])
  const report = (status: 'pending' | 'shipped' | 'delivered') =>
    putOrders(running, ownerId, shopId, [
      orderOf({
        channelOrderId: `${name} ${status === 'pending' ? 'open' : 'gone'}`,
        status,
        placedAt: new Date(),
        changedAt: new Date(Date.now() - 86_400_000 + world.minute++ * 60_000),
        lines: [lineOf({ shopSku: name, quantity: 2 })],
      }),
    ])
  await report('shipped')
  await report('pending')
  const { id, productId } = await find<{ id: number; productId: number }>(
    world,
    // Linked before its orders came.
    sql`update product_skus set linked_at = now() - interval '2 days'
      where owner_id = ${ownerId} and shop_sku = ${name} returning sku_id as id, product_id as "productId"`,
  )
  const code = world.pick(plain)
  const pair = world.random(1) ? [id, world.idOf(code)] : [world.idOf(code), id]
  const merged = await seller.call(`POST /sku-centers/${pair[0]}/merge`, { sku_ids: [pair[1]] })
  expect(merged.status).toBe(200)
  await report('delivered')
  const figures = await find(
    world,
    sql`select sum(on_hand)::int as "onHand", sum(reserved)::int as reserved from stock
      where owner_id = ${ownerId} and sku_id = ${pair[0]}`,
  )
  expect(figures).toEqual({ onHand: world.onHand.get(code), reserved: world.reserved(code) + 2 })
  expect((await seller.call(`POST /sku-merges/${merged.at<number>('meta.merge.id')}/undo`)).status).toBe(200)
  const left = sql`select count(*)::int as figures from stock where owner_id = ${ownerId} and sku_id = ${id}`
  expect(await find(world, left)).toEqual({ figures: 0 })
  expect((await seller.call(`DELETE /products/${productId}`)).status).toBe(200)
}

async function find<T>(world: World, query: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await world.running.db.asOwner(world.ownerId, (tx) => query.execute(tx))
  return rows[0] as T
}
