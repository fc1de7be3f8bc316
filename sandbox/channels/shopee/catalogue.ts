import { createRandom, hash } from '../../random.ts'
import type { Product, Shop } from './types.ts'

export interface Catalogue {
  /** The shop's product with this SKU, made at its first sale. */
  get(shop: Shop, sku: string, name: string, price: number): Product
  name(itemId: string): string | undefined
  all(shopId: number): Product[]
  reset(): void
}

/** Codes such as 85123A are a variation of an item, plain numbers are items without variations (model 0). */
const VARIATION = /^(\d{5})([A-Z]{1,2})$/

export function createCatalogue(): Catalogue {
  const shops = new Map<number, Map<string, Product>>()
  const names = new Map<string, string>()

  // Two SKUs whose hashes meet must not become one item.
  const free = (seed: string): number => {
    for (let salt = ''; ; salt += '+') {
      const id = 20_000_000_000 + hash(seed + salt)
      if (!names.has(String(id))) return id
    }
  }

  return {
    get(shop, sku, name, price) {
      let products = shops.get(shop.id)
      if (!products) shops.set(shop.id, (products = new Map()))
      let product = products.get(sku)
      if (!product) {
        const [, base = sku, letters = ''] = VARIATION.exec(sku) ?? []
        const itemId = free(`item:${shop.id}:${sku}`)
        product = {
          itemId,
          modelId: letters === '' ? 0 : 100_000_000_000 + hash(`model:${shop.id}:${sku}`),
          sku,
          itemSku: base,
          name,
          modelName: letters === '' ? '' : `Design ${letters}`,
          weight: createRandom(sku).int(5, 180) / 100,
          price,
        }
        products.set(sku, product)
        names.set(String(itemId), name)
      }
      return product
    },
    name: (itemId) => names.get(itemId),
    all: (shopId) => [...(shops.get(shopId)?.values() ?? [])],
    reset() {
      shops.clear()
      names.clear()
    },
  }
}
