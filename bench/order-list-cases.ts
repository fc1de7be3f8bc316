/** The requests of the list bench, with values that are really in the data. */
import type { Client } from 'pg'
import { orderStatuses } from '../model/order-status.ts'
import { fold } from '../model/keyword.ts'
import { createRandom } from './made-orders.ts'

/** A name that ends in an asterisk is beyond the bar and is told for its own sake. */
export type ListCase = { name: string; paths: string[] }

const filter = '/api/v2/orders/filter?limit=20'
const counts = '/api/v2/orders/get-status'
const values = 200

export async function listCases(client: Client, ownerId: string): Promise<ListCase[]> {
  const shops = (
    await client.query<{ id: string }>('select id from shops where owner_id = $1 order by id', [ownerId])
  ).rows
  const orders = Number(
    (
      await client.query<{ n: string }>(
        `select sum(${orderStatuses.join(' + ')}) as n from order_counts where owner_id = $1 and span = 0`,
        [ownerId],
      )
    ).rows[0]?.n,
  )
  const shop = shops[0]?.id
  const otherShop = shops[1]?.id
  const [ofShop] = (
    await client.query<{ delivered: number }>(
      'select sum(delivered)::int as delivered from order_counts where owner_id = $1 and span = 0 and shop_id = $2',
      [ownerId, shop],
    )
  ).rows
  const delivered = ofShop?.delivered ?? 0
  const keywords = await sampleKeywords(client, ownerId)
  const after = await cursors(client, ownerId)
  const week = [day(-6), day(0)] as const
  const quarter = [day(-120), day(-31)] as const
  const dates = ([from, to]: readonly [string, string]) => `&from=${from}&to=${to}`
  const mixed = Object.values(keywords).flat()
  const search = (list: string[]) =>
    shuffled(list).map((keyword) => `${filter}&keyword=${encodeURIComponent(keyword)}`)
  const asQuery = (paths: string[]) => paths.map((path) => path.replace(`${filter}&`, `${counts}?`))
  /** Pages that lie beyond the data of a small run are left out of it. */
  const page = (number: number, share = 1): ListCase[] =>
    number * 20 <= orders * share
      ? [
          {
            name: `page ${number.toLocaleString('en')}${share === 1 ? '' : ', one status'}`,
            paths: around(number).map(
              (each) => `${filter}&page=${each}${share === 1 ? '' : '&status=delivered'}`,
            ),
          },
        ]
      : []
  // The rarest courier of the data has a fiftieth of the orders.
  const courierPage = (number: number): ListCase[] =>
    number * 20 <= orders / 50
      ? [
          {
            name: `page ${number}, courier`,
            paths: around(number).map((each) => `${filter}&page=${each}&shipment_id=3`),
          },
        ]
      : []
  return [
    { name: 'one status, common', paths: [`${filter}&status=delivered`] },
    { name: 'one status, rare', paths: [`${filter}&status=pending`, `${filter}&status=unpaid`] },
    { name: 'status and shop', paths: [`${filter}&status=delivered&shop_id=${shop}`] },
    { name: 'shop', paths: [`${filter}&shop_id=${shop}`, `${filter}&shop_id=${otherShop}`] },
    { name: 'two shops', paths: [`${filter}&shop_id=${shop},${otherShop}`] },
    { name: 'two statuses', paths: [`${filter}&status=pending,shipped`] },
    { name: 'payment method', paths: [`${filter}&payment_method=1`] },
    { name: 'courier, rare and common', paths: [`${filter}&shipment_id=3`, `${filter}&shipment_id=5`] },
    { name: 'last 7 days', paths: [`${filter}${dates(week)}`] },
    {
      name: 'status, shop and dates',
      paths: [`${filter}&status=delivered&shop_id=${shop}${dates(quarter)}`],
    },
    { name: 'keyword, all kinds', paths: search(mixed) },
    ...Object.entries(keywords).map(([kind, list]) => ({ name: `keyword: ${kind}`, paths: search(list) })),
    { name: 'keyword and status', paths: search(mixed).map((path) => `${path}&status=delivered`) },
    ...page(100),
    ...page(5000),
    ...page(20_000),
    ...page(45_000),
    ...page(100, 0.8),
    ...page(5000, 0.8),
    ...page(20_000, 0.8),
    ...(delivered >= 20_000
      ? [
          {
            name: 'page 1,000, status and shop',
            paths: around(1000).map((each) => `${filter}&page=${each}&status=delivered&shop_id=${shop}`),
          },
        ]
      : []),
    ...courierPage(500),
    { name: 'after a cursor', paths: after.map((cursor) => `${filter}&after=${encodeURIComponent(cursor)}`) },
    { name: 'tab counts', paths: [counts] },
    { name: 'tab counts, shop', paths: [`${counts}?shop_id=${shop}`] },
    { name: 'tab counts, courier', paths: [`${counts}?shipment_id=3`] },
    { name: 'tab counts, dates', paths: [`${counts}?from=${quarter[0]}&to=${quarter[1]}`] },
    { name: 'tab counts, keyword', paths: asQuery(search(mixed)) },
    { name: 'order detail', paths: await details(client, ownerId) },
    { name: 'starred *', paths: [`${filter}&is_star=1`] },
    { name: 'sort by total *', paths: [`${filter}&sort=-total_price`] },
    { name: 'keyword: best-selling SKUs *', paths: search(await bestSellers(client, ownerId)) },
    {
      name: 'keyword: common family names *',
      paths: search(['佐藤', '田中', 'nguyen', 'trần', 'smith', '陳']),
    },
  ]
}

/** `days` from today, in the account's time zone. */
function day(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(at)
}

/** The page and its neighbours, so that no single day of the data decides. */
function around(page: number): number[] {
  return Array.from({ length: 16 }, (_, at) => page - at * 3)
}

async function sampleKeywords(client: Client, ownerId: string): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ code: string; tracking: string; phone: string; name: string }>(
    `select channel_order_id as code, tracking_number as tracking, buyer_phone as phone, buyer_name as name from orders
     where owner_id = $1 and tracking_number is not null and id % 7 = 0 order by hashint8(id) limit 20000`,
    [ownerId],
  )
  const skus = await client.query<{ sku: string }>(
    `select seller_sku as sku from order_items where owner_id = $1 group by seller_sku order by hashtext(seller_sku) limit ${values}`,
    [ownerId],
  )
  const pick = (list: string[]) => [...new Set(list)].slice(0, values)
  const names = rows.map(({ name }) => name)
  const vietnamese = pick(
    names.filter((name) => /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i.test(name)),
  )
  return {
    'order code': pick(rows.map(({ code }) => code)),
    'tracking number': pick(rows.map(({ tracking }) => tracking)),
    phone: pick(rows.map(({ phone }) => phone)),
    'Japanese name': pick(
      names.filter((name) => /[\u3041-\u30ff]|\p{Script=Han}.* \p{Script=Han}/u.test(name)),
    ),
    'Vietnamese name': vietnamese,
    'Vietnamese name, plain letters': vietnamese.map(fold),
    SKU: skus.rows.map(({ sku }) => sku),
  }
}

async function bestSellers(client: Client, ownerId: string): Promise<string[]> {
  const { rows } = await client.query<{ sku: string }>(
    'select seller_sku as sku from order_items where owner_id = $1 group by seller_sku order by count(*) desc limit 20',
    [ownerId],
  )
  return rows.map(({ sku }) => sku)
}

async function cursors(client: Client, ownerId: string): Promise<string[]> {
  const { rows } = await client.query<{ placed: string; id: string }>(
    `select to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"') as placed, id from orders where owner_id = $1
     order by hashint8(id) limit ${values}`,
    [ownerId],
  )
  return rows.map(({ placed, id }) => `${placed}~${id}`)
}

async function details(client: Client, ownerId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from orders where owner_id = $1 order by hashint8(id) limit ${values}`,
    [ownerId],
  )
  return rows.map(({ id }) => `/api/v2/orders/${id}`)
}

function shuffled<T>(list: T[]): T[] {
  const random = createRandom(42)
  return list
    .map((value) => ({ value, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
