/** Changes of an order at its channel: canceling, correcting, creating. */
import type { CancelReason } from '../model/cancel-reason.ts'
import type { AddressDraft, OrderDraft } from '../model/order-draft.ts'
import type { Session } from './session.ts'

export type Cancelling = {
  /** Lists the reasons that the seller may give at the order's present state. Empty: the order can no longer be canceled. */
  reasons(session: Session, order: { channelOrderId: string; channelStatus: string }): Promise<CancelReason[]>
  /** Throws refused when the channel does not allow it. After an unknown outcome the order is read before anything else. */
  cancel(session: Session, request: { channelOrderId: string; channelReasonId: string }): Promise<void>
  /** Answers a buyer who asked to cancel. */
  answer(session: Session, request: { channelOrderId: string; isAccepted: boolean }): Promise<void>
}

/** Corrections of an order by the seller, in the owner's own stores. */
export type Editing = {
  /** Harmless when repeated. What is null stays as it is. */
  setAddress(session: Session, channelOrderId: string, address: AddressDraft): Promise<void>
}

/** Creation of orders in the owner's own stores that nobody placed there, such as those taken by phone. */
export type OrderCreation = {
  /** Answers the channel's id. Not to be repeated after an unknown outcome before `find` was asked. */
  create(session: Session, draft: OrderDraft): Promise<string>
  /** The order that was made with the draft's reference at this moment or later. What was left half done is brought to its end. */
  find(session: Session, draft: OrderDraft, since: Date): Promise<string | null>
}
