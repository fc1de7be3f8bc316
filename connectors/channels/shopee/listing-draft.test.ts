import { describe, expect, test } from 'vitest'
import { ChannelError } from '../../channel-error.ts'
import type { ListingDraft } from '../../../model/listing.ts'
import { checkDraft, itemOf, placeOf, tierPayload, withFields } from './listing-draft.ts'
import { listingTextOf } from '../../../model/listing-text.ts'

const sku = (sellerSku: string, options: string[]) => ({
  sellerSku,
  options,
  price: 1000,
  specialPrice: null,
  quantity: 1,
  image: null as { id: string | null; url: string } | null,
})

const draft: ListingDraft = {
  name: 'Linen apron',
  description: 'Plain',
  channelCategoryId: '100639',
  brand: null,
  images: [{ id: 'i1', url: '' }],
  attributes: [{ channelAttributeId: '5', values: [{ id: null, name: '2027-05-01', unit: null }] }],
  package: { weight: null, length: 10, width: null, height: 10 },
  deliveryIds: [],
  isCashOnDelivery: false,
  variantNames: ['Colour', 'Size'],
  skus: [sku('A', ['Red', 'S']), sku('B', ['Red', 'M']), sku('C', ['Blue', 'S'])],
}

test.each([
  ['<h1>Title</h1><p>One<br>two</p>', 'Title\nOne\ntwo'],
  ['<ul><li>a</li>\n<li>b &lt; c</li></ul>', '- a\n- b < c'],
  ['&quot;5&#39; &#x2713; &unknown; &amp;lt;&quot;', '"5\' ✓ &unknown; &lt;"'],
  ['<p>  spaced\n out </p><p></p><p></p><p>end</p>', 'spaced out\n\nend'],
])('[plain-text] %j becomes plain text', (html, text) => {
  expect(listingTextOf(html)).toBe(text)
})

test('a day is counted in seconds only where the attribute is a date [attribute-inputs]', () => {
  const valueOf = (dates: string[]) =>
    (itemOf(draft, new Set(dates)).attribute_list as { attribute_value_list: object[] }[])[0]
      ?.attribute_value_list[0]
  expect(valueOf(['5'])).toEqual({ value_id: 0, original_value_name: '1809129600' })
  expect(valueOf([])).toEqual({ value_id: 0, original_value_name: '2027-05-01' })
})

test('what was not measured is left for Shopee to ask for', () => {
  const item = itemOf(draft, new Set())
  expect(item).not.toHaveProperty('weight')
  expect(item).not.toHaveProperty('dimension')
})

test('SKUs stand at the places of their options', () => {
  expect(draft.skus.map((one) => placeOf(draft, one))).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
  ])
})

test('pictures of options are sent for all of them or for none [option-images]', () => {
  const image = { id: 'p', url: '' }
  const imagesOf = (skus: ListingDraft['skus']) =>
    JSON.stringify(tierPayload({ ...draft, skus })).match(/image_id/g)?.length ?? 0
  const [red, redM, blue] = draft.skus as [
    ListingDraft['skus'][0],
    ListingDraft['skus'][0],
    ListingDraft['skus'][0],
  ]
  expect(imagesOf([{ ...red, image }, redM, blue])).toBe(0)
  expect(imagesOf([red, { ...redM, image }, { ...blue, image }])).toBe(2)
})

describe('a refusal', () => {
  test.each([
    ['error_param', 'Parameter is not match the constraints, item_name takes 5 to 120 characters', 'name'],
    ['error_invalid_category_attribute', 'Category and attribute not match.', 'attributes'],
    ['error_invalid_category', 'Invalid category ID 7', 'channelCategoryId'],
    ['error_invalid_brand', 'Brand name required', 'brand'],
    ['error_param', 'Image not exist.', 'images'],
    ['error_param', 'Invalid Weight.', 'package'],
    ['error_invalid_price', 'Invalid price, please use the correct format', 'price'],
    ['error_param', 'Invalid logistic info, at least one channel must be enabled', 'deliveryIds'],
  ])('%s "%s" is about %s', (channelCode, message, field) => {
    const told = withFields(new ChannelError('refused', message, { channelCode }))
    expect(told).toMatchObject({ kind: 'refused', channelCode, message, fields: [{ field, message }] })
  })

  test('that names nothing, or is none, stays as it is', () => {
    const others = [
      new ChannelError('refused', 'The shop is under penalty.'),
      new ChannelError('try-later', 'price'),
    ]
    expect(others.map(withFields)).toEqual(others)
  })

  test('names everything that Shopee has no place for [reduced-prices]', () => {
    const wrong = { ...draft, brand: { channelBrandId: null, name: 'Own' }, images: [{ id: null, url: 'x' }] }
    expect(() => checkDraft(wrong)).toThrow(
      expect.objectContaining({
        fields: [{ field: 'brand' }, { field: 'images' }].map(
          (one) => expect.objectContaining(one) as object,
        ),
      }),
    )
    expect(() => checkDraft(draft)).not.toThrow()
  })
})
