/**
 * Publishing again after somebody has changed the listing at its channel: what the template has not changed stays as it is there.
 * Real connectors, real sandbox, over HTTP.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalog } from '../../connectors/catalog.ts'
import type { Http } from '../../connectors/http.ts'
import type { Listings } from '../../connectors/listings.ts'
import { listingParts } from '../../model/listing-parts.ts'
import type { ListingAttribute, ListingDraft, ListingImage, ListingSku } from '../../model/listing.ts'
import { makePng, startSelling, type Selling } from '../steps/selling-session.ts'

type Channel = {
  code: string
  shopId: number | string
  /** The writing calls that each change may take, and no other. */
  calls: { category: string[]; attribute: string[]; variant: string[]; price: string[] }
}

const channels: Channel[] = [
  {
    code: 'shopee',
    shopId: 727720655,
    calls: {
      category: ['POST product/update_item'],
      attribute: ['POST product/update_item'],
      variant: ['POST product/update_tier_variation', 'POST product/add_model'],
      price: ['POST product/update_price'],
    },
  },
  {
    code: 'lazada',
    shopId: 100190015,
    calls: {
      category: ['POST product/update'],
      attribute: ['POST product/update'],
      variant: ['POST product/update'],
      price: ['POST product/update'],
    },
  },
  {
    code: 'tiktok',
    shopId: '7494726673780148744',
    calls: {
      category: ['POST products/N/partial_edit'],
      attribute: ['POST products/N/partial_edit'],
      variant: ['POST products/N/partial_edit'],
      price: ['POST products/N/prices/update'],
    },
  },
  {
    code: 'website',
    shopId: 'aoi-gifts',
    calls: {
      category: ['PUT products/N'],
      attribute: ['PUT products/N'],
      variant: ['PUT products/N', 'POST products/N/variations/batch'],
      price: ['POST products/N/variations/batch'],
    },
  },
  {
    code: 'web-store',
    shopId: 'hana-home',
    calls: {
      category: ['POST products/N'],
      attribute: ['POST products/N'],
      variant: [
        'POST products/N/options/batch',
        'POST products/N/variants/batch',
        'POST inventory-items/location-levels/batch',
      ],
      price: ['POST products/N/variants/batch'],
    },
  },
]

const byHand = 'A name that somebody gave it at the channel'

const sku = (sellerSku: string, option: string): ListingSku => ({
  sellerSku,
  options: [option],
  price: 1990,
  specialPrice: null,
  quantity: 12,
  image: null,
})

type Truth = {
  product_id: unknown
  seller_sku: string
  name: string
  price: number
  stock: number
  status: string
}

const untouched = [
  { seller_sku: 'PART-RED', name: byHand, price: 2345 },
  { seller_sku: 'PART-BLUE', price: 1990 },
]

describe.each(channels)('publishing again to $code', ({ code, shopId, calls }) => {
  let selling: Selling
  let catalog: Catalog
  let listings: Listings
  let id: string
  let sent: ListingDraft

  beforeAll(async () => {
    selling = await startSelling(code, shopId)
    ;({ catalog, listings } = selling.connector as Required<typeof selling.connector> & {
      listings: Listings
    })
    sent = await makeDraft()
    ;({ channelProductId: id } = await listings.publish(selling.session, sent))
    await settle()
    const hand = { shop_id: shopId, sku: 'PART-RED', name: byHand, price: 2345 }
    await selling.control('products', hand)
    expect(await truth()).toMatchObject([{ name: byHand, price: 2345 }, { price: 1990 }])
  })
  afterAll(() => selling.close())

  /** A change of a product waits for its audit. */
  const settle = () => (code === 'tiktok' ? selling.passTime(120) : Promise.resolve())

  async function imageOf(): Promise<ListingImage[]> {
    if (code === 'website') return []
    return [await listings.uploadImage(selling.session, makePng())]
  }

  async function leaves(): Promise<string[]> {
    const all = await catalog.categories(selling.session, 'en')
    return all.filter((one) => one.isLeaf && !one.isDisabled).map((one) => one.channelCategoryId)
  }

  async function filled(category: string): Promise<ListingAttribute[]> {
    const asked = await catalog.attributes(selling.session, category, 'en')
    return asked
      .filter((one) => one.isRequired && !one.isVariant)
      .map(({ channelAttributeId, input, options: [option], units: [unit = null] }) => ({
        channelAttributeId,
        values: [
          option
            ? { id: option.id, name: option.name, unit: null }
            : { id: null, name: input === 'date' ? '2027-05-01' : input === 'number' ? '5' : 'Plain', unit },
        ],
      }))
  }

  /** One with a new value, and those that stand in the draft beside it. A store of one's own takes any words. */
  async function twoAttributes(): Promise<[ListingAttribute, ListingAttribute[]]> {
    const asked = await catalog.attributes(selling.session, sent.channelCategoryId, 'en')
    const given = new Set(sent.attributes.map((one) => one.channelAttributeId))
    const one = asked.find((attribute) => !attribute.isVariant && attribute.options.length > 1)
    const option = one?.options.at(-1)
    const changed =
      one && option && code !== 'website' && code !== 'web-store'
        ? { channelAttributeId: one.channelAttributeId, values: [{ ...option, unit: null }] }
        : { channelAttributeId: 'Pattern', values: [{ id: null, name: 'Waves', unit: null }] }
    given.delete(changed.channelAttributeId)
    return [changed, sent.attributes.filter((attribute) => given.has(attribute.channelAttributeId))]
  }

  /** Some that the category asks nobody for, none of which the draft has. A store of one's own takes any words. */
  async function optionalAttributes(): Promise<ListingAttribute[]> {
    const words = (id: string): ListingAttribute => ({
      channelAttributeId: id,
      values: [{ id: null, name: `Words of ${id}`, unit: null }],
    })
    if (code === 'website' || code === 'web-store') return [words('Weave'), words('Origin')]
    const asked = await catalog.attributes(selling.session, sent.channelCategoryId, 'en')
    const given = new Set(sent.attributes.map((one) => one.channelAttributeId))
    return asked
      .filter((one) => !one.isRequired && !one.isVariant && !given.has(one.channelAttributeId))
      .flatMap(({ channelAttributeId, input, options: [option] }) =>
        option
          ? { channelAttributeId, values: [{ ...option, unit: null }] }
          : input === 'text'
            ? words(channelAttributeId)
            : [],
      )
      .slice(0, 2)
  }

  async function valuesThere(): Promise<string[]> {
    const values = (await read())?.attributes.map(({ value }) => value) ?? []
    if (code !== 'web-store') return values
    const { accessToken, more } = selling.session.credentials
    const headers = { authorization: `Basic ${Buffer.from(`${accessToken}:`).toString('base64')}` }
    const reply = await fetch(`${more?.['address']}/admin/products/${id}?fields=metadata`, { headers })
    const { product } = (await reply.json()) as { product: { metadata: Record<string, string> | null } }
    return values.concat(Object.values(product.metadata ?? {}))
  }

  async function makeDraft(): Promise<ListingDraft> {
    const [category = ''] = await leaves()
    const [delivery] = await catalog.deliveryOptions(selling.session)
    return {
      name: 'Furoshiki cloth for wrapping gifts',
      description: '<p>Soft and strong cotton, for wrapping gifts again and again</p>',
      channelCategoryId: category,
      brand: null,
      images: await imageOf(),
      attributes: await filled(category),
      package: { weight: 0.35, length: 30, width: 20, height: 4 },
      deliveryIds: delivery ? [delivery.channelDeliveryId] : [],
      isCashOnDelivery: false,
      variantNames: ['Colour'],
      skus: [sku('PART-RED', 'Red'), sku('PART-BLUE', 'Blue')],
    }
  }

  const truth = async () =>
    (await selling.oracle<Truth>('products')).filter((row) => String(row.product_id) === id)

  /** Answers the calls that wrote something. */
  async function republish(next: ListingDraft): Promise<string[]> {
    const told: string[] = []
    const { session } = selling
    const http: Http = (request) => {
      const [, path = ''] = /((?:products?|inventory-items)\/(?!2\d{5}).*)$/.exec(request.url.pathname) ?? []
      const isRead = request.method === 'GET'
      if (!isRead) told.push(`${request.method} ${path.replaceAll(/prod_\w+|\d{4,}/g, 'N')}`)
      return session.http(request)
    }
    await listings.update({ ...session, http }, id, next, listingParts(sent, next))
    sent = next
    await settle()
    return told
  }

  const read = async () => (await selling.connector.products?.get(selling.session, [id]))?.items[0]

  it('in another category keeps the name and the price that it has there', async () => {
    const others = await leaves()
    const category = others.find((one) => one !== sent.channelCategoryId) ?? ''
    const told = await republish({
      ...sent,
      channelCategoryId: category,
      attributes: await filled(category),
    })
    expect(told).toEqual(calls.category)
    expect(await truth()).toMatchObject(untouched)
    expect((await read())?.channelCategoryId).toBe(category)
  })

  it('with other attributes keeps them, and the attributes that were given there', async () => {
    const [attribute, kept] = await twoAttributes()
    const told = await republish({
      ...sent,
      attributes: [
        ...sent.attributes.filter((one) => one.channelAttributeId !== attribute.channelAttributeId),
        attribute,
      ],
    })
    expect(told).toEqual(calls.attribute)
    expect(await truth()).toMatchObject(untouched)
    // The metadata of a store's product is not read.
    if (code === 'web-store') return
    const values = (await read())?.attributes.map(({ value }) => value) ?? []
    expect(values).toEqual(
      expect.arrayContaining([attribute, ...kept].flatMap((one) => one.values[0]?.name ?? [])),
    )
  })

  it('without an attribute takes that one away, and leaves those that were given there', async () => {
    const optional = await optionalAttributes()
    const [first] = optional
    const without = sent.attributes
    await republish({ ...sent, attributes: [...without, ...optional] })
    const named = optional.flatMap(({ values }) => values.map(({ name }) => name))
    expect(await valuesThere()).toEqual(expect.arrayContaining(named))
    const rest = optional.slice(1)
    expect(await republish({ ...sent, attributes: [...without, ...rest] })).toEqual(calls.attribute)
    const left = await valuesThere()
    expect(left).not.toContain(first?.values[0]?.name)
    expect(left).toEqual(expect.arrayContaining(rest.flatMap(({ values }) => values.map(({ name }) => name))))
    expect(await truth()).toMatchObject(untouched)
    await republish({ ...sent, attributes: without })
  })

  it('with one more variant keeps those that are there, their stock and their prices', async () => {
    await selling.control('products', { shop_id: shopId, sku: 'PART-BLUE', stock: 7 })
    const told = await republish({ ...sent, skus: [...sent.skus, sku('PART-PINK', 'Pink')] })
    expect(told).toEqual(calls.variant)
    expect(await truth()).toMatchObject([
      { seller_sku: 'PART-RED', name: byHand, price: 2345, stock: 12 },
      { seller_sku: 'PART-BLUE', price: 1990, stock: 7 },
      { seller_sku: 'PART-PINK', price: 1990, stock: 12 },
    ])
  })

  it('with one new price keeps the others', async () => {
    const skus = sent.skus.map((one) => (one.sellerSku === 'PART-BLUE' ? { ...one, price: 2190 } : one))
    expect(await republish({ ...sent, skus })).toEqual(calls.price)
    expect(await truth()).toMatchObject([
      { seller_sku: 'PART-RED', name: byHand, price: 2345 },
      { seller_sku: 'PART-BLUE', price: 2190 },
      { seller_sku: 'PART-PINK', price: 1990 },
    ])
  })

  it('without a variant takes that one away and no other', async () => {
    await republish({ ...sent, skus: sent.skus.filter((one) => one.sellerSku !== 'PART-BLUE') })
    const left = (await truth()).filter((row) => row.status !== 'deleted')
    expect(left).toMatchObject([
      { seller_sku: 'PART-RED', name: byHand, price: 2345, stock: 12 },
      { seller_sku: 'PART-PINK', stock: 12 },
    ])
  })

  it('with other variants has the stock that the ledger says, where its SKUs are sent whole', async () => {
    if (code !== 'shopee' && code !== 'tiktok') return
    const skus = sent.skus.map((one) => ({
      ...one,
      options: [...one.options, 'S'],
      quantity: 4,
      isStockKept: true,
    }))
    await republish({ ...sent, variantNames: ['Colour', 'Size'], skus })
    const left = (await truth()).filter((row) => row.status !== 'deleted')
    expect(left).toMatchObject([
      { seller_sku: 'PART-RED', name: byHand, price: 2345, stock: 4 },
      { seller_sku: 'PART-PINK', price: 1990, stock: 4 },
    ])
  })

  it('again with nothing changed writes nothing', async () => {
    expect(await republish(sent)).toEqual([])
  })
})
