import { chooseShop } from '../../kit/channel-control.ts'
import { assignShops, loadOrders, type ShopRecords } from '../../kit/load-orders.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { hash } from '../../kit/random.ts'
import { readInvoices, toOrderRecords } from '../../retail/invoices.ts'
import { readOrderRecords, SAMPLE_PATH } from '../../retail/sample.ts'
import type { Shopee } from './shopee.ts'
import { SHOPS } from './shops.ts'
import type { Shop } from './types.ts'

const [MALAYSIA, VIETNAM, SINGAPORE] = SHOPS as [Shop, Shop, Shop]

/** Two thirds of the customers buy in Malaysia, one in fifty is Singapore's, the others buy in Vietnam. */
function shopOf(record: OrderRecord): Shop {
  const drawn = hash(`shop:${record.customer ?? record.ref}`) % 150
  if (drawn < 3) return SINGAPORE
  return drawn < 100 ? MALAYSIA : VIETNAM
}

interface LoadOptions {
  now?: number | undefined
  limit?: number | undefined
}

/** No pushes: the orders were there before. */
export async function loadRecords(
  shopee: Shopee,
  records: ShopRecords<Shop>,
  options: LoadOptions = {},
): Promise<number> {
  const orders = await loadOrders(shopee, records, options)
  for (const order of orders) shopee.lifecycle.resume(order)
  return orders.length
}

/** Gives records to the shop that they name, else to the one that the call names, else by their customer. */
export const loadFrom = (
  shopee: Shopee,
  records: Iterable<OrderRecord> | AsyncIterable<OrderRecord>,
  { shopId, ...options }: LoadOptions & { shopId?: number | undefined } = {},
): Promise<number> =>
  loadRecords(
    shopee,
    assignShops(records, (record) => {
      const wanted = record.shop_id ?? shopId
      return wanted === undefined ? shopOf(record) : chooseShop(shopee.shops, wanted)
    }),
    options,
  )

export const loadSample = (shopee: Shopee, now?: number): Promise<number> =>
  loadFrom(shopee, readOrderRecords(SAMPLE_PATH), { now })

/** Loads a file by its name: the retail CSV, or the line-JSON form. Both may be gzipped. */
export async function loadFile(
  shopee: Shopee,
  path: string,
  options: { shopId?: number | undefined; limit?: number | undefined },
): Promise<number> {
  const isCsv = /\.csv(\.gz)?$/.test(path)
  return loadFrom(shopee, isCsv ? toOrderRecords(await readInvoices(path)) : readOrderRecords(path), options)
}
