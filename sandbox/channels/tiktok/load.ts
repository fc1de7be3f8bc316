import { assignShops, loadOrders, type ShopRecords } from '../../kit/load-orders.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { hash } from '../../kit/random.ts'
import { readSample } from '../../retail/sample.ts'
import { SHOPS } from './shops.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'

/** Returns the shop of a record. A third of the customers buy here: two thirds in Malaysia, the others in Vietnam. */
function shopOf(record: OrderRecord): Shop | undefined {
  const drawn = hash(`tiktok:${record.customer ?? record.ref}`) % 9
  const [malaysia, vietnam] = SHOPS
  if (drawn < 2) return malaysia
  return drawn === 2 ? vietnam : undefined
}

/** No webhooks: the orders were there before. */
export async function loadRecords(tiktok: Tiktok, records: ShopRecords<Shop>, now?: number): Promise<number> {
  const orders = await loadOrders(tiktok, records, { now })
  for (const order of orders) tiktok.lifecycle.resume(order)
  return orders.length
}

export const loadSample = (tiktok: Tiktok, now?: number): Promise<number> =>
  loadRecords(tiktok, assignShops(readSample(tiktok), shopOf), now)
