import type { Catalog } from '../../kit/catalog.ts'
import { minorPrice } from '../../kit/money.ts'
import type { OrderRecord } from '../../kit/order-record.ts'
import { createOrderFactory } from '../../kit/order-factory.ts'
import { hash, type Random } from '../../kit/random.ts'
import { pastFor, pastOf } from './order-past.ts'
import { CARRIERS } from './shops.ts'
import type { Order, Piece, Shop } from './types.ts'

const COD_SHARE = { MY: 0.2, VN: 0.45, SG: 0 } as const
const PAYMENTS = ['MIXEDCARD', 'PAYMENT_ACCOUNT_WALLET', 'ONLINE_BANKING', 'PAY_LATER'] as const
const NOTES = [
  'Please wrap it well',
  'Call before you come',
  'ギフト包装をお願いします',
  'Gói quà giúp shop ơi',
]

/** Divides an amount so that the parts add up to it. */
function shares(total: number, weights: number[], step: number): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = weights.map((weight) => Math.floor((total * weight) / whole / step) * step)
  const given = parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => (index === 0 ? part + total - given : part))
}

/** 15 digits, of two hashes: one alone would give some of a hundred thousand orders the same number. */
const longNumber = (base: number, seed: string): number =>
  base + hash(seed) * 10_000 + (hash(`${seed}+`) % 10_000)

export function createLazadaOrders(catalog: Catalog<number>, isTaken: (id: number) => boolean) {
  const createPieces = (shop: Shop, record: OrderRecord, id: number, random: Random): Piece[] => {
    const sold = record.lines.flatMap(([sku, name, quantity, given]) => {
      const price = minorPrice(shop, record.currency, given)
      const product = catalog.get(shop.id, sku, name, price)
      return Array.from({ length: quantity }, () => ({ product, price }))
    })
    const prices = sold.map(({ price }) => price)
    const goods = prices.reduce((sum, price) => sum + price, 0)
    const step = shop.scale === 1 ? 100 : 1
    const percent = (share: number): number => Math.floor((goods * share) / 100 / step) * step
    const seller = shares(random.chance(0.2) ? percent(random.int(3, 12)) : 0, prices, step)
    const platform = shares(random.chance(0.25) ? percent(random.int(2, 10)) : 0, prices, step)
    const fee = random.chance(0.4) ? 0 : random.int(300, 1_200) * (shop.scale === 1 ? 40 : 1)
    const shipping = shares(fee, prices, step)
    return sold.map(({ product, price }, index): Piece => ({
      id: longNumber(500_000_000_000_000, `piece:${id}:${index}`),
      product,
      name: product.name,
      price,
      sellerVoucher: seller[index] ?? 0,
      platformVoucher: platform[index] ?? 0,
      shipping: shipping[index] ?? 0,
      status: 'unpaid',
      packageId: '',
      tracking: '',
      carrier: '',
      initiator: '',
      reason: '',
      updateTime: 0,
      deliveredAt: 0,
    }))
  }

  return createOrderFactory<Shop, Order, number, number>({
    seed: 'lazada',
    isTaken,
    idOf: (shop, ref) => longNumber(400_000_000_000_000, `order:${shop.id}:${ref}`),
    buyer: { seed: 'lazada:', idOf: (key) => 700_000_000 + (hash(`lazada-buyer:${key}`) % 1_600_000_000) },
    build({ shop, record, now, createTime, id, buyer, random }) {
      const cod = record.cod ?? random.chance(COD_SHARE[shop.region])
      const past =
        record.status === undefined
          ? pastOf(record, createTime, now, cod, random)
          : pastFor(record.status, createTime, cod)
      const pieces = createPieces(shop, record, id, random)
      const carrier = random.pick(CARRIERS[shop.region])
      for (const [index, piece] of pieces.entries()) {
        const isLost = past.losesPiece && index === 0 && pieces.length > 1 && past.isPacked
        piece.status = isLost ? 'canceled' : past.status
        piece.initiator = isLost ? 'cancellation-seller' : past.initiator
        piece.reason = isLost ? 'Out of stock' : past.reason
        piece.updateTime = past.changed
        piece.deliveredAt = isLost ? 0 : past.deliveredAt
        if (past.isPacked && !isLost) packPiece(piece, String(id), shop, carrier)
      }
      return {
        id,
        shop,
        createTime,
        updateTime: past.changed,
        payTime: past.payTime,
        cod,
        payment: cod ? 'COD' : random.pick<string>(PAYMENTS),
        buyerId: buyer.id,
        buyer: buyer.person,
        pieces,
        note: random.chance(0.12) ? random.pick(NOTES) : '',
        isCancelAsked: past.isCancelAsked,
        cancelAnswerBy: 0,
        parcels: {},
      }
    },
  })
}

/** Puts a piece into a parcel, which has a number from then on; pieces with the same seed are in the same one. */
export function packPiece(piece: Piece, seed: string, shop: Shop, carrier: string): void {
  piece.packageId = `FP${longNumber(100_000_000_000_000, `package:${seed}`)}`
  piece.tracking = `LZ${shop.region}${longNumber(10_000_000_000_000, `tracking:${seed}`)}`
  piece.carrier = carrier
}
