import { chooseShop } from '../../kit/channel-control.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { hash } from '../../kit/random.ts'
import { readInvoices, toOrderRecords } from '../../retail/invoices.ts'
import { readOrderRecords, SAMPLE_PATH } from '../../retail/sample.ts'
import { takeOrders } from '../../kit/take-orders.ts'
import { SHOPS } from './shops.ts'
import type { Shopee } from './shopee.ts'
import type { Shop } from './types.ts'

const [MALAYSIA, VIETNAM, SINGAPORE] = SHOPS as [Shop, Shop, Shop]

/** Two thirds of the customers buy in Malaysia, one in fifty is Singapore's, the others buy in Vietnam. */
function shopOf(record: OrderRecord): Shop {
  const drawn = hash(`shop:${record.customer ?? record.ref}`) % 150
  if (drawn < 3) return SINGAPORE
  return drawn < 100 ? MALAYSIA : VIETNAM
}

/** Takes orders in; `now` is the moment that their ages count from. No pushes: they were there before. */
export async function loadRecords(
  shopee: Shopee,
  records: Iterable<OrderRecord> | AsyncIterable<OrderRecord>,
  {
    shopId,
    now = shopee.clock.now(),
    limit,
  }: { shopId?: number | undefined; now?: number; limit?: number | undefined } = {},
): Promise<number> {
  const orders = await takeOrders(records, {
    make(record, taken: ReadonlySet<string>) {
      const wanted = record.shop_id ?? shopId
      const shop = wanted === undefined ? shopOf(record) : chooseShop(shopee.shops, wanted)
      return shopee.maker.make(shop, record, now, taken)
    },
    idOf: (order) => order.sn,
    add: (made) => shopee.book.add(made),
    limit,
  })
  for (const order of orders) shopee.lifecycle.resume(order)
  return orders.length
}

export const loadSample = (shopee: Shopee, now?: number): Promise<number> =>
  loadRecords(shopee, readOrderRecords(SAMPLE_PATH), now === undefined ? {} : { now })

/** Loads a file by its name: the retail CSV, or the line-JSON form. Both may be gzipped. */
export async function loadFile(
  shopee: Shopee,
  path: string,
  options: { shopId?: number | undefined; limit?: number | undefined },
): Promise<number> {
  const isCsv = /\.csv(\.gz)?$/.test(path)
  return loadRecords(
    shopee,
    isCsv ? toOrderRecords(await readInvoices(path)) : readOrderRecords(path),
    options,
  )
}
