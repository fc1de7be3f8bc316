/** Orders of a channel, page by page and by their ids. */
import type { ChannelOrder } from '../model/order.ts'
import type { Period, Session } from './session.ts'
import type { MeasuredPage, Results } from './results.ts'

export type Orders = {
  /**
   * One page of the orders placed or changed in a period, oldest first where the channel can. The first call has no
   * cursor; the last page has no next one. A page may hold any number of orders, none included.
   */
  list(session: Session, period: Period, cursor: string | null): Promise<OrderPage>
  /** The orders with these ids, in any order. An id that the channel does not know becomes a failure. */
  get(session: Session, channelOrderIds: string[]): Promise<OrderResults>
  /** Canceled orders are taken up again: paid late, or by hand. Elsewhere canceled is final, whatever comes late. */
  reopens?: true
}

export type OrderResults = Results<ChannelOrder>
export type OrderPage = MeasuredPage<ChannelOrder>
