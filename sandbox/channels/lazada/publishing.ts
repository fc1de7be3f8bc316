import type { TreeCategory } from '../../kit/category-tree.ts'
import { codeOf } from '../../kit/catalog.ts'
import { hash } from '../../kit/random.ts'
import { brandName, categoryOf } from './categories.ts'
import { factsOf, FIRST_CATEGORY, ownFacts, type ItemFacts, type SkuFacts } from './item-facts.ts'
import { readInput } from './item-input.ts'
import { checkAttributes, checkImages, checkSku, checkSkuImages, checkVariation } from './item-rules.ts'
import type { Complaint, SkuInput, Variation } from './item-rules.ts'
import { readProduct, textOf } from './payload.ts'
import { shopSkuOf } from './products.ts'
import type { Lazada } from './lazada.ts'
import type { Product, Shop } from './types.ts'
import { LazadaError, shopPost, type Answer, type Endpoints, type ShopCall } from './wire.ts'

export const MOST_SKUS = 50

export const failure = (code: '500' | '501', detail: Complaint[]): LazadaError =>
  new LazadaError(
    code,
    code === '500' ? 'E500: Create product failed' : 'E501: Update product failed',
    'ISP',
    detail,
  )

export const left = (lazada: Lazada, shop: Shop, itemId: string | undefined): Product[] =>
  lazada.catalog.variantsOf(shop.id, Number(itemId)).filter(({ status }) => status !== 'deleted')

function leafCategory(id: string | undefined): TreeCategory {
  const category = categoryOf(Number(id))
  if (!category) throw new LazadaError('201', `E201: ${id ?? ''} Invalid CategoryId`, 'ISP')
  if (!category.isLeaf) throw new LazadaError('4134', 'Please select the last level category.', 'ISP')
  if (category.isDisabled)
    throw new LazadaError('4163', 'You are not authorised to sell this category', 'ISP')
  return category
}

/** Codes that the shop's other products, or two SKUs of this one, have already. */
function checkCodes(
  lazada: Lazada,
  shop: Shop,
  skus: readonly SkuInput[],
  own: readonly Product[],
): Complaint[] {
  const taken = new Set(
    lazada.catalog
      .all(shop.id)
      .filter((product) => product.status !== 'deleted' && !own.includes(product))
      .map(codeOf),
  )
  return skus.flatMap(({ sellerSku }) => {
    const isTaken = sellerSku !== '' && taken.has(sellerSku)
    taken.add(sellerSku)
    const message = 'BIZ_CHECK_SELLER_SKU_DUPLICATE:SellerSku repeat'
    return isTaken ? [{ field: 'SellerSku', message, seller_sku: sellerSku }] : []
  })
}

const minor = (shop: Shop, price: string): number => Math.round(Number(price) * shop.scale)

function skuFactsFrom(shop: Shop, sku: SkuInput, known?: SkuFacts): SkuFacts {
  const { special } = sku
  const isNone = special && !(Number(special.price) > 0)
  return {
    saleProp: sku.saleProp ?? known?.saleProp ?? {},
    // A picture can be replaced, but not taken away.
    images: sku.images?.length ? sku.images : (known?.images ?? []),
    special:
      special === undefined
        ? (known?.special ?? null)
        : isNone
          ? null
          : { price: minor(shop, special.price), from: special.from, to: special.to },
    package: { package_content: '', ...known?.package, ...sku.package },
  }
}

/** A brand may come by its number. */
function withBrand({ brand_id: id, ...attributes }: Record<string, string>): Record<string, string> {
  const name = id === undefined ? undefined : brandName(id)
  return name === undefined ? attributes : { ...attributes, brand: name }
}

/** Descriptions, which are taken away by `d_description` and its like alone. */
const DESCRIPTION = /^(?:short_)?description(?:_en|_ms)?$/

/** An empty text takes an attribute away, but for those that an update cannot take away. */
function changed(
  { keptAttributes }: Lazada,
  own: Record<string, string>,
  given: Record<string, string>,
): Record<string, string> {
  const isDeletion = (name: string) => name.startsWith('d_') && DESCRIPTION.test(name.slice(2))
  const deleted = Object.entries(given)
    .filter(([name, value]) => isDeletion(name) && value === 'Yes')
    .map(([name]) => [name.slice(2), ''] as const)
  const written = Object.entries(given).filter(
    ([name, value]) => !isDeletion(name) && (value !== '' || !DESCRIPTION.test(name)),
  )
  const cleared = [...written, ...deleted].filter(
    ([name, value]) => value !== '' || !keptAttributes.has(name),
  )
  const all = { ...own, ...Object.fromEntries(cleared) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

const variantOf = (facts: SkuFacts, variation: readonly Variation[]): string =>
  variation.map(({ name }) => `${name}:${facts.saleProp[name] ?? ''}`).join(';')

function shelve(lazada: Lazada, shop: Shop, productId: number, facts: ItemFacts, sku: SkuInput): Product {
  const taken = lazada.catalog.variantsOf(shop.id, productId)
  let skuId = productId * 10 + 1
  while (taken.some((product) => product.skuId === skuId)) skuId++
  const own = skuFactsFrom(shop, sku)
  facts.skus[skuId] = own
  return lazada.catalog.publish({
    shopId: shop.id,
    productId,
    skuId,
    code: sku.sellerSku,
    base: String(productId),
    name: facts.attributes['name'] ?? '',
    variant: variantOf(own, facts.variation),
    weight: Number(own.package['package_weight'] ?? 0),
    price: minor(shop, sku.price ?? '0'),
    stock: Number(sku.quantity ?? 0),
    status: sku.status === 'inactive' ? 'unlisted' : 'listed',
  })
}

function numberItem(lazada: Lazada, shop: Shop, code: string): number {
  for (let salt = lazada.clock.nowMs(); ; salt++) {
    const id = 3_000_000_000 + hash(`lazada-item:${shop.id}:${code}:${salt}`)
    if (lazada.catalog.variantsOf(shop.id, id).length === 0) return id
  }
}

function create(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const input = readInput(readProduct(parameters['payload']))
  const category = leafCategory(input.category)
  const images = input.images ?? []
  const variation = input.variation ?? []
  if (input.skus.length === 0) throw new LazadaError('30', 'E030: Empty Request')
  if (input.skus.length > MOST_SKUS)
    throw new LazadaError('209', 'Invalid variation: there are too many SKUs', 'ISP')
  const complaints = [
    ...checkAttributes(category, input.attributes, true),
    ...(images.length === 0
      ? [{ field: 'Images', message: 'BIZ_CHECK_MAIN_IMAGE_REQUIRE:Main image is require' }]
      : checkImages(lazada, 'Images', images)),
    ...input.skus.flatMap((sku) => checkSku(lazada, shop, sku, true)),
    ...checkSkuImages(input.skus.map(({ sellerSku, images: own = [] }) => ({ sellerSku, images: own }))),
    ...checkVariation(
      variation,
      input.skus.map(({ sellerSku, saleProp = {} }) => ({ sellerSku, saleProp })),
    ),
    ...checkCodes(lazada, shop, input.skus, []),
  ]
  if (complaints.length > 0) throw failure('500', complaints)
  const productId = numberItem(lazada, shop, input.skus[0]?.sellerSku ?? '')
  const facts: ItemFacts = {
    category: FIRST_CATEGORY + category.number,
    attributes: withBrand(input.attributes),
    images,
    variation,
    skus: {},
  }
  lazada.items.set(productId, facts)
  const created = input.skus.map((sku) => shelve(lazada, shop, productId, facts, sku))
  announceProduct(lazada, shop, 3, productId)
  return {
    data: { item_id: productId, item_status: 'Active', sku_list: skuList(shop, created) },
  }
}

const skuList = (shop: Shop, products: readonly Product[]): object[] =>
  products.map((product) => ({
    seller_sku: codeOf(product),
    shop_sku: shopSkuOf(shop, product),
    sku_id: product.skuId,
  }))

/** Messages 3, 4 and 5: created, edited, deleted. */
export function announceProduct(lazada: Lazada, shop: Shop, type: 3 | 4 | 5, productId: number): void {
  lazada.pushes.send(type, shop, { item_id: String(productId), seller_id: String(shop.id) })
}

/** Updates a product. Omitted fields stay; a SKU without a SkuId is new if the product does not have its code yet. */
function update(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const payload = readProduct(parameters['payload'])
  const products = left(lazada, shop, textOf(payload['ItemId']))
  const [first] = products
  if (!first) throw new LazadaError('4137', 'ITEM_NOT_FOUND:IC commodity query less than', 'ISP')
  const input = readInput(payload)
  const facts = factsOf(lazada, products)
  const category = input.category === undefined ? categoryOf(facts.category) : leafCategory(input.category)
  const rows = input.skus.map((sku) => ({ sku, product: named(products, sku) }))
  const lost = rows.filter(({ sku, product }) => sku.skuId !== undefined && !product)
  const variation = input.variation ?? facts.variation
  const propOf = ({ sku, product }: (typeof rows)[number]) =>
    sku.saleProp ?? (product && facts.skus[product.skuId]?.saleProp) ?? {}
  const untouched = products.filter((product) => !rows.some((row) => row.product === product))
  const picturesOf = (product: Product | undefined) => (product && facts.skus[product.skuId]?.images) ?? []
  const complaints = [
    ...lost.map(({ sku }) => ({
      field: 'SkuId',
      message: 'SKU_NOT_FOUND:The SKU does not exist',
      seller_sku: sku.sellerSku,
    })),
    ...checkAssociated(products, rows, textOf(payload['AssociatedSku'])),
    ...(category ? checkAttributes(category, input.attributes, false) : []),
    ...(input.images?.length === 0
      ? [{ field: 'Images', message: 'BIZ_CHECK_MAIN_IMAGE_REQUIRE:Main image is require' }]
      : checkImages(lazada, 'Images', input.images ?? [])),
    ...rows.flatMap(({ sku, product }) => checkSku(lazada, shop, sku, !product)),
    ...(rows.every(({ sku, product }) => product && !sku.images?.length)
      ? []
      : checkSkuImages([
          ...rows.map(({ sku, product }) => ({
            sellerSku: sku.sellerSku || (product ? codeOf(product) : ''),
            images: sku.images?.length ? sku.images : picturesOf(product),
          })),
          ...untouched.map((product) => ({ sellerSku: codeOf(product), images: picturesOf(product) })),
        ])),
    ...(input.variation === undefined && rows.every(({ sku }) => sku.saleProp === undefined)
      ? []
      : checkVariation(variation, [
          ...rows.map((row) => ({ sellerSku: row.sku.sellerSku, saleProp: propOf(row) })),
          ...untouched
            .filter(() => input.variation === undefined)
            .map((product) => ({
              sellerSku: codeOf(product),
              saleProp: facts.skus[product.skuId]?.saleProp ?? {},
            })),
        ])),
    ...checkCodes(lazada, shop, input.skus, products),
  ]
  if (complaints.length > 0) throw failure('501', complaints)
  const own = ownFacts(lazada, products)
  Object.assign(own, {
    ...(category && { category: FIRST_CATEGORY + category.number }),
    // Its name may have been changed in another way since.
    attributes: changed(lazada, { ...own.attributes, name: first.name }, withBrand(input.attributes)),
    images: input.images ?? own.images,
    variation,
  })
  for (const { sku, product } of rows)
    if (product) changeSku(lazada, shop, own, product, sku)
    else shelve(lazada, shop, first.productId, own, sku)
  for (const product of untouched) lazada.catalog.change(product, { name: own.attributes['name'] ?? '' })
  announceProduct(lazada, shop, 4, first.productId)
  return { data: { item_id: first.productId } }
}

/** A SKU is added beside one that there is. */
function checkAssociated(
  products: readonly Product[],
  rows: readonly { sku: SkuInput; product: Product | undefined }[],
  associated: string | undefined,
): Complaint[] {
  const isGrown = rows.some(({ sku, product }) => !product && sku.skuId === undefined)
  if (!isGrown || products.some(({ skuId }) => String(skuId) === associated)) return []
  return [{ field: 'AssociatedSku', message: 'AssociatedSku must be a SKU of the product' }]
}

const named = (products: readonly Product[], { skuId, sellerSku }: SkuInput): Product | undefined =>
  products.find((product) =>
    skuId === undefined ? codeOf(product) === sellerSku : String(product.skuId) === skuId,
  )

function changeSku(lazada: Lazada, shop: Shop, facts: ItemFacts, product: Product, sku: SkuInput): void {
  const own = skuFactsFrom(shop, sku, facts.skus[product.skuId])
  facts.skus[product.skuId] = own
  const isListed = sku.status === undefined ? undefined : sku.status.toLowerCase() === 'active'
  lazada.catalog.change(product, {
    name: facts.attributes['name'] ?? product.name,
    variant: variantOf(own, facts.variation),
    weight: Number(own.package['package_weight'] ?? product.weight),
    ...(sku.sellerSku !== '' && { code: sku.sellerSku }),
    ...(sku.price !== undefined && { price: minor(shop, sku.price) }),
    ...(sku.quantity !== undefined && { stock: Number(sku.quantity) }),
    ...(isListed !== undefined && { status: isListed ? 'listed' : 'unlisted' }),
  })
}

export const publishingEndpoints: Endpoints = {
  '/product/create': shopPost(create),
  '/product/update': shopPost(update),
}
