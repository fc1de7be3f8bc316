import { loadOrders, type ShopRecords } from '../../kit/load-orders.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { hash } from '../../kit/random.ts'
import { readSample } from '../../retail/sample.ts'
import type { Lazada } from './lazada.ts'
import { SHOPS } from './shops.ts'
import type { Shop } from './types.ts'

const [MALAYSIA, VIETNAM, SINGAPORE] = SHOPS as [Shop, Shop, Shop]

/** No pushes: the orders were there before. */
export const loadRecords = async (
  lazada: Lazada,
  records: ShopRecords<Shop>,
  now?: number,
): Promise<number> => (await loadOrders(lazada, records, { now })).length

/** A third of the sample's customers buy here too, other things at other times: their orders of the other half of the day. */
async function* sample(lazada: Lazada): AsyncGenerator<[Shop, OrderRecord]> {
  for await (const record of readSample(lazada)) {
    const drawn = hash(`lazada:${record.customer ?? record.ref}`) % 90
    if (drawn >= 30) continue
    const shop = drawn < 1 ? SINGAPORE : drawn < 19 ? MALAYSIA : VIETNAM
    const shifted = (record.age ?? 0) + (hash(`lazada-time:${record.ref}`) % 43_200)
    yield [shop, { ...record, ref: `lazada:${record.ref}`, age: shifted }]
  }
}

export const loadSample = (lazada: Lazada, now?: number): Promise<number> =>
  loadRecords(lazada, sample(lazada), now)
