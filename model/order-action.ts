/**
 * Actions that a user may take on an order now, and reasons for refusing others. The screen, the API and the jobs read this one
 * table.
 */
import type { Fulfilment } from './fulfilment.ts'
import type { OrderStatus } from './order-status.ts'
import type { Permission } from './permissions.ts'

/** Orders that are confirmed, canceled, printed or exported by one call. */
export const mostAtOnce = 300

/** Order actions that a user may request: each is saved as a row and carried out by a job. */
export const actionKinds = [
  'confirm',
  'pack',
  'split',
  'unsplit',
  'cancel',
  'accept_cancel',
  'reject_cancel',
  'cancel_shipment',
  'edit',
] as const
export type ActionKind = (typeof actionKinds)[number]

export const permissionOf: Record<ActionKind, Permission> = {
  confirm: 'orders.confirm',
  pack: 'orders.set_packed',
  split: 'orders.set_packed',
  unsplit: 'orders.set_packed',
  cancel: 'orders.cancel',
  accept_cancel: 'orders.cancel',
  reject_cancel: 'orders.cancel',
  edit: 'orders.edit',
  cancel_shipment: 'orders.confirm',
}

/**
 *   status             not in this status
 *   no_shipping_yet    the console cannot hand parcels of this channel over
 *   no_shipment        no courier of the owner's has the parcel, or it is on its way already
 *   shipment_unanswered  nobody knows whether the courier has the parcel: somebody has to look there
 *   no_packing_step    the channel has no packing apart from the hand-over
 *   no_splitting       the channel does not let its orders be divided into parcels
 *   nothing_to_split   all of it has to stay together
 *   split_already      it is in several parcels: they have to be put together first
 *   not_split          it is in one parcel
 *   parcel_booked      one of its parcels is handed over, or about to be
 *   no_cancelling_yet  the console cannot call orders of this channel off
 *   no_editing         the channel keeps the address, and the seller may not change it
 *   cancel_requested   the buyer asked to cancel and has to be answered first
 *   no_cancel_request  nobody asked to cancel
 *   on_hold            the channel still keeps the order back
 *   digital            there is nothing to hand over
 *   action_open          something that was asked for is still under way
 *   shop_unlinked      the shop's channel does not let us in
 *   forbidden          the user's rights do not reach so far
 */
export const refusalCodes = [
  'status',
  'no_shipping_yet',
  'no_shipment',
  'shipment_unanswered',
  'no_packing_step',
  'no_splitting',
  'nothing_to_split',
  'split_already',
  'not_split',
  'parcel_booked',
  'no_cancelling_yet',
  'no_editing',
  'cancel_requested',
  'no_cancel_request',
  'on_hold',
  'digital',
  'action_open',
  'shop_unlinked',
  'forbidden',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

export type OrderFacts = {
  status: OrderStatus
  /** The courier came in vain: the hand-over has to be arranged once more. */
  pickupFailed: boolean
  isCancelRequested: boolean
  isOnHold: boolean
  isDigital: boolean
  hasOpenAction: boolean
  isShopLinked: boolean
  /**
   * The parcels with couriers of the owner's own.
   *   none        there is none
   *   open        a courier has not fetched one, so that it may be taken back
   *   partly      all that are booked are on their way, and another waits for a courier
   *   unanswered  nobody knows whether a courier has one
   *   gone        on their way, or at their end
   */
  shipment: 'none' | 'open' | 'partly' | 'unanswered' | 'gone'
  /** Number of packages that the channel made of the order. */
  packages: number
  /** One of these is booked, or further. */
  hasBookedPackage: boolean
  /** There are things in it that may go into different parcels. */
  isDivisible: boolean
}

/** Capabilities of the order's channel that order actions depend on. */
export type ChannelAbilities = {
  isMarketplace: boolean
  ships: boolean
  /** `own-courier`: the seller's couriers carry its orders, and the channel is sent the delivery status. */
  fulfilment: Fulfilment
  /** Packing is a step of its own. */
  packs: boolean
  /** An order may be divided into parcels before it is handed over. */
  splits: boolean
  cancels: boolean
  /** Its orders may be corrected by the seller. */
  edits: boolean
}

type Rule = 'yes' | 'no' | 'own' | 'again' | 'unbooked'

/**
 * own: on the owner's own stores alone. again: after a pick-up that failed. unbooked: accepted before, with a courier now.
 */
const table: Record<
  'confirm' | 'pack' | 'split' | 'cancel' | 'answer' | 'cancel_shipment' | 'edit',
  Partial<Record<OrderStatus, Rule>>
> = {
  confirm: { pending: 'yes', confirmed: 'unbooked', ready_to_ship: 'again' },
  pack: { pending: 'yes' },
  split: { pending: 'yes' },
  cancel: { unpaid: 'own', pending: 'yes', confirmed: 'yes', ready_to_ship: 'yes' },
  answer: { unpaid: 'yes', pending: 'yes', confirmed: 'yes', ready_to_ship: 'yes' },
  // The store may have called the order off by itself, and the courier does not know.
  cancel_shipment: { pending: 'yes', confirmed: 'yes', ready_to_ship: 'yes', canceled: 'yes' },
  edit: { unpaid: 'own', pending: 'own', confirmed: 'own' },
}

/** Answers whether this kind of action can be requested in this status at all. */
export function isAskedIn(
  kind: ActionKind,
  { status, pickupFailed }: Pick<OrderFacts, 'status' | 'pickupFailed'>,
): boolean {
  const rule = table[rowOf(kind)][status] ?? 'no'
  return rule === 'again' ? pickupFailed : rule !== 'no'
}

/** Null: it may be done. */
export function refusalOf(
  kind: ActionKind,
  order: OrderFacts,
  channel: ChannelAbilities,
): RefusalCode | null {
  if (kind === 'edit' && !channel.edits) return 'no_editing'
  const isAnswer = kind === 'accept_cancel' || kind === 'reject_cancel'
  if (isAnswer && !order.isCancelRequested) return 'no_cancel_request'
  if (!isInTime(table[rowOf(kind)][order.status] ?? 'no', order, channel)) return 'status'
  if (kind === 'cancel_shipment') {
    if (order.shipment === 'unanswered') return 'shipment_unanswered'
    if (order.shipment !== 'open') return 'no_shipment'
  } else if (kind === 'confirm' || kind === 'pack') {
    const isOwn = channel.fulfilment === 'own-courier'
    if (!channel.ships && !(isOwn && kind === 'confirm')) return isOwn ? 'no_packing_step' : 'no_shipping_yet'
    if (kind === 'pack' && !channel.packs) return 'no_packing_step'
    if (order.isDigital) return 'digital'
  } else if (kind === 'split' || kind === 'unsplit') {
    const refusal = splitRefusalOf(kind, order, channel)
    if (refusal) return refusal
  } else if (kind !== 'edit' && !channel.cancels) return 'no_cancelling_yet'
  if (!order.isShopLinked) return 'shop_unlinked'
  if (order.hasOpenAction) return 'action_open'
  if (order.shipment === 'unanswered') return 'shipment_unanswered'
  // Its label says where it goes.
  if (kind === 'edit') return order.shipment === 'open' || order.shipment === 'partly' ? 'status' : null
  if (!isAnswer && kind !== 'cancel_shipment' && order.isCancelRequested) return 'cancel_requested'
  return order.isOnHold && isAboutParcels(kind) ? 'on_hold' : null
}

function isAboutParcels(kind: ActionKind): boolean {
  return kind === 'confirm' || kind === 'pack' || kind === 'split' || kind === 'unsplit'
}

function splitRefusalOf(
  kind: 'split' | 'unsplit',
  order: OrderFacts,
  { splits }: ChannelAbilities,
): RefusalCode | null {
  if (!splits) return 'no_splitting'
  if (order.isDigital) return 'digital'
  if (kind === 'unsplit' && order.packages < 2) return 'not_split'
  if (order.hasBookedPackage) return 'parcel_booked'
  if (kind === 'unsplit') return null
  if (order.packages > 1) return 'split_already'
  return order.isDivisible ? null : 'nothing_to_split'
}

function rowOf(kind: ActionKind): keyof typeof table {
  if (kind === 'unsplit') return 'split'
  return kind === 'accept_cancel' || kind === 'reject_cancel' ? 'answer' : kind
}

function isInTime(rule: Rule, order: OrderFacts, channel: ChannelAbilities): boolean {
  switch (rule) {
    case 'yes':
      return true
    case 'no':
      return false
    case 'own':
      return !channel.isMarketplace
    case 'again':
      return order.pickupFailed
    case 'unbooked':
      return channel.fulfilment === 'own-courier' && !channel.isMarketplace && order.shipment !== 'gone'
  }
}
