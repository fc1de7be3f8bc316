/** Products that are not on sale yet, shown like those that are. */
import type { Listing, NewListing } from '../kit/catalog.ts'
import type { DraftProduct, DraftVariation } from './draft-product.ts'
import type { ProductFacts } from './product-facts.ts'
import { productOf, type Product } from './product-resource.ts'
import { readSale, withSale } from './sale-price.ts'
import type { Sites } from './sites.ts'
import type { Outlet, Store } from './types.ts'

type Place = { sites: Sites; store: Store }

export const keyOf = (store: Store, id: number): string => `${store.slug}/${id}`

export const findDraft = ({ sites, store }: Place, id: number): DraftProduct | undefined =>
  sites.drafts.get(keyOf(store, id))

export const draftsOf = ({ sites, store }: Place): DraftProduct[] =>
  [...sites.drafts].filter(([key]) => key.startsWith(`${store.slug}/`)).map(([, draft]) => draft)

export function draftFacts({ input, facts, variations }: DraftProduct): ProductFacts {
  return {
    ...facts,
    ...(input.sku !== undefined && input.type === 'variable' && { sku: input.sku }),
    options: Object.fromEntries(
      variations.map((one) => [one.id, one.attributes.map(({ name, option }) => ({ name, option }))]),
    ),
  }
}

export function draftProduct({ sites, store }: Place, draft: DraftProduct): Product {
  const { id, input, variations, created, modified } = draft
  const outlets = sites.outletsOf(store)
  const whole = { productId: id, name: input.name, weight: input.weight }
  const listings = rowsOf(draft).flatMap((row): Listing<number>[] => {
    const named = outlets.filter((outlet) => isSoldAt(outlet, row))
    return (named.length > 0 ? named : outlets.slice(0, 1)).map((outlet) => ({
      ...newListing(store, outlet, whole, row),
      sku: row.sku ?? '',
      createdAt: created,
      changedAt: modified,
    }))
  })
  return {
    ...productOf(store, listings, sites.world.clock.now()),
    status: input.status,
    isVariable: input.type === 'variable' || variations.length > 0,
  }
}

/** One row for each variation, or one for the product itself. */
export const rowsOf = ({ input, variations }: DraftProduct): DraftVariation[] =>
  variations.length > 0 ? variations : [{ ...input, id: 0, attributes: [] }]

const shareOf = ({ id, store }: Outlet, row: DraftVariation) =>
  row.pos_locations?.find(({ location_id: place }) => id === `${store.slug}/${place}`)

/** At a site with places, those that were named have it. */
export const isSoldAt = (outlet: Outlet, row: DraftVariation): boolean =>
  outlet.place === undefined || shareOf(outlet, row) !== undefined

export function newListing(
  store: Store,
  outlet: Outlet,
  { productId, name, weight }: { productId: number; name: string; weight: string | undefined },
  row: DraftVariation,
): NewListing<number> {
  const minor = (amount: string): number => Math.round(Number(amount) * 10 ** store.decimals)
  const share = shareOf(outlet, row)
  const price = minor(share?.price ?? row.regular_price ?? '')
  return {
    shopId: outlet.id,
    productId,
    skuId: row.id,
    base: row.sku ?? '',
    code: row.sku ?? '',
    name,
    variant: row.attributes.map(({ option }) => option).join(', '),
    weight: Number(weight ?? 0),
    price,
    stock: share?.available ?? row.stock_quantity ?? 0,
    sale: withSale({ price }, readSale(row, minor)).sale,
    status: share?.is_sold === false ? 'unlisted' : 'listed',
  }
}
