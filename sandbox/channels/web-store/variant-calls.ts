/** Variants of a product. Source: "Products" of the Admin API reference. */
import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { findProduct, findVariant } from './find-goods.ts'
import { factsOf, optionsOf, titleOf, valuesOf, variantRow, type Goods, type Product } from './goods.ts'
import { listRows } from './lists.ts'
import {
  addVariant,
  checkCodes,
  checkOptions,
  newVariantSchema,
  priceIn,
  priceSchema,
  variantFields,
  type NewVariant,
} from './new-products.ts'
import { readBody } from './read-body.ts'
import { readFields, selectFields } from './select-fields.ts'
import type { Row } from './types.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, success } from './wire.ts'

export const variantChangeSchema = z.strictObject({
  ...variantFields,
  id: z.string().optional(),
  title: z.string().optional(),
  prices: z.array(priceSchema).optional(),
  thumbnail: z.string().nullish(),
})
export type VariantChange = z.infer<typeof variantChangeSchema>

const batchSchema = z.strictObject({
  create: z.array(newVariantSchema).default([]),
  update: z.array(variantChangeSchema.extend({ id: z.string() })).default([]),
  delete: z.array(z.string()).default([]),
})

export const VARIANT_FIELDS =
  'id,title,sku,barcode,ean,upc,allow_backorder,manage_inventory,hs_code,origin_country,mid_code,material,weight,length,height,width,metadata,variant_rank,thumbnail,product_id,created_at,updated_at,deleted_at,*images,*prices,prices.rules,*options,*options.option'

export const VARIANT_FILTERS = ['manage_inventory', 'allow_backorder', 'sku', 'ean', 'upc', 'barcode']

export const variantWords = ({ listing }: Goods): string =>
  `${listing.name} ${listing.variant} ${listing.code ?? listing.sku}`

/**
 * Answers a call below /products/<id>/variants; undefined for one that there is no route for. `productReply` shows the product, as
 * most of them do. Variants that are not there are changed and deleted without a word.
 */
export function answerVariantCall(
  method: string,
  productId: string,
  rest: string,
  call: AdminCall,
  productReply: () => Row | undefined,
): CallReply | undefined {
  const product = findProduct(call, productId)
  if (rest === '/batch') return method === 'POST' ? success(changeVariants(call, product)) : undefined
  if (rest === '') {
    if (method === 'GET') return list(call, product)
    if (method !== 'POST') return undefined
    create(call, product, readBody(call.body, newVariantSchema))
    return success({ product: productReply() })
  }
  const id = rest.slice(1)
  const goods = findVariant(product, id)
  switch (method) {
    case 'GET': {
      const fields = readFields(call.query.get('fields'), VARIANT_FIELDS)
      return success(
        goods && product ? { variant: selectFields(variantRow(goods, product.facts), fields) } : {},
      )
    }
    case 'POST': {
      const change = readBody(call.body, variantChangeSchema)
      if (goods && product) changeVariant(call, product, goods, change)
      return success({ product: productReply() })
    }
    case 'DELETE':
      if (goods) call.shop.catalog.drop(goods.listing)
      return success({ id, object: 'variant', deleted: true, parent: productReply() })
    default:
      return undefined
  }
}

function list(call: AdminCall, product: Product | undefined): CallReply {
  const rows = (product?.goods ?? []).map((one) => ({ ...one, id: one.listing.skuId }))
  return success(
    listRows(rows, call.query, {
      name: 'variants',
      defaultFields: VARIANT_FIELDS,
      limit: 50,
      filters: VARIANT_FILTERS,
      words: variantWords,
      show: (one) => variantRow(one, product?.facts),
    }),
  )
}

function create(call: AdminCall, product: Product | undefined, variant: NewVariant): void {
  checkVariants(call, product, [variant])
  if (product) addVariant(call, { productId: product.id, name: product.title }, variant)
}

function checkVariants(call: AdminCall, product: Product | undefined, variants: readonly NewVariant[]): void {
  checkCodes(call, variants)
  const known = (product?.goods ?? []).map((one) => ({
    title: titleOf(one, product?.facts),
    options: Object.fromEntries(valuesOf(one, product?.facts).map(({ title, value }) => [title, value])),
  }))
  checkOptions(variants, product ? optionsOf(product) : [], known)
}

/** All prices of a variant are replaced by those of the call. */
export function changeVariant(
  call: AdminCall,
  product: Product,
  { listing }: Goods,
  change: VariantChange,
): void {
  const { shop, store } = call
  const { title, options, prices, sku } = change
  const { skuId } = listing
  checkCodes(call, [change], skuId)
  const facts = factsOf(shop, product.id)
  shop.facts.set(product.id, {
    ...facts,
    ...(title !== undefined && { titles: { ...facts.titles, [skuId]: title } }),
    ...(options && {
      options: {
        ...facts.options,
        [skuId]: Object.entries(options).map(([option, value]) => ({ title: option, value })),
      },
    }),
  })
  shop.catalog.change(listing, {
    ...(prices && { price: priceIn(store.currency, store.decimals, prices) }),
    ...(sku !== undefined && { code: sku ?? '' }),
  })
}

function changeVariants(call: AdminCall, product: Product | undefined): Row {
  const { create: fresh, update, delete: removed } = readBody(call.body, batchSchema)
  const unknown = update.filter(({ id }) => !findVariant(product, id)).map(({ id }) => id)
  if (unknown.length > 0) throw invalid(`Cannot update non-existing variants with ids: ${unknown.join(', ')}`)
  checkCodes(call, fresh)
  for (const change of update) {
    const goods = findVariant(product, change.id)
    if (goods && product) changeVariant(call, product, goods, change)
  }
  for (const id of removed) {
    const goods = findVariant(product, id)
    if (goods) call.shop.catalog.drop(goods.listing)
  }
  const left = product && findProduct(call, product.id)
  checkVariants(call, left, fresh)
  const made = fresh.flatMap((variant) =>
    left ? addVariant(call, { productId: left.id, name: left.title }, variant) : [],
  )
  const now = product && findProduct(call, product.id)
  const rowsOf = (ids: readonly string[]): Row[] =>
    (now?.goods ?? [])
      .filter(({ listing }) => ids.includes(listing.skuId))
      .map((one) => variantRow(one, now?.facts))
  return {
    created: rowsOf(made),
    updated: rowsOf(update.map(({ id }) => id)),
    deleted: { ids: removed, object: 'product_variant', deleted: true },
  }
}
