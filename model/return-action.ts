/**
 * Actions that a user may take on a return now, and reasons for refusing others. The screen, the API and the jobs read this one
 * table.
 */
import type { ReturnCase, ReturnStatus } from './return-case.ts'

/** Return actions that are sent to the channel: each is saved as a row and carried out by a job. */
export const returnActionKinds = ['accept_return', 'reject_return', 'receive_return'] as const
export type ReturnActionKind = (typeof returnActionKinds)[number]

/** Answers whether an action is about a return, and not about the order itself. */
export function isAnswer<Kind extends string>(kind: Kind | ReturnActionKind): kind is ReturnActionKind {
  return (returnActionKinds as readonly string[]).includes(kind)
}

/** Return actions of the screen. `receive` is done here, and sent to the channel only if the channel waits for it. */
export const returnActions = ['accept', 'reject', 'receive'] as const
export type ReturnAction = (typeof returnActions)[number]

/**
 *   status           not in this state
 *   no_goods         it is about money alone: nothing comes back
 *   received         the goods were taken in already
 *   order_unknown    its order has not been fetched yet
 *   not_sent         the order's goods have not left the house
 *   no_answering_yet the console cannot answer returns of this channel
 *   action_open        something that was asked for is still under way
 *   shop_unlinked    the shop's channel does not let us in
 *   forbidden        the user's rights do not reach so far
 */
export const returnRefusals = [
  'status',
  'no_goods',
  'received',
  'order_unknown',
  'not_sent',
  'no_answering_yet',
  'action_open',
  'shop_unlinked',
  'forbidden',
] as const
export type ReturnRefusal = (typeof returnRefusals)[number]

export type ReturnFacts = Pick<ReturnCase, 'status' | 'kind'> & {
  isReceived: boolean
  isOrderKnown: boolean
  /** The order is with its courier or further. */
  isOrderSent: boolean
  hasOpenAction: boolean
  isShopLinked: boolean
  channelTakesAnswers: boolean
}

/** Goods may turn up as soon as a return is agreed, and long after its money is settled. */
const mayArrive: ReadonlySet<ReturnStatus> = new Set([
  'accepted',
  'disputed',
  'in_transit',
  'received',
  'refunded',
  'closed',
])

/** Null: it may be done. */
export function returnRefusalOf(action: ReturnAction, one: ReturnFacts): ReturnRefusal | null {
  if (!one.isOrderKnown) return 'order_unknown'
  if (action === 'receive') {
    if (one.kind === 'refund') return 'no_goods'
    if (one.isReceived) return 'received'
    if (!mayArrive.has(one.status)) return 'status'
    if (!one.isOrderSent) return 'not_sent'
    return one.hasOpenAction ? 'action_open' : null
  }
  if (one.status !== 'requested') return 'status'
  if (!one.channelTakesAnswers) return 'no_answering_yet'
  if (!one.isShopLinked) return 'shop_unlinked'
  return one.hasOpenAction ? 'action_open' : null
}

/** The channel waits to hear that the goods are back before it pays the buyer. */
export function isAwaited(status: ReturnStatus): boolean {
  return status === 'in_transit'
}
