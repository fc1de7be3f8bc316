import { codeOf, type Catalog } from '../../kit/catalog.ts'
import { minorPrice } from '../../kit/money.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { makePerson, type Person } from '../../kit/fake-customers.ts'
import { createRandom, hash, type Random } from '../../kit/random.ts'
import { pastOf } from './order-past.ts'
import type { Order, PackageStatus, OrderStatus, Shop, Unit } from './types.ts'

const WAYS = {
  MY: ["Touch 'n Go eWallet", 'Credit/Debit Card', 'Online Banking'],
  VN: ['ZaloPay', 'Credit/Debit Card', 'Bank Transfer'],
  SG: ['Credit/Debit Card'],
} as const
const COD_SHARE = { MY: 0.15, VN: 0.4, SG: 0 } as const
const MESSAGES = ['Tolong hantar cepat ya', 'Giao giờ hành chính giúp mình nhé', '請包裝好，謝謝'] as const

export interface OrderMaker {
  /** `taken` holds ids that are given but not in the book yet. */
  make(shop: Shop, record: OrderRecord, now: number, taken?: ReadonlySet<string>): Order
  reset(): void
}

/** Nineteen digits, as all ids here have. */
export function longId(prefix: string, seed: string): string {
  const digits = (text: string): string => String(hash(text)).padStart(10, '0')
  return `${prefix}${digits(seed)}${digits(`${seed}+`)}`.slice(0, 19)
}

const PARCEL: Record<OrderStatus, PackageStatus> = {
  UNPAID: 'TO_FULFILL',
  ON_HOLD: 'TO_FULFILL',
  AWAITING_SHIPMENT: 'TO_FULFILL',
  PARTIALLY_SHIPPING: 'TO_FULFILL',
  AWAITING_COLLECTION: 'PROCESSING',
  IN_TRANSIT: 'FULFILLING',
  DELIVERED: 'COMPLETED',
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
}

export const trackingNumber = (orderId: string, parcel: number): string =>
  `JX${String(hash(`tracking:${orderId}:${parcel}`)).padStart(10, '0')}`

/** Shares in whole steps of the currency, each rounded by itself. */
function makeUnit(
  shop: Shop,
  seed: string,
  price: number,
  random: Random,
): Omit<Unit, 'sku' | 'code' | 'name' | 'variant' | 'skuId' | 'productId'> {
  const step = shop.scale === 1 ? 100 : 1
  const share = (percent: number): number => Math.round((price * percent) / 100 / step) * step
  const sellerDiscount = random.chance(0.3) ? share(random.int(3, 15)) : 0
  const platformDiscount = random.chance(0.2) ? share(random.int(2, 8)) : 0
  return {
    id: longId('5774', seed),
    // The price in the record is the price that the buyer pays, after the discounts.
    original: price + sellerDiscount + platformDiscount,
    sellerDiscount,
    platformDiscount,
    isGift: false,
    isCancelled: false,
    parcel: 0,
  }
}

export function createOrderMaker(catalog: Catalog<string>, isTaken: (id: string) => boolean): OrderMaker {
  const buyers = new Map<string, { id: string; person: Person }>()

  const buyerOf = (shop: Shop, key: string): { id: string; person: Person } => {
    const full = `${shop.region}:${key}`
    let buyer = buyers.get(full)
    if (!buyer) {
      buyer = { id: longId('7021', `buyer:${full}`), person: makePerson(shop.region, key) }
      buyers.set(full, buyer)
    }
    return buyer
  }

  const idOf = (shop: Shop, ref: string, taken: ReadonlySet<string> | undefined): string => {
    for (let salt = ''; ; salt += '+') {
      const id = longId('576', `order:${shop.id}:${ref}${salt}`)
      if (!isTaken(id) && !taken?.has(id)) return id
    }
  }

  const unitsOf = (shop: Shop, id: string, record: OrderRecord, random: Random): Unit[] =>
    record.lines.flatMap(([sku, name, quantity, given], line) => {
      const price = minorPrice(shop, record.currency, given)
      const listing = catalog.get(shop.id, sku, name, price)
      const { productId, skuId, variant } = listing
      const seed = (at: number): string => `unit:${id}:${line}:${at}`
      const first = makeUnit(shop, seed(0), price, random)
      const thing = { sku, code: codeOf(listing), name, variant, skuId, productId }
      // The pieces of one line have one price; they differ in nothing but their ids.
      return Array.from({ length: quantity }, (_, at) => ({
        ...first,
        ...thing,
        id: longId('5774', seed(at)),
      }))
    })

  return {
    make(shop, record, now, taken) {
      const random = createRandom(`order:${shop.id}:${record.ref}`)
      const createTime = Math.floor(record.created ?? now - (record.age ?? 0))
      const id = idOf(shop, record.ref, taken)
      const cod = record.cod ?? random.chance(COD_SHARE[shop.region])
      const past = pastOf(record, createTime, now, cod, random)
      const units = unitsOf(shop, id, record, random)
      const [first] = units
      if (first && random.chance(0.06))
        units.push({
          ...first,
          id: longId('5774', `gift:${id}`),
          original: 0,
          sellerDiscount: 0,
          platformDiscount: 0,
          isGift: true,
        })
      const buyer = buyerOf(shop, record.customer ?? `once:${record.ref}`)
      const step = shop.scale === 1 ? 40 : 1
      const shippingFee = random.int(390, 900) * step
      const isFree = random.chance(0.4)
      const { changed, ...times } = past
      return {
        id,
        shop,
        createTime,
        updateTime: changed,
        ...times,
        cancelRequestedAt: 0,
        cod,
        payment: cod ? 'Cash on delivery' : random.pick<string>(WAYS[shop.region]),
        buyerId: buyer.id,
        buyer: buyer.person,
        message: random.chance(0.1) ? random.pick<string>(MESSAGES) : '',
        carrier: random.pick(shop.carriers),
        isOwnCourier: random.chance(0.1),
        units,
        parcels: [
          {
            id: longId('1162', `parcel:${id}`),
            status: PARCEL[past.status],
            tracking: past.shipTime > 0 ? trackingNumber(id, 0) : '',
          },
        ],
        shippingFee,
        shippingSellerDiscount: isFree ? Math.round(shippingFee / 4) : 0,
        shippingPlatformDiscount: isFree ? shippingFee - Math.round(shippingFee / 4) : 0,
        serviceFee: random.chance(0.1) ? 50 * step : 0,
      }
    },
    reset: () => buyers.clear(),
  }
}
