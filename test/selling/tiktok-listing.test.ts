/** Listings over real HTTP, connector against marketplace: from the category to the removal. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SandboxOptions } from '../../sandbox/server.ts'
import type { Catalog } from '../../connectors/catalog.ts'
import type { Listings } from '../../connectors/listings.ts'
import type { Products } from '../../connectors/products.ts'
import { listingParts } from '../../model/listing-parts.ts'
import type { ListingDraft, ListingImage, ListingSku } from '../../model/listing.ts'
import type { ChannelProduct } from '../../model/product.ts'
import { makePng, startSelling, type Selling } from '../steps/selling-session.ts'

const malaysia = '7494726673780148744'
const gifts = '600037'
const kettles = '600048'
const wine = '600054'
const material = '100011'
const occasion = '100013'
const audit = 61

let selling: Selling
let catalog: Catalog
let listings: Listings
let products: Products

async function open(options: SandboxOptions = {}) {
  selling = await startSelling('tiktok', malaysia, options)
  ;({ catalog, listings, products } = selling.connector as Required<typeof selling.connector> & {
    listings: Listings
  })
}
beforeEach(() => open())
afterEach(() => selling.close())

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)

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
    name: 'Furoshiki cloth for wrapping gifts',
    description: '<p>Soft &amp; <b>strong</b> "cotton"</p>',
    channelCategoryId: gifts,
    brand: null,
    images: [image],
    attributes: [
      { channelAttributeId: material, values: [{ id: '1001101', name: 'Cotton', unit: null }] },
      {
        channelAttributeId: occasion,
        values: [
          { id: '1001301', name: 'Birthday', unit: null },
          { id: '1001302', name: 'Wedding', unit: null },
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

async function publishLive(more: Partial<ListingDraft> = {}) {
  const draft = await makeDraft(more)
  const published = await listings.publish(selling.session, draft)
  await selling.passTime(audit)
  return { draft, ...published }
}

async function listed(): Promise<ChannelProduct[]> {
  const page = await products.list(selling.session, null, null)
  expect(page.failures).toEqual([])
  return page.items
}

it('has a tree of categories, the closed ones marked, with what each asks', async () => {
  const categories = await catalog.categories(selling.session, 'en')
  const found = categories.find((one) => one.channelCategoryId === gifts)
  expect(found).toMatchObject({ name: 'Gift Sets', isLeaf: true, isDisabled: false })
  const parent = categories.findIndex((one) => one.channelCategoryId === found?.parentId)
  expect(parent).toBeGreaterThanOrEqual(0)
  expect(parent).toBeLessThan(categories.indexOf(found!))
  expect(categories.filter((one) => one.parentId === null)).toHaveLength(5)
  expect(categories.filter((one) => one.isDisabled).map((one) => one.channelCategoryId)).toEqual([wine])

  const attributes = await catalog.attributes(selling.session, gifts, 'en')
  expect(attributes.find((one) => one.channelAttributeId === material)).toMatchObject({
    name: 'Material',
    isRequired: true,
    isVariant: false,
    input: 'select',
    isFreeText: true,
  })
  expect(attributes.find((one) => one.channelAttributeId === occasion)).toMatchObject({
    input: 'multi',
    isFreeText: false,
  })
  expect(attributes.filter((one) => one.isVariant).map((one) => one.name)).toEqual(['Colour', 'Size'])
  expect(await catalog.rules(selling.session, kettles)).toMatchObject({
    name: { min: 25, max: 255 },
    images: { min: 1, max: 9 },
    mostSkus: 100,
    mostVariantAttributes: 3,
    isPackageSizeRequired: true,
    isCashOnDeliveryPossible: true,
  })
  expect((await catalog.rules(selling.session, gifts)).isPackageSizeRequired).toBe(false)
  await expect(catalog.attributes(selling.session, '1', 'en')).rejects.toMatchObject({
    kind: 'refused',
    channelCode: '12052910',
  })
})

it('has brands on several pages, couriers and their limits', async () => {
  const names = new Set<string>()
  let cursor: string | null = null
  let pages = 0
  do {
    const page = await catalog.brands(selling.session, { channelCategoryId: gifts, keyword: null, cursor })
    for (const { channelBrandId } of page.brands) names.add(channelBrandId)
    cursor = page.nextCursor
    pages++
  } while (cursor !== null)
  expect(pages).toBe(2)
  expect(names.size).toBeGreaterThan(100)
  const aoi = await catalog.brands(selling.session, { channelCategoryId: gifts, keyword: 'aoi', cursor })
  expect(aoi.brands.length).toBeGreaterThan(5)
  expect(aoi.brands.every(({ name }) => name.startsWith('Aoi'))).toBe(true)
  expect(await catalog.deliveryOptions(selling.session)).toMatchObject([
    { name: 'Standard shipping', heaviest: 30, isEnabled: true },
    { name: 'Shipped by seller' },
  ])
})

it('publishes a listing that goes on sale after its audit, is told by the oracle, sold and read back', async () => {
  const [brand] = (
    await catalog.brands(selling.session, { channelCategoryId: gifts, keyword: 'aoi', cursor: null })
  ).brands
  const picture = await listings.uploadImage(selling.session, makePng(300, 300, [200, 20, 20]))
  const skus = [
    sku('FURO-RED', 'Red', { image: picture }),
    sku('FURO-BLUE', 'Blue', { price: 2090, quantity: 3 }),
  ]
  const draft = await makeDraft({ brand: brand!, skus })
  const published = await listings.publish(selling.session, draft)
  expect(published.skus.map((one) => one.sellerSku)).toEqual(['FURO-RED', 'FURO-BLUE'])
  expect(await listings.find(selling.session, ['FURO-BLUE'])).toEqual(published)
  expect(await listings.find(selling.session, ['NOBODY'])).toBeNull()
  expect(await listed()).toMatchObject([{ status: 'pending_review' }])
  const order = { ref: 'first', lines: [['FURO-RED', draft.name, 2, 19.9]] }
  await expect(selling.control('orders', { shop_id: malaysia, order })).rejects.toThrow('409')

  await selling.passTime(audit)
  const [product] = await listed()
  expect(product).toMatchObject({
    channelProductId: published.channelProductId,
    name: draft.name,
    description: draft.description,
    channelCategoryId: gifts,
    status: 'active',
    brand: brand?.name,
    images: [draft.images[0]?.url],
    package: draft.package,
    attributes: [
      { name: 'Material', value: 'Cotton' },
      { name: 'Occasion', value: 'Birthday, Wedding' },
    ],
    skus: [
      {
        sellerSku: 'FURO-RED',
        options: [{ name: 'Colour', value: 'Red' }],
        price: 1990,
        stock: 12,
        imageUrl: picture.url,
      },
      { sellerSku: 'FURO-BLUE', options: [{ name: 'Colour', value: 'Blue' }], price: 2090, stock: 3 },
    ],
  })
  expect((await fetch(picture.url)).headers.get('content-type')).toBe('image/png')
  const truth = await selling.oracle<{ seller_sku: string; product_id: string }>('products')
  expect(truth.map((one) => [one.seller_sku, one.product_id])).toEqual([
    ['FURO-RED', published.channelProductId],
    ['FURO-BLUE', published.channelProductId],
  ])
  await selling.control('orders', { shop_id: malaysia, order })
  expect((await listed())[0]?.skus[0]?.stock).toBe(10)
})

it('tells every field that is wrong, in the words of the marketplace', async () => {
  const draft = await makeDraft({
    name: 'Too short',
    attributes: [{ channelAttributeId: occasion, values: [{ id: null, name: 'Tuesday', unit: null }] }],
    images: [{ id: 'tos-alisg-i-aphluv4xwc-sg/unknown', url: 'https://elsewhere.example/a.jpg' }],
    skus: [sku('A', 'Red', { price: 0 }), sku('B', 'Red', { quantity: 0 })],
  })
  const error: unknown = await listings.publish(selling.session, draft).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'refused', channelCode: '12052990' })
  const { fields } = error as { fields: { field: string; message: string }[] }
  expect(new Set(fields.map((one) => one.field))).toEqual(
    new Set([
      'attributes.100011',
      'attributes.100013',
      'name',
      'images',
      'skus.0.price',
      'skus.1.quantity',
      'skus.1.options',
    ]),
  )
  for (const channelCategoryId of [wine, '600011', '1'])
    await expect(
      listings.publish(selling.session, await makeDraft({ channelCategoryId })),
    ).rejects.toMatchObject({ kind: 'refused', fields: [{ field: 'channelCategoryId' }] })
  await expect(
    listings.publish(selling.session, await makeDraft({ description: 'x'.repeat(10_001) })),
  ).rejects.toMatchObject({ kind: 'refused', channelCode: '12052910', fields: [{ field: 'description' }] })
  expect(await listed()).toEqual([])
  await expect(listings.uploadImage(selling.session, makePng(99, 200))).rejects.toMatchObject({
    kind: 'refused',
    channelCode: '12052910',
  })
})

it('sends nothing of what the marketplace has no place for', async () => {
  const special = { price: 1500, from: new Date(0), to: new Date(1) }
  const loose: ListingImage = { id: null, url: 'https://elsewhere.example/a.jpg' }
  const draft = await makeDraft({
    brand: { channelBrandId: null, name: 'Mine' },
    skus: [sku('A', 'Red', { specialPrice: special, image: loose })],
  })
  await expect(listings.publish(selling.session, draft)).rejects.toMatchObject({
    kind: 'refused',
    fields: [{ field: 'brand' }, { field: 'images' }, { field: 'specialPrice' }],
  })
  expect(await listed()).toEqual([])
})

it('finds what was published although the answer was lost', async () => {
  const draft = await makeDraft()
  await selling.loseAnswer('/product/202309/products')
  await expect(listings.publish(selling.session, draft)).rejects.toMatchObject({ kind: 'try-later' })
  const many = Array.from({ length: 12 }, (_, at) => `OTHER-${at}`)
  expect(await listings.find(selling.session, [...many, 'FURO-RED'])).toMatchObject({
    skus: [{ sellerSku: 'FURO-RED' }, { sellerSku: 'FURO-BLUE' }],
  })
  expect(await listed()).toHaveLength(1)
})

it('makes a listing like the draft after an audit, its SKUs keeping their ids, and no stock told', async () => {
  const { draft, channelProductId, skus } = await publishLive()
  const blue = skus.find((one) => one.sellerSku === 'FURO-BLUE')
  const next: ListingDraft = {
    ...draft,
    name: 'Furoshiki, the new one for big gifts',
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
    expect(after.skus[0]).toEqual(blue)
  }
  expect(await listed()).toMatchObject([
    { name: draft.name, status: 'active', skus: [{ sellerSku: 'FURO-RED' }, { sellerSku: 'FURO-BLUE' }] },
  ])
  await selling.passTime(audit)
  const [after] = await listed()
  expect(after).toMatchObject({ name: next.name, status: 'active' })
  expect(after?.skus).toMatchObject([
    {
      channelSkuId: blue?.channelSkuId,
      options: [{ name: 'Colour', value: 'Navy' }],
      price: 2190,
      stock: 3,
    },
    { sellerSku: 'FURO-PINK', options: [{ name: 'Colour', value: 'Pink' }], price: 1990, stock: 7 },
  ])
  await listings.remove(selling.session, [channelProductId])
  await expect(
    listings.update(selling.session, channelProductId, next, listingParts(draft, next)),
  ).rejects.toMatchObject({
    kind: 'refused',
  })
})

it('sets prices, each bad row alone refused, and leaves reduced ones to promotions', async () => {
  const { channelProductId, skus } = await publishLive()
  const [red, blue] = skus.map(({ channelSkuId }) => ({ channelProductId, channelSkuId }))
  if (!red || !blue) throw new Error('the listing has no two SKUs')
  const special = { price: 1, from: new Date(0), to: new Date(1) }
  const results = await listings.setPrices(selling.session, [
    { ...red, price: 1850 },
    { ...blue, price: 0 },
    { channelProductId, channelSkuId: '17', price: 5 },
    { channelProductId: '18', channelSkuId: '17', price: 5 },
    { ...blue, price: 1, specialPrice: special },
  ])
  expect(results).toMatchObject([
    { ...red, isDone: true },
    { ...blue, isDone: false, isGone: false, reason: like(/price/) },
    { channelSkuId: '17', isDone: false, isGone: true },
    { channelProductId: '18', isDone: false, isGone: true, reason: 'Product not found' },
    { ...blue, isDone: false, isGone: false, reason: like(/promotions/) },
  ])
  expect((await listed())[0]?.skus).toMatchObject([{ price: 1850 }, { price: 2090 }])
})

it('goes off sale and on again, and is removed for good; each may be repeated', async () => {
  const { channelProductId } = await publishLive()
  const ids = [channelProductId, '4000000001']
  const gone = { channelProductId: '4000000001', isDone: false, isGone: true }
  for (const round of [1, 2])
    expect(await listings.setActive(selling.session, ids, false), `round ${round}`).toMatchObject([
      { channelProductId, isDone: true },
      gone,
    ])
  expect(await listed()).toMatchObject([{ status: 'inactive' }])
  const [first] = await listed()
  const figure = { channelProductId, channelSkuId: first?.skus[0]?.channelSkuId ?? '', price: 5 }
  expect(await listings.setPrices(selling.session, [figure])).toMatchObject([
    { isDone: false, isGone: false },
  ])
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
  expect(await listings.setActive(selling.session, [channelProductId], true)).toMatchObject([
    { isDone: false, isGone: true },
  ])
  expect(await listed()).toEqual([])
  expect(await listings.find(selling.session, ['FURO-RED'])).toBeNull()
})

it('outlives a restart, an audit that was on its way included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tiktok-listing-'))
  try {
    await selling.close()
    await open({ stateFile: join(folder, 'state') })
    const { draft, channelProductId } = await publishLive()
    const next = { ...draft, name: 'A new name that is long enough' }
    await listings.update(selling.session, channelProductId, next, listingParts(draft, next))
    await selling.close()
    await open({ stateFile: join(folder, 'state') })
    const read = async () => (await products.get(selling.session, [channelProductId])).items
    expect(await read()).toMatchObject([{ name: draft.name, status: 'active', images: [like(/uploads/)] }])
    expect((await fetch((await read())[0]?.images[0] ?? '')).status).toBe(200)
    await selling.passTime(audit)
    expect(await read()).toMatchObject([{ name: next.name, status: 'active' }])
  } finally {
    await selling.close()
    await open()
    rmSync(folder, { recursive: true })
  }
})
