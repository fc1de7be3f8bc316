import { describe, expect, it } from 'vitest'
import {
  emptyShopTemplate,
  emptySku,
  emptyTemplate,
  type ProductTemplate,
  type ShopTemplate,
  type TemplateSku,
} from './product-template.ts'
import { keyOf, shopTemplateProblems, type ChannelFacts } from './shop-template-rules.ts'
import { messageOfRule, ruleSettingsOf, templateProblems, type RuleSettings } from './template-rules.ts'

const settings: RuleSettings = { timezone: 'Asia/Kuala_Lumpur', now: new Date('2026-01-10T00:00:00Z') }
const image = { image_id: null, image_url: '/api/v2/products/images/1' }
const sku: TemplateSku = { ...emptySku([]), seller_sku: 'CUP', price: 10, quantity: 1 }
const all = [1, 2, 3, 4, 5]

function good(platformIds: number[], more: Partial<ProductTemplate> = {}): ProductTemplate {
  return {
    ...emptyTemplate(platformIds),
    name: 'n'.repeat(25),
    long_description: 'd'.repeat(100),
    long_description_content: 'd'.repeat(100),
    images: [image],
    skus: [sku],
    package_length: 1,
    package_width: 1,
    package_height: 1,
    package_weight: 1,
    ...more,
  }
}
const broken = (template: ProductTemplate, more: Partial<RuleSettings> = {}) =>
  templateProblems(template, { ...settings, ...more }).map(({ path, rule }) => `${path} ${rule}`)
const withSku = (more: Partial<TemplateSku>) => ({ skus: [{ ...sku, ...more }] })
const letters = (count: number) => 'x'.repeat(count)
const special = (more: Partial<TemplateSku> = {}) =>
  withSku({
    special_price: 6,
    special_date_from: '2026-01-10 09:00',
    special_date_to: '2026-01-11 09:00',
    ...more,
  })
const codes = (count: number): TemplateSku[] =>
  Array.from({ length: count }, (_, at) => ({ ...sku, seller_sku: `C${at}`, variants: [`V${at}`] }))

/** [channels, what is just allowed, what is just not, what is said of it] */
const limits: [number[], Partial<ProductTemplate>, Partial<ProductTemplate>, string][] = [
  [[2], { name: letters(20) }, { name: letters(19) }, 'name min'],
  [[2], { name: letters(120) }, { name: letters(121) }, 'name max'],
  [[5], { name: letters(25) }, { name: letters(24) }, 'name min'],
  [[2], { name: '𠮷'.repeat(120) }, { name: '𠮷'.repeat(121) }, 'name max'],
  [[2], {}, { name: '  ' }, 'name required'],
  [[5], { name: `${letters(30)} é` }, { name: `${letters(30)} 中` }, 'name no_chinese'],
  [[2], { short_description: letters(1000) }, { short_description: letters(1001) }, 'short_description max'],
  [[2], {}, { long_description: '', long_description_content: 'x'.repeat(100) }, 'long_description required'],
  [[2], {}, { long_description: letters(99) }, 'long_description min'],
  [[2], {}, { long_description_content: letters(99) }, 'long_description_content min'],
  [
    [2],
    { long_description_content: letters(3000) },
    { long_description_content: letters(3001) },
    'long_description_content max',
  ],
  [[5], {}, { long_description_content: `${letters(120)}漢` }, 'long_description_content no_chinese'],
  [[2], {}, { images: [] }, 'images min_items'],
  [
    [2],
    { images: Array(8).fill(image) as never },
    { images: Array(9).fill(image) as never },
    'images max_items',
  ],
  [
    [2],
    { images_shopee: Array(8).fill(image) as never },
    { images_shopee: Array(9).fill(image) as never },
    'images_shopee max_items',
  ],
  [[2], {}, { skus: [] }, 'skus min_items'],
  [
    [1],
    { variant_names: ['A'], skus: codes(100) },
    { variant_names: ['A'], skus: codes(101) },
    'skus max_items',
  ],
  [[2], {}, withSku({ seller_sku: ' ' }), 'skus.0.seller_sku required'],
  [[3], withSku({ seller_sku: '' }), withSku({ price: null }), 'skus.0.price required'],
  [[2], withSku({ price: 1 }), withSku({ price: 0.99 }), 'skus.0.price min'],
  [[5], withSku({ price: 0.01 }), withSku({ price: 0.009 }), 'skus.0.price min'],
  [[2, 5], withSku({ price: 1 }), withSku({ price: 0.5 }), 'skus.0.price min'],
  [[2], withSku({ price: 100_000 }), withSku({ price: 100_001 }), 'skus.0.price max'],
  [[2], withSku({ cost_price: 100_000 }), withSku({ cost_price: 100_000.01 }), 'skus.0.cost_price max'],
  [[2], withSku({ quantity: 999_999 }), withSku({ quantity: 1_000_000 }), 'skus.0.quantity max'],
  [[2], withSku({ quantity: 1 }), withSku({ quantity: 0 }), 'skus.0.quantity min'],
  [[2], {}, withSku({ quantity: null }), 'skus.0.quantity required'],
  [[2], special({ special_price: 9.99 }), special({ special_price: 10 }), 'skus.0.special_price less_than'],
  [[2], special({ special_price: 5.01 }), special({ special_price: 5 }), 'skus.0.special_price greater_than'],
  [[2], special(), special({ special_price: Number.NaN }), 'skus.0.special_price number'],
  [[4], { package_weight: null }, { package_weight: Number.NaN }, 'package_weight number'],
  [[2], special(), special({ special_date_from: '' }), 'skus.0.special_date_from required'],
  [[2], special(), special({ special_date_to: '2026-02-30 00:00' }), 'skus.0.special_date_to date'],
  [
    [2],
    special({ special_date_to: '2026-01-10 09:01' }),
    special({ special_date_to: '2026-01-10 09:00' }),
    'skus.0.special_date_to date_order',
  ],
  // Eight hours ahead of UTC.
  [
    [2],
    special({ special_date_from: '2026-01-01 00:00', special_date_to: '2026-01-10 08:01' }),
    special({ special_date_from: '2026-01-01 00:00', special_date_to: '2026-01-10 08:00' }),
    'skus.0.special_date_to date_past',
  ],
  [[2], {}, { package_length: null }, 'package_length required'],
  [[4], { package_length: null }, { package_length: 200 }, 'package_length max'],
  [[2], { package_width: 199 }, { package_width: 199.5 }, 'package_width max'],
  [[5], { package_height: 99 }, { package_height: 100 }, 'package_height max'],
  [[5], { package_height: 1 }, { package_height: 0 }, 'package_height min'],
  [[2], { package_height: 0 }, { package_height: -1 }, 'package_height min'],
  [[5], { package_weight: 29 }, { package_weight: 29.01 }, 'package_weight max'],
  [[2], { package_weight: 30 }, { package_weight: null }, 'package_weight required'],
  [[2], {}, { platform_ids: [] }, 'platform_ids min_items'],
  [[2], { product_sku_name: letters(10) }, { product_sku_name: letters(9) }, 'product_sku_name min'],
  [[2], { product_sku_name: letters(255) }, { product_sku_name: letters(256) }, 'product_sku_name max'],
  [
    [2],
    { variant_names: ['A', 'B'], skus: [{ ...sku, variants: ['a', 'b'] }] },
    { variant_names: ['A', 'B', 'C'], skus: [{ ...sku, variants: ['a', 'b', 'c'] }] },
    'variant_names max_items',
  ],
  [
    [1],
    { variant_names: ['A', 'B', 'C'], skus: [{ ...sku, variants: ['a', 'b', 'c'] }] },
    { variant_names: ['A', 'a'], skus: [{ ...sku, variants: ['a', 'b'] }] },
    'variant_names.1 unique',
  ],
  [
    [2],
    { variant_names: ['A'], skus: [{ ...sku, variants: [letters(20)] }] },
    { variant_names: ['A'], skus: [{ ...sku, variants: [letters(21)] }] },
    'skus.0.variants.0 max',
  ],
  [
    [2],
    { variant_names: ['A'], skus: [{ ...sku, variants: ['a'] }] },
    { variant_names: ['A'], skus: [{ ...sku, variants: [' '] }] },
    'skus.0.variants.0 required',
  ],
]

describe('a template', () => {
  it.each(limits)('%j is held to its limit: %#', (platformIds, inside, outside, said) => {
    expect(broken(good(platformIds, inside))).toEqual([])
    expect(broken(good(platformIds, outside))).toContain(said)
  })

  it('has codes and combinations that differ, however they are written', () => {
    const skus = codes(2)
    const names = { variant_names: ['A'] }
    expect(broken(good([2], { ...names, skus }))).toEqual([])
    const again = skus.map((one) => ({ ...one, seller_sku: one === skus[0] ? 'cup ' : 'CUP' }))
    expect(broken(good([2], { ...names, skus: again }))).toEqual(['skus.1.seller_sku unique'])
    const twice = skus.map((one, at) => ({ ...one, variants: [at ? 'RED ' : 'red'] }))
    expect(broken(good([2], { ...names, skus: twice }))).toEqual(['skus.1.variants unique'])
  })

  it('tells the rule of a channel with the channel, and none twice', () => {
    const problems = templateProblems(good([2, 5], { name: letters(22) }), settings)
    expect(problems).toEqual([
      {
        path: 'name',
        rule: 'min',
        key: 'error.name.min',
        values: { min: 25, now: 22 },
        platformId: 5,
        shopId: null,
      },
    ])
    expect(broken(good(all, { name: letters(10) }))).toEqual(['name min'])
  })

  it('tells the lengths of texts in characters', () => {
    const messages = (template: Partial<ProductTemplate>) =>
      templateProblems(good([2], template), settings).map(({ rule, values }) => messageOfRule(rule, values))
    expect(messages({ short_description: letters(1001) })).toEqual(['max_length'])
    expect(messages({ long_description: letters(99) })).toContain('min_length')
  })

  it('tells of a description that is missing once, and of one that is marks alone', () => {
    const without = (long_description: string) =>
      broken(good([2], { long_description, long_description_content: '' }))
    expect(without('')).toEqual(['long_description required'])
    expect(without(`<p>${'<br>'.repeat(30)}</p>`)).toEqual(['long_description_content required'])
    expect(without('<p><br></p>')).toEqual(['long_description_content required'])
    const short = { long_description: '<p>Short</p>', long_description_content: 'Short' }
    expect(broken(good([2], short))).toEqual(['long_description_content min'])
  })

  it('takes no figure that a channel would get rounded', () => {
    const [sku] = good([2]).skus
    if (!sku) throw new Error('no SKU')
    const priced = (price: number) => good([2], { skus: [{ ...sku, price, special_price: null }] })
    expect(broken(priced(12.34))).toEqual([])
    expect(broken(priced(1.234))).toEqual(['skus.0.price decimals'])
    const inDong = ruleSettingsOf('Asia/Ho_Chi_Minh', 'VND', settings.now)
    expect(broken(priced(20_000.5), inDong)).toEqual(['skus.0.price whole'])
    const parcel = { package_length: 10.55, package_weight: 1.2345 }
    expect(broken(good([2], parcel)).toSorted()).toEqual(['package_length whole', 'package_weight decimals'])
  })

  it('takes larger prices where the account’s money has no decimals', () => {
    const inDong = ruleSettingsOf('Asia/Ho_Chi_Minh', 'VND', settings.now)
    expect(broken(good([2], withSku({ price: 100_000_000 })), inDong)).toEqual([])
    expect(broken(good([2], withSku({ price: 100_000_001 })), inDong)).toEqual(['skus.0.price max'])
    expect(broken(good([2], withSku({ price: 999 })), inDong)).toEqual(['skus.0.price min'])
    expect(broken(good([2], withSku({ price: 100_001 })))).toEqual(['skus.0.price max'])
  })

  it('may be in kanji where the account trades in yen, and nowhere else', () => {
    const kanji = good([5], { name: '漢'.repeat(30) })
    expect(broken(kanji, ruleSettingsOf('Asia/Tokyo', 'JPY', settings.now))).toEqual([])
    const inRinggit = ruleSettingsOf('Asia/Kuala_Lumpur', 'MYR', settings.now)
    expect(broken(kanji, inRinggit)).toEqual(['name no_chinese'])
  })

  it('holds none of the words that the account forbids, each for its channels', () => {
    const forbiddenWords = [
      { word: 'Fake', platform_ids: [] },
      { word: 'sale', platform_ids: [2] },
    ]
    const name = `${letters(25)} fake SALE`
    const more = { ...withSku({ variants: ['Fake red'] }), variant_names: ['Colour'] }
    expect(broken(good([5], { name, ...more }), { forbiddenWords })).toEqual([
      'name forbidden_word',
      'skus.0.variants.0 forbidden_word',
    ])
    const onlySale = good([2, 5], { name: `${letters(25)} SALE` })
    const [problem, ...others] = templateProblems(onlySale, { ...settings, forbiddenWords })
    expect(problem).toMatchObject({ path: 'name', platformId: 2, values: { words: 'sale' } })
    expect(others).toEqual([])
  })
})

describe('the step of a shop', () => {
  const facts: ChannelFacts = {
    currency: 'MYR',
    attributes: [
      attribute('material', { isRequired: true, input: 'select', options: [{ id: '7', name: 'Cotton' }] }),
      attribute('length', { input: 'number', units: ['cm', 'm'] }),
      attribute('made', { input: 'date' }),
      attribute('colour', { isRequired: true, isVariant: true }),
      attribute('use', { input: 'multi', mostValues: 2, isFreeText: true }),
    ],
    rules: {
      name: { min: 1, max: 30 },
      description: null,
      images: { min: 2, max: 9 },
      price: null,
      mostSkus: 1,
      mostVariantAttributes: 1,
      variantValueLength: 5,
      isBrandRequired: true,
      isPackageSizeRequired: true,
      isCashOnDeliveryPossible: false,
    },
    deliveryOptions: [
      {
        channelDeliveryId: '9',
        name: 'Post',
        isEnabled: true,
        isCashOnDeliveryPossible: true,
        maskedBy: null,
        heaviest: 5,
      },
    ],
  }
  function attribute(id: string, more: Partial<ChannelFacts['attributes'][number]>) {
    return {
      channelAttributeId: id,
      name: id,
      isRequired: false,
      isVariant: false,
      input: 'text' as const,
      isFreeText: false,
      options: [],
      units: [],
      mostValues: 1,
      ...more,
    }
  }
  const value = (id: string, of: string | number, more: object = {}) => ({
    attribute_id: id,
    name: id,
    value_id: null,
    value: of,
    unit: null,
    ...more,
  })
  const provider = {
    logistics_channel_id: 9,
    logistics_channel_name: 'Post',
    enabled: true,
    mask_channel_id: null,
  }
  const step = {
    ...emptyShopTemplate(4),
    platform_category_id: '100637',
    brand: { brand_id: '1', name: 'Aoi' },
    required_attributes: [value('material', 'Cotton', { value_id: 7 })],
    shipment_providers: [provider],
  }
  const template = good([2], { images: [image, image] })
  const said = (more: Partial<ShopTemplate> = {}, of: Partial<ProductTemplate> = {}, platformId = 2) =>
    shopTemplateProblems({ ...template, ...of }, { ...step, ...more }, platformId, settings, facts).map(
      ({ path, rule }) => `${path} ${rule}`,
    )

  it('passes when the channel’s own rules are kept', () => {
    expect(said()).toEqual([])
    expect(said({ required_attributes: [value('material', '', { value_id: 7 })] })).toEqual([
      'required_attributes.material required',
    ])
    const values = (...more: ReturnType<typeof value>[]) => ({
      required_attributes: [...step.required_attributes, ...more],
    })
    expect(said(values(value('material', 'Silk')))).toContain('required_attributes.material in')
    expect(said(values(value('length', '12', { unit: 'cm' })))).toEqual([])
    expect(said(values(value('length', '12')))).toEqual(['required_attributes.length.unit in'])
    expect(said(values(value('length', 'long', { unit: 'cm' })))).toEqual([
      'required_attributes.length number',
    ])
    expect(said(values(value('made', 'one day')))).toEqual(['required_attributes.made day'])
    expect(said(values(...['a', 'b', 'c'].map((use) => value('use', use))))).toEqual([
      'required_attributes.use max_items',
    ])
    // The category comes first: without it there are no fields for attributes and couriers.
    const bare = { ...step, platform_category_id: '', required_attributes: [], shipment_providers: [] }
    const found = shopTemplateProblems(template, bare, 2, settings, null)
    expect(found.map(({ path }) => path)).toEqual(['platform_category_id'])
    expect(said({ platform_category_id: '' })).toEqual(['platform_category_id min'])
    expect(said({ brand: null })).toEqual(['brand required'])
    expect(said({ is_cod_allowed: 1 })).toEqual(['is_cod_allowed in'])
    expect(said({ shipment_providers: [] })).toEqual(['shipment_providers min_items'])
    expect(said({ shipment_providers: [{ ...provider, logistics_channel_id: 8 }] })).toEqual([
      'shipment_providers.0 in',
    ])
    expect(said({}, { package_weight: 5.01 })).toEqual(['package_weight max'])
    expect(said({}, { name: letters(31) })).toEqual(['name max'])
    expect(said({}, { images: [image] })).toEqual(['images min_items'])
    expect(said({}, { package_length: null })).toEqual(['package_length required'])
  })

  it('sells what it is told to, at its own prices', () => {
    const own = { ...sku, variants: [], is_published: true }
    expect(said({ skus: [{ ...own, price: 90_000_000 }] })).toEqual([])
    expect(said({ skus: [{ ...own, price: 100_000_001 }] })).toEqual(['skus.0.price max'])
    expect(said({ skus: [{ ...own, is_published: false }] })).toEqual(['skus min_items'])
  })

  it('names its errors in the form of its channel', () => {
    expect(keyOf(1, 'skus.0.price', 'min')).toBe('error.skus.price.min')
    expect(keyOf(2, 'shops.0.required_attributes.material', 'required')).toBe(
      'error.required_attributes.required',
    )
    expect(keyOf(5, 'required_attributes.3.value', 'in')).toBe('error.required_attributes.in')
    expect(keyOf(4, 'skus.0.price', 'min')).toBe('error.skus.0.price.min')
  })
})
