/** Orders of every kind whose truth a test knows, and the order list computed from them the slow way. */
import { sql } from 'kysely'
import { orderStatuses, type OrderStatus } from '../../model/order-status.ts'
import { paymentMethodIds, paymentMethods, type ChannelOrder } from '../../model/order.ts'
import { changeMarked, type CountedOrder } from '../../server/orders/list/order-counts-store.ts'
import { setCourier } from '../../server/orders/actions/order-courier-store.ts'
import { starOrders } from '../../server/orders/detail/order-store.ts'
import type { Account, TestConsole } from '../start-test-console.ts'
import { addressOf, addShop, lineOf, noPayment, orderOf, pick, putOrders, seeded } from './stored-orders.ts'

/** Facts about an order that was put in. */
export type Known = {
  id: number
  code: string
  shop: number
  status: OrderStatus
  payment: number
  courier: number
  placed: number
  paid: number | null
  shipped: number | null
  sold: number | null
  updated: number
  shipBy: number | null
  total: number
  isStar: boolean
  isPrinted: boolean
  asksToCancel: boolean
  /** Values by which a keyword may find it. */
  name: string
  phone: string | null
  tracking: string | null
  sku: string
}

export type KnownOrders = { all: Known[]; shops: number[] }
/** A query of the list, as it is sent. */
export type Query = Record<string, string>

// UTC offset of Asia/Kuala_Lumpur, where every test account is.
const offset = 8 * 3_600_000
export const day = 86_400_000
const names = [
  '田中 ケンジ',
  '佐藤 美咲',
  '山田太郎',
  'Nguyễn Thị Ánh',
  'Đặng Văn Hùng',
  "O'Brien Tan",
  'Siti binti Ahmad',
  'Lim Wei Jie',
  'さくら 高橋',
]
/** Self delivery has number 0. */
const ownCouriers = [0, 1, 3]
const skus = ['LAMP-RED-01', 'LAMP-BLUE-02', '提灯-赤', 'MUG01', 'T-SHIRT/XL']

/** Three shops of the seller, two of one platform, with 3,000 orders; and somebody else with some of the same. */
export async function putKnownOrders(running: TestConsole, seller: Account): Promise<KnownOrders> {
  const shops = await Promise.all(
    ['a', 'b', 'c'].map((name, at) => addShop(running, seller.ownerId, name, at === 2 ? 1 : 2)),
  )
  const orders = madeOrders()
  const other = await running.signUp('other')
  const otherShop = await addShop(running, other.ownerId, 'other')
  await putOrders(running, other.ownerId, otherShop, orders.slice(0, 400))
  for (const [at, shop] of shops.entries()) {
    const ofShop = orders.filter((_, place) => place % shops.length === at)
    for (let start = 0; start < ofShop.length; start += 250) {
      await putOrders(running, seller.ownerId, shop, ofShop.slice(start, start + 250))
    }
  }
  await markSome(running, seller)
  // autovacuum does this within a minute of such an import; it is off in the tests' server.
  await running.db.pool.query('analyze')
  return { shops, all: await readBack(running, seller, orders, shops[2]) }
}

/** Some 3,000 orders over fourteen months, crowded where months and days meet. */
function madeOrders(): ChannelOrder[] {
  const random = seeded(7)
  const first = Date.parse('2025-01-01T00:00:00Z') - offset
  const edges = Array.from({ length: 15 }, (_, at) => Date.UTC(2025, at, 1) - offset)
  return Array.from({ length: 3000 }, (_, at) => {
    const edge = pick(random, edges) + Math.floor(random() * 4 - 2)
    const placed = at % 10 === 0 ? edge : first + Math.floor(random() * 420) * day + momentOfDay(random)
    const status = pick(random, orderStatuses)
    const paidAt = status === 'unpaid' ? null : new Date(placed + Math.floor(random() * 3 * day))
    const name = at % 50 === 7 ? `珍${at}客` : pick(random, names)
    const phone = random() < 0.8 ? `+60 1${at % 10}-${String(3_000_000 + at * 7919).slice(0, 7)}` : null
    const quantity = 1 + Math.floor(random() * 4)
    const total = pick(random, [500, 1000, 1999, 2500, 100_000])
    return orderOf({
      channelOrderId: `25${String(10_000 + at * 17).padStart(6, '0')}${'ABCDEFGH'[at % 8]}${at % 97}Z`,
      status,
      placedAt: new Date(placed),
      changedAt: new Date(placed + Math.floor(random() * 10 * day)),
      paidAt,
      shipBy: random() < 0.6 ? new Date(placed + 2 * day + Math.floor(random() * 3) * 3_600_000) : null,
      cancelRequestedAt: random() < 0.1 ? new Date(placed + day) : null,
      paymentMethod: pick(random, paymentMethods),
      buyer: { channelBuyerId: String(at % 333), name },
      address: addressOf({ name, phone, city: 'Ipoh' }),
      lines: [lineOf({ shopSku: `${at % 40}_0`, sellerSku: pick(random, skus), quantity, total })],
      packages:
        random() < 0.5
          ? [
              {
                channelPackageId: `P${at}`,
                provider: 'J&T',
                trackingNumber: `MY${600_000_000 + at * 31}X`,
                channelStatus: 'READY',
              },
            ]
          : [],
      payment: { ...noPayment, subTotal: total },
    })
  })
}

/** Often a moment around midnight of the account's time zone, or of UTC. */
function momentOfDay(random: () => number): number {
  return pick(random, [
    0,
    1,
    day - 1,
    8 * 3_600_000,
    8 * 3_600_000 - 1,
    Math.floor(random() * day),
    Math.floor(random() * day),
  ])
}

async function markSome(running: TestConsole, seller: Account): Promise<void> {
  await running.db.asOwner(seller.ownerId, async (tx) => {
    type Row = Pick<CountedOrder, 'paymentMethod' | 'status' | 'courier' | 'placedAt'> & {
      id: number
      shopId: number
    }
    const read = async () =>
      (
        await sql<Row>`
          select id, shop_id as "shopId", payment_method as "paymentMethod", status, courier, placed_at as "placedAt" from orders
          where owner_id = ${seller.ownerId}`.execute(tx)
      ).rows
    const unsent = await read()
    for (const shopId of new Set(unsent.map((row) => row.shopId)))
      for (const courier of ownCouriers) {
        const ids = unsent
          .filter((row) => row.shopId === shopId && row.id % 13 === courier)
          .map(({ id }) => id)
        await setCourier(tx, { ownerId: seller.ownerId, shopId }, ids, courier)
      }
    const rows = await read()
    const starred = rows.filter(({ id }) => id % 7 === 0).map(({ id }) => id)
    await starOrders(tx, seller.ownerId, starred, true, [])
    await changeMarked(
      tx,
      seller.ownerId,
      'isPrinted',
      1,
      rows.filter(({ id }) => id % 5 === 0),
    )
    const times = rows.map(({ id, placedAt }) => ({
      id,
      updated: new Date(Number(placedAt) + (id % 11) * 3_600_000),
    }))
    await sql`update orders o set printed_at = case when o.id % 5 = 0 then o.placed_at end, updated_at = r.updated
      from json_to_recordset(${JSON.stringify(times)}::json) as r(id bigint, updated timestamptz)
      where o.owner_id = ${seller.ownerId} and o.id = r.id`.execute(tx)
  })
}

/** The ids and times that the store gave; all else is as it was put in. */
async function readBack(
  running: TestConsole,
  seller: Account,
  orders: ChannelOrder[],
  lazadaShop: number | undefined,
): Promise<Known[]> {
  const rows = await running.db.asOwner(seller.ownerId, async (tx) => {
    return (
      await sql<{
        id: number
        code: string
        shop: number
        updated: Date
      }>`select id, channel_order_id as code, shop_id as shop, updated_at as updated
        from orders where owner_id = ${seller.ownerId}`.execute(tx)
    ).rows
  })
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return orders.map((order): Known => {
    const stored = byCode.get(order.channelOrderId)
    if (!stored) throw new Error(`${order.channelOrderId} was not stored`)
    const isUnderway = ['shipped', 'delivered', 'failed', 'returned'].includes(order.status)
    return {
      id: stored.id,
      code: order.channelOrderId,
      shop: stored.shop,
      status: order.status,
      payment: paymentMethodIds[order.paymentMethod],
      courier:
        ownCouriers.find((courier) => stored.id % 13 === courier) ?? (stored.shop === lazadaShop ? 6 : 5),
      placed: +order.placedAt,
      paid: order.paidAt && +order.paidAt,
      shipped: isUnderway ? +order.changedAt : null,
      sold: soldAt(order),
      updated: +stored.updated,
      shipBy: order.shipBy && +order.shipBy,
      total: order.payment.subTotal,
      isStar: stored.id % 7 === 0,
      isPrinted: stored.id % 5 === 0,
      asksToCancel: order.cancelRequestedAt !== null,
      name: order.address?.name ?? '',
      phone: order.address?.phone ?? null,
      tracking: order.packages[0]?.trackingNumber ?? null,
      sku: order.lines[0]?.sellerSku ?? '',
    }
  })
}

function soldAt({ status, paymentMethod, placedAt, paidAt }: ChannelOrder): number | null {
  if (status === 'unpaid' || status === 'canceled') return null
  return paymentMethod === 'cod' || !paidAt ? +placedAt : +paidAt
}

/** The list by brute force, the status filter apart. */
export function matching(
  { all, shops }: KnownOrders,
  query: Query,
  fits: (order: Known) => boolean = () => true,
): Known[] {
  const list = (key: string) => query[key]?.split(',').filter((one) => one !== '-1') ?? []
  const [shopIds, platforms, payments] = [list('shop_id'), list('platform_id'), list('payment_method')]
  const couriers = list('shipment_id')
  const start = query.from === undefined ? -Infinity : Date.parse(`${query.from}T00:00:00Z`) - offset
  const end = query.to === undefined ? Infinity : Date.parse(`${query.to}T00:00:00Z`) - offset + day
  const isDated = query.from !== undefined || query.to !== undefined
  const flag = (key: string, is: boolean) => query[key] === undefined || (query[key] === '1') === is
  return all.filter((order) => {
    const dates = { created: order.placed, paid: order.paid, shipped: order.shipped, sold: order.sold }
    const date = dates[(query.date_field ?? 'created') as 'created']
    return (
      (shopIds.length === 0 || shopIds.includes(String(order.shop))) &&
      (platforms.length === 0 || platforms.includes(order.shop === shops[2] ? '1' : '2')) &&
      (payments.length === 0 || payments.includes(String(order.payment))) &&
      (couriers.length === 0 || couriers.includes(String(order.courier))) &&
      (!isDated || (date !== null && date >= start && date < end)) &&
      flag('is_star', order.isStar) &&
      flag('is_printed', order.isPrinted) &&
      flag('has_cancel_request', order.asksToCancel) &&
      fits(order)
    )
  })
}

export const fieldOf = {
  created_at: 'placed',
  updated_at: 'updated',
  total_price: 'total',
  ship_by_at: 'shipBy',
} as const

/** The order that a query asks for: a list by the date of sale goes by that instead of the date of creation. */
export function sortOf({ sort = '-created_at', date_field: field, from, to }: Query): string {
  return field === 'sold' && (from ?? to) ? sort.replace('created_at', 'sold_at') : sort
}

/** Ids in the order of the list. */
export function sorted(orders: Known[], sort = '-created_at'): number[] {
  const name = sort.replace('-', '')
  const field = name === 'sold_at' ? 'sold' : fieldOf[name as keyof typeof fieldOf]
  const way = sort.startsWith('-') ? -1 : 1
  return orders
    .toSorted((a, b) => {
      const [left, right] = [a[field], b[field]]
      // Orders without a time to ship by come last either way.
      if (left === null || right === null)
        return left === right ? way * (a.id - b.id) : left === null ? 1 : -1
      return way * (left - right || a.id - b.id)
    })
    .map(({ id }) => id)
}

export function countsOf(orders: Known[]): Record<string, number> {
  return Object.fromEntries(
    orderStatuses.map((status) => [status, orders.filter((one) => one.status === status).length]),
  )
}
