/** Listings over real HTTP, connector against marketplace: from the category to the removal. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Catalog } from '../../connectors/catalog.ts'
import type { Listings } from '../../connectors/listings.ts'
import type { Products } from '../../connectors/products.ts'
import { listingParts } from '../../model/listing-parts.ts'
import type { ListingDraft, ListingSku } from '../../model/listing.ts'
import type { ChannelProduct } from '../../model/product.ts'
import { makePng, startSelling, type Selling } from '../steps/selling-session.ts'

const malaysia = 100190015
const gifts = '10000335'
const dresses = '10000342'

let selling: Selling
let catalog: Catalog
let listings: Listings
let products: Products

beforeEach(async () => {
  selling = await startSelling('lazada', malaysia)
  ;({ catalog, listings, products } = selling.connector as Required<typeof selling.connector> & {
    listings: Listings
  })
})
afterEach(() => selling.close())

async function brandOf(session = selling.session) {
  const { brands } = await catalog.brands(session, {
    channelCategoryId: gifts,
    keyword: 'aoi',
    cursor: null,
  })
  return brands
}

const sku = (sellerSku: string, option: string, more: Partial<ListingSku> = {}): ListingSku => ({
  sellerSku,
  options: [option],
  price: 1990,
  specialPrice: null,
  quantity: 12,
  image: null,
  ...more,
})

async function makeDraft(more: Partial<ListingDraft> = {}): Promise<ListingDraft> {
  const image = await listings.uploadImage(selling.session, makePng())
  return {
    name: 'Furoshiki cloth for gifts',
    description: '<p>Soft &amp; <b>strong</b> "cotton"</p>',
    channelCategoryId: gifts,
    brand: null,
    images: [image],
    attributes: [
      { channelAttributeId: 'material', values: [{ id: 'Cotton', name: 'Cotton', unit: null }] },
      {
        channelAttributeId: 'occasion',
        values: [
          { id: 'Birthday', name: 'Birthday', unit: null },
          { id: 'Wedding', name: 'Wedding', unit: null },
        ],
      },
    ],
    package: { weight: 0.35, length: 30, width: 20, height: 4.5 },
    deliveryIds: [],
    isCashOnDelivery: false,
    variantNames: ['Colour'],
    skus: [sku('FURO-RED', 'Red'), sku('FURO-BLUE', 'Blue', { price: 2090, quantity: 3 })],
    ...more,
  }
}

async function listed(): Promise<ChannelProduct[]> {
  const page = await products.list(selling.session, null, null)
  expect(page.failures).toEqual([])
  return page.items
}

it('has a tree of categories with what each asks, brands on several pages and rules', async () => {
  const categories = await catalog.categories(selling.session, 'en')
  const found = categories.find((one) => one.channelCategoryId === gifts)
  expect(found).toMatchObject({ name: 'Gift Sets', isLeaf: true })
  const parent = categories.findIndex((one) => one.channelCategoryId === found?.parentId)
  expect(parent).toBeGreaterThanOrEqual(0)
  expect(parent).toBeLessThan(categories.indexOf(found!))

  const attributes = await catalog.attributes(selling.session, gifts, 'vn')
  expect(attributes.map((one) => one.channelAttributeId)).not.toContain('name')
  expect(attributes.find((one) => one.channelAttributeId === 'material')).toMatchObject({
    name: 'Material',
    isRequired: true,
    input: 'select',
    isFreeText: true,
  })
  expect(attributes.filter((one) => one.isVariant).map((one) => one.channelAttributeId)).toEqual([
    'color_family',
    'size',
  ])
  expect(await catalog.rules(selling.session, dresses)).toMatchObject({
    isBrandRequired: true,
    isPackageSizeRequired: true,
  })
  await expect(catalog.attributes(selling.session, '1', 'en')).rejects.toMatchObject({
    kind: 'refused',
    channelCode: '4227',
  })
  expect(await brandOf()).toHaveLength(12)
  expect(await catalog.deliveryOptions(selling.session)).toEqual([])
})

it('publishes a listing with variants, which is found, told by the oracle, sold and read back', async () => {
  const draft = await makeDraft()
  const published = await listings.publish(selling.session, draft)
  expect(published.skus.map((one) => one.sellerSku)).toEqual(['FURO-RED', 'FURO-BLUE'])
  expect(await listings.find(selling.session, ['FURO-BLUE'])).toEqual(published)
  expect(await listings.find(selling.session, ['NOBODY'])).toBeNull()
  const [product] = await listed()
  expect(product).toMatchObject({
    channelProductId: published.channelProductId,
    name: draft.name,
    channelCategoryId: gifts,
    status: 'active',
    brand: null,
    images: [draft.images[0]?.url],
    package: draft.package,
    skus: [
      { sellerSku: 'FURO-RED', options: [{ name: 'Colour', value: 'Red' }], price: 1990, stock: 12 },
      { sellerSku: 'FURO-BLUE', options: [{ name: 'Colour', value: 'Blue' }], price: 2090, stock: 3 },
    ],
  })
  expect(product?.attributes).toContainEqual({ name: 'occasion', value: 'Birthday,Wedding' })
  const picture = await fetch(draft.images[0]?.url ?? '')
  expect(picture.headers.get('content-type')).toBe('image/png')
  const truth = await selling.oracle<{ seller_sku: string; product_id: number; stock: number }>('products')
  expect(truth.map((one) => [one.seller_sku, String(one.product_id)])).toEqual([
    ['FURO-RED', published.channelProductId],
    ['FURO-BLUE', published.channelProductId],
  ])
  const order = { ref: 'first', lines: [['FURO-RED', draft.name, 2, 19.9]] }
  const sold = await selling.control<{ lines: { shop_sku: string }[] }>('orders', {
    shop_id: malaysia,
    order,
  })
  expect(sold.lines[0]?.shop_sku).toBe(product?.skus[0]?.shopSku)
  expect((await listed())[0]?.skus[0]?.stock).toBe(10)
})

it('tells every field that is wrong, in the words of the marketplace', async () => {
  const draft = await makeDraft({
    attributes: [],
    images: [{ id: null, url: 'https://elsewhere.example/a.jpg' }],
    skus: [sku('A', 'Red', { price: 0 }), sku('A', 'Red')],
    package: { weight: 41, length: 30, width: 20, height: 4 },
  })
  const error: unknown = await listings.publish(selling.session, draft).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'refused', channelCode: '500' })
  const { fields } = error as { fields: { field: string; message: string }[] }
  expect(new Set(fields.map((one) => one.field))).toEqual(
    new Set(['attributes.material', 'images', 'price', 'package.weight', 'options', 'sellerSku']),
  )
  await expect(
    listings.publish(selling.session, await makeDraft({ channelCategoryId: '10000299' })),
  ).rejects.toMatchObject({ kind: 'refused', channelCode: '4134' })
  expect(await listed()).toEqual([])
  await expect(listings.uploadImage(selling.session, makePng(100, 100))).rejects.toMatchObject({
    kind: 'refused',
    channelCode: '300',
  })
})

it('finds what was published although the answer was lost, and a second one is refused', async () => {
  const draft = await makeDraft()
  await selling.loseAnswer('/rest/product/create')
  await expect(listings.publish(selling.session, draft)).rejects.toMatchObject({ kind: 'try-later' })
  expect(await listings.find(selling.session, ['FURO-RED'])).toMatchObject({
    skus: [{ sellerSku: 'FURO-RED' }, { sellerSku: 'FURO-BLUE' }],
  })
  await expect(listings.publish(selling.session, draft)).rejects.toMatchObject({
    kind: 'refused',
    fields: [
      { field: 'sellerSku', sellerSku: 'FURO-RED' },
      { field: 'sellerSku', sellerSku: 'FURO-BLUE' },
    ],
  })
  expect(await listed()).toHaveLength(1)
})

it('makes a listing like the draft: words, brand, variants that come and go, but no stock', async () => {
  const draft = await makeDraft()
  const { channelProductId } = await listings.publish(selling.session, draft)
  const [brand] = await brandOf()
  const next: ListingDraft = {
    ...draft,
    name: 'Furoshiki, the new one',
    brand: brand ?? null,
    skus: [
      sku('FURO-BLUE', 'Navy', { price: 2190, quantity: 99 }),
      sku('FURO-PINK', 'Pink', { quantity: 7 }),
    ],
  }
  for (const round of [1, 2]) {
    const after = await listings.update(selling.session, channelProductId, next, listingParts(draft, next))
    expect(
      after.skus.map((one) => one.sellerSku),
      `round ${round}`,
    ).toEqual(['FURO-BLUE', 'FURO-PINK'])
  }
  expect(await listed()).toMatchObject([
    {
      name: next.name,
      brand: brand?.name,
      skus: [
        { sellerSku: 'FURO-BLUE', options: [{ name: 'Colour', value: 'Navy' }], price: 2190, stock: 3 },
        { sellerSku: 'FURO-PINK', options: [{ name: 'Colour', value: 'Pink' }], stock: 7 },
      ],
    },
  ])
})

it('takes a short description away, and tells of pictures of variants that stay', async () => {
  const image = await listings.uploadImage(selling.session, makePng())
  const skus = [sku('FURO-RED', 'Red', { image }), sku('FURO-BLUE', 'Blue', { image })]
  const draft = await makeDraft({ shortDescription: 'Folds to a bag', skus })
  const { channelProductId: id } = await listings.publish(selling.session, draft)
  const { shortDescription: _, ...without } = draft
  const next = { ...without, skus: skus.map((one) => ({ ...one, image: null })) }
  const after = await listings.update(selling.session, id, next, listingParts(draft, next))
  expect(after.kept).toEqual(
    ['FURO-RED', 'FURO-BLUE'].map((sellerSku) => ({
      field: 'image',
      sellerSku,
      message: 'refusal.lazada_picture_kept',
    })),
  )
  expect((await listed())[0]?.skus).toMatchObject([{ imageUrl: image.url }, { imageUrl: image.url }])
  // Making it like the draft once more, as after a lost answer, says the same.
  expect(await listings.update(selling.session, id, next, listingParts(draft, next))).toEqual(after)
  await selling.control('attributes', { kept: ['short_description'] })
  const told = { ...next, shortDescription: 'Folds to a bag again' }
  await listings.update(selling.session, id, told, listingParts(next, told))
  expect((await listings.update(selling.session, id, next, listingParts(told, next))).kept).toMatchObject([
    { field: 'shortDescription', message: 'refusal.lazada_attribute_kept' },
  ])
})

it('sets prices and reduced prices, a bad row alone refused, and ends a reduction', async () => {
  const { channelProductId, skus } = await listings.publish(selling.session, await makeDraft())
  const [red, blue] = skus.map(({ channelSkuId }) => ({ channelProductId, channelSkuId }))
  if (!red || !blue) throw new Error('the listing has no two SKUs')
  const from = new Date('2026-11-01T00:00:00Z')
  const to = new Date('2026-12-01T00:00:00Z')
  expect(
    await listings.setPrices(selling.session, [
      { ...red, price: 1850, specialPrice: { price: 1500, from, to } },
      { ...blue, price: 0 },
    ]),
  ).toMatchObject([{ isDone: true }, { isDone: false, isGone: false, reason: /PRICE_IS_ZERO/ }])
  const [before] = await listed()
  expect(before?.skus).toMatchObject([
    { price: 1850, specialPrice: { price: 1500, from, to } },
    { price: 2090, specialPrice: null },
  ])
  await listings.setPrices(selling.session, [{ ...red, price: 1850 }])
  expect((await listed())[0]?.skus[0]?.specialPrice?.price).toBe(1500)
  await listings.setPrices(selling.session, [{ ...red, price: 1850, specialPrice: null }])
  expect((await listed())[0]?.skus[0]?.specialPrice).toBeNull()
})

it('goes off sale and on again, and is removed for good; each may be repeated', async () => {
  const { channelProductId } = await listings.publish(selling.session, await makeDraft())
  const ids = [channelProductId, '4000000001']
  const gone = { channelProductId: '4000000001', isDone: false, isGone: true }
  for (const round of [1, 2])
    expect(await listings.setActive(selling.session, ids, false), `round ${round}`).toMatchObject([
      { channelProductId, isDone: true },
      gone,
    ])
  expect(await listed()).toMatchObject([{ status: 'inactive' }])
  const order = { ref: 'closed', lines: [['FURO-RED', 'Furoshiki', 1, 19.9]] }
  await expect(selling.control('orders', { shop_id: malaysia, order })).rejects.toThrow('409')
  for (const round of [1, 2])
    expect(await listings.setActive(selling.session, ids, true), `round ${round}`).toMatchObject([
      { isDone: true },
      gone,
    ])
  expect(await listed()).toMatchObject([{ status: 'active', skus: [{ isActive: true }, { isActive: true }] }])
  for (const round of [1, 2])
    expect(await listings.remove(selling.session, [channelProductId]), `round ${round}`).toEqual([
      { channelProductId, isDone: true },
    ])
  expect(await listed()).toEqual([])
  expect(await listings.find(selling.session, ['FURO-RED'])).toBeNull()
  expect(await listings.publish(selling.session, await makeDraft())).not.toMatchObject({ channelProductId })
})
