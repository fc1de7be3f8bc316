/** Categories, brands and attributes that sellers make up in their own stores, read over real HTTP, and products that name them. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Catalog } from '../../connectors/catalog.ts'
import type { ListingDraft } from '../../model/listing.ts'
import { startSelling, type Selling } from '../steps/selling-session.ts'

const stores = [
  { code: 'website', shop: 'aoi-gifts' },
  { code: 'pos', shop: 'aoi-counter/1' },
  { code: 'web-store', shop: 'hana-home' },
] as const

let selling: Selling
let catalog: Catalog
afterEach(() => selling.close())

async function begin(code: string, shop: string): Promise<void> {
  selling = await startSelling(code, shop)
  if (!selling.connector.catalog) throw new Error(`${code} has no catalog`)
  catalog = selling.connector.catalog
}

async function leafOf(name: string): Promise<string> {
  const all = await catalog.categories(selling.session, 'en')
  const found = all.find((one) => one.name.toLowerCase() === name)
  if (!found?.isLeaf) throw new Error(`no leaf ${name}`)
  return found.channelCategoryId
}

const brandsOf = (keyword: string | null) =>
  catalog.brands(selling.session, { channelCategoryId: '', keyword, cursor: null })

describe.each(stores)('$code', ({ code, shop }) => {
  it('has a tree with parents first, whose leaves alone have nothing below them', async () => {
    await begin(code, shop)
    const all = await catalog.categories(selling.session, 'en')
    const seen = new Set<string | null>([null])
    for (const { channelCategoryId, parentId, name } of all) {
      expect(seen.has(parentId)).toBe(true)
      expect(name).not.toMatch(/&\w+;/)
      seen.add(channelCategoryId)
    }
    const parents = new Set(all.map(({ parentId }) => parentId))
    for (const one of all)
      expect([one.name, one.isLeaf]).toEqual([one.name, !parents.has(one.channelCategoryId)])
    expect(await leafOf('cups & mugs')).toBeTruthy()
  })

  it('finds brands by a part of the name, and has attributes with more values than a page', async () => {
    await begin(code, shop)
    const whole = await brandsOf(null)
    expect([whole.brands.length, whole.nextCursor]).toEqual([4, null])
    expect((await brandsOf('LOTUS')).brands.map(({ name }) => name)).toEqual(['Lotus Lane'])
    const attributes = await catalog.attributes(selling.session, await leafOf('cups & mugs'), 'en')
    expect(Math.max(...attributes.map(({ options }) => options.length))).toBeGreaterThan(100)
    for (const { options } of attributes)
      expect(new Set(options.map(({ name }) => name)).size).toBe(options.length)
  })

  it('asks for a brand where the specification does', async () => {
    await begin(code, shop)
    const rules = await catalog.rules(selling.session, await leafOf('cups & mugs'))
    expect(rules.isBrandRequired).toBe(code !== 'pos')
    expect(await catalog.deliveryOptions(selling.session)).toEqual([])
  })
})

it('puts a product of a web store into what it names, and is refused what is not there', async () => {
  await begin('web-store', 'hana-home')
  const channelCategoryId = await leafOf('cups & mugs')
  const [brand] = (await brandsOf('aoi')).brands
  const attributes = await catalog.attributes(selling.session, channelCategoryId, 'en')
  const draft: ListingDraft = {
    name: 'Enamel mug that keeps warm',
    description: 'A mug.',
    channelCategoryId,
    brand: brand ?? null,
    images: [],
    attributes: attributes.map(({ channelAttributeId, options }) => ({
      channelAttributeId,
      values: options.slice(0, 1).map((one) => ({ ...one, unit: null })),
    })),
    package: { weight: 0.4, length: null, width: null, height: null },
    deliveryIds: [],
    isCashOnDelivery: false,
    variantNames: [],
    skus: [{ sellerSku: 'MUG-77', options: [], price: 1200, specialPrice: null, quantity: 3, image: null }],
  }
  const { listings, products } = selling.connector
  const made = await listings?.publish?.(selling.session, draft)
  const read = await products?.get(selling.session, [made?.channelProductId ?? ''])
  expect(read?.items[0]?.channelCategoryId).toBe(channelCategoryId)
  const strange = {
    ...draft,
    name: 'Another mug that keeps warm',
    brand: { channelBrandId: 'pcol_none', name: '' },
  }
  await expect(listings?.publish?.(selling.session, strange)).rejects.toMatchObject({ kind: 'refused' })
})
