import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { factsOf, goodsOf, productRow, variantRow, type Goods } from './goods.ts'
import { readFields, selectFields } from './select-fields.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, missing, readBody, success } from './wire.ts'

const changeSchema = z.strictObject({
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
  update: z.array(z.strictObject({ id: z.string(), prices: z.array(priceSchema).optional() })).default([]),
})

/** Answers a call about one product, or an upload; undefined for one that is about something else. */
export function answerProductCall(name: string, call: AdminCall): CallReply | undefined {
  if (name === 'POST /uploads') return upload(call)
  const [, method = '', id = '', rest = ''] =
    /^(GET|POST|DELETE) \/products\/([^/]+)(\/.*)?$/.exec(name) ?? []
  if (method === '') return undefined
  if (rest === '/variants/batch' && method === 'POST') return changePrices(call, findProduct(call, id))
  if (rest !== '') return undefined
  // Deleting what is not there is no error.
  if (method === 'DELETE') return remove(call, id)
  const goods = findProduct(call, id)
  if (method === 'POST') change(call, goods)
  const fields = readFields(call.query.get('fields') ?? 'id,title,status')
  return success({ product: selectFields(rowOf(call, findProduct(call, id)), fields) })
}

function findGoods({ shop, store }: AdminCall, id: string): Goods | undefined {
  const listing = shop.catalog.variantsOf(store.slug, id).find(({ status }) => status !== 'deleted')
  return listing && goodsOf(store, listing, shop.reserved(store, listing.sku))
}

function findProduct(call: AdminCall, id: string): Goods {
  const goods = findGoods(call, id)
  if (!goods) throw missing(`Product with id: ${id} was not found`)
  return goods
}

const rowOf = ({ shop }: AdminCall, goods: Goods) =>
  productRow(goods, shop.world.baseUrl(), factsOf(shop, goods.listing.productId))

/** Fields that are left out stay; the list of images is replaced. */
function change({ shop, body }: AdminCall, { listing }: Goods): void {
  const { title, description, status, thumbnail, images } = readBody(body, changeSchema)
  shop.facts.set(listing.productId, {
    // A product of the sample is described by its name; a new name leaves the description as it was.
    description: `${listing.name}.`,
    ...factsOf(shop, listing.productId),
    ...(description !== undefined && { description }),
    ...(thumbnail !== undefined && { thumbnail }),
    ...(images && { images: images.map(({ url }) => url) }),
  })
  shop.catalog.change(listing, {
    ...(title !== undefined && { name: title }),
    ...(status !== undefined && { status: status === 'published' ? 'listed' : 'unlisted' }),
  })
}

/** All prices of a variant are replaced by those of the call; the sandbox keeps the one in the store's own money. */
function changePrices({ shop, store, body }: AdminCall, goods: Goods): CallReply {
  const { update } = readBody(body, batchSchema)
  const { listing } = goods
  for (const { id } of update) if (id !== listing.skuId) throw missing(`Variant with id: ${id} was not found`)
  for (const { prices } of update) {
    if (!prices) continue
    const codes = prices
      .filter(({ rules, min_quantity: least }) => !rules && !least)
      .map((one) => one.currency_code)
    if (new Set(codes).size < codes.length) throw invalid('Invalid request: two prices of one currency')
    const own = prices.find(({ currency_code: code }) => code.toUpperCase() === store.currency)
    shop.catalog.change(listing, { price: Math.round((own?.amount ?? 0) * 10 ** store.decimals) })
  }
  return success({ created: [], updated: update.map(() => variantRow(goods)), deleted: [] })
}

function remove(call: AdminCall, id: string): CallReply {
  const goods = findGoods(call, id)
  if (goods) call.shop.catalog.change(goods.listing, { status: 'deleted' })
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
