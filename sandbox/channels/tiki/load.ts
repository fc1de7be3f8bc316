import { assignShops, loadOrders, type ShopRecords } from '../../kit/load-orders.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { hash } from '../../kit/random.ts'
import { readSample } from '../../retail/sample.ts'
import { SHOPS } from './shops.ts'
import type { Tiki } from './tiki.ts'
import type { Shop } from './types.ts'

/** Returns the shop of a record: one in eight of the sample's customers buys here, most of them in the first shop. */
function shopOf(record: OrderRecord): Shop | undefined {
  const drawn = hash(`tiki:${record.customer ?? record.ref}`) % 32
  const [living, kitchen] = SHOPS
  if (drawn < 3) return living
  return drawn === 3 ? kitchen : undefined
}

export const loadRecords = async (tiki: Tiki, records: ShopRecords<Shop>, now?: number): Promise<number> =>
  (await loadOrders(tiki, records, { now })).length

export const loadSample = (tiki: Tiki, now?: number): Promise<number> =>
  loadRecords(tiki, assignShops(readSample(tiki), shopOf), now)
