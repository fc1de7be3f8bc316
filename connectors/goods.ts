/** Products of a channel, their stock, and creating and changing listings. */
import type { Brand, Category, CategoryAttribute, DeliveryOption, ListingRules } from '../model/category.ts'
import type { Language } from '../model/language.ts'
import type { ImageFile, ListingDraft, ListingImage, PublishedListing } from '../model/listing.ts'
import type { ChannelProduct } from '../model/product.ts'
import type { Warehouse } from '../model/warehouse.ts'
import type { Session } from './connector.ts'

export type Products = {
  /**
   * One page of the shop's products: all of them (no `changedSince`), those deleted on the channel left out, or those that
   * changed since then, deletions included where the channel tells them. The first call has no cursor; the last page has no
   * next one. The same product may come twice when the catalogue moves meanwhile.
   */
  list(session: Session, changedSince: Date | null, cursor: string | null): Promise<ProductPage>
  /** The products with these ids, in any order. An id that the channel does not know becomes a failure. */
  get(session: Session, channelProductIds: string[]): Promise<ProductResults>
}

/** A product that cannot be read fails alone, with the channel's own words; the others of its page arrive. */
export type ProductResults = { products: ChannelProduct[]; failures: ProductFailure[] }

export type ProductPage = ProductResults & {
  nextCursor: string | null
  /** Share of the catalogue that is behind this page, 0 to 1. An estimate: the server keeps it from going back. */
  progress: number
}

export type ProductFailure = { channelProductId: string; reason: string; raw: unknown }

/** Stock that the channel sells by itself: the console sends how many pieces there are. */
export type Stock = {
  /** Figures that one call of `set` and of `read` takes. */
  figuresPerCall: number
  /**
   * Sets how many may be sold, 0 and up. A refusal of one is a result, not an error; whoever throws may have set some of
   * them, so the server reads them back before it repeats anything. Setting a figure twice is harmless.
   */
  set(session: Session, figures: StockFigure[]): Promise<StockResult[]>
  /** Reads how many pieces the channel would sell now. A listing that is gone is left out. */
  read(session: Session, listings: Listing[]): Promise<StockFigure[]>
}

/** Item that a shop sells, by the ids of ChannelProduct and ChannelSku. */
export type Listing = { channelProductId: string; channelSkuId: string }

export type StockFigure = Listing & { quantity: number }

export type StockResult = Listing & ListingOutcome

/** `reason` in the channel's own words. `isGone`: the listing is there no more, and is not to be told again. */
export type ListingOutcome = { isDone: true } | { isDone: false; reason: string; isGone: boolean }

/** Warehouses of channels that report where the seller's parcels leave from and come back to. */
export type Warehouses = {
  /** Confirming an order names one of them. */
  isChosen?: true
  /** A shop is one of them alone, whose stock and orders are the shop's. */
  isShop?: true
  /** All of them, those that are closed included. */
  list(session: Session): Promise<Warehouse[]>
}

/** Requirements of the channel for new listings. `language` is a preference: a channel that lacks it answers in one it has. */
export type Catalogue = {
  /** The whole tree, parents before their children. */
  categories(session: Session, language: Language): Promise<Category[]>
  attributes(session: Session, channelCategoryId: string, language: Language): Promise<CategoryAttribute[]>
  /** One page of brands; `keyword` narrows them where the channel can, and the connector does where it cannot. */
  brands(
    session: Session,
    request: { channelCategoryId: string; keyword: string | null; cursor: string | null },
  ): Promise<{ brands: Brand[]; nextCursor: string | null }>
  rules(session: Session, channelCategoryId: string): Promise<ListingRules>
  /** None where the channel chooses couriers itself. */
  deliveryOptions(session: Session): Promise<DeliveryOption[]>
}

/**
 * Making and changing listings. A refusal that names fields carries them in ChannelError.fields. `publish` is the one call
 * that may not be repeated blindly: after an unknown outcome the server asks `find` first.
 */
export type Listings = {
  uploadImage(session: Session, image: ImageFile): Promise<ListingImage>
  publish(session: Session, draft: ListingDraft): Promise<PublishedListing>
  /** The listing that has one of these codes of the seller's. */
  find(session: Session, sellerSkus: string[]): Promise<PublishedListing | null>
  /** Makes the listing like the draft, SKUs added and removed included; stock is left to `stock`. Harmless when repeated. */
  update(session: Session, channelProductId: string, draft: ListingDraft): Promise<PublishedListing>
  setPrices(session: Session, figures: PriceFigure[]): Promise<(Listing & ListingOutcome)[]>
  /** Puts listings on sale or takes them off it, without deleting them. */
  setActive(session: Session, channelProductIds: string[], isActive: boolean): Promise<ListingResult[]>
  remove(session: Session, channelProductIds: string[]): Promise<ListingResult[]>
}

/** Minor units. A channel that keeps reduced prices elsewhere refuses `specialPrice` with a reason. */
export type PriceFigure = Listing & {
  price: number
  specialPrice?: { price: number; from: Date; to: Date } | null
}

export type ListingResult = { channelProductId: string } & ListingOutcome
