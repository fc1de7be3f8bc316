import { TYPES } from './draft-product.ts'
import { productsOf, showProduct, showVariation, type ProductCall } from './find-products.ts'
import { listRows } from './lists.ts'
import { choiceParam, listParam } from './paging.ts'
import { isVariable, productOf, sharesOf, variationsOf, type Product } from './product-resource.ts'
import { notOneOf } from './read-input.ts'
import type { Reply } from './wire.ts'

const KIND = {
  statuses: ['draft', 'pending', 'private', 'publish', 'future', 'auto-draft', 'trash'],
  hidden: ['trash', 'auto-draft'],
}

/** GET /products. Asked for by its SKU, a variation comes like a product. */
export function listProducts(call: ProductCall): Reply {
  const { store, query } = call
  const fits = filterOf(call)
  const skus = listParam(query, 'sku')
  const rows = productsOf(call)
    .filter(fits)
    .flatMap((product) => (skus.length === 0 ? [wholeOf(call, product)] : partsWith(call, product, skus)))
  return listRows(store, rows, query, { kind: KIND, serve: ({ show }) => show() })
}

const wholeOf = (call: ProductCall, product: Product) => ({
  id: product.id,
  status: product.status,
  created: product.created,
  modified: product.modified,
  show: () => showProduct(call, product),
})

const partOf = (call: ProductCall, product: Product, id: number) => {
  const [listing] = product.listings.filter(({ skuId }) => skuId === id)
  if (!listing) return []
  const own = productOf(product.store, sharesOf(product, listing), product.now)
  return { ...wholeOf(call, own), id, show: () => showVariation(call, product, listing) }
}

/** The product and those of its variations that bear one of the codes. */
function partsWith(call: ProductCall, product: Product, skus: readonly string[]) {
  const isNamed = ({ code, sku }: { code?: string; sku: string }): boolean => skus.includes(code ?? sku)
  const variations = variationsOf(product)
  const own = showProduct(call, product)['sku']
  const isWhole = isVariable(product) ? typeof own === 'string' && own !== '' && skus.includes(own) : false
  if (!isVariable(product)) return product.listings.some(isNamed) ? [wholeOf(call, product)] : []
  return [
    ...(isWhole ? [wholeOf(call, product)] : []),
    ...variations.filter(isNamed).flatMap(({ skuId }) => partOf(call, product, skuId)),
  ]
}

/** GET /products/<id>/variations */
export function listVariations(call: ProductCall, product: Product | undefined): Reply {
  const rows = product ? variationsOf(product).flatMap(({ skuId }) => partOf(call, product, skuId)) : []
  return listRows(call.store, rows, call.query, { kind: KIND, serve: ({ show }) => show() })
}

const STOCKS = ['instock', 'outofstock', 'onbackorder'] as const

function filterOf(call: ProductCall): (product: Product) => boolean {
  const { query } = call
  const types = listParam(query, 'type')
  for (const type of types) if (!TYPES.some((one) => one === type)) throw notOneOf('type', TYPES)
  const stock = query.has('stock_status') ? choiceParam(query, 'stock_status', STOCKS, 'instock') : undefined
  const categories = listParam(query, 'category').map(Number)
  const word = query.get('search')?.toLowerCase() ?? ''
  return (product) => {
    if (types.length > 0 && !types.includes(isVariable(product) ? 'variable' : 'simple')) return false
    const isFound = product.listings.some(({ name, code, sku }) =>
      `${name} ${code ?? sku}`.toLowerCase().includes(word),
    )
    if (!isFound) return false
    if (stock === undefined && categories.length === 0) return true
    const row = showProduct(call, product) as { stock_status: string; categories: { id: number }[] }
    return (
      (stock === undefined || row.stock_status === stock) &&
      (categories.length === 0 || row.categories.some(({ id }) => categories.includes(id)))
    )
  }
}
