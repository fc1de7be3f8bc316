import { BadRecord, type OrderRecord } from '../../order-record.ts'
import { makePerson, type Person } from '../../people.ts'
import { createRandom, hash, type Random } from '../../random.ts'
import type { Catalogue } from './catalogue.ts'
import { PARCEL_STATUS, trackingNumber } from './parcel.ts'
import { CARRIERS, OWN_FLEET } from './shops.ts'
import type { Carrier, Line, Money, Order, OrderStatus, Shop } from './types.ts'

/** How many of a currency one pound buys in the sandbox; fixed, so that amounts stay the same. */
const POUND = { GBP: 1, MYR: 5.5, VND: 32_000, SGD: 1.7 } as const
const ROUND_TO = { MYR: 1, VND: 1_000, SGD: 1 } as const

const HOUR = 3_600
const DAY = 86_400

const WALLETS = {
  MY: ['ShopeePay', 'Credit/Debit Card', 'Online Banking', 'SPayLater'],
  VN: ['ShopeePay', 'Credit/Debit Card', 'SPayLater', 'Bank Transfer'],
  SG: ['ShopeePay', 'Credit/Debit Card', 'PayNow'],
} as const
const COD_SHARE = { MY: 0.2, VN: 0.45, SG: 0 } as const

const MESSAGES = {
  MY: [
    'Please wrap as a gift, thank you!',
    'Tolong hantar cepat ya',
    '請包裝好，謝謝',
    'Leave at the guard house',
  ],
  VN: [
    'Giao giờ hành chính giúp mình nhé',
    'Gói quà giúp shop ơi',
    'Gọi trước khi giao',
    'Cho mình xin hóa đơn',
  ],
  SG: ['Please leave at the door', 'ギフト包装をお願いします'],
} as const

export interface OrderMaker {
  /** `taken` holds names that are given but not in the book yet. */
  make(shop: Shop, record: OrderRecord, now: number, taken?: ReadonlySet<string>): Order
  reset(): void
}

/** A price in whole minor units, in the steps in which shops of that currency put prices. */
const minorPrice = (shop: Shop, currency: OrderRecord['currency'], price: number): number => {
  const inShopCurrency = currency === undefined ? price : (price / POUND[currency]) * POUND[shop.currency]
  const unit = currency === undefined || currency === shop.currency ? 1 : ROUND_TO[shop.currency]
  return Math.max(Math.round((inShopCurrency * shop.scale) / unit), 1) * unit
}

/** Vouchers, shipping and fees by chance; each is rounded by itself, as on a real statement. */
function makeMoney(shop: Shop, lines: Line[], random: Random): Money {
  const sum = (price: (line: Line) => number): number =>
    lines.reduce((total, line) => total + price(line) * line.quantity, 0)
  const discounted = sum((line) => line.price)
  // In the currency's own rounding: sen and cents in MY and SG, thousands of dong in VN.
  const step = shop.scale === 1 ? 100 : 1
  const share = (percent: number): number => Math.round((discounted * percent) / 100 / step) * step
  const sellerVoucher = random.chance(0.18) ? share(random.int(3, 12)) : 0
  const shopeeVoucher = random.chance(0.22) ? share(random.int(2, 10)) : 0
  const coins = random.chance(0.25) ? share(random.int(1, 5)) : 0
  const fee = shop.currency === 'VND' ? 100 : 1
  const actualShipping = random.int(380, 1_290) * (shop.currency === 'VND' ? 40 : 1)
  const buyerShipping = random.chance(0.45)
    ? 0
    : Math.round((actualShipping * random.int(60, 100)) / 100 / fee) * fee
  const base = discounted - sellerVoucher
  const paid = discounted - sellerVoucher - shopeeVoucher - coins + buyerShipping
  return {
    original: sum((line) => line.originalPrice),
    discounted,
    sellerVoucher,
    shopeeVoucher,
    coins,
    buyerShipping,
    actualShipping,
    // The marketplace carries what the buyer was spared, except for now and then a little.
    shippingRebate: random.chance(0.85) ? actualShipping - buyerShipping : 0,
    commission: Math.round(base * 0.0648),
    service: random.chance(0.6) ? Math.round(base * 0.0437) : 0,
    transaction: Math.round(paid * 0.0212),
    withholding: shop.region === 'VN' ? Math.round(base * 0.015) : 0,
    refund: 0,
  }
}

type Times = Pick<Order, 'payTime' | 'arrangeTime' | 'pickupTime' | 'deliverTime' | 'endTime'>

/** What has become of an order by now, as in an ordinary shop. */
function pastOf(
  record: OrderRecord,
  createTime: number,
  now: number,
  cod: boolean,
  random: Random,
): Times & { status: OrderStatus; by: string } {
  const pay =
    createTime + (cod ? 0 : random.chance(0.1) ? random.int(HOUR, 20 * HOUR) : random.int(20, 1_500))
  const arrange = pay + random.int(2 * HOUR, 30 * HOUR)
  const pickup = arrange + random.int(3 * HOUR, 20 * HOUR)
  const deliver = pickup + random.int(DAY, 4 * DAY)
  const complete = deliver + random.int(DAY, 4 * DAY)
  // Cash on delivery needs no payment before, so those orders start as ones to ship.
  const neverPaid = !cod && random.chance(0.02)
  const done = (time: number, until = Infinity): number => (time <= Math.min(now, until) ? time : 0)

  const after = createTime + (record.outcome_after ?? HOUR)
  const end =
    record.outcome === 'TO_RETURN'
      ? Math.max(after, deliver + DAY / 2)
      : record.outcome === 'CANCELLED'
        ? Math.min(Math.max(after, pay), pickup - 1)
        : neverPaid
          ? createTime + DAY
          : Infinity
  if (end <= now) {
    if (neverPaid && !record.outcome)
      return {
        payTime: 0,
        arrangeTime: 0,
        pickupTime: 0,
        deliverTime: 0,
        endTime: end,
        status: 'CANCELLED',
        by: 'system',
      }
    const times = {
      payTime: done(pay, end),
      arrangeTime: done(arrange, end),
      pickupTime: done(pickup, end),
      deliverTime: done(deliver, end),
      endTime: end,
    }
    return { ...times, status: record.outcome ?? 'CANCELLED', by: random.chance(0.7) ? 'buyer' : 'seller' }
  }
  const paid = neverPaid ? 0 : done(pay)
  const times = {
    payTime: paid,
    arrangeTime: paid && done(arrange),
    pickupTime: paid && done(pickup),
    deliverTime: paid && done(deliver),
    endTime: paid && done(complete),
  }
  const status = times.endTime
    ? 'COMPLETED'
    : times.deliverTime
      ? 'TO_CONFIRM_RECEIVE'
      : times.pickupTime
        ? 'SHIPPED'
        : times.arrangeTime
          ? 'PROCESSED'
          : paid
            ? 'READY_TO_SHIP'
            : 'UNPAID'
  return { ...times, status, by: '' }
}

/** The times that a given status needs, for records that name one. */
function forced(
  status: string,
  createTime: number,
  now: number,
): Times & { status: OrderStatus; by: string } {
  if (!Object.hasOwn(PARCEL_STATUS, status)) throw new BadRecord(`there is no status ${status}`)
  const steps = {
    UNPAID: 0,
    PENDING: 1,
    READY_TO_SHIP: 1,
    IN_CANCEL: 1,
    CANCELLED: 1,
    PROCESSED: 2,
    RETRY_SHIP: 2,
    SHIPPED: 3,
    TO_CONFIRM_RECEIVE: 4,
    TO_RETURN: 4,
    COMPLETED: 4,
  }
  const reached = steps[status as OrderStatus]
  const time = (step: number): number =>
    reached >= step ? createTime + Math.floor(((now - createTime) * step) / 6) : 0
  const ended = status === 'CANCELLED' || status === 'TO_RETURN' || status === 'COMPLETED'
  return {
    payTime: time(1),
    arrangeTime: time(2),
    pickupTime: time(3),
    deliverTime: time(4),
    endTime: ended ? createTime + Math.floor(((now - createTime) * 5) / 6) : 0,
    status: status as OrderStatus,
    by: status === 'CANCELLED' ? 'buyer' : '',
  }
}

// Without I, L and O, which look like digits.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTUVWXYZ'

export function createOrderMaker(catalogue: Catalogue, isTaken: (sn: string) => boolean): OrderMaker {
  const people = new Map<string, { id: number; person: Person }>()

  // One object per buyer: three hundred thousand orders share their customers' names and addresses.
  const buyerOf = (shop: Shop, key: string): { id: number; person: Person } => {
    let buyer = people.get(`${shop.region}${key}`)
    if (!buyer) {
      buyer = {
        id: 300_000_000 + (hash(`buyer:${key}`) % 1_600_000_000),
        person: makePerson(shop.region, key),
      }
      people.set(`${shop.region}${key}`, buyer)
    }
    return buyer
  }

  // Six digits for the day and eight characters, like the marketplace's own numbers.
  const nameOrder = (shop: Shop, ref: string, createTime: number, taken?: ReadonlySet<string>): string => {
    const day = new Date(createTime * 1000).toISOString().slice(2, 10).replaceAll('-', '')
    for (let salt = ''; ; salt += '+') {
      const random = createRandom(`sn:${shop.id}:${ref}${salt}`)
      let sn = day
      for (let i = 0; i < 8; i++) sn += LETTERS.charAt(random.int(0, LETTERS.length - 1))
      if (!isTaken(sn) && !taken?.has(sn)) return sn
    }
  }

  return {
    make(shop, record, now, taken) {
      const random = createRandom(`order:${shop.id}:${record.ref}`)
      const createTime = Math.floor(record.created ?? now - (record.age ?? 0))
      const sn = nameOrder(shop, record.ref, createTime, taken)
      const reduced = random.chance(0.35) ? 1 + random.int(5, 30) / 100 : 1
      const lines = record.lines.map(([sku, name, quantity, given], index): Line => {
        const price = minorPrice(shop, record.currency, given)
        const step = ROUND_TO[shop.currency]
        return {
          product: catalogue.get(shop, sku, name, price),
          quantity,
          originalPrice: reduced === 1 ? price : Math.max(Math.round((price * reduced) / step) * step, price),
          price,
          lineId: 50_000_000_000 + hash(`line:${sn}:${index}`),
        }
      })
      const cod = record.cod ?? random.chance(COD_SHARE[shop.region])
      const past =
        record.status === undefined
          ? pastOf(record, createTime, now, cod, random)
          : forced(record.status, createTime, now)
      const carriers: readonly Carrier[] = CARRIERS[shop.region].filter((carrier) => carrier.cod || !cod)
      const carrier = random.chance(0.03) ? OWN_FLEET : random.pick(carriers)
      const buyer = buyerOf(shop, record.customer ?? `once:${record.ref}`)
      const money = makeMoney(shop, lines, random)
      if (past.status === 'TO_RETURN') money.refund = -(money.discounted - money.sellerVoucher)
      const { status, by, ...times } = past
      const updateTime = Math.max(
        createTime,
        times.payTime,
        times.arrangeTime,
        times.pickupTime,
        times.deliverTime,
        times.endTime,
      )
      return {
        sn,
        shop,
        status,
        before: status === 'IN_CANCEL' ? 'READY_TO_SHIP' : '',
        createTime,
        updateTime,
        ...times,
        daysToShip: 2,
        cod,
        payment: cod ? 'Cash on Delivery' : random.pick<string>(WALLETS[shop.region]),
        buyerId: buyer.id,
        buyer: buyer.person,
        lines,
        money,
        message: random.chance(0.12) ? random.pick<string>(MESSAGES[shop.region]) : '',
        note: '',
        noteTime: 0,
        cancelBy: by,
        cancelReason:
          by === 'system'
            ? 'Unpaid Order'
            : by === 'buyer'
              ? 'Change of Mind'
              : by === 'seller'
                ? 'Out of Stock'
                : '',
        buyerCancelReason: by === 'buyer' ? 'Change of Mind' : '',
        parcel: {
          // Two hashes: one alone gives some of a hundred thousand parcels the same number.
          number: `OFG${100_000_000_000_000 + hash(`parcel:${sn}`) * 10_000 + (hash(`parcel+:${sn}`) % 10_000)}`,
          status:
            status === 'CANCELLED' && times.arrangeTime
              ? 'LOGISTICS_REQUEST_CANCELED'
              : PARCEL_STATUS[status],
          carrier,
          tracking: times.arrangeTime ? trackingNumber(shop, sn) : '',
          trackingAt: times.arrangeTime,
          documentAt: 0,
        },
      }
    },
    reset: () => people.clear(),
  }
}
