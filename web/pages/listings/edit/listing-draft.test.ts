import { expect, it } from 'vitest'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { changesOf, type ListingDraft, wrongNumbers } from './listing-draft.ts'
import { priceChangesOf, wrongPrices } from './price-draft.ts'

const begun: ListingDraft = {
  name: 'Lamp',
  description: '',
  photos: [],
  sizes: { weight: '', length: '', width: '', height: '' },
  levels: {},
}

it('a dot in a measure is no mark between thousands: a parcel of 0.250 kg is not sent as one of 250', () => {
  const sizes = { weight: '0.250', length: '1.250', width: '12,5', height: '1.000.000' }
  expect(changesOf(begun, { ...begun, sizes }).package).toEqual({
    weight: 0.25,
    length: 1.25,
    width: 12.5,
    height: null,
  })
  expect(wrongNumbers({ ...begun, sizes })).toEqual(['height'])
})

it('a price that the channel changes while its special price is typed is not set back', () => {
  const product = {
    product_skus: {
      data: [
        {
          id: 1,
          product_sku_detail: { price: 110 },
          specific_price: { price: null, start_date: null, expiration_date: null },
        },
      ],
    },
  } as unknown as Product
  const typed = { 1: { special: '90', from: '2026-12-01T00:00', to: '2026-12-02T00:00' } }
  expect(wrongPrices(product, typed, 'UTC')).toEqual({})
  expect(priceChangesOf(product, typed, 'UTC')).toEqual([
    {
      id: 1,
      special_price: { price: 90, from: '2026-12-01T00:00:00.000Z', to: '2026-12-02T00:00:00.000Z' },
    },
  ])
})
