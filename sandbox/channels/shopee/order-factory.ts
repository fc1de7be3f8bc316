import type { Catalog } from '../../kit/catalog.ts'
import { minorPrice, PRICE_STEP } from '../../kit/money.ts'
import { createOrderFactory } from '../../kit/order-factory.ts'
import { createRandom, hash, type Random } from '../../kit/random.ts'
import { pastFor, pastOf } from './order-past.ts'
import { packageNumber, PARCEL_STATUS, trackingNumber } from './parcel.ts'
import { CARRIERS, OWN_FLEET } from './shops.ts'
import type { Carrier, Line, Money, Order, Shop } from './types.ts'

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

const REASONS = { buyer: 'Change of Mind', seller: 'Out of Stock', system: 'Unpaid Order' } as const

/** All that the goods brought, as the refund of a return. */
export const fullRefund = (money: Money): number => -(money.discounted - money.sellerVoucher)

/** Vouchers, shipping and fees by chance; each is rounded by itself, as on a real statement. */
function createMoney(shop: Shop, lines: Line[], random: Random): Money {
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

// Without I, L and O, which look like digits.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Six digits for the day and eight characters, like the marketplace's own numbers. */
function orderNumber(shop: Shop, ref: string, createTime: number): string {
  const random = createRandom(`sn:${shop.id}:${ref}`)
  let sn = new Date(createTime * 1000).toISOString().slice(2, 10).replaceAll('-', '')
  for (let i = 0; i < 8; i++) sn += LETTERS.charAt(random.int(0, LETTERS.length - 1))
  return sn
}

export const createShopeeOrders = (catalog: Catalog<number>, isTaken: (sn: string) => boolean) =>
  createOrderFactory<Shop, Order, string, number>({
    seed: 'order',
    isTaken,
    idOf: orderNumber,
    buyer: { seed: '', idOf: (key) => 300_000_000 + (hash(`buyer:${key}`) % 1_600_000_000) },
    build({ shop, record, now, createTime, id: sn, buyer, random }) {
      const reduced = random.chance(0.35) ? 1 + random.int(5, 30) / 100 : 1
      const lines = record.lines.map(([sku, name, quantity, given], index): Line => {
        const price = minorPrice(shop, record.currency, given)
        const step = PRICE_STEP[shop.currency]
        const product = catalog.get(shop.id, sku, name, price)
        return {
          product,
          name: product.name,
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
          : pastFor(record.status, createTime, now)
      const carriers: readonly Carrier[] = CARRIERS[shop.region].filter((carrier) => carrier.cod || !cod)
      const carrier = random.chance(0.03) ? OWN_FLEET : random.pick(carriers)
      const { status, before, changed, cancelBy, isCancelAsked, isRefunded, ...times } = past
      const money = createMoney(shop, lines, random)
      if (isRefunded) money.refund = fullRefund(money)
      return {
        sn,
        shop,
        status,
        before,
        createTime,
        updateTime: changed,
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
        cancelBy,
        cancelReason: cancelBy === '' ? '' : REASONS[cancelBy],
        buyerCancelReason: isCancelAsked ? REASONS.buyer : '',
        parcel: {
          number: packageNumber(sn),
          status:
            status === 'CANCELLED' && times.arrangeTime
              ? 'LOGISTICS_REQUEST_CANCELED'
              : PARCEL_STATUS[before || status],
          carrier,
          tracking: times.arrangeTime ? trackingNumber(shop, sn) : '',
          trackingAt: times.arrangeTime,
          documentAt: 0,
        },
        others: [],
      }
    },
  })
