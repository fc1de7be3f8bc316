import { afterEach, describe, expect, it } from 'vitest'
import { writeNumbersAs } from '../../../parts/figures.ts'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { changesOf, draftOf, type ListingDraft, wrongNumbers } from './listing-draft.ts'
import { priceChangesOf, wrongPrices } from './price-draft.ts'
import { variantLabel } from './variant-label.ts'

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

const product = {
  name: ' 凧 of Perlis ',
  description_html: '<p>Flies.</p>',
  images: { data: [{ url: 'https://a.test/1.jpg' }, { url: 'https://a.test/2.jpg' }] },
  package_weight: 0.5,
  package_length: 1000,
  package_width: 12.25,
  package_height: null,
  product_skus: {
    data: [
      { id: 7, product_sku_detail: { own_threshold: 3 } },
      { id: 8, product_sku_detail: { own_threshold: null } },
      { id: 9, product_sku_detail: { own_threshold: 0 } },
    ],
  },
} as unknown as Product

describe.each([undefined, 'en-US', 'vi-VN', 'ja-JP', 'ms-MY'])('a listing in the figures of %s', (custom) => {
  afterEach(() => writeNumbersAs(undefined))

  it('asks for no change as long as nobody typed, whatever spaces its channel left around the name', () => {
    writeNumbersAs(custom)
    const first = draftOf(product)
    expect([changesOf(first, first), wrongNumbers(first)]).toEqual([{}, []])
    expect(changesOf(first, { ...first, name: `${first.name} ` })).toEqual({})
    expect(changesOf(first, { ...first, name: first.name.trim() })).toEqual({})
  })

  it('sends back the sizes that it shows when one of them is another', () => {
    writeNumbersAs(custom)
    const first = draftOf(product)
    expect(changesOf(first, { ...first, sizes: { ...first.sizes, height: '２' } }).package).toEqual({
      weight: 0.5,
      length: 1000,
      width: 12.25,
      height: 2,
    })
  })
})

describe('a changed listing', () => {
  const first = draftOf(product)

  it.each([
    [{ name: 'Kite' }, { name: 'Kite' }],
    [{ name: '' }, { name: '' }],
    [{ description: '' }, { description: '' }],
    [{ photos: [] }, { images: [] }],
    [
      { photos: [{ url: 'https://a.test/2.jpg' }, { url: 'https://a.test/1.jpg' }] },
      { images: [{ url: 'https://a.test/2.jpg' }, { url: 'https://a.test/1.jpg' }] },
    ],
    [
      { photos: [{ id: 5, url: 'blob:1' }, ...first.photos] },
      { images: [{ id: 5 }, { url: 'https://a.test/1.jpg' }, { url: 'https://a.test/2.jpg' }] },
    ],
    [{ levels: { ...first.levels, 7: '' } }, { variants: [{ id: 7, threshold: null }] }],
    [{ levels: { ...first.levels, 8: '１２' } }, { variants: [{ id: 8, threshold: 12 }] }],
    [{ levels: { ...first.levels, 8: '1.200' } }, { variants: [{ id: 8, threshold: 1200 }] }],
    [{ levels: { ...first.levels, 9: ' 0 ' } }, {}],
    [{ levels: { ...first.levels, 8: '0' } }, { variants: [{ id: 8, threshold: 0 }] }],
  ])('sends that alone: %j', (part, edit) => {
    expect(changesOf(first, { ...first, ...part })).toEqual(edit)
  })

  it.each([
    ['1,5', 'level.8'],
    ['-1', 'level.8'],
    ['1000000', 'level.8'],
    ['many', 'level.8'],
  ])('is wrong at a level of %s', (text, field) => {
    expect(wrongNumbers({ ...first, levels: { ...first.levels, 8: text } })).toEqual([field])
  })
})

describe('the name of a variant', () => {
  const variant = (values: string[], seller: string | null) =>
    ({
      seller_sku: seller,
      attribute_simples: { data: values.map((name) => ({ name: 'x', attribute_values: { name } })) },
    }) as unknown as Product['product_skus']['data'][number]

  it.each([
    [['red', 'XL'], 'K-1', 'red, XL · K-1'],
    [['赤'], null, '赤'],
    [[], 'K-1', 'Kite · K-1'],
    [[], null, 'Kite'],
    [[''], '', 'Kite'],
  ])('is made of its values %j and the code %j', (values, seller, label) => {
    expect(variantLabel(variant(values, seller), { name: 'Kite' })).toBe(label)
  })
})
