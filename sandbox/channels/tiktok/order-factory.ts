import { codeOf, type Catalog } from '../../kit/catalog.ts'
import { minorPrice } from '../../kit/money.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { createOrderFactory } from '../../kit/order-factory.ts'
import { hash, type Random } from '../../kit/random.ts'
import { pastOf } from './order-past.ts'
import type { Order, PackageStatus, OrderStatus, Shop, Unit } from './types.ts'

const WAYS = {
  MY: ["Touch 'n Go eWallet", 'Credit/Debit Card', 'Online Banking'],
  VN: ['ZaloPay', 'Credit/Debit Card', 'Bank Transfer'],
  SG: ['Credit/Debit Card'],
} as const
const COD_SHARE = { MY: 0.15, VN: 0.4, SG: 0 } as const
const MESSAGES = ['Tolong hantar cepat ya', 'Giao giờ hành chính giúp mình nhé', '請包裝好，謝謝'] as const

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
function createUnit(
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

export function createTiktokOrders(catalog: Catalog<string>, isTaken: (id: string) => boolean) {
  const unitsOf = (shop: Shop, id: string, record: OrderRecord, random: Random): Unit[] =>
    record.lines.flatMap(([sku, name, quantity, given], line) => {
      const price = minorPrice(shop, record.currency, given)
      const listing = catalog.get(shop.id, sku, name, price)
      const { productId, skuId, variant } = listing
      const seed = (at: number): string => `unit:${id}:${line}:${at}`
      const first = createUnit(shop, seed(0), price, random)
      const thing = { sku, code: codeOf(listing), name, variant, skuId, productId }
      // The pieces of one line have one price; they differ in nothing but their ids.
      return Array.from({ length: quantity }, (_, at) => ({
        ...first,
        ...thing,
        id: longId('5774', seed(at)),
      }))
    })

  return createOrderFactory<Shop, Order, string, string>({
    seed: 'order',
    isTaken,
    idOf: (shop, ref) => longId('576', `order:${shop.id}:${ref}`),
    buyer: { seed: '', idOf: (key, region) => longId('7021', `buyer:${region}:${key}`) },
    build({ shop, record, now, createTime, id, buyer, random }) {
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
  })
}
