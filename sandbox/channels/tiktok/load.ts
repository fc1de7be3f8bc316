import { hash } from '../../kit/random.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { readOrderRecords, SAMPLE_PATH } from '../../retail/sample.ts'
import { takeOrders } from '../../kit/take-orders.ts'
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

/** Takes orders in; `now` is the moment that their ages count from. No webhooks: they were there before. */
export async function loadRecords(
  tiktok: Tiktok,
  records: Iterable<OrderRecord> | AsyncIterable<OrderRecord>,
  shop?: Shop,
  now = tiktok.clock.now(),
): Promise<number> {
  const orders = await takeOrders(records, {
    make(record, taken: ReadonlySet<string>) {
      const seller = shop ?? shopOf(record)
      return seller && tiktok.maker.make(seller, record, now, taken)
    },
    idOf: (order) => order.id,
    add: (made) => tiktok.book.add(made),
  })
  for (const order of orders) tiktok.lifecycle.resume(order)
  return orders.length
}

export const loadSample = (tiktok: Tiktok, now?: number): Promise<number> =>
  loadRecords(tiktok, readOrderRecords(SAMPLE_PATH), undefined, now)
