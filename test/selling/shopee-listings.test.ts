/** A seller's listings on one marketplace, from the category to the removal: real connector, real sandbox, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Catalog } from '../../connectors/catalog.ts'
import type { Listings } from '../../connectors/listings.ts'
import { listingParts } from '../../model/listing-parts.ts'
import type { ListingDraft, ListingImage } from '../../model/listing.ts'
import { makePng, startSelling, type Selling } from '../steps/selling-session.ts'

type Truth = {
  product_id: number
  sku_id: number
  seller_sku: string
  name: string
  variant: string
  price: number
  stock: number
  status: string
}

let selling: Selling
let catalog: Catalog
let listings: Listings
let image: ListingImage
let mug: ListingDraft
beforeAll(async () => {
  selling = await startSelling('shopee', 727720655)
  ;({ catalog, listings } = selling.connector as Required<typeof selling.connector> & { listings: Listings })
  image = await listings.uploadImage(selling.session, makePng())
  mug = await draftOf('MUG', 'Cups & Mugs')
})
afterAll(() => selling.close())

/** A draft that fills in what its category demands, as a seller would. */
async function draftOf(code: string, category: string): Promise<ListingDraft> {
  const { session } = selling
  const leaf = (await catalog.categories(session, 'en')).find((one) => one.isLeaf && one.name === category)
  const channelCategoryId = leaf?.channelCategoryId ?? ''
  const attributes = await catalog.attributes(session, channelCategoryId, 'en')
  const [delivery] = await catalog.deliveryOptions(session)
  return {
    name: `Stoneware ${code} with a handle`,
    description: '<p>Made by hand &amp; fired twice.</p><ul><li>Holds 300 ml</li></ul>',
    channelCategoryId,
    brand: null,
    images: [image],
    attributes: attributes
      .filter(({ isRequired }) => isRequired)
      .map(({ channelAttributeId, input, options: [option] }) => ({
        channelAttributeId,
        values: [
          input === 'date'
            ? { id: null, name: '2027-05-01', unit: null }
            : { id: option?.id ?? null, name: option?.name ?? 'x', unit: null },
        ],
      })),
    package: { weight: 0.45, length: 12.2, width: 10, height: 10 },
    deliveryIds: [delivery?.channelDeliveryId ?? ''],
    isCashOnDelivery: false,
    variantNames: [],
    skus: [{ sellerSku: code, options: [], price: 2_990, specialPrice: null, quantity: 12, image: null }],
  }
}

const sku = (sellerSku: string, options: string[], price: number, quantity: number) => ({
  sellerSku,
  options,
  price,
  specialPrice: null,
  quantity,
  image: null,
})

const truth = async (id: string) =>
  (await selling.oracle<Truth>('products')).filter((row) => String(row.product_id) === id)

const read = async (id: string) => {
  const found = await selling.connector.products?.get(selling.session, [id])
  return found?.items[0]
}

const refusal = async (work: Promise<unknown>): Promise<ChannelError> => {
  const outcome = await work.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(ChannelError)
  return outcome as ChannelError
}

describe('what is asked of a listing', () => {
  test('a tree with leaves, each with attributes, brands and limits', async () => {
    const { session } = selling
    const categories = await catalog.categories(session, 'en')
    const seen = new Set<string | null>([null])
    for (const { channelCategoryId, parentId } of categories) {
      expect(seen).toContain(parentId)
      seen.add(channelCategoryId)
    }
    expect(categories.filter(({ isLeaf }) => isLeaf).length).toBeGreaterThan(10)
    const tea = categories.find(({ name }) => name === 'Tea')?.channelCategoryId ?? ''
    const inputs = (await catalog.attributes(session, tea, 'en')).map(({ input }) => input)
    expect(new Set(inputs)).toEqual(new Set(['select', 'date', 'number']))
    const first = await catalog.brands(session, { channelCategoryId: tea, keyword: null, cursor: null })
    expect(first.brands).toHaveLength(100)
    const rest = await catalog.brands(session, {
      channelCategoryId: tea,
      keyword: 'LOTUS',
      cursor: first.nextCursor,
    })
    expect(rest.nextCursor).toBeNull()
    expect(rest.brands.length).toBeGreaterThan(0)
    expect(rest.brands.every(({ name }) => name.startsWith('Lotus'))).toBe(true)
    expect(await catalog.rules(session, tea)).toMatchObject({
      name: { min: 5, max: 120 },
      images: { min: 1, max: 9 },
      price: { min: 10, max: 10_000_000 },
      mostSkus: 50,
      mostVariantAttributes: 2,
      isBrandRequired: false,
      isCashOnDeliveryPossible: true,
    })
    expect((await refusal(catalog.attributes(session, '1', 'en'))).message).toBe('Invalid category.')
  })
})

describe('a listing without variants', () => {
  test('is published, found, changed, taken off sale, put back and removed', async () => {
    const { session } = selling
    const published = await listings.publish(session, mug)
    expect(published.skus).toEqual([{ channelSkuId: '0', sellerSku: 'MUG' }])
    const id = published.channelProductId
    expect(await truth(id)).toMatchObject([{ name: mug.name, price: 2_990, stock: 12, status: 'listed' }])
    const page = await selling.connector.products?.list(session, null, null)
    const listed = page?.items.find((one) => one.channelProductId === id)
    expect(listed).toMatchObject({
      description: 'Made by hand & fired twice.\n- Holds 300 ml',
      channelCategoryId: mug.channelCategoryId,
      images: [image.url],
      package: { weight: 0.45, length: 13, width: 10, height: 10 },
    })
    expect((await fetch(image.url)).headers.get('content-type')).toBe('image/png')
    expect(await listings.find(session, ['OTHER', 'MUG'])).toEqual(published)

    const renamed = {
      ...mug,
      name: 'Stoneware cup, large',
      skus: [{ ...mug.skus[0]!, price: 3_490, quantity: 99 }],
    }
    expect(await listings.update(session, id, renamed, listingParts(mug, renamed))).toEqual(published)
    // `update` leaves the published stock alone; only `stock` changes it.
    expect(await truth(id)).toMatchObject([{ name: 'Stoneware cup, large', price: 3_490, stock: 12 }])

    const sold = await selling.control('orders', {
      shop_id: 727720655,
      order: { ref: 'mug', lines: [['MUG', 'Cup', 2, 34.9]] },
    })
    expect(sold.order_sn).toBeTypeOf('string')
    expect(await truth(id)).toMatchObject([{ stock: 10 }])

    const price = { channelProductId: id, channelSkuId: '0', price: 1_995 }
    const gone = { channelProductId: id, channelSkuId: '77', price: 1_995 }
    expect(await listings.setPrices(session, [price, gone])).toMatchObject([
      { isDone: true },
      { isDone: false, isGone: true },
    ])
    expect(await truth(id)).toMatchObject([{ price: 1_995 }])

    expect(await listings.setActive(session, [id, '20000000001'], false)).toMatchObject([
      { isDone: true },
      { isDone: false, isGone: true },
    ])
    expect((await read(id))?.status).toBe('inactive')
    expect(await listings.setActive(session, [id], true)).toMatchObject([{ isDone: true }])
    expect((await read(id))?.status).toBe('active')
    expect(await listings.remove(session, [id, '20000000001'])).toMatchObject([
      { isDone: true },
      { isDone: true },
    ])
    expect((await truth(id)).map(({ status }) => status)).toEqual(['deleted'])
    expect(await listings.find(session, ['MUG'])).toBeNull()
  })

  test('is refused with the fields that are wrong', async () => {
    const { session } = selling
    const bare = await refusal(listings.publish(session, { ...mug, attributes: [] }))
    expect(bare).toMatchObject({ kind: 'refused', channelCode: 'error_invalid_attribute' })
    expect(bare.fields.map(({ field }) => field)).toEqual(['attributes'])
    const cheap = { ...mug, skus: [{ ...mug.skus[0]!, price: 1 }] }
    expect((await refusal(listings.publish(session, cheap))).fields).toMatchObject([{ field: 'price' }])
    const short = await refusal(listings.publish(session, { ...mug, name: 'Mug' }))
    expect(short.fields).toMatchObject([{ field: 'name' }])
    const special = { price: 1_000, from: new Date(), to: new Date() }
    const reduced = { ...mug, skus: [{ ...mug.skus[0]!, specialPrice: special }] }
    expect((await refusal(listings.publish(session, reduced))).fields).toMatchObject([
      { field: 'specialPrice' },
    ])
    const text = Uint8Array.from(Buffer.from('no picture'))
    const upload = listings.uploadImage(session, { bytes: text, mediaType: 'image/png', name: 'x.png' })
    expect((await refusal(upload)).fields).toMatchObject([{ field: 'images' }])
    expect(await listings.find(session, ['MUG'])).toBeNull()
  })

  test('whose dates are counted in seconds, as the category says', async () => {
    const tea = await draftOf('TEA', 'Tea')
    const { channelProductId } = await listings.publish(selling.session, tea)
    const dated = (await read(channelProductId))?.attributes.find(({ name }) => name === 'Expiry date')
    expect(dated?.value).toBe(String(Date.UTC(2027, 4, 1) / 1000))
  })
})

describe('a listing with variants', () => {
  const shirts = (): ListingDraft => ({
    ...mug,
    name: 'Linen apron with pockets',
    variantNames: ['Colour', 'Size'],
    skus: [
      { ...sku('A-RED-S', ['Red', 'S'], 4_500, 5), image },
      { ...sku('A-RED-M', ['Red', 'M'], 4_700, 6), image },
      { ...sku('A-BLUE-S', ['Blue', 'S'], 4_500, 7), image },
    ],
  })

  test('is published whole, and follows its draft: SKUs renamed, added, removed', async () => {
    const { session } = selling
    const published = await listings.publish(session, shirts())
    const id = published.channelProductId
    expect(published.skus.map(({ sellerSku }) => sellerSku)).toEqual(['A-RED-S', 'A-RED-M', 'A-BLUE-S'])
    expect(await truth(id)).toMatchObject([
      { seller_sku: 'A-RED-S', variant: 'Red,S', price: 4_500, stock: 5 },
      { seller_sku: 'A-RED-M', variant: 'Red,M', price: 4_700, stock: 6 },
      { seller_sku: 'A-BLUE-S', variant: 'Blue,S', price: 4_500, stock: 7 },
    ])
    expect((await read(id))?.skus.map(({ imageUrl }) => imageUrl)).toEqual([image.url, image.url, image.url])
    expect(await listings.find(session, ['A-RED-S'])).toEqual(published)

    const next: ListingDraft = {
      ...shirts(),
      skus: [
        sku('A-RED-S', ['Crimson', 'S'], 4_600, 50),
        sku('A-BLUE-S2', ['Blue', 'S'], 4_500, 50),
        sku('A-GREEN-S', ['Green', 'S'], 4_800, 3),
      ],
    }
    const updated = await listings.update(session, id, next, listingParts(shirts(), next))
    const rows = await truth(id)
    expect(rows.map((row) => [row.seller_sku, row.variant, row.price, row.stock])).toEqual([
      ['A-RED-S', 'Crimson,S', 4_600, 5],
      ['A-BLUE-S2', 'Blue,S', 4_500, 7],
      ['A-GREEN-S', 'Green,S', 4_800, 3],
    ])
    // The remaining variants kept the ids that orders refer to.
    expect(updated.skus.slice(0, 2).map((one) => one.channelSkuId)).toEqual([
      published.skus[0]?.channelSkuId,
      published.skus[2]?.channelSkuId,
    ])
    expect(await listings.update(session, id, next, listingParts(shirts(), next))).toEqual(updated)
    expect(await truth(id)).toEqual(rows.map((row) => ({ ...row, changed_at: expect.any(Number) as number })))
  })

  test('takes on another number of variants, none included, and keeps what stands there', async () => {
    const { session } = selling
    const { channelProductId: id } = await listings.publish(session, shirts())
    const one = {
      ...shirts(),
      variantNames: ['Colour'],
      skus: [sku('A-RED-S', ['Red'], 4_500, 1), sku('A-NEW', ['Blue'], 4_500, 2)],
    }
    await listings.update(session, id, one, listingParts(shirts(), one))
    expect(await truth(id)).toMatchObject([
      { seller_sku: 'A-RED-S', variant: 'Red', stock: 5 },
      { seller_sku: 'A-NEW', variant: 'Blue', stock: 2 },
    ])
    const none = { ...shirts(), variantNames: [], skus: [sku('A-RED-S', [], 4_400, 9)] }
    expect((await listings.update(session, id, none, listingParts(one, none))).skus).toEqual([
      { channelSkuId: '0', sellerSku: 'A-RED-S' },
    ])
    expect(await truth(id)).toMatchObject([{ sku_id: 0, price: 4_400, stock: 5 }])
  })

  test('that is refused halfway leaves nothing behind', async () => {
    const dear = {
      ...shirts(),
      skus: [sku('R-1', ['Red', 'S'], 1_000, 1), sku('R-2', ['Red', 'M'], 9_000, 1)],
    }
    const before = (await selling.oracle<Truth>('products')).filter(({ status }) => status !== 'deleted')
    const error = await refusal(listings.publish(selling.session, dear))
    expect(error.fields).toMatchObject([{ field: 'price' }])
    const after = (await selling.oracle<Truth>('products')).filter(({ status }) => status !== 'deleted')
    expect(after).toEqual(before)
  })

  test('whose answer is lost is found, cannot be bought yet, and is made whole by its draft', async () => {
    const { session } = selling
    const draft = {
      ...shirts(),
      skus: shirts().skus.map((one) => ({ ...one, sellerSku: `L-${one.sellerSku}` })),
    }
    const codes = draft.skus.map(({ sellerSku }) => sellerSku)
    await selling.loseAnswer('/api/v2/product/add_item')
    expect((await refusal(listings.publish(session, draft))).kind).toBe('try-later')
    const half = await listings.find(session, codes)
    expect(half?.skus).toEqual([{ channelSkuId: '0', sellerSku: 'L-A-RED-S' }])
    const id = half?.channelProductId ?? ''
    expect(await truth(id)).toMatchObject([{ stock: 0 }])
    const whole = await listings.update(session, id, draft, listingParts(null, draft))
    expect(whole.skus.map(({ sellerSku }) => sellerSku)).toEqual(codes)
    await selling.loseAnswer('/api/v2/product/init_tier_variation')
    const again = { ...draft, skus: draft.skus.map((one) => ({ ...one, sellerSku: `2${one.sellerSku}` })) }
    await refusal(listings.publish(session, again))
    const found = await listings.find(
      session,
      again.skus.map(({ sellerSku }) => sellerSku),
    )
    expect(found?.skus).toHaveLength(3)
  })
})

test('a shop that starts again knows what it published', async () => {
  const { mkdtempSync, rmSync } = await import('node:fs')
  const directory = mkdtempSync('/tmp/selling-')
  const stateFile = `${directory}/state.json`
  try {
    const first = await startSelling('shopee', 727720655, { stateFile })
    const { listings: shop } = first.connector as Required<typeof first.connector> & { listings: Listings }
    const picture = await shop.uploadImage(first.session, makePng(500, 500, [9, 9, 9]))
    const draft = {
      ...mug,
      images: [picture],
      variantNames: ['Colour'],
      skus: [sku('P-1', ['Red'], 900, 4), sku('P-2', ['Blue'], 900, 5)],
    }
    const published = await shop.publish(first.session, draft)
    await first.control('orders', { shop_id: 727720655, order: { ref: 'p', lines: [['P-2', 'Cup', 1, 9]] } })
    const before = (await first.oracle<Truth>('products')).filter(
      (row) => String(row.product_id) === published.channelProductId,
    )
    await first.close()
    const again = await startSelling('shopee', 727720655, { stateFile })
    const after = (await again.oracle<Truth>('products')).filter(
      (row) => String(row.product_id) === published.channelProductId,
    )
    expect(after).toEqual(before)
    const { listings: same } = again.connector as Required<typeof again.connector> & { listings: Listings }
    expect(await same.find(again.session, ['P-1'])).toEqual(published)
    const file = picture.url.replace(/^.*\/uploads/, `${again.sandbox.url}/uploads`)
    expect((await fetch(file)).status).toBe(200)
    await again.close()
  } finally {
    rmSync(directory, { recursive: true })
  }
})
