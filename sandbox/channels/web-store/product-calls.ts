/** Products. Source: "Products" of the Admin API reference. */
import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { allGoods, allProducts, findProduct, findVariant, getProduct } from './find-goods.ts'
import { factsOf, productRow, variantRow, type Goods, type Product } from './goods.ts'
import { listRows } from './lists.ts'
import { checkHandle, createProduct, plainOf, productFields, statusSchema } from './new-products.ts'
import { readBody } from './read-body.ts'
import { readFields, selectFields } from './select-fields.ts'
import { answerOptionCall } from './product-options.ts'
import { checkTaxonomy } from './taxonomy.ts'
import type { Row } from './types.ts'
import {
  answerVariantCall,
  changeVariant,
  VARIANT_FIELDS,
  VARIANT_FILTERS,
  variantChangeSchema,
  variantWords,
} from './variant-calls.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, success } from './wire.ts'

const changeSchema = z.strictObject({
  ...productFields,
  title: z.string().min(1).optional(),
  status: statusSchema.optional(),
  images: z.array(z.strictObject({ id: z.string().optional(), url: z.string() })).optional(),
  variants: z.array(variantChangeSchema.extend({ id: z.string() })).optional(),
  options: z
    .unknown()
    .optional()
    .refine((given) => given === undefined, {
      error:
        "The 'options' property was removed in version 2.16.0. Please remove it from your request payload.",
    }),
})

const PRODUCT_FIELDS =
  'id,title,subtitle,status,external_id,description,handle,is_giftcard,discountable,thumbnail,collection_id,type_id,weight,length,height,width,hs_code,origin_country,mid_code,material,created_at,updated_at,deleted_at,metadata,*options,*options.values,*tags,*images,*variants,*variants.prices,*variants.options,*sales_channels'

/** Answers a call about products or variants, or an upload; undefined for any other. `name` is 'METHOD /path'. */
export function answerProductCall(name: string, call: AdminCall): CallReply | undefined {
  if (name === 'POST /uploads') return upload(call)
  if (name === 'GET /product-variants') return listAllVariants(call)
  if (name === 'GET /products') return list(call)
  const reply = (id: string): CallReply => success({ product: productReply(call, id) })
  if (name === 'POST /products') return reply(createProduct(call))
  const [, method = '', id = '', rest] =
    /^(GET|POST|DELETE) \/products\/([^/]+)(?:\/variants(\/[^/]+)?|(\/.*))?$/.exec(name) ?? []
  if (method === '') return undefined
  const found = (): Row | undefined => (findProduct(call, id) ? productReply(call, id) : undefined)
  if (name.includes('/variants')) return answerVariantCall(method, id, rest ?? '', call, found)
  if (name.startsWith(`${method} /products/${id}/options`)) return answerOptionCall(name, id, call, found)
  if (name !== `${method} /products/${id}`) return undefined
  // Deleting what is not there is no error.
  if (method === 'DELETE') return remove(call, id)
  if (method === 'POST') change(call, getProduct(call, id, `Product with id "${id}" not found`))
  return reply(id)
}

function list(call: AdminCall): CallReply {
  const filters = ['status', 'title', 'handle', 'is_giftcard', 'collection_id', 'type_id', 'external_id']
  return success(
    listRows(allProducts(call), call.query, {
      name: 'products',
      defaultFields: PRODUCT_FIELDS,
      limit: 50,
      filters,
      // Its query is changed after it was checked, for which the server lets go of the check.
      isLenient: true,
      words: ({ title, goods }) => [title, ...goods.map(variantWords)].join(' '),
      show: (product) => productRow(product, call.shop.world.baseUrl()),
    }),
  )
}

function listAllVariants(call: AdminCall): CallReply {
  const variants = allGoods(call).map((goods) => ({ ...goods, id: goods.listing.skuId }))
  return success(
    listRows(variants, call.query, {
      name: 'variants',
      defaultFields: VARIANT_FIELDS,
      limit: 50,
      filters: VARIANT_FILTERS,
      words: variantWords,
      show: (goods: Goods) => variantRow(goods, factsOf(call.shop, goods.listing.productId)),
    }),
  )
}

function productReply(call: AdminCall, id: string): Row {
  const fields = readFields(call.query.get('fields'), PRODUCT_FIELDS)
  return selectFields(productRow(getProduct(call, id), call.shop.world.baseUrl()), fields)
}

/** Fields that are left out stay; the list of images is replaced. */
function change(call: AdminCall, product: Product): void {
  const { shop, store, body } = call
  const input = readBody(body, changeSchema)
  const { title, description, status, thumbnail, images, categories, handle, variants = [] } = input
  checkTaxonomy(store, input)
  if (handle !== undefined) checkHandle(call, handle, product.id)
  const unknown = variants.filter(({ id }) => !findVariant(product, id)).map(({ id }) => id)
  if (unknown.length > 0) throw invalid(`Cannot update non-existing variants with ids: ${unknown.join(', ')}`)
  const facts = factsOf(shop, product.id)
  const now = shop.world.clock.nowMs()
  shop.facts.set(product.id, {
    // A product of the sample is described by its name; a new name leaves the description as it was.
    description: `${product.title}.`,
    ...facts,
    ...(description !== undefined && { description }),
    ...(thumbnail !== undefined && { thumbnail }),
    ...(images && { images: images.map(({ url }) => url) }),
    ...(categories && { categories: categories.map(({ id }) => id) }),
    ...(handle !== undefined && { handle }),
    more: { ...facts.more, ...plainOf(input) },
    ...(facts.head && {
      head: {
        ...facts.head,
        title: title ?? facts.head.title,
        status: status ?? facts.head.status,
        updated: now,
      },
    }),
  })
  for (const { listing } of product.goods)
    shop.catalog.change(listing, {
      ...(title !== undefined && { name: title }),
      ...(status !== undefined && { status: status === 'published' ? 'listed' : 'unlisted' }),
    })
  if (product.goods.length === 0) shop.subscriber.send(store, 'product.updated', { id: product.id })
  for (const one of variants) {
    const goods = findVariant(product, one.id)
    if (goods) changeVariant(call, product, goods, one)
  }
}

function remove(call: AdminCall, id: string): CallReply {
  const { shop, store } = call
  const product = findProduct(call, id)
  const facts = factsOf(shop, id)
  if (product && facts.head)
    shop.facts.set(id, { ...facts, head: { ...facts.head, deleted: shop.world.clock.nowMs() } })
  for (const { listing } of product?.goods ?? []) shop.catalog.change(listing, { status: 'deleted' })
  if (product?.goods.length === 0) shop.subscriber.send(store, 'product.deleted', { id })
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
