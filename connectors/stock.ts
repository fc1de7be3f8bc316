/** Stock that a channel sells by itself. */
import type { Session } from './session.ts'

/** Stock that the channel sells by itself: the console sends how many pieces there are. */
export type Stock = {
  /** Figures that one call of `set` and of `read` takes. */
  figuresPerCall: number
  /**
   * Sets how many may be sold, 0 and up. A refusal of one is a result, not an error; whoever throws may have set some of
   * them, so the server reads them back before it repeats anything, as it does with one that is left out. Setting a figure
   * twice is harmless.
   */
  set(session: Session, figures: StockFigure[]): Promise<StockResult[]>
  /** Reads how many pieces the channel would sell now. A listing that is gone is left out. */
  read(session: Session, listings: Listing[]): Promise<StockFigure[]>
}

/** Item that a shop sells, by the ids of ChannelProduct and ChannelSku. */
export type Listing = { channelProductId: string; channelSkuId: string }

export type StockFigure = Listing & { quantity: number }

export type StockResult = Listing & (ListingOutcome | LockedStock)

/** The channel keeps the figure for a campaign of its own until that ends, which is no refusal. `reason` in its words. */
export type LockedStock = { isDone: false; isLocked: true; reason: string; isGone: false }

/** `reason` in the channel's own words. `isGone`: the listing is there no more, and is not to be told again. */
export type ListingOutcome = { isDone: true } | { isDone: false; reason: string; isGone: boolean }
