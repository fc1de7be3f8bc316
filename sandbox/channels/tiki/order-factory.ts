import type { Catalog } from '../../kit/catalog.ts'
import { minorPrice } from '../../kit/money.ts'
import { BadRecord, type OrderRecord } from '../../kit/order-record.ts'
import { createOrderFactory } from '../../kit/order-factory.ts'
import { hash, type Random } from '../../kit/random.ts'
import { mainWarehouse } from './shops.ts'
import type { Fulfilment, Item, Order, OrderStatus, Shop } from './types.ts'

const HOUR = 3_600
const DAY = 86_400

const WAYS = ['momo', 'zalopay', 'cybersource', 'bank_transfer'] as const
const NOTES = ['Giao giờ hành chính giúp mình nhé', 'Gọi trước khi giao', 'Gói làm quà tặng'] as const
const KINDS: readonly Fulfilment[] = ['tiki_delivery', 'dropship', 'dropship', 'seller_delivery']

export const trackingCode = (code: string): string =>
  `TKN${String(hash(`tracking:${code}`)).padStart(10, '0')}`

/** The ordinary way of an order, and how long after the step before each one comes. */
const WAY: readonly [OrderStatus, (random: Random) => number][] = [
  ['queueing', (random) => random.int(60, 1_500)],
  ['picking', (random) => random.int(HOUR, 12 * HOUR)],
  ['packaging', (random) => random.int(HOUR, 6 * HOUR)],
  ['handover_to_partner', (random) => random.int(2 * HOUR, 12 * HOUR)],
  ['shipping', (random) => random.int(HOUR, 6 * HOUR)],
  ['successful_delivery', (random) => random.int(DAY, 3 * DAY)],
  ['complete', (random) => random.int(3 * DAY, 7 * DAY)],
]

const START: readonly OrderStatus[] = ['processing', 'waiting_payment']

interface Past {
  status: OrderStatus
  changed: number
  payTime: number
  cancelTime: number
  cancelReason: string
}

/** Makes up an order's history until now, as in an ordinary shop, or up to the status that its record names. */
function pastOf(record: OrderRecord, placed: number, now: number, cod: boolean, random: Random): Past {
  const { status: wanted, outcome, outcome_after: after = HOUR } = record
  const past: Past = {
    status: cod ? 'processing' : 'waiting_payment',
    changed: placed,
    payTime: 0,
    cancelTime: 0,
    cancelReason: '',
  }
  const wantedStep = WAY.findIndex(([status]) => status === wanted)
  const isStart = START.some((status) => status === wanted)
  if (wanted !== undefined && wantedStep < 0 && !isStart && wanted !== 'canceled')
    throw new BadRecord(`there is no status ${wanted} to begin with`)
  if (isStart) return { ...past, status: wanted as OrderStatus }
  const isCanceled = outcome === 'CANCELLED' || wanted === 'canceled'
  const end = placed + after
  let at = placed
  for (const [step, [status, wait]] of WAY.entries()) {
    at += wait(random)
    const isReached = wanted === undefined ? at <= now && (!isCanceled || at < end) : step <= wantedStep
    if (!isReached) break
    past.status = status
    past.changed = Math.min(at, now)
    if (step === 0 && !cod) past.payTime = past.changed
  }
  const isBeforeParcel = ['processing', 'waiting_payment', 'queueing', 'picking', 'packaging'].includes(
    past.status,
  )
  if (isCanceled && isBeforeParcel && (end <= now || wanted !== undefined)) {
    past.status = 'canceled'
    past.changed = past.cancelTime = Math.min(now, Math.max(end, past.changed))
    past.cancelReason = 'Khách không còn nhu cầu'
  }
  return past
}

const CONFIRMED: ReadonlySet<OrderStatus> = new Set(WAY.slice(1).map(([status]) => status))
const SENT: ReadonlySet<OrderStatus> = new Set(WAY.slice(3).map(([status]) => status))

export function createTikiOrders(catalog: Catalog<number>, isTaken: (code: string) => boolean) {
  const itemsOf = (shop: Shop, code: string, record: OrderRecord, random: Random): Item[] =>
    record.lines.map(([sku, name, quantity, given], line) => {
      const price = minorPrice(shop, record.currency, given)
      const { productId } = catalog.get(shop.id, sku, name, price)
      const share = (percent: number): number => Math.floor((price * quantity * percent) / 100_000) * 1_000
      return {
        id: 280_000_000 + (hash(`item:${code}:${line}`) % 90_000_000),
        productId,
        sku,
        name,
        price,
        quantity,
        sellerDiscount: random.chance(0.3) ? share(random.int(3, 12)) : 0,
        platformDiscount: random.chance(0.2) ? share(random.int(2, 8)) : 0,
        isGift: false,
        confirmation: 'waiting',
        confirmedAt: 0,
        warehouseId: mainWarehouse(shop).id,
      }
    })

  return createOrderFactory<Shop, Order, string, number>({
    seed: 'order',
    isTaken,
    idOf: (shop, ref) => String(100_000_000 + (hash(`order:${shop.id}:${ref}`) % 900_000_000)),
    buyer: { seed: 'tiki:', idOf: (key) => 20_000_000 + (hash(`buyer:${key}`) % 9_000_000) },
    build({ shop, record, now, createTime, id: code, buyer, random }) {
      const cod = record.cod ?? random.chance(0.45)
      const items = itemsOf(shop, code, record, random)
      const { changed, ...past } = pastOf(record, createTime, now, cod, random)
      if (CONFIRMED.has(past.status))
        for (const item of items) {
          item.confirmation = 'seller_confirmed'
          item.confirmedAt = changed
        }
      const fulfilment = random.pick(KINDS)
      const paid = items.reduce(
        (sum, item) => sum + item.price * item.quantity - item.sellerDiscount - item.platformDiscount,
        0,
      )
      return {
        code,
        shop,
        createTime,
        updateTime: changed,
        ...past,
        fulfilment,
        cod,
        method: cod ? 'cod' : random.pick<string>(WAYS),
        buyerId: buyer.id,
        buyer: buyer.person,
        note: random.chance(0.1) ? random.pick<string>(NOTES) : '',
        tracking: SENT.has(past.status) && fulfilment !== 'seller_delivery' ? trackingCode(code) : '',
        items,
        xu: random.chance(0.15) ? Math.min(paid, random.int(1, 20) * 500) : 0,
        shippingFee: random.chance(0.4) ? 0 : random.int(10, 30) * 1_000,
      }
    },
  })
}
