/** Limits of channels beyond the specification, each just inside and just outside. */
import { describe, expect, it } from 'vitest'
import {
  emptyShopTemplate,
  emptySku,
  emptyTemplate,
  type ProductTemplate,
  type ShopTemplate,
  type TemplateSku,
} from './product-template.ts'
import { shopTemplateProblems, type ChannelFacts } from './shop-template-rules.ts'

const settings = { timezone: 'Asia/Kuala_Lumpur', now: new Date('2026-01-10T00:00:00Z') }
const letters = (count: number) => 'x'.repeat(count)
const image = { image_id: null, image_url: '/1' }

const facts: ChannelFacts = {
  currency: 'MYR',
  attributes: [],
  rules: {
    name: null,
    description: { min: 10, max: 3_000 },
    images: { min: 1, max: 8 },
    price: { min: 10, max: 10_000_000 },
    mostSkus: null,
    mostVariantAttributes: 3,
    variantValueLength: null,
    isBrandRequired: false,
    isPackageSizeRequired: false,
    isCashOnDeliveryPossible: true,
  },
  deliveryOptions: null,
}
const sku: TemplateSku = { ...emptySku([]), seller_sku: 'CUP', price: 10, quantity: 1 }
const template: ProductTemplate = {
  ...emptyTemplate([1, 2, 5]),
  name: letters(25),
  long_description: letters(100),
  long_description_content: letters(100),
  images: [image],
  skus: [sku],
  package_length: 1,
  package_width: 1,
  package_height: 1,
  package_weight: 1,
}
const courier = {
  logistics_channel_id: 9,
  logistics_channel_name: 'Post',
  enabled: true,
  mask_channel_id: null,
}
const step: ShopTemplate = {
  ...emptyShopTemplate(4),
  platform_category_id: '100',
  shipment_providers: [courier],
}

type Case = {
  template?: Partial<ProductTemplate>
  shop?: Partial<ShopTemplate>
  facts?: Partial<ChannelFacts>
}

const said = (platformId: number, more: Case) =>
  shopTemplateProblems({ ...template, ...more.template }, { ...step, ...more.shop }, platformId, settings, {
    ...facts,
    ...more.facts,
  }).map(({ path, rule }) => `${path} ${rule}`)

const of = (more: Partial<ProductTemplate>): Case => ({ template: more })
const withSku = (more: Partial<TemplateSku>): Case => of({ skus: [{ ...sku, ...more }] })
const priced = (...prices: number[]): Case =>
  of({
    variant_names: ['A'],
    skus: prices.map((price, at) => ({ ...sku, price, seller_sku: `C${at}`, variants: [`v${at}`] })),
  })
const many = (count: number): Case => priced(...Array.from({ length: count }, () => 10))
const axis = (name: string): Case => of({ variant_names: [name], skus: [{ ...sku, variants: ['v'] }] })
const box = (length: number, width: number, height: number): Case =>
  of({ package_length: length, package_width: width, package_height: height })
const special = (price: number): Case =>
  withSku({
    special_price: price,
    special_date_from: '2026-01-10 09:00',
    special_date_to: '2026-01-11 09:00',
  })
const branded = (brand: ShopTemplate['brand'], told: Partial<ChannelFacts> = {}): Case => ({
  shop: { brand },
  facts: told,
})
const required = { rules: { ...facts.rules, isBrandRequired: true } }
const category = { channelCategoryId: '100', parentId: null, name: 'Cups', isLeaf: true, isDisabled: false }
const option = {
  channelDeliveryId: '9',
  name: 'Post',
  isEnabled: true,
  isCashOnDeliveryPossible: true,
  maskedBy: null,
  heaviest: 5,
}
const couriers = (more: object): Case => ({ facts: { deliveryOptions: [{ ...option, ...more }] } })

/** [platform, what is just allowed, what is just not, what is said of it] */
const limits: [number, Case, Case, string][] = [
  [1, of({ name: 'đ'.repeat(127) }), of({ name: 'đ'.repeat(128) }), 'name max_bytes'],
  [1, of({ package_weight: 40 }), of({ package_weight: 40.01 }), 'package_weight max'],
  [1, of({ package_weight: 0.001 }), of({ package_weight: 0 }), 'package_weight min'],
  [1, box(100, 100, 100), box(100, 100, 100.5), 'package_length max_girth'],
  [1, box(0.01, 1, 1), box(1, 0, 1), 'package_width min'],
  [1, many(50), many(51), 'skus max_items'],
  [1, special(9.99), special(9.996), 'skus.0.special_price less_than'],
  [2, of({ package_weight: 0.01 }), of({ package_weight: 0.005 }), 'package_weight min'],
  [2, of({ package_height: 0.5 }), of({ package_height: 0 }), 'package_height min'],
  [2, many(50), many(51), 'skus max_items'],
  [2, withSku({ seller_sku: letters(100) }), withSku({ seller_sku: letters(101) }), 'skus.0.seller_sku max'],
  [2, axis(letters(14)), axis(letters(15)), 'variant_names.0 max'],
  [2, priced(10, 70), priced(10, 70.01), 'skus.1.price max_ratio'],
  [2, priced(100_000), priced(100_000.01), 'skus.0.price max'],
  [
    2,
    of({ long_description: `<ul>${'<li>1234567</li>'.repeat(300)}</ul>` }),
    of({ long_description: `<ul>${'<li>1234567</li>'.repeat(301)}</ul>` }),
    'long_description max',
  ],
  [
    2,
    of({ images_shopee: [image] }),
    of({ images_shopee: Array.from({ length: 9 }, () => image) }),
    'images_shopee max_items',
  ],
  [2, branded({ brand_id: '1', name: 'Aoi' }), branded({ brand_id: null, name: 'Kopi' }), 'brand in'],
  [2, couriers({}), couriers({ isEnabled: false }), 'shipment_providers.0 in'],
  [2, couriers({ channelDeliveryId: '9' }), couriers({ maskedBy: '8' }), 'shipment_providers.0 in'],
  [2, couriers({ heaviest: 1 }), couriers({ heaviest: 0.99 }), 'package_weight max'],
  [5, withSku({ seller_sku: letters(50) }), withSku({ seller_sku: letters(51) }), 'skus.0.seller_sku max'],
  [5, axis(letters(20)), axis(letters(21)), 'variant_names.0 max'],
  [5, many(100), many(101), 'skus max_items'],
  [5, withSku({ quantity: 99_999 }), withSku({ quantity: 100_000 }), 'skus.0.quantity max'],
  [5, withSku({ quantity: 2 }), withSku({ quantity: 1.5 }), 'skus.0.quantity number'],
  [
    5,
    branded({ brand_id: '1', name: 'Aoi' }, { brand: { channelBrandId: '1', name: 'Aoi' } }),
    branded({ brand_id: '1', name: 'Aoi' }, { brand: null }),
    'brand in',
  ],
  [
    5,
    branded({ brand_id: '1', name: 'Aoi' }, required),
    branded({ brand_id: '0', name: 'NoBrand' }, required),
    'brand required',
  ],
  [
    5,
    { facts: { category } },
    { facts: { category: { ...category, isLeaf: false } } },
    'platform_category_id in',
  ],
  [5, { facts: {} }, { facts: { category: { ...category, isDisabled: true } } }, 'platform_category_id in'],
  [5, { facts: { category } }, { facts: { category: null } }, 'platform_category_id in'],
]

describe('a channel', () => {
  it.each(limits)('%i refuses what is beyond its limits: %#', (platformId, inside, outside, rule) => {
    expect(said(platformId, inside)).toEqual([])
    expect(said(platformId, outside)).toContain(rule)
  })

  it('has a price of at least one coin, whatever the money', () => {
    const dong = { currency: 'VND' as const, rules: { ...facts.rules, price: null } }
    expect(said(5, { ...withSku({ price: 1 }), facts: dong })).toEqual([])
    expect(said(5, { ...withSku({ price: 0.4 }), facts: dong })).toEqual(['skus.0.price min'])
  })

  it('looks at the variants that the shop sells', () => {
    const { template: more } = many(51)
    const skus = (more?.skus ?? []).map((one, at) => ({ ...one, is_published: at > 0 }))
    expect(said(2, { template: { ...more }, shop: { skus } })).toEqual([])
  })
})

describe('an attribute', () => {
  const attribute = {
    channelAttributeId: '7',
    name: 'Use',
    isRequired: false,
    isVariant: false,
    input: 'select' as const,
    isFreeText: false,
    options: [{ id: '71', name: 'Home' }],
    units: [] as string[],
    mostValues: 1,
  }
  const value = (more: object) => ({
    attribute_id: '7',
    name: '',
    value_id: null,
    value: 'Home',
    unit: null,
    ...more,
  })
  const judged = (platformId: number, asked: object, ...given: object[]) =>
    said(platformId, {
      shop: { required_attributes: given.map(value) },
      facts: { attributes: [{ ...attribute, ...asked }] },
    })

  it('has a value of the channel by its number, or by its name where that is all it has', () => {
    expect(judged(2, {}, { value_id: 71 })).toEqual([])
    expect(judged(2, {}, {})).toEqual(['required_attributes.7 in'])
    expect(judged(2, { options: [{ id: null, name: 'Home' }] }, {})).toEqual([])
    expect(judged(1, { options: [{ id: 'Home', name: 'Home' }] }, {})).toEqual([])
  })

  it('may be in own words only where the channel takes them, and never by a number that is not there', () => {
    expect(judged(2, { isFreeText: true }, { value: 'Office' })).toEqual([])
    expect(judged(2, { isFreeText: true }, { value: 'Office', value_id: 0 })).toEqual([])
    expect(judged(2, { isFreeText: true }, { value: 'Office', value_id: 99 })).toEqual([
      'required_attributes.7 in',
    ])
  })

  it('is of the category, and no axis of variants', () => {
    expect(judged(5, {}, { attribute_id: '8' })).toEqual(['required_attributes.8 in'])
    expect(judged(5, { isVariant: true }, { value_id: 71 })).toEqual(['required_attributes.7 in'])
  })

  it('has a number, a unit, a day and no comma as the channel reads them', () => {
    const number = { input: 'number', options: [], units: ['cm'] }
    expect(judged(2, number, { value: 0.5, unit: 'cm' })).toEqual([])
    expect(judged(2, number, { value: -1, unit: 'cm' })).toEqual(['required_attributes.7 number'])
    expect(judged(2, number, { value: 1, unit: 'inch' })).toEqual(['required_attributes.7.unit in'])
    expect(judged(2, {}, { value_id: 71, unit: 'cm' })).toEqual(['required_attributes.7.unit in'])
    const date = { input: 'date', options: [] }
    expect(judged(2, date, { value: '2028-02-29' })).toEqual([])
    expect(judged(2, date, { value: '2027-02-29' })).toEqual(['required_attributes.7 day'])
    const multi = { input: 'multi', isFreeText: true, mostValues: 2 }
    expect(judged(2, multi, { value: 'a,b' })).toEqual([])
    expect(judged(1, multi, { value: 'a,b' })).toEqual(['required_attributes.7 no_comma'])
  })
})
