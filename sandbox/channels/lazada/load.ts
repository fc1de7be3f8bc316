import { hash } from '../../kit/random.ts'
import { readOrderRecords, SAMPLE_PATH } from '../../retail/sample.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { takeOrders } from '../../kit/take-orders.ts'
import { SHOPS } from './shops.ts'
import type { Lazada } from './lazada.ts'
import type { Shop } from './types.ts'

const [MALAYSIA, VIETNAM, SINGAPORE] = SHOPS as [Shop, Shop, Shop]

/** Takes orders in; `now` is the moment that their ages count from. No pushes: they were there before. */
export async function loadRecords(
  lazada: Lazada,
  records: Iterable<[Shop, OrderRecord]> | AsyncIterable<[Shop, OrderRecord]>,
  now = lazada.clock.now(),
): Promise<number> {
  const orders = await takeOrders(records, {
    make: ([shop, record], taken: ReadonlySet<number>) => lazada.maker.make(shop, record, now, taken),
    idOf: (order) => order.id,
    add: (made) => lazada.book.add(made),
  })
  return orders.length
}

/** A third of the sample's customers buy here too, other things at other times: their orders of the other half of the day. */
async function* sample(): AsyncGenerator<[Shop, OrderRecord]> {
  for await (const record of readOrderRecords(SAMPLE_PATH)) {
    const drawn = hash(`lazada:${record.customer ?? record.ref}`) % 90
    if (drawn >= 30) continue
    const shop = drawn < 1 ? SINGAPORE : drawn < 19 ? MALAYSIA : VIETNAM
    const shifted = (record.age ?? 0) + (hash(`lazada-time:${record.ref}`) % 43_200)
    yield [shop, { ...record, ref: `lazada:${record.ref}`, age: shifted }]
  }
}

export const loadSample = (lazada: Lazada, now?: number): Promise<number> =>
  loadRecords(lazada, sample(), now)
