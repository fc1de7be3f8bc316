/** Products of a channel. */
import type { ChannelProduct } from '../model/product.ts'
import type { Session } from './session.ts'

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
