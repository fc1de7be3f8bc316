/** Listings created at web stores and tills over real HTTP, connector against store. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Listings } from '../../connectors/listings.ts'
import type { Products } from '../../connectors/products.ts'
import { listingParts } from '../../model/listing-parts.ts'
import type { ListingDraft, ListingSku } from '../../model/listing.ts'
import { makePng, startSelling, type Selling } from '../steps/selling-session.ts'

const stores = { website: 'aoi-gifts', pos: 'aoi-counter/1', 'web-store': 'hana-home' } as const
const codes = Object.keys(stores) as (keyof typeof stores)[]
const createPath = {
  website: '/web/aoi-gifts/wp-json/wc/v3/products',
  pos: '/pos/aoi-counter/wp-json/wc/v3/products',
  'web-store': '/web2/hana-home/admin/products',
}

const sku = (sellerSku: string, options: string[], more: Partial<ListingSku> = {}): ListingSku => ({
  sellerSku,
  options,
  price: 1_990,
  specialPrice: null,
  quantity: 12,
  image: null,
  ...more,
})

describe.each(codes)('a new product of %s', (code) => {
  let selling: Selling
  let listings: Listings
  let products: Products

  beforeEach(async () => {
    selling = await startSelling(code, stores[code])
    ;({ listings, products } = selling.connector as Required<typeof selling.connector> & {
      listings: Listings
    })
  })
  afterEach(() => selling.close())

  async function makeDraft(more: Partial<ListingDraft> = {}): Promise<ListingDraft> {
    const image =
      code === 'web-store'
        ? await listings.uploadImage(selling.session, makePng())
        : await listings.uploadImage(selling.session, { ...makePng(), url: await pictureUrl() })
    return {
      name: 'Furoshiki cloth for gifts',
      description: '<p>Soft and <b>strong</b> cotton</p>',
      channelCategoryId: code === 'web-store' ? 'pcat_01K00000000000000000000001' : '15',
      brand: null,
      images: [image],
      attributes: [{ channelAttributeId: 'Material', values: [{ id: null, name: 'Cotton', unit: null }] }],
      package: { weight: 0.5, length: 30, width: 20, height: 4 },
      deliveryIds: [],
      isCashOnDelivery: false,
      variantNames: ['Colour', 'Size'],
      skus: [
        sku('FURO-RED-S', ['Red', 'S']),
        sku('FURO-RED-L', ['Red', 'L'], { price: 2_490, quantity: 3 }),
        sku('FURO-BLUE-S', ['Blue', 'S']),
      ],
      ...more,
    }
  }

  /** A picture that the store can fetch, as it fetches ours. */
  async function pictureUrl(): Promise<string> {
    const other = await startSelling('web-store', stores['web-store'])
    const kept = await (other.connector.listings as Listings).uploadImage(other.session, makePng())
    closers.push(() => other.close())
    return kept.url
  }
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  const readOne = async (id: string) => (await products.get(selling.session, [id])).items[0]

  it('has its variants with prices and stock, and is found again by their codes', async () => {
    const draft = await makeDraft()
    const published = await listings.publish(selling.session, draft)
    expect(published.skus.map(({ sellerSku }) => sellerSku)).toEqual(draft.skus.map((one) => one.sellerSku))
    expect(await listings.find(selling.session, ['FURO-BLUE-S'])).toMatchObject({
      channelProductId: published.channelProductId,
    })
    expect(await listings.find(selling.session, ['NOBODY'])).toBeNull()
    const product = await readOne(published.channelProductId)
    expect(product).toMatchObject({ name: draft.name, status: 'active' })
    expect(product?.images).toHaveLength(1)
    expect(
      product?.skus.map(({ options, price, stock }) => [
        options.map(({ name, value }) => `${name} ${value}`).join(', '),
        price,
        stock,
      ]),
    ).toEqual([
      ['Colour Red, Size S', 1_990, 12],
      ['Colour Red, Size L', 2_490, 3],
      ['Colour Blue, Size S', 1_990, 12],
    ])
  })

  it('is a single product where nothing differs', async () => {
    const draft = await makeDraft({ variantNames: [], skus: [sku('LAMP-1', [], { quantity: 7 })] })
    const published = await listings.publish(selling.session, draft)
    expect(published.skus).toHaveLength(1)
    const product = await readOne(published.channelProductId)
    expect(product?.skus).toMatchObject([{ price: 1_990, stock: 7 }])
    expect(product?.skus).toHaveLength(1)
  })

  it('is refused a second time under the same code, which is named', async () => {
    await listings.publish(selling.session, await makeDraft())
    await expect(
      listings.publish(
        selling.session,
        await makeDraft({ name: 'Another cloth', variantNames: [], skus: [sku('FURO-RED-L', [])] }),
      ),
    ).rejects.toMatchObject({ kind: 'refused', fields: [{ field: 'sellerSku' }] })
  })

  it('is made like a later draft: words, prices, variants that come and go, but no stock', async () => {
    const draft = await makeDraft()
    const { channelProductId } = await listings.publish(selling.session, draft)
    const next: ListingDraft = {
      ...draft,
      name: 'Furoshiki, the new one',
      skus: [
        sku('FURO-RED-S', ['Red', 'S'], { price: 2_190, quantity: 99 }),
        sku('FURO-PINK-S', ['Pink', 'S'], { quantity: 4 }),
      ],
    }
    for (const round of [1, 2]) {
      const after = await listings.update(selling.session, channelProductId, next, listingParts(draft, next))
      expect(after.channelProductId, `round ${round}`).toBe(channelProductId)
      const product = await readOne(channelProductId)
      expect(product?.name).toBe(next.name)
      expect(product?.skus.map(({ options, price, stock }) => [options[0]?.value, price, stock])).toEqual([
        ['Red', 2_190, 12],
        ['Pink', 1_990, 4],
      ])
    }
  })

  it('comes to be once although an answer is lost', async () => {
    const draft = await makeDraft()
    const plan = JSON.stringify({ path: createPath[code], reset: 1, count: 1, method: 'POST' })
    await fetch(`${selling.sandbox.url}/_sandbox/faults`, { method: 'POST', body: plan })
    await expect(listings.publish(selling.session, draft)).rejects.toMatchObject({ kind: 'try-later' })
    const found = await listings.find(
      selling.session,
      draft.skus.map((one) => one.sellerSku),
    )
    const published = found ?? (await listings.publish(selling.session, draft))
    expect(published.skus).toHaveLength(3)
    const page = await products.list(selling.session, null, null)
    expect(page.items.filter(({ name }) => name === draft.name)).toHaveLength(1)
  })
})
