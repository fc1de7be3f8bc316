/** Products of a channel. */
import type { ChannelProduct } from '../model/product.ts'
import type { Session } from './session.ts'
import type { MeasuredPage, Results } from './results.ts'

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

export type ProductResults = Results<ChannelProduct>
export type ProductPage = MeasuredPage<ChannelProduct>
