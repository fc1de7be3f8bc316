/** Creating and changing listings. */
import type {
  EditableField,
  ImageFile,
  ListingDraft,
  ListingEdit,
  ListingImage,
  PublishedListing,
} from '../model/listing.ts'
import type { ListingParts } from '../model/listing-parts.ts'
import type { Session } from './session.ts'
import type { Listing, ListingOutcome } from './stock.ts'

/** Changes of listings as they stand. Each is harmless when repeated. */
export type ListingChanges = {
  setPrices(session: Session, figures: PriceFigure[]): Promise<(Listing & ListingOutcome)[]>
  /** Puts listings on sale or takes them off it, without deleting them. */
  setActive(session: Session, channelProductIds: string[], isActive: boolean): Promise<ListingResult[]>
  remove(session: Session, channelProductIds: string[]): Promise<ListingResult[]>
  /** False where `remove` refuses whatever is asked for. */
  canRemove?: false
  /** Fields that `edit` takes. The others are changed at the channel itself. */
  editableFields: readonly EditableField[]
  /** Changes the given fields; everything else of the listing stays as it is at the channel. */
  edit(session: Session, channelProductId: string, edit: ListingEdit): Promise<EditResult>
}

/**
 * Making and changing listings. A refusal that names fields carries them in ChannelError.fields, as properties of the draft:
 * `name`, `package.length`, `attributes.<id>`, `price` of a SKU, or `skus.1.price` of the second one. `publish` is the one call
 * that may not be repeated blindly: after an unknown outcome the server asks `find` first.
 */
export type Listings = ListingChanges & {
  uploadImage(session: Session, image: ImageFile): Promise<ListingImage>
  publish(session: Session, draft: ListingDraft): Promise<PublishedListing>
  /** The listing that has one of these codes of the seller's. */
  find(session: Session, sellerSkus: string[]): Promise<PublishedListing | null>
  /**
   * Writes these parts of the draft; whatever else the listing has stays as it is at the channel, prices and SKUs that somebody
   * added there included. Where a call takes a list or a listing only whole, the rest of it is what the channel says now. Stock is
   * left to `stock`, but for SKUs that are new. Harmless when repeated.
   */
  update(
    session: Session,
    channelProductId: string,
    draft: ListingDraft,
    parts: ListingParts,
  ): Promise<PublishedListing>
}

/** True where new listings can be created. */
export function createsListings(
  listings: (ListingChanges & Partial<Listings>) | undefined,
): listings is Listings {
  return listings?.publish !== undefined
}

/** Minor units. What is left out stays as it is at the channel. One that keeps reduced prices elsewhere refuses them with a reason. */
export type PriceFigure = Listing & {
  price?: number
  specialPrice?: { price: number; from: Date; to: Date } | null
}

/** True of a figure that a channel takes which keeps reduced prices elsewhere. */
export function isPlainPrice(figure: PriceFigure): figure is PriceFigure & { price: number } {
  return figure.price !== undefined && !figure.specialPrice
}

export type ListingResult = { channelProductId: string } & ListingOutcome

/** `images`: as in PublishedListing. */
export type EditResult = ListingResult & Pick<PublishedListing, 'images'>
