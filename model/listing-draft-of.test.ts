import { describe, expect, it } from 'vitest'
import { listingDraftOf } from './listing-draft-of.ts'
import { emptyShopSku, emptyShopTemplate, emptySku, emptyTemplate } from './product-template.ts'

const sku = {
  ...emptySku(['Red']),
  seller_sku: ' CUP-RED ',
  price: 19.9,
  special_price: 15,
  special_date_from: '2026-12-01 00:00',
  special_date_to: '2026-12-31 23:59',
  quantity: 4,
}
const template = {
  ...emptyTemplate([1]),
  name: ' Cup ',
  long_description: '<p>Fired twice.</p>',
  variant_names: ['Colour'],
  skus: [sku],
}
const attribute = { name: 'Material', value_id: null, unit: null }
const draftOf = (more: object = {}, shopMore: object = {}, platformId = 1) =>
  listingDraftOf({
    template: { ...template, ...more },
    shop: { ...emptyShopTemplate(7), ...shopMore },
    platformId,
    currency: 'MYR',
    timezone: 'Asia/Kuala_Lumpur',
    images: [],
    skuImages: [null],
  })

describe('the listing of a template', () => {
  it('leaves out what is empty', () => {
    const blank = { ...attribute, attribute_id: 'fit', value: '  ' }
    const draft = draftOf({ short_description: ' ' }, { required_attributes: [blank] })
    expect(draft).toMatchObject({ name: 'Cup', attributes: [], brand: null, deliveryIds: [] })
    expect(draft).not.toHaveProperty('shortDescription')
  })

  it('has dates with a special price alone, in the time zone of the account', () => {
    const [special] = draftOf().skus
    expect(special).toMatchObject({ sellerSku: 'CUP-RED', price: 1990, quantity: 4 })
    expect(special?.specialPrice).toEqual({
      price: 1500,
      from: new Date('2026-11-30T16:00:00Z'),
      to: new Date('2026-12-31T15:59:00Z'),
    })
    expect(draftOf({ skus: [{ ...sku, special_price: null }] }).skus[0]?.specialPrice).toBeNull()
  })

  it('joins several values of an attribute, and shows the short description where the channel has one', () => {
    const values = ['Clay', 'Glaze'].map((value) => ({ ...attribute, attribute_id: 'material', value }))
    const more = { short_description: 'For tea' }
    const draft = draftOf(more, { required_attributes: values })
    expect(draft.attributes.map((one) => one.values.map(({ name }) => name))).toEqual([['Clay', 'Glaze']])
    expect(draft.shortDescription).toBe('For tea')
    expect(draftOf(more, {}, 2)).not.toHaveProperty('shortDescription')
  })

  it('is paid on delivery where the product or the shop says so', () => {
    expect(draftOf().isCashOnDelivery).toBe(false)
    expect(draftOf({ is_cod_allowed: 1 }).isCashOnDelivery).toBe(true)
    expect(draftOf({}, { is_cod_allowed: 1 }).isCashOnDelivery).toBe(true)
  })

  it('has what a shop says of a variant in place of the product', () => {
    const own = { ...emptyShopSku(['red ']), seller_sku: 'CUP-R', price: 21, quantity: 1 }
    expect(draftOf({}, { skus: [own] }).skus).toMatchObject([
      { sellerSku: 'CUP-R', price: 2100, quantity: 1, specialPrice: { price: 1500 } },
    ])
    expect(draftOf({}, { skus: [{ ...own, is_published: false }] }).skus).toEqual([])
  })
})
