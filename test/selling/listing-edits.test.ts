/** Single fields of listings changed at every channel that takes them, connector against channel over real HTTP. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ListingChanges } from '../../connectors/listings.ts'
import type { ChannelProduct } from '../../model/product.ts'
import type { ImageFile } from '../../model/listing.ts'
import { makePng, startSelling, type Selling } from '../steps/selling-session.ts'

const channels = [
  { code: 'shopee', shop: 727720655, tooShort: 'Pen' },
  { code: 'lazada', shop: 100190015, tooShort: 'x'.repeat(256) },
  { code: 'tiktok', shop: '7494726673780148744', tooShort: 'A pen' },
  { code: 'website', shop: 'aoi-gifts', tooShort: '' },
  { code: 'pos', shop: 'aoi-counter/1', tooShort: '' },
  { code: 'web-store', shop: 'hana-home', tooShort: '' },
] as const

let selling: Selling
/** The console's public copy of a new image, which some channels fetch. */
let copies: Server
let image: ImageFile

beforeAll(async () => {
  const picture = makePng()
  copies = createServer((_, response) => response.end(picture.bytes))
  await new Promise<void>((resolve) => copies.listen(0, '127.0.0.1', resolve))
  image = { ...picture, url: `http://127.0.0.1:${(copies.address() as AddressInfo).port}/new.png` }
})
afterAll(() => new Promise((resolve) => copies.close(resolve)))
afterEach(() => selling.close())

async function begin({ code, shop }: (typeof channels)[number]) {
  selling = await startSelling(code, shop)
  const made = await selling.control<{ product_id: number | string }>('products', {
    shop_id: shop,
    sku: 'GEN-2',
    name: 'A pen that writes on paper',
    price: 2_000,
    stock: 9,
  })
  // Changes of an audited channel take their time.
  await selling.passTime(1)
  return { id: String(made.product_id), listings: selling.connector.listings as ListingChanges }
}

async function read(id: string): Promise<ChannelProduct> {
  const { items } = await (selling.connector.products?.get(selling.session, [id]) ?? { items: [] })
  const [product] = items
  if (!product) throw new Error(`${id} is not there`)
  return product
}

/** Everything of a product but when it changed. */
function without(product: ChannelProduct, ...names: (keyof ChannelProduct)[]) {
  return Object.fromEntries(
    Object.entries(product).filter(
      ([name]) => name !== 'changedAt' && !names.includes(name as keyof ChannelProduct),
    ),
  )
}

describe.each(channels)('$code', (channel) => {
  it('gets a new name, and everything else stays', async () => {
    const { id, listings } = await begin(channel)
    const before = await read(id)
    const name = 'A pen that writes on paper and glass'
    expect(await listings.edit(selling.session, id, { name })).toEqual({ channelProductId: id, isDone: true })
    await selling.passTime(120)
    const after = await read(id)
    expect(after.name).toBe(name)
    expect(without(after, 'name', 'url')).toEqual(without(before, 'name', 'url'))
  })

  it('gets a description and a package one after the other, and neither undoes the other', async () => {
    const { id, listings } = await begin(channel)
    const before = await read(id)
    const box = { weight: 1.5, length: 30, width: 20, height: 12 }
    await listings.edit(selling.session, id, { description: '<p>Blue ink, one metre long.</p>' })
    if (listings.editableFields.includes('package'))
      expect(await listings.edit(selling.session, id, { package: box })).toMatchObject({ isDone: true })
    await selling.passTime(120)
    const after = await read(id)
    expect(after.description).toMatch(/^(<p>)?Blue ink, one metre long\.(<\/p>)?$/)
    if (listings.editableFields.includes('package')) expect(after.package).toEqual(box)
    expect(without(after, 'description', 'package')).toEqual(without(before, 'description', 'package'))
  })

  it('gets a new main image before those that it has, and loses one', async () => {
    const { id, listings } = await begin(channel)
    const before = await read(id)
    const told = await listings.edit(selling.session, id, { images: [image, ...before.images] })
    expect(told).toMatchObject({ channelProductId: id, isDone: true })
    await selling.passTime(120)
    const both = await read(id)
    expect(both.images.slice(1)).toEqual(before.images)
    expect(both.images).toHaveLength(before.images.length + 1)
    await listings.edit(selling.session, id, { images: both.images.slice(0, 1) })
    await selling.passTime(120)
    const after = await read(id)
    expect(after.images).toEqual(both.images.slice(0, 1))
    expect(without(after, 'images')).toEqual(without(before, 'images'))
  })

  it('refuses what breaks its rules in its own words, and knows what is gone', async () => {
    const { id, listings } = await begin(channel)
    const refused = await listings.edit(selling.session, id, { name: channel.tooShort })
    expect(refused).toMatchObject({
      isDone: false,
      isGone: false,
      reason: expect.stringMatching(/\S/) as string,
    })
    expect((await read(id)).name).toBe('A pen that writes on paper')
    await selling.control('products', { shop_id: channel.shop, sku: 'GEN-2', delete: true })
    const name = 'A pen that writes on paper and glass'
    expect(await listings.edit(selling.session, id, { name })).toMatchObject({ isDone: false, isGone: true })
  })
})

describe.each(channels.slice(4))('$code', (channel) => {
  it('gets a price, and is taken off sale and put back', async () => {
    const { id, listings } = await begin(channel)
    const [sku] = (await read(id)).skus
    const figure = { channelProductId: id, channelSkuId: sku?.channelSkuId ?? '', price: 2_150 }
    const gone = { channelProductId: '1', channelSkuId: '1', price: 100 }
    expect(await listings.setPrices(selling.session, [figure, gone])).toMatchObject([
      { isDone: true },
      { isDone: false, isGone: true },
    ])
    expect((await read(id)).skus).toMatchObject([{ price: 2_150 }])
    for (const isActive of [false, true]) {
      expect(await listings.setActive(selling.session, [id], isActive)).toMatchObject([{ isDone: true }])
      expect((await read(id)).status === 'active').toBe(isActive)
    }
  })
})

it('takes a product with variations off sale at one place of a site alone', async () => {
  const { listings, id: other } = await begin(channels[4])
  const made = await selling.control<{ product_id: number; sku_id: number }>('products', {
    shop_id: channels[4].shop,
    sku: 'GEN-4',
    name: 'A pen in one colour',
    price: 2_000,
    stock: 9,
  })
  const id = String(made.product_id)
  expect((await read(id)).skus).toMatchObject([{ channelSkuId: String(made.sku_id), price: 2_000 }])
  for (const isActive of [false, true]) {
    expect(await listings.setActive(selling.session, [id], isActive)).toMatchObject([{ isDone: true }])
    expect((await read(id)).status).toBe(isActive ? 'active' : 'inactive')
  }
  expect((await read(other)).status).toBe('active')
  expect(await listings.remove(selling.session, [id])).toMatchObject([{ isDone: false, isGone: false }])
})
