import { hash } from '../../kit/random.ts'
import { codeOf } from '../../kit/catalog.ts'
import { attributeName, categoryOf, optionName } from './categories.ts'
import { attributeId } from './categories.ts'
import { FIRST_ATTRIBUTE, type ItemFacts, type SalesAttribute } from './item-facts.ts'
import { longId } from './order-factory.ts'
import { isPartial, wholeOf } from './partial-change.ts'
import { factsOf, shownOf, statusOf, type Sku } from './product-detail.ts'
import {
  attributesOf,
  checkProduct,
  minor,
  readProduct,
  type ProductInput,
  type SkuInput,
} from './product-rules.ts'
import { getProduct, refusal } from './products.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'
import { TiktokError, type Endpoints, type ShopCall } from './wire.ts'

/** All complaints at once, as extra errors of one refusal. */
export function checkFailed(complaints: readonly string[]): TiktokError {
  const message = 'Product check failed'
  const extra = complaints.map((text) => ({ code: 12052990, message: text }))
  const errors = [{ code: 12052990, message, detail: { extra_errors: extra } }]
  return new TiktokError(12052990, `${message}: ${complaints[0] ?? ''}`, 200, { errors })
}

function checked(tiktok: Tiktok, shop: Shop, body: unknown): ProductInput {
  const input = readProduct(body)
  const complaints = checkProduct(tiktok, shop, input)
  if (complaints.length > 0) throw checkFailed(complaints)
  return input
}

/** Names and values that are the seller's own get ids. */
function salesOf(input: ProductInput, sku: SkuInput): SalesAttribute[] {
  const known = categoryOf(input.category_id)?.attributes.filter(({ isVariant }) => isVariant) ?? []
  return sku.sales_attributes.map(
    ({ id, name, value_id: valueId, value_name: valueName, sku_img: image }) => {
      const attribute = known.find((one) =>
        id === undefined ? one.name.en === name : attributeId(one) === id,
      )
      const value = valueName ?? (attribute && optionName(attribute, valueId ?? '')) ?? ''
      return {
        id: attribute
          ? attributeId(attribute)
          : String(FIRST_ATTRIBUTE * 10 + (hash(`sales:${name}`) % 100_000)),
        name: name ?? (attribute ? attributeName(attribute) : ''),
        value_id: valueId ?? longId('1729', `value:${value}`),
        value_name: value,
        image: image?.uri ?? '',
      }
    },
  )
}

function factsFrom(input: ProductInput, state: ItemFacts['state']): ItemFacts {
  const category = categoryOf(input.category_id)
  const { package_dimensions: size } = input
  return {
    category: category?.number ?? 0,
    brand: input.brand_id ?? '',
    description: input.description,
    images: input.main_images.map(({ uri }) => uri),
    weight: input.package_weight.value,
    size: size ? { length: size.length, width: size.width, height: size.height } : null,
    attributes: category ? attributesOf(category, input) : [],
    delivery: input.delivery_option_ids,
    cod: input.is_cod_allowed,
    skus: {},
    state,
    review: null,
  }
}

const variantOf = (sales: readonly SalesAttribute[]): string =>
  sales.map(({ value_name: value }) => value).join(' / ') || 'Default'

function shelve(
  tiktok: Tiktok,
  shop: Shop,
  { productId, skuId }: { productId: string; skuId: string },
  facts: ItemFacts,
  input: ProductInput,
  sku: SkuInput,
): Sku {
  const sales = salesOf(input, sku)
  facts.skus[skuId] = sales
  return tiktok.catalog.publish({
    shopId: shop.id,
    productId,
    skuId,
    code: sku.seller_sku,
    base: productId,
    name: input.title,
    variant: variantOf(sales),
    weight: Number(input.package_weight.value),
    price: minor(shop, sku.price.amount),
    stock: sku.inventory[0]?.quantity ?? 0,
    status: facts.state === 'LIVE' ? 'listed' : 'unlisted',
  })
}

export function newId(tiktok: Tiktok, seed: string): string {
  for (let salt = tiktok.clock.nowMs(); ; salt++) {
    const id = longId('1730', `${seed}:${salt}`)
    if (tiktok.catalog.nameOf(id) === undefined) return id
  }
}

const answerOf = (
  productId: string,
  facts: ItemFacts,
  skus: readonly { id: string; seller_sku: string }[],
) => ({
  product_id: productId,
  skus: skus.map((sku) => ({
    ...sku,
    external_sku_id: '',
    sales_attributes: (facts.skus[sku.id] ?? []).map(({ image: _image, ...own }) => own),
  })),
  warnings: [],
})

function create(tiktok: Tiktok, { shop, body }: ShopCall): object {
  const input = checked(tiktok, shop, body)
  if (input.skus.some(({ id }) => id !== undefined)) throw refusal(12052036, 'The SKU does not exist')
  const productId = newId(tiktok, `product:${shop.id}:${input.title}`)
  const facts = factsFrom(input, input.save_mode === 'AS_DRAFT' ? 'DRAFT' : 'PENDING')
  tiktok.items.set(productId, facts)
  const created = input.skus.map((sku, at) =>
    shelve(tiktok, shop, { productId, skuId: newId(tiktok, `sku:${productId}:${at}`) }, facts, input, sku),
  )
  tiktok.pushes.send(16, shop.id, { product_id: productId, create_time: tiktok.clock.now() })
  if (facts.state === 'PENDING') audit(tiktok, shop, productId, facts, null, [])
  return answerOf(
    productId,
    facts,
    created.map((sku) => ({ id: sku.skuId, seller_sku: codeOf(sku) })),
  )
}

/** Sends a product, or a change of one, to those who look at it. */
export function audit(
  tiktok: Tiktok,
  shop: Shop,
  productId: string,
  facts: ItemFacts,
  edit: unknown,
  skuIds: string[],
): void {
  facts.review = { until: tiktok.clock.now() + tiktok.settings.auditSeconds, edit, skuIds }
  resumeAudit(tiktok, shop, productId, facts)
}

/** Waits for the end of an audit. A later change begins another one in its place. */
export function resumeAudit(tiktok: Tiktok, shop: Shop, productId: string, facts: ItemFacts): void {
  const { review } = facts
  if (!review) return
  tiktok.clock.at(review.until * 1000, () => {
    const skus = tiktok.catalog.variantsOf(shop.id, productId)
    if (tiktok.items.get(productId)?.review !== review || statusOf(tiktok, skus) === 'DELETED') return
    const isNew = facts.state === 'PENDING'
    facts.review = null
    facts.state = 'LIVE'
    if (isPartial(review.edit)) {
      const { partial } = review.edit
      const shown = shownOf(tiktok, skus).map(({ skuId }) => skuId)
      const whole = wholeOf(tiktok, shop, productId, partial)
      apply(tiktok, shop, productId, whole, partial.skus ? review.skuIds : shown)
    } else if (review.edit !== null) apply(tiktok, shop, productId, readProduct(review.edit), review.skuIds)
    if (isNew)
      for (const sku of shownOf(tiktok, tiktok.catalog.variantsOf(shop.id, productId)))
        tiktok.catalog.change(sku, { status: 'listed' })
    announceProduct(tiktok, shop, productId, 'PRODUCT_FIRST_PASS_REVIEW')
  })
}

export const announceProduct = (
  { pushes, clock }: Tiktok,
  shop: Shop,
  productId: string,
  status: string,
): void =>
  pushes.send(5, shop.id, { product_id: productId, status, suspended_reason: '', update_time: clock.now() })

/** Everything is replaced; SKUs that are not named any more are gone. `skuIds` are those of the input, in its order. */
export function apply(
  tiktok: Tiktok,
  shop: Shop,
  productId: string,
  input: ProductInput,
  skuIds: readonly string[],
): void {
  const all = tiktok.catalog.variantsOf(shop.id, productId)
  const before = factsOf(tiktok, all)
  const facts: ItemFacts = { ...factsFrom(input, before.state), review: before.review }
  tiktok.items.set(productId, facts)
  const shown = all.filter(({ status }) => status !== 'deleted')
  const status = shown.some((sku) => sku.status === 'listed') ? 'listed' : 'unlisted'
  for (const [at, sku] of input.skus.entries()) {
    const skuId = skuIds[at] ?? ''
    const known = shown.find((one) => one.skuId === skuId)
    const created = known ?? shelve(tiktok, shop, { productId, skuId }, facts, input, sku)
    const sales = salesOf(input, sku)
    facts.skus[skuId] = sales
    tiktok.catalog.change(created, {
      name: input.title,
      code: sku.seller_sku,
      variant: variantOf(sales),
      weight: Number(input.package_weight.value),
      price: minor(shop, sku.price.amount),
      stock: sku.inventory[0]?.quantity ?? 0,
      status,
    })
  }
  for (const sku of shown) if (!skuIds.includes(sku.skuId)) tiktok.catalog.change(sku, { status: 'deleted' })
}

/** Edits a product. A product in LIVE stays as it is until the audit of the change ends; others change at once. */
function edit(tiktok: Tiktok, { shop, id: productId, body }: ShopCall): object {
  const skus = getProduct(tiktok, shop, productId)
  const status = statusOf(tiktok, skus)
  if (status === 'DELETED') throw refusal(12052901, 'The status of the product does not allow this operation')
  const input = checked(tiktok, shop, body)
  const known = shownOf(tiktok, skus).map(({ skuId }) => skuId)
  if (input.skus.some(({ id }) => id !== undefined && !known.includes(id)))
    throw refusal(12052036, 'The SKU does not exist in this product')
  const skuIds = input.skus.map(({ id }, at) => id ?? newId(tiktok, `sku:${productId}:${at}`))
  const facts = tiktok.items.get(productId) ?? factsOf(tiktok, skus)
  tiktok.items.set(productId, facts)
  const isLive = facts.state === 'LIVE'
  if (!isLive) apply(tiktok, shop, productId, input, skuIds)
  const now = tiktok.items.get(productId) ?? facts
  if (now.state !== 'DRAFT' || input.save_mode === 'LISTING') {
    if (now.state === 'DRAFT') now.state = 'PENDING'
    audit(tiktok, shop, productId, now, isLive ? body : null, skuIds)
  }
  tiktok.pushes.send(15, shop.id, { product_id: productId, update_time: tiktok.clock.now() })
  return answerOf(
    productId,
    now,
    input.skus.map((sku, at) => ({ id: skuIds[at] ?? '', seller_sku: sku.seller_sku })),
  )
}

export const publishingEndpoints: Endpoints = {
  'POST product/products': { method: 'POST', scope: 'shop', run: create },
  'PUT product/products/:id': { method: 'PUT', scope: 'shop', run: edit },
}
