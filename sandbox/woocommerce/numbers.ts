import type { IdMaker } from '../kit/catalog.ts'
import { hash } from '../kit/random.ts'

const COLOURS = ['Blue', 'Rose', 'Ivory'] as const

type Numbers = ReturnType<IdMaker<number>>

/** The numbers of products and variations. Outlets of one site share them, as they hold the same goods. */
export function createNumbers(siteOf: (outletId: number | string) => string): IdMaker<number> {
  const sites = new Map<string, { taken: Set<number>; bySku: Map<string, Numbers> }>()
  return ({ shopId, sku }) => {
    const name = siteOf(shopId)
    const site = sites.get(name) ?? { taken: new Set<number>(), bySku: new Map<string, Numbers>() }
    sites.set(name, site)
    const known = site.bySku.get(sku)
    if (known) return known
    // Two SKUs whose hashes meet must not become one product.
    const numbered = (kind: string, first: number, range: number): number => {
      for (let salt = ''; ; salt += '+') {
        const id = first + (hash(`${kind}:${sku}${salt}`) % range)
        if (!site.taken.has(id)) return id
      }
    }
    const isVariable = hash(`variation:${sku}`) % 3 === 0
    const numbers = {
      productId: numbered('product', 1_000, 90_000),
      skuId: isVariable ? numbered('variant', 100_000, 900_000) : 0,
      variant: isVariable ? (COLOURS[hash(sku) % COLOURS.length] ?? '') : '',
    }
    for (const id of [numbers.productId, numbers.skuId]) site.taken.add(id)
    site.bySku.set(sku, numbers)
    return numbers
  }
}
