import { hash } from '../../kit/random.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { readOrderRecords, SAMPLE_PATH } from '../../retail/sample.ts'
import { takeOrders } from '../../kit/take-orders.ts'
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

/** Takes orders in; `now` is the moment that their ages count from. */
export async function loadRecords(
  tiki: Tiki,
  records: Iterable<OrderRecord> | AsyncIterable<OrderRecord>,
  shop?: Shop,
  now = tiki.clock.now(),
): Promise<number> {
  const orders = await takeOrders(records, {
    make(record, taken: ReadonlySet<string>) {
      const seller = shop ?? shopOf(record)
      return seller && tiki.maker.make(seller, record, now, taken)
    },
    idOf: (order) => order.code,
    add: (made) => tiki.book.add(made),
  })
  return orders.length
}

export const loadSample = (tiki: Tiki, now?: number): Promise<number> =>
  loadRecords(tiki, readOrderRecords(SAMPLE_PATH), undefined, now)
