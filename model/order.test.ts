import { describe, expect, it } from 'vitest'
import {
  actualReceiveValue,
  isSamePacking,
  mergeLines,
  orderValue,
  type OrderLine,
  type OrderPayment,
} from './order.ts'

function line(part: Partial<OrderLine>): OrderLine {
  return {
    shopSku: 'a',
    sellerSku: null,
    name: 'Lantern',
    variantLabel: null,
    imageUrl: null,
    quantity: 1,
    total: 1000,
    isGift: false,
    ...part,
  }
}

describe('mergeLines', () => {
  it('sums quantity and total of equal shop SKUs, where the first one stands', () => {
    const merged = mergeLines([
      line({ quantity: 2, total: 2000 }),
      line({ shopSku: 'b', total: 500 }),
      line({ quantity: 1, total: 900 }),
    ])
    expect(merged.map(({ shopSku, quantity, total }) => [shopSku, quantity, total])).toEqual([
      ['a', 3, 2900],
      ['b', 1, 500],
    ])
  })

  it('keeps a gift apart from the same thing sold, and gifts together', () => {
    const merged = mergeLines([
      line({ total: 1000 }),
      line({ total: 0, isGift: true }),
      line({ total: 0, isGift: true, quantity: 2 }),
    ])
    expect(merged.map(({ isGift, quantity, total }) => [isGift, quantity, total])).toEqual([
      [false, 1, 1000],
      [true, 3, 0],
    ])
  })

  it('is not misled by a SKU that looks like the mark of a gift', () => {
    expect(
      mergeLines([line({ shopSku: 'gift:a' }), line({ shopSku: 'a', isGift: true, total: 0 })]),
    ).toHaveLength(2)
  })

  it('leaves the lines that it was given as they were, and no line where there was none', () => {
    const lines = [line({}), line({})]
    mergeLines(lines)
    expect(lines.map(({ quantity }) => quantity)).toEqual([1, 1])
    expect(mergeLines([])).toEqual([])
  })
})

describe('the money of an order', () => {
  // Goods 100.00; seller's voucher 10.00, platform's 5.00, coins 2.00; shipping 6.00, tax 1.50: the buyer pays 90.50.
  const payment: OrderPayment = {
    subTotal: 10_000,
    sellerDiscount: 1000,
    platformDiscount: 500,
    coins: 200,
    shippingFee: 600,
    tax: 150,
    platformFee: 430,
    fees: [
      { code: 'commission', amount: 250 },
      { code: 'service', amount: 100 },
      { code: 'transaction', amount: 80 },
    ],
    shippingCost: 600,
    refund: 0,
    settled: null,
  }

  it('is worth what the buyer pays', () => {
    expect(orderValue(payment)).toBe(9050)
  })

  it('brings the seller what the buyer and the platform pay, less fees and shipping', () => {
    // 90.50 + 5.00 + 2.00 - 4.30 - 6.00
    expect(actualReceiveValue(payment)).toBe(8720)
    expect(actualReceiveValue({ ...payment, refund: 3000 })).toBe(5720)
    // The platform paid 2.00 more towards shipping than it cost.
    expect(actualReceiveValue({ ...payment, shippingCost: -200 })).toBe(9520)
  })

  it('is what the channel settled once that is known, also when that is nothing', () => {
    expect(actualReceiveValue({ ...payment, settled: 8700 })).toBe(8700)
    expect(actualReceiveValue({ ...payment, settled: 0 })).toBe(0)
    expect(actualReceiveValue({ ...payment, settled: -150 })).toBe(-150)
  })
})

describe('isSamePacking', () => {
  const of = (shopSku: string, quantity: number) => ({ shopSku, quantity })

  it('asks which pieces lie together, not in which order they are told', () => {
    const parcels = [[of('a', 2), of('b', 1)], [of('c', 1)]]
    expect(isSamePacking(parcels, [[of('c', 1)], [of('b', 1), of('a', 1), of('a', 1)]])).toBe(true)
    for (const other of [
      [[of('a', 2), of('b', 1), of('c', 1)]],
      [[of('a', 2)], [of('b', 1), of('c', 1)]],
      [[of('a', 1), of('b', 1)], [of('c', 1)]],
      [],
    ])
      expect(isSamePacking(parcels, other)).toBe(false)
  })
})
