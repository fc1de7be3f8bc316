/**
 * Interface between a sales channel and the console. The author of a new connector begins here; a channel's products,
 * customers and returns are described in the files beside.
 *
 * Glossary
 *   channel    a place where the shop owner sells: a marketplace, a web store, a point of sale
 *   shop       one seller account on a channel
 *   app        our registration with the channel (its id and secret), the same for all shops
 *   session    one shop's credentials and a ready `http`; made by the server for each piece of work
 *   cursor     the connector's own bookmark, opaque to the server, which stores it beside the rows it led to
 *   changed    a report that is newer than the one we hold; channels repeat themselves and arrive late
 *   progress   how far a parcel is that the seller's own courier carries; sent to channels that have no couriers
 *
 * A connector is a plain object. A capability exists if its key exists. It never sees our database, our
 * environment or another connector, and it throws nothing but ChannelError, whose kind says who must act.
 */
import type { CancelReason } from '../model/cancel-reason.ts'
import type { Currency } from '../model/money.ts'
import type { AddressDraft, OrderDraft } from '../model/order-draft.ts'
import type { ChannelOrder, PackedLine } from '../model/order.ts'
import type {
  HandoverChoice,
  HandoverOptions,
  LabelFile,
  Parcel,
  ParcelState,
  TrackingEvent,
} from '../model/parcel.ts'
import type { StatusUpdate, ProgressStep } from '../model/progress.ts'
import type { Customers } from './customers.ts'
import type { Catalogue, Listings, Products, Stock, Warehouses } from './goods.ts'
import type { Http } from './http.ts'
import type { Returns, Settlements } from './returns.ts'

export type Connector = {
  /** Stable number of the channel in addresses, filters and the store. */
  id: number
  code: string
  /** Name that the API uses, where it differs: folders and settings go by `code`. */
  platformCode?: string
  name: string
  /** The software whose interface this is, where a seller knows it by that name. */
  software?: string
  type: 'marketplace' | 'store' | 'pos' | 'crm'
  /** Settings of our app with the channel. The server reads them from the environment under these names. */
  settings: Setting[]
  limits: {
    /** Calls that the channel takes per second and shop without complaint. */
    callsPerSecond: number
    /** Calls in flight at once per shop, whatever they are for: four of a marketplace, as sellers are promised. */
    concurrentCalls: number
  }
  auth: Auth
  /** The seller's page of an order, where the shop is at an address of its own. */
  orderPage?(shopUrl: string, channelOrderId: string): string
  orders?: Orders
  products?: Products
  stock?: Stock
  warehouses?: Warehouses
  customers?: Customers
  catalogue?: Catalogue
  listings?: Listings
  shipping?: Shipping
  splitting?: Splitting
  progress?: Progress
  cancelling?: Cancelling
  editing?: Editing
  making?: Making
  returns?: Returns
  settlements?: Settlements
  webhooks?: Webhooks
}

export type Setting = { name: string; default?: string; secret?: boolean; description: string }

/** Values of the connector's settings by name, complete and checked. */
export type App = Record<string, string>

/** Ways to link a shop. */
export type Auth = ConsentAuth | KeysAuth

/** The seller agrees on the channel's own page; what comes of it is renewed from time to time. */
export type ConsentAuth = {
  by: 'consent'
  /** ISO 3166 countries whose shops can be linked. */
  regions: readonly string[]
  /** Address of the channel's consent page. It must come back to `redirectUrl` with `state` among its parameters. */
  authorizationUrl(request: {
    app: App
    redirectUrl: string
    state: string
    now: Date
    /** One of `regions`, where the seller has said which: some have a page of their own. */
    region?: string | undefined
  }): string
  /** Exchanges what the consent page brought back (its query parameters) for credentials, and looks the shop up. */
  link(request: {
    app: App
    http: Http
    callback: Record<string, string>
    /** The same as the page was called with: some channels ask for it once more. */
    redirectUrl: string
    now: Date
  }): Promise<LinkedShop>
  /** Throws sign-in-expired when the channel no longer accepts the refresh token: the owner has to link again. */
  refresh(request: { app: App; http: Http; credentials: Credentials; now: Date }): Promise<Credentials>
}

/** The seller copies keys out of the shop's own settings. They hold until they are taken back there. */
export type KeysAuth = {
  by: 'keys'
  /** One key says all; the shop gives out no secret beside it. */
  hasNoSecret?: true
  /** Looks the shop up with the keys. Throws refused with the `problem` that tells the seller what to correct. */
  link(request: { app: App; http: Http; keys: ShopKeys; now: Date }): Promise<LinkedShop>
  /** The place that a linked shop sells at, by the shop's id, so that linking it again finds the same shop. */
  locationOf?(channelShopId: string): string | null
}

export type ShopKeys = {
  /** The shop's own address, such as https://shop.example. */
  origin: URL
  key: string
  secret: string | undefined
  /** Location that sells, for a point of sale with several. */
  locationId: string | undefined
}

export type LinkedShop = {
  channelShopId: string
  name: string
  /** ISO 3166 country of the shop; empty for one that belongs to none: the one of its money is shown. */
  region: string
  /** Null for one that knows none of ours: the owner's. */
  currency: Currency | null
  credentials: Credentials
}

export type Credentials = {
  accessToken: string
  refreshToken: string
  accessExpiresAt: Date
  refreshExpiresAt: Date
  channelShopId: string
  /** Other values that the channel needs with each call: a shop's cipher, the address of a web store. */
  more?: Record<string, string>
}

/** For keys that hold until they are taken back. */
export const never = new Date('9999-12-31T00:00:00Z')

export type Session = {
  app: App
  http: Http
  credentials: Credentials
  now(): Date
  currency: Currency
  /** Address for the channel's pushes, for channels whose webhooks are set up shop by shop. */
  pushUrl?: string | undefined
}

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

export type Period = { by: 'placed' | 'changed'; from: Date; to: Date }

/** An order that cannot be read fails alone, with the channel's own words; the others of its page arrive. */
export type OrderResults = { orders: ChannelOrder[]; failures: OrderFailure[] }

export type OrderPage = OrderResults & {
  nextCursor: string | null
  /** Share of the period that is behind this page, 0 to 1. An estimate: the server keeps it from going back. */
  progress: number
}

export type OrderFailure = { channelOrderId: string; reason: string; raw: unknown }

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
export type Progress = {
  /** Steps that the channel has a word for. It finds out the others itself, or never. */
  steps: readonly ProgressStep[]
  /**
   * Brings the order to this step. Looks first where it stands and does what is missing, so that it may be repeated after
   * any outcome; what lies behind the order already is not told again. Throws refused when the order cannot get there.
   */
  reach(session: Session, news: StatusUpdate): Promise<void>
}

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
export type Making = {
  /** Answers the channel's id. Not to be repeated after an unknown outcome before `find` was asked. */
  make(session: Session, draft: OrderDraft): Promise<string>
  /** The order that was made with the draft's reference at this moment or later. What was left half done is brought to its end. */
  find(session: Session, draft: OrderDraft, since: Date): Promise<string | null>
}

export type Webhooks = {
  /** True when the body was signed by the channel for this app. Compares in constant time. */
  verify(request: WebhookRequest): boolean
  /** True for what the channel sends unsigned and that says nothing, such as a first knock: answered, never acted on. */
  isKnock?(request: WebhookRequest): boolean
  /** Reads what the message is about. A webhook only wakes a sync, so nothing more of it is read. Throws on nonsense. */
  read(request: WebhookRequest): WebhookMessage
}

export type WebhookRequest = {
  app: App
  headers: Record<string, string | undefined>
  /** The address that the channel was told to call, byte by byte, with whatever query the connector gave it. */
  url: string
  body: string
}

export type WebhookMessage = {
  channelShopId: string | null
  topic: 'order' | 'product' | 'unlinked' | 'other'
  channelOrderId: string | null
  /** Set for the topic product, where the message names one. */
  channelProductId?: string | null
  /** Set for the topic order: the return that the message is about. */
  channelReturnId?: string | null
}

/**
 * Kinds of failure, and who acts on each:
 *   sign-in-expired  the server refreshes the token once, then the owner links again
 *   slow-down        the server waits (`retryAfterSeconds` when the channel said so)
 *   try-later        the server repeats with growing pauses: time-outs, 5xx, the channel is busy
 *   refused          nobody by repeating: the channel says no, and its words go to the seller
 *   changed-shape    us: the reply does not look as documented
 */
export type ChannelErrorKind = 'sign-in-expired' | 'slow-down' | 'try-later' | 'refused' | 'changed-shape'

/** Problems of linking with keys that the seller has to correct. The first word is the one of ShopKeys that is wrong. */
export type LinkProblem =
  | 'address-unreachable'
  | 'address-redirects'
  | 'address-private'
  | 'address-insecure'
  | 'address-no-shop'
  | 'address-currency'
  | 'key-refused'
  | 'key-permission'
  | 'secret-refused'
  | 'location-unknown'

/** A message of our own with what it is about, as it is sent and stored. The server translates it when somebody reads it. */
export function ownMessage(key: `refusal.${string}`, params: Record<string, string | number>): string {
  const short = Object.entries(params).map(([name, value]) => [name, String(value).slice(0, 150)])
  return `${key} ${JSON.stringify(Object.fromEntries(short))}`
}

export class ChannelError extends Error {
  readonly kind: ChannelErrorKind
  /**
   * The channel's own code. The message is the channel's words, fit to be shown; one of our own is a key of server/locales
   * that begins with `refusal.` or `field.`, or an `ownMessage`, and is read in the reader's language.
   */
  readonly channelCode: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly problem: LinkProblem | undefined
  /** Wrong fields of a refused listing, in the channel's own words. */
  readonly fields: { field: string; message: string }[]

  constructor(
    kind: ChannelErrorKind,
    message: string,
    more: {
      channelCode?: string
      retryAfterSeconds?: number
      problem?: LinkProblem
      fields?: { field: string; message: string }[]
      cause?: unknown
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause })
    this.name = 'ChannelError'
    this.kind = kind
    this.channelCode = more.channelCode
    this.retryAfterSeconds = more.retryAfterSeconds
    this.problem = more.problem
    this.fields = more.fields ?? []
  }
}
