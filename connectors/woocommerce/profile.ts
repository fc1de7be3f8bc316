/**
 * Differences between two channels that speak this dialect. A store's site may be both: the web store, and the tills beside it.
 */
import type { OrderDraft } from '../../model/order-draft.ts'
import type { ChannelOrder } from '../../model/order.ts'
import type { OrderStatus } from '../../model/order-status.ts'
import type { DeliveryStep } from '../../model/delivery-status.ts'
import type { Credentials } from '../session.ts'
import type { Caller } from './calls.ts'
import type { StoreOrder } from './wire.ts'

export type NewOrder = { status: string; created_via?: string; meta_data?: { key: string; value: unknown }[] }

/** `isTracked`: a tracking number was noted, so the parcel is with a courier. `step`: what the console itself noted. */
export type ParcelUpdate = { isTracked: boolean; step: DeliveryStep | null }

export type Profile = {
  /** The setting that the secrets of webhooks are made of. */
  secretSetting: string
  /** Asked of lists of orders. A store that does not know a parameter ignores it, so that `isOurs` decides all the same. */
  orderQuery: Record<string, string>
  /**
   * Answers whether an order of the site, unchecked as it came, belongs to the shop. `more` is null where the shop is not known
   * yet.
   */
  isOurs(raw: unknown, more: Credentials['more'] | null): boolean
  statusOf(order: StoreOrder, parcel: ParcelUpdate): OrderStatus
  /** Corrects an order that was read and mapped. */
  refine(mapped: ChannelOrder, order: StoreOrder): ChannelOrder
  /** A row of a product or a variation as it is for the shop; null when the shop does not have it. Throws on nonsense. */
  viewRow(raw: unknown, more: Credentials['more']): unknown
  /** Builds the fields of an order that the seller wrote, including those that say which shop it belongs to. */
  newOrder(draft: OrderDraft, more: Credentials['more']): NewOrder
  /** Builds the fields that set how many pieces of one row may be sold. */
  stockFields(quantity: number, more: Credentials['more']): object
  /** Builds the fields of one row that concern only the shop's place; null: the row is the shop's alone. */
  placeFields(change: { price?: string; isSold?: boolean }, more: Credentials['more']): object | null
  /** The part of the site that was linked, as the link keeps it. Throws refused with the problem `location-unknown`. */
  findPlace(caller: Caller, locationId: string | undefined): Promise<Record<string, string>>
  /** Builds the shop's id: the site, and which part of it. */
  shopIdOf(site: string, more: Credentials['more']): string
  /** Builds the address that the shop's webhooks are sent to. */
  hookUrl(pushUrl: string, more: Credentials['more']): string
  /** The reverse: the part of the site whose webhooks go to this address. */
  placeAt(url: string): Record<string, string>
}
