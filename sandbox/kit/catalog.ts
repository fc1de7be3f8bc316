import type { Clock } from './clock.ts'
import { createRandom, hash } from './random.ts'

export type ListingStatus = 'listed' | 'unlisted' | 'deleted'

type ShopId = number | string

/** One SKU of a shop, under the ids that its channel gives out. */
export interface Listing<Id extends number | string = number | string> {
  shopId: ShopId
  productId: Id
  /** 0 where the channel has no id of its own for the only SKU of a product. */
  skuId: Id
  /** The seller's code, and the code of the product that it is a variant of. No two listings of a shop share a `sku`. */
  sku: string
  base: string
  /** The seller's code where it is another one: listings that were published may have any, or none. */
  code?: string
  name: string
  /** Name of the product's variant in the channel's words; empty for the only one. */
  variant: string
  /** Kilograms. */
  weight: number
  /** Minor units of the shop's currency. */
  price: number
  stock: number
  /** A reduced price and when it holds, in seconds since 1970, 0 for an open end; only stores keep one here. */
  sale?: { price: number; from: number; to: number } | undefined
  status: ListingStatus
  /** The marketplace keeps its stock for a campaign: the seller cannot set it. */
  isInCampaign?: boolean
  /** Seconds since 1970. */
  createdAt: number
  changedAt: number
}

/** Fields of a listing that can change. */
export type ListingChange = Partial<
  Pick<
    Listing,
    'name' | 'price' | 'stock' | 'sale' | 'status' | 'isInCampaign' | 'code' | 'base' | 'variant' | 'weight'
  >
>

/** A listing that a seller published, with the ids that the channel gave it. */
export type NewListing<Id extends number | string> = Omit<Listing<Id>, 'sku' | 'createdAt' | 'changedAt'> & {
  code: string
}

/** A listing as a state file keeps it; the last of its parts only of those that were published. */
export type ListingState = Omit<Listing, 'productId' | 'skuId' | 'base' | 'variant' | 'weight' | 'code'> & {
  published?: Pick<Listing, 'productId' | 'skuId' | 'base' | 'variant' | 'weight'> & { code: string }
}

/** The seller's code as the channel shows it. */
export const codeOf = ({ code, sku }: Listing): string => code ?? sku

/** Pieces of one SKU. */
export interface Pieces {
  sku: string
  quantity: number
}

/** A channel's numbering of new SKUs. `isTaken` checks whether a product or SKU of the shop has that id. */
export type IdMaker<Id extends number | string> = (
  goods: { shopId: ShopId; sku: string; base: string; letters: string },
  isTaken: (id: Id) => boolean,
) => { productId: Id; skuId: Id; variant: string }

/** The marketplace sells nothing that it does not have. */
export class NotForSale extends Error {}

/** Live selling goes on without what the marketplace refuses to sell. */
export function skipUnlessForSale(sell: () => void): void {
  try {
    sell()
  } catch (error) {
    if (!(error instanceof NotForSale)) throw error
  }
}

/** Listings of all shops of one marketplace, and their stock. */
export interface Catalog<Id extends number | string> {
  /** The shop's listing of this SKU, made at its first sale; the price is in minor units. */
  get(shopId: ShopId, sku: string, name: string, price: number): Listing<Id>
  find(shopId: ShopId, sku: string): Listing<Id> | undefined
  /** Puts a published listing on sale. A code that the shop has already, or none, gets a `sku` beside it. */
  publish(listing: NewListing<Id>): Listing<Id>
  /** Takes a variant away for good; one that was not published only counts as deleted. */
  drop(listing: Listing<Id>): void
  /** All SKUs of a product; none for an unknown one. */
  variantsOf(shopId: ShopId, productId: Id): readonly Listing<Id>[]
  /** The products of a shop, each as the list of its SKUs. */
  products(shopId: ShopId): (readonly Listing<Id>[])[]
  all(shopId: ShopId): Listing<Id>[]
  /** Returns the listings that buyers choose from: those listed and in stock, or all when there are none. */
  goods(shopId: ShopId): Listing<Id>[]
  isEmpty(shopId: ShopId): boolean
  /** The change time moves, and never back. */
  change(listing: Listing<Id>, change: ListingChange): void
  setStock(listing: Listing<Id>, quantity: number): void
  /** Takes what was bought out of the stock, all or nothing; throws NotForSale, unless it is forced. */
  take(shopId: ShopId, bought: readonly Pieces[], isForced?: boolean): void
  giveBack(shopId: ShopId, pieces: readonly Pieces[]): void
  /** Sets a large stock for the listings that the live mode adds to an empty shop, so that they do not run out soon. */
  stockUp(shopId: ShopId, pieces: readonly Pieces[]): void
  /** Returns the name of a product or a SKU, for its picture. */
  nameOf(id: string): string | undefined
  onChange(listener: (listing: Listing<Id>) => void): void
  /** Returns the listings that changed since they were made. */
  dump(): ListingState[]
  restore(states: readonly ListingState[]): void
  reset(): void
}

/** Codes such as 85123A are a variant of the product 85123. */
const VARIANT = /^(\d{5})([A-Z]{1,2})$/

// New listings have 20 to 219 pieces, the same every time.
const LEAST_STOCK = 20
const STOCK_RANGE = 200
const PLENTY = 100_000
// Products sold before the sandbox started have a listing time between November 2023 and February 2025.
const LISTED_FROM = 1_700_000_000
const LISTED_RANGE = 40_000_000

interface ShopListings<Id extends number | string> {
  bySku: Map<string, Listing<Id>>
  byProduct: Map<Id, Listing<Id>[]>
  /** Ids of products and of SKUs. */
  ids: Set<Id>
}

export function createCatalog<Id extends number | string>(clock: Clock, createIds: IdMaker<Id>): Catalog<Id> {
  const shops = new Map<ShopId, ShopListings<Id>>()
  const named = new Map<string, Listing<Id>>()
  const changed = new Set<Listing<Id>>()
  const published = new Set<Listing<Id>>()
  const listeners: ((listing: Listing<Id>) => void)[] = []

  const listingsOf = (shopId: ShopId): ShopListings<Id> => {
    let listings = shops.get(shopId)
    if (!listings) shops.set(shopId, (listings = { bySku: new Map(), byProduct: new Map(), ids: new Set() }))
    return listings
  }

  const make = (shopId: ShopId, sku: string, name: string, price: number): Listing<Id> => {
    const { ids: taken } = listingsOf(shopId)
    const [, base = sku, letters = ''] = VARIANT.exec(sku) ?? []
    const ids = createIds({ shopId, sku, base, letters }, (id) => taken.has(id))
    const listedAt = LISTED_FROM + (hash(`listed:${ids.productId}`) % LISTED_RANGE)
    const listing: Listing<Id> = {
      shopId,
      ...ids,
      sku,
      base,
      name,
      weight: createRandom(sku).int(5, 180) / 100,
      price,
      stock: LEAST_STOCK + (hash(`stock:${shopId}:${sku}`) % STOCK_RANGE),
      status: 'listed',
      createdAt: listedAt,
      changedAt: listedAt,
    }
    return shelve(listing)
  }

  const shelve = (listing: Listing<Id>): Listing<Id> => {
    const { bySku, byProduct, ids: taken } = listingsOf(listing.shopId)
    bySku.set(listing.sku, listing)
    byProduct.set(listing.productId, [...(byProduct.get(listing.productId) ?? []), listing])
    for (const id of [listing.productId, listing.skuId]) {
      taken.add(id)
      if (!named.has(String(id))) named.set(String(id), listing)
    }
    return listing
  }

  const noticed = (listing: Listing<Id>): void => {
    changed.add(listing)
    for (const listener of listeners) listener(listing)
  }

  const all = (shopId: ShopId): Listing<Id>[] => [...(shops.get(shopId)?.bySku.values() ?? [])]

  const change = (listing: Listing<Id>, next: ListingChange): void => {
    Object.assign(listing, next)
    listing.changedAt = Math.max(listing.changedAt, clock.now())
    noticed(listing)
  }

  /** The listings, each with the pieces of all lines that name it. */
  const gather = (shopId: ShopId, pieces: readonly Pieces[]): Map<Listing<Id>, number> => {
    const wanted = new Map<Listing<Id>, number>()
    for (const { sku, quantity } of pieces) {
      const listing = listingsOf(shopId).bySku.get(sku)
      if (listing) wanted.set(listing, (wanted.get(listing) ?? 0) + quantity)
    }
    return wanted
  }

  return {
    get: (shopId, sku, name, price) => shops.get(shopId)?.bySku.get(sku) ?? make(shopId, sku, name, price),
    find: (shopId, sku) => shops.get(shopId)?.bySku.get(sku),
    publish(given) {
      const { bySku } = listingsOf(given.shopId)
      const handleOf = (one: Pick<Listing, 'productId' | 'skuId'>): string =>
        `${given.code}#${one.productId}-${one.skuId}`
      // A new listing may take over the code of a deleted one.
      const before = bySku.get(given.code)
      if (before?.status === 'deleted' && published.has(before)) {
        bySku.delete(before.sku)
        before.sku = handleOf(before)
        bySku.set(before.sku, before)
      }
      const isFree = given.code !== '' && !bySku.has(given.code)
      const now = clock.now()
      const sku = isFree ? given.code : handleOf(given)
      const listing = shelve({ ...given, sku, createdAt: now, changedAt: now })
      published.add(listing)
      noticed(listing)
      return listing
    },
    drop(listing) {
      if (!published.delete(listing)) {
        change(listing, { status: 'deleted' })
        return
      }
      const { bySku, byProduct } = listingsOf(listing.shopId)
      bySku.delete(listing.sku)
      const left = byProduct.get(listing.productId)?.filter((one) => one !== listing) ?? []
      byProduct.set(listing.productId, left)
      noticed(listing)
      changed.delete(listing)
    },
    variantsOf: (shopId, productId) => shops.get(shopId)?.byProduct.get(productId) ?? [],
    products: (shopId) => [...(shops.get(shopId)?.byProduct.values() ?? [])],
    all,
    goods(shopId) {
      const everything = all(shopId)
      const left = everything.filter(({ status, stock }) => status === 'listed' && stock > 0)
      return left.length > 0 ? left : everything
    },
    isEmpty: (shopId) => !shops.has(shopId),
    change,
    setStock: (listing, quantity) => change(listing, { stock: quantity }),
    take(shopId, bought, isForced = false) {
      const wanted = gather(shopId, bought)
      for (const [{ sku, stock, status }, quantity] of isForced ? [] : wanted) {
        if (status !== 'listed') throw new NotForSale(`${sku} is ${status}; give "force": true to sell it`)
        if (quantity > stock)
          throw new NotForSale(
            `there are ${stock} pieces of ${sku}, not ${quantity}; give "force": true to sell them`,
          )
      }
      for (const [listing, quantity] of wanted)
        change(listing, { stock: Math.max(listing.stock - quantity, 0) })
    },
    giveBack(shopId, pieces) {
      for (const [listing, quantity] of gather(shopId, pieces))
        change(listing, { stock: listing.stock + quantity })
    },
    stockUp(shopId, pieces) {
      for (const listing of gather(shopId, pieces).keys()) change(listing, { stock: PLENTY })
    },
    nameOf: (id) => named.get(id)?.name,
    onChange: (listener) => void listeners.push(listener),
    dump: () =>
      [...changed].map((listing) => {
        const { productId, skuId, base, variant, weight, code, ...state } = listing
        if (!published.has(listing)) return state
        return { ...state, published: { productId, skuId, base, variant, weight, code: code ?? '' } }
      }),
    restore(states) {
      for (const { published: own, ...state } of states) {
        if (own) {
          // A state file holds the ids of the channel that reads it.
          const listing = shelve({ ...state, ...own } as Listing<Id>)
          published.add(listing)
          changed.add(listing)
          continue
        }
        const { shopId, sku, ...rest } = state
        const listings = listingsOf(shopId)
        const listing = listings.bySku.get(sku) ?? make(shopId, sku, state.name, state.price)
        changed.add(Object.assign(listing, rest))
      }
    },
    reset() {
      for (const map of [shops, named]) map.clear()
      changed.clear()
      published.clear()
    },
  }
}
