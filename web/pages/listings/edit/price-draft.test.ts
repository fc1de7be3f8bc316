import { describe, expect, it } from 'vitest'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { priceChangesOf, pricesOf, type TypedPrices, wrongPrices } from './price-draft.ts'

const zone = 'Asia/Ho_Chi_Minh'

const variant = (id: number, price: number, special: number | null = null) => ({
  id,
  product_sku_detail: { price },
  specific_price: {
    price: special,
    start_date: special === null ? null : '2026-12-01T00:00:00.000Z',
    expiration_date: special === null ? null : '2026-12-08T00:00:00.000Z',
  },
})

const product = {
  product_skus: { data: [variant(1, 12.5), variant(2, 100_000, 80_000)] },
} as unknown as Product

const changes = (typed: Record<number, TypedPrices>) => priceChangesOf(product, typed, zone)
const faults = (typed: Record<number, TypedPrices>) => wrongPrices(product, typed, zone)

it('shows prices as they are typed, and days in the time of the account', () => {
  const [plain, reduced] = product.product_skus.data
  expect(plain && pricesOf(plain, zone)).toEqual({ price: '12,5', special: '', from: '', to: '' })
  expect(reduced && pricesOf(reduced, zone)).toEqual({
    price: '100000',
    special: '80000',
    from: '2026-12-01T07:00',
    to: '2026-12-08T07:00',
  })
})

describe('what is sent', () => {
  it('is nothing where nothing was typed anew', () => {
    expect(changes({ 1: { price: '12,5' }, 2: { special: ' 80000 ', from: '2026-12-01T07:00' } })).toEqual([])
  })

  it('is the price alone, with either mark', () => {
    expect(changes({ 1: { price: '13.75' } })).toEqual([{ id: 1, price: 13.75 }])
    expect(changes({ 2: { price: '110.000' } })).toEqual([{ id: 2, price: 110_000 }])
  })

  it('is the special price as a whole, when one part of it is another', () => {
    expect(changes({ 2: { to: '2026-12-10T00:00' } })).toEqual([
      {
        id: 2,
        special_price: {
          price: 80_000,
          from: '2026-12-01T00:00:00.000Z',
          to: '2026-12-09T17:00:00.000Z',
        },
      },
    ])
  })

  it('ends a special price that was emptied', () => {
    expect(changes({ 2: { special: ' ' } })).toEqual([{ id: 2, special_price: null }])
  })
})

describe('what is refused', () => {
  it.each(['', '0', '-5', 'abc', '1.2.3', '1e5'])('is a price of "%s"', (price) => {
    expect(faults({ 1: { price } })).toEqual({ 1: 'price' })
  })

  it('is a special price without its days, or one that is none', () => {
    expect(faults({ 1: { special: '10' } })).toEqual({ 1: 'special' })
    expect(faults({ 1: { special: '10', from: '2026-12-01T00:00' } })).toEqual({ 1: 'special' })
    expect(faults({ 2: { special: '0' } })).toEqual({ 2: 'special' })
    expect(faults({ 2: { special: 'ten' } })).toEqual({ 2: 'special' })
    expect(faults({ 1: { special: '10', from: '2026-12-01T00:00', to: '2026-12-02T00:00' } })).toEqual({})
  })

  it('is not an emptied special price, nor a variant that nobody touched', () => {
    expect(faults({ 2: { special: '' } })).toEqual({})
    expect(faults({ 2: { price: '90000' } })).toEqual({})
    expect(faults({})).toEqual({})
  })
})
