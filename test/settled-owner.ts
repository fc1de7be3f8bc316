import { sql } from 'kysely'
import { countStock } from '../server/stock/stock-ledger-store.ts'
import type { Account, TestConsole } from './console.ts'
import { addressOf, addShop, lineOf, orderOf, putOrders } from './orders.ts'
import { productOf, putProducts } from './products.ts'

export type Owned = { account: Account; shops: [number, number]; orders: number[]; codes: string[] }

/** An owner with two shops, eight orders, and something in every table. */
export async function settleOwner(running: TestConsole, name: string, buyer: string): Promise<Owned> {
  const account = await running.signUp(name)
  const { ownerId } = account
  const shops: [number, number] = [
    await addShop(running, ownerId, `${name} one`),
    await addShop(running, ownerId, `${name} two`),
  ]
  const orders: number[] = []
  const codes: string[] = []
  for (const [at, shop] of shops.entries()) {
    const made = Array.from({ length: 4 }, (_, place) =>
      orderOf({
        channelOrderId: `${name.toUpperCase()}${at}${place}`,
        status: place === 0 ? 'shipped' : 'pending',
        buyer: { channelBuyerId: String(place), name: `${buyer} ${place}` },
        address: addressOf({ name: `${buyer} ${place}`, phone: '+60 12-345 6789', street: '1 Jalan Ipoh' }),
        lines: [lineOf({ sellerSku: 'SAME-SKU' })],
        packages: [
          { channelPackageId: 'P1', provider: 'J&T', trackingNumber: `${name}T${place}`, channelStatus: 'X' },
        ],
      }),
    )
    orders.push(...(await putOrders(running, ownerId, shop, made)).created)
    codes.push(...made.map(({ channelOrderId }) => channelOrderId))
  }
  const listings = await putProducts(running, { ownerId, shopId: shops[0] }, [
    productOf({ channelProductId: '100' }),
  ])
  await account.call('GET /shops/authorization-url?platform_id=2')
  await running.db.asOwner(ownerId, async (tx) => {
    const at = new Date()
    await sql`insert into sync_hints values (${ownerId}, ${shops[0]}, 'hint', ${at})`.execute(tx)
    await sql`insert into sync_failures values (${ownerId}, ${shops[0]}, ${`${name}-failed`}, 'reason', null, 1, ${at}, ${at})`.execute(
      tx,
    )
    await sql`insert into product_syncs (owner_id, shop_id, phase, state, look_started_at, import_started_at)
      values (${ownerId}, ${shops[0]}, 'follow', 'done', ${at}, ${at})`.execute(tx)
    await sql`insert into product_hints values (${ownerId}, ${shops[0]}, 'hint', ${at})`.execute(tx)
    await sql`insert into product_failures values (${ownerId}, ${shops[0]}, 'failed', 'reason', null, 1, ${at}, ${at})`.execute(
      tx,
    )
    await sql`update shops set is_stock_sync = true where owner_id = ${ownerId} and id = ${shops[0]}`.execute(
      tx,
    )
    const [skuId] = listings
    if (skuId === undefined) throw new Error('the product has no SKU')
    await countStock(tx, { ownerId, shopId: shops[0] }, [{ skuId, quantity: 20 }], at)
    await sql`insert into shop_credentials values (${ownerId}, ${shops[0]}, '', ${at}, ${at}, ${at})`.execute(
      tx,
    )
  })
  return { account, shops, orders, codes }
}
