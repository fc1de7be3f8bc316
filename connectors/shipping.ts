/** Handing parcels over: to the channel's couriers, in several packages, or by the seller's own courier. */
import type { PackedLine } from '../model/order.ts'
import type {
  HandoverChoice,
  HandoverOptions,
  LabelFile,
  Parcel,
  ParcelState,
  TrackingEvent,
} from '../model/parcel.ts'
import type { DeliveryStep, StatusUpdate } from '../model/delivery-status.ts'
import type { Session } from './session.ts'

/** Getting parcels to the channel's couriers. Facts come back with the order; these calls carry the seller's actions. */
export type Shipping = {
  /** The channel's words for orders that it does not let be handed over yet, such as in the buyer's time to think. */
  onHoldStatuses?: readonly string[]
  /** Orders that one call of `pack` or `arrange` takes: 1 where each has a call of its own, which then ends by itself. */
  ordersPerCall: number
  handoverOptions(session: Session, parcel: Parcel): Promise<HandoverOptions>
  /** Only where packing is a step of its own: puts lines of an order (all of them: null) in a package. */
  pack?(session: Session, requests: PackRequest[]): Promise<ParcelResult[]>
  /** Books the hand-over. Not to be repeated after an unknown outcome before `states` says that it did not arrive. */
  arrange(session: Session, requests: ArrangeRequest[]): Promise<ParcelResult[]>
  states(session: Session, channelOrderId: string): Promise<ParcelState[]>
  /** Asks for labels; those that the channel is still making come as `isReady: false` and are asked for again. */
  labels(session: Session, parcels: Parcel[]): Promise<LabelResult[]>
  track(session: Session, parcel: Parcel): Promise<TrackingEvent[]>
}

export type PackRequest = {
  channelOrderId: string
  lines: PackedLine[] | null
  providerId: string | null
}

export type ArrangeRequest = { parcel: Parcel; choice: HandoverChoice }

/** Splitting of an order into several parcels by the seller, before any of them is handed over. */
export type Splitting = {
  /** The channel's words for packages that nothing is booked for yet. */
  openIn: readonly string[]
  /** Parcels that one order may become; of shops in these countries, by their ISO 3166 codes, another number. */
  mostParcels: number
  mostParcelsIn: Readonly<Record<string, number>>
  /** The countries in which pieces of one thing may go into different parcels. */
  dividesLinesIn: readonly string[]
  /** Every piece is in one of the parcels. After an unknown outcome the order is read before it is told again, as for `unsplit`. */
  split(session: Session, request: { channelOrderId: string; parcels: PackedLine[][] }): Promise<void>
  /** All of it in one package again. */
  unsplit(session: Session, channelOrderId: string): Promise<void>
}

/** `mayRepeat`: the channel was busy with this parcel, and nothing happened to it. */
export type ParcelResult = Parcel &
  (
    | { isDone: true; trackingNumber: string | null }
    | { isDone: false; reason: string; channelCode: string | null; mayRepeat: boolean }
  )

export type LabelResult = Parcel &
  (
    | { isReady: true; file: LabelFile; trackingNumber: string | null }
    | { isReady: false; isRefused: false }
    | { isReady: false; isRefused: true; reason: string; channelCode: string | null }
  )

/** Delivery status of orders that the seller's own courier carries: it is sent to the channel, which then reports it itself. */
export type DeliveryStatus = {
  /** Steps that the channel has a word for. It finds out the others itself, or never. */
  steps: readonly DeliveryStep[]
  /**
   * Brings the order to this step. Looks first where it stands and does what is missing, so that it may be repeated after
   * any outcome; what lies behind the order already is not told again. Throws refused when the order cannot get there.
   */
  advanceTo(session: Session, news: StatusUpdate): Promise<void>
}
