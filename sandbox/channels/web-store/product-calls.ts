import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { factsOf, goodsOf, productRow, variantRow, type Goods } from './goods.ts'
import { addVariant, checkCodes, createProduct, newVariantSchema } from './new-products.ts'
import { readFields, selectFields } from './select-fields.ts'
import { checkTaxonomy } from './taxonomy.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, missing, readBody, success } from './wire.ts'

const changeSchema = z.strictObject({
  options: z.array(z.strictObject({ title: z.string(), values: z.array(z.string()) })).optional(),
  categories: z.array(z.strictObject({ id: z.string() })).optional(),
  collection_id: z.string().nullish(),
  type_id: z.string().nullish(),
  tags: z.array(z.strictObject({ id: z.string() })).optional(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  title: z.string().min(1).optional(),
  description: z.string().nullish(),
  status: z.enum(['draft', 'proposed', 'published', 'rejected']).optional(),
  thumbnail: z.string().nullish(),
  images: z.array(z.strictObject({ id: z.string().optional(), url: z.string() })).optional(),
})

const priceSchema = z.strictObject({
  id: z.string().optional(),
  currency_code: z.string(),
  amount: z.number().min(0),
  min_quantity: z.number().nullish(),
  max_quantity: z.number().nullish(),
  rules: z.record(z.string(), z.unknown()).nullish(),
})
const batchSchema = z.strictObject({
  create: z.array(newVariantSchema).default([]),
  update: z
    .array(
      z.strictObject({
        id: z.string(),
        title: z.string().optional(),
        options: z.record(z.string(), z.string()).optional(),
        prices: z.array(priceSchema).optional(),
      }),
    )
    .default([]),
  delete: z.array(z.string()).default([]),
})

/** Answers a call about one product, or an upload; undefined for one that is about something else. */
export function answerProductCall(name: string, call: AdminCall): CallReply | undefined {
  if (name === 'POST /uploads') return upload(call)
  if (name === 'POST /products') return answerOf(call, createProduct(call))
  const [, method = '', id = '', rest = ''] =
    /^(GET|POST|DELETE) \/products\/([^/]+)(\/.*)?$/.exec(name) ?? []
  if (method === '') return undefined
  if (rest === '/variants/batch' && method === 'POST') return changeVariants(call, findProduct(call, id))
  if (rest !== '') return undefined
  // Deleting what is not there is no error.
  if (method === 'DELETE') return remove(call, id)
  const goods = findProduct(call, id)
  if (method === 'POST') change(call, goods)
  return answerOf(call, id)
}

function answerOf(call: AdminCall, id: string): CallReply {
  const fields = readFields(call.query.get('fields') ?? 'id,title,status')
  return success({ product: selectFields(rowOf(call, findProduct(call, id)), fields) })
}

/** The variants of a product that are not deleted. */
function findVariants({ shop, store }: AdminCall, id: string): Goods[] {
  return shop.catalog
    .variantsOf(store.slug, id)
    .filter(({ status }) => status !== 'deleted')
    .map((listing) => goodsOf(store, listing, shop.reserved(store, listing.sku)))
}

function findProduct(call: AdminCall, id: string): Goods[] {
  const goods = findVariants(call, id)
  if (goods.length === 0) throw missing(`Product with id: ${id} was not found`)
  return goods
}

const rowOf = ({ shop }: AdminCall, goods: Goods[]) =>
  productRow(goods, shop.world.baseUrl(), factsOf(shop, goods[0]?.listing.productId ?? ''))

/** Fields that are left out stay; the list of images is replaced. */
function change({ shop, store, body }: AdminCall, goods: Goods[]): void {
  const input = readBody(body, changeSchema)
  checkTaxonomy(store, input)
  const { title, description, status, thumbnail, images, categories } = input
  const [first] = goods
  if (!first) return
  const { listing } = first
  shop.facts.set(listing.productId, {
    // A product of the sample is described by its name; a new name leaves the description as it was.
    description: `${listing.name}.`,
    ...factsOf(shop, listing.productId),
    ...(description !== undefined && { description }),
    ...(thumbnail !== undefined && { thumbnail }),
    ...(images && { images: images.map(({ url }) => url) }),
    ...(categories && { categories: categories.map(({ id }) => id) }),
  })
  for (const one of goods)
    shop.catalog.change(one.listing, {
      ...(title !== undefined && { name: title }),
      ...(status !== undefined && { status: status === 'published' ? 'listed' : 'unlisted' }),
    })
}

/** All prices of a variant are replaced by those of the call; the sandbox keeps the one in the store's own money. */
function changeVariants(call: AdminCall, goods: Goods[]): CallReply {
  const { shop, store, body } = call
  const { create, update, delete: removed } = readBody(body, batchSchema)
  const [first] = goods
  if (!first) throw missing('Product was not found')
  const { productId, name } = first.listing
  const listingOf = (id: string) => {
    const found = goods.find(({ listing }) => listing.skuId === id)?.listing
    if (!found) throw missing(`Variant with id: ${id} was not found`)
    return found
  }
  for (const { id } of update) listingOf(id)
  for (const id of removed) listingOf(id)
  checkCodes(call, create)
  for (const { id, prices, options } of update) {
    if (options) {
      const facts = factsOf(shop, productId)
      const values = Object.entries(options).map(([title, value]) => ({ title, value }))
      shop.facts.set(productId, { ...facts, options: { ...facts.options, [id]: values } })
    }
    if (!prices) continue
    const codes = prices
      .filter(({ rules, min_quantity: least }) => !rules && !least)
      .map((one) => one.currency_code)
    if (new Set(codes).size < codes.length) throw invalid('Invalid request: two prices of one currency')
    const own = prices.find(({ currency_code: code }) => code.toUpperCase() === store.currency)
    shop.catalog.change(listingOf(id), { price: Math.round((own?.amount ?? 0) * 10 ** store.decimals) })
  }
  const fresh = create.map((variant) => addVariant(call, { productId, name }, variant))
  for (const id of removed) shop.catalog.drop(listingOf(id))
  const facts = factsOf(shop, productId)
  const now = findVariants(call, productId)
  const rowsOf = (ids: string[]) =>
    now.filter(({ listing }) => ids.includes(listing.skuId)).map((one) => variantRow(one, facts))
  return success({
    created: rowsOf(fresh),
    updated: rowsOf(update.map(({ id }) => id)),
    deleted: { ids: removed, object: 'product_variant', deleted: true },
  })
}

function remove(call: AdminCall, id: string): CallReply {
  for (const { listing } of findVariants(call, id)) call.shop.catalog.change(listing, { status: 'deleted' })
  return success({ id, object: 'product', deleted: true })
}

function upload({ shop, form }: AdminCall): CallReply {
  const files = form?.files.filter(({ field }) => field === 'files') ?? []
  if (files.length === 0) throw invalid('No files were uploaded')
  const stored = files.map(({ bytes }) => {
    const image = shop.world.images.add(bytes)
    if (!image) throw invalid('The file is no image that the sandbox can keep')
    return { id: image.id, url: shop.world.baseUrl() + image.path }
  })
  return success({ files: stored })
}
