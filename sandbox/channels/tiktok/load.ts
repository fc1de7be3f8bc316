import { hash } from '../../random.ts'
import type { OrderRecord } from '../../order-record.ts'
import { readOrderRecords, SAMPLE_PATH } from '../../retail/sample.ts'
import { SHOPS } from './shops.ts'
import type { Order, Shop, Tiktok } from './types.ts'

/** Of the sample's customers one in three buys here: two thirds of those in Malaysia, the others in Vietnam. */
function shopOf(record: OrderRecord): Shop | undefined {
  const drawn = hash(`tiktok:${record.customer ?? record.ref}`) % 9
  const [malaysia, vietnam] = SHOPS
  if (drawn < 2) return malaysia
  return drawn === 2 ? vietnam : undefined
}

/** Takes orders in; `now` is the moment that their ages count from. No webhooks: they were there before. */
export async function loadRecords(
  tiktok: Tiktok,
  records: Iterable<OrderRecord> | AsyncIterable<OrderRecord>,
  shop?: Shop,
): Promise<number> {
  const orders: Order[] = []
  const taken = new Set<string>()
  const now = tiktok.clock.now()
  for await (const record of records) {
    const seller = shop ?? shopOf(record)
    if (!seller) continue
    const order = tiktok.maker.make(seller, record, now, taken)
    taken.add(order.id)
    orders.push(order)
  }
  // All at once, so that the shelves are sorted once.
  tiktok.book.add(orders)
  for (const order of orders) tiktok.lifecycle.resume(order)
  return orders.length
}

export const loadSample = (tiktok: Tiktok): Promise<number> =>
  loadRecords(tiktok, readOrderRecords(SAMPLE_PATH))
