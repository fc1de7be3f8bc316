import { readInvoices, toOrderRecords } from '../../retail/invoices.ts'
import { readOrderRecords, SAMPLE_PATH } from '../../retail/sample.ts'
import type { OrderRecord } from '../../order-record.ts'
import { hash } from '../../random.ts'
import { SHOPS } from './shops.ts'
import type { Order, Shop, Shopee } from './types.ts'

const [MALAYSIA, VIETNAM, SINGAPORE] = SHOPS as [Shop, Shop, Shop]

/** Two thirds of the customers buy in Malaysia, one in fifty is Singapore's, the others buy in Vietnam. */
function shopOf(record: OrderRecord): Shop {
  const drawn = hash(`shop:${record.customer ?? record.ref}`) % 150
  if (drawn < 3) return SINGAPORE
  return drawn < 100 ? MALAYSIA : VIETNAM
}

export class UnknownShop extends Error {}

export function chooseShop(shopee: Shopee, shopId: number): Shop {
  const shop = shopee.shops.get(shopId)
  if (!shop)
    throw new UnknownShop(`there is no shop ${shopId}; there are ${[...shopee.shops.keys()].join(', ')}`)
  return shop
}

const CHUNK = 20_000

/** Takes orders in; `now` is the moment that their ages count from. No pushes: they were there before. */
export async function loadRecords(
  shopee: Shopee,
  records: Iterable<OrderRecord> | AsyncIterable<OrderRecord>,
  {
    shopId,
    now = shopee.clock.now(),
    limit = Infinity,
  }: { shopId?: number | undefined; now?: number; limit?: number | undefined } = {},
): Promise<number> {
  let batch: Order[] = []
  let loaded = 0
  const names = new Set<string>()
  const flush = (): void => {
    shopee.book.add(batch)
    batch = []
    names.clear()
  }
  for await (const record of records) {
    if (loaded >= limit) break
    const wanted = record.shop_id ?? shopId
    const order = shopee.maker.make(
      wanted === undefined ? shopOf(record) : chooseShop(shopee, wanted),
      record,
      now,
    )
    // Two orders of one batch can't see each other's names in the book.
    if (names.has(order.sn)) flush()
    names.add(order.sn)
    batch.push(order)
    loaded++
    if (batch.length >= CHUNK) flush()
  }
  flush()
  return loaded
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
