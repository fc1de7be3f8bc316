import { hash } from '../../random.ts'
import type { Product, Shop } from './types.ts'

export interface Catalogue {
  /** The shop's product with this SKU, made at its first sale. */
  get(shop: Shop, sku: string, name: string, price: number): Product
  name(productId: string): string | undefined
  all(shopId: number): Product[]
  reset(): void
}

/** Codes such as 85123A are a variation of the product 85123. */
const VARIATION = /^(\d{5})([A-Z]{1,2})$/

export function createCatalogue(): Catalogue {
  const shops = new Map<number, Map<string, Product>>()
  const names = new Map<string, string>()

  // Two SKUs whose hashes meet must not become one product.
  const free = (seed: string): number => {
    for (let salt = ''; ; salt += '+') {
      const id = 3_000_000_000 + hash(seed + salt)
      if (!names.has(String(id))) return id
    }
  }

  return {
    get(shop, sku, name, price) {
      let products = shops.get(shop.id)
      if (!products) shops.set(shop.id, (products = new Map()))
      let product = products.get(sku)
      if (!product) {
        const [, , letters = ''] = VARIATION.exec(sku) ?? []
        const productId = free(`lazada:${shop.id}:${sku}`)
        product = {
          productId,
          skuId: productId * 10 + 1,
          sku,
          name,
          variation: letters === '' ? '' : `Design:${letters}`,
          price,
        }
        products.set(sku, product)
        names.set(String(productId), name)
      }
      return product
    },
    name: (productId) => names.get(productId),
    all: (shopId) => [...(shops.get(shopId)?.values() ?? [])],
    reset() {
      shops.clear()
      names.clear()
    },
  }
}
