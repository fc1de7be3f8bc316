/**
 * What a sales channel looks like to the console. All that the author of a new connector must read.
 *
 * Glossary
 *   channel    a place where the shop owner sells: a marketplace, a web store, a point of sale
 *   shop       one seller account on a channel
 *   app        our registration with the channel (its id and secret), the same for all shops
 *   session    one shop's credentials and a ready `http`; made by the server for each piece of work
 *   cursor     the connector's own bookmark, opaque to the server, which stores it beside the rows it led to
 *   changed    a report that is newer than the one we hold; channels repeat themselves and arrive late
 *
 * A connector is a plain object. A capability exists if its key exists. It never sees our database, our
 * environment or another connector, and it throws nothing but ChannelError, whose kind says who must act.
 */
import type { ChannelOrder } from '../model/order.ts'
import type { Currency } from '../model/money.ts'
import type { ChannelProduct } from '../model/product.ts'
import type { Http } from './http.ts'

export type Connector = {
  /** Stable number of the channel in addresses, filters and the store. */
  id: number
  code: string
  name: string
  type: 'marketplace' | 'store' | 'pos' | 'crm'
  /** Settings of our app with the channel. The server reads them from the environment under these names. */
  settings: Setting[]
  limits: {
    /** Calls that the channel takes per second and shop without complaint. */
    callsPerSecond: number
    /** Calls in flight at once per shop. */
    concurrentCalls: number
  }
  auth: Auth
  orders?: Orders
  products?: Products
  stock?: Stock
  webhooks?: Webhooks
}

export type Setting = { name: string; default?: string; secret?: boolean; description: string }

/** Values of the connector's settings by name, complete and checked. */
export type App = Record<string, string>

/** How a shop is linked. */
export type Auth = ConsentAuth | KeysAuth

/** The seller agrees on the channel's own page; what comes of it is renewed from time to time. */
export type ConsentAuth = {
  by: 'consent'
  /** Address of the channel's consent page. It must come back to `redirectUrl` with `state` among its parameters. */
  authorizationUrl(request: { app: App; redirectUrl: string; state: string; now: Date }): string
  /** Exchanges what the consent page brought back (its query parameters) for credentials, and looks the shop up. */
  link(request: { app: App; http: Http; callback: Record<string, string>; now: Date }): Promise<LinkedShop>
  /** Throws sign-in-expired when the channel no longer accepts the refresh token: the owner has to link again. */
  refresh(request: { app: App; http: Http; credentials: Credentials; now: Date }): Promise<Credentials>
}

/** The seller copies keys out of the shop's own settings. They hold until they are taken back there. */
export type KeysAuth = {
  by: 'keys'
  /** Looks the shop up with the keys. Throws refused with the `problem` that tells the seller what to correct. */
  link(request: { app: App; http: Http; keys: ShopKeys; now: Date }): Promise<LinkedShop>
}

export type ShopKeys = {
  /** The shop's own address, such as https://shop.example. */
  origin: URL
  key: string
  secret: string | undefined
  /** Of a point of sale with several places: the one that sells. */
  locationId: string | undefined
}

export type LinkedShop = {
  channelShopId: string
  name: string
  /** ISO 3166 country of the shop. */
  region: string
  currency: Currency
  credentials: Credentials
}

export type Credentials = {
  accessToken: string
  refreshToken: string
  accessExpiresAt: Date
  refreshExpiresAt: Date
  channelShopId: string
  /** What else the channel wants to hear with each call: a shop's cipher, the address of a web store. */
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
  /** Where the channel may push to, for channels whose webhooks are set up shop by shop. */
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

/** What the channel sells on its own account: the console tells it how many there are. */
export type Stock = {
  /** Figures that one call of `set` and of `read` takes. */
  figuresPerCall: number
  /**
   * Sets how many may be sold, 0 and up. A refusal of one is a result, not an error; whoever throws may have set some of
   * them, so the server reads them back before it repeats anything. Setting a figure twice is harmless.
   */
  set(session: Session, figures: StockFigure[]): Promise<StockResult[]>
  /** What the channel would sell now. A listing that is gone is left out. */
  read(session: Session, listings: Listing[]): Promise<StockFigure[]>
}

/** What a shop sells, by the ids of ChannelProduct and ChannelSku. */
export type Listing = { channelProductId: string; channelSkuId: string }

export type StockFigure = Listing & { quantity: number }

export type StockResult = Listing &
  (
    | { isDone: true }
    /** In the channel's own words. `isGone`: the listing is there no more, and is not to be told again. */
    | { isDone: false; reason: string; isGone: boolean }
  )

export type Webhooks = {
  /** True when the body was signed by the channel for this app. Compares in constant time. */
  verify(request: WebhookRequest): boolean
  /** True for what the channel sends unsigned and that says nothing, such as a first knock: answered, never acted on. */
  isKnock?(request: WebhookRequest): boolean
  /** What the message is about. A webhook only wakes a sync, so nothing more of it is read. Throws on nonsense. */
  read(request: WebhookRequest): WebhookMessage
}

export type WebhookRequest = {
  app: App
  headers: Record<string, string | undefined>
  /** The address that the channel was told to call, byte by byte. */
  url: string
  body: string
}

export type WebhookMessage = {
  channelShopId: string | null
  topic: 'order' | 'product' | 'unlinked' | 'other'
  channelOrderId: string | null
  /** Of the topic product, where the message names one. */
  channelProductId?: string | null
}

/**
 * Who acts on a failure:
 *   sign-in-expired  the server refreshes the token once, then the owner links again
 *   slow-down        the server waits (`retryAfterSeconds` when the channel said so)
 *   try-later        the server repeats with growing pauses: time-outs, 5xx, the channel is busy
 *   refused          nobody by repeating: the channel says no, and its words go to the seller
 *   changed-shape    us: the reply does not look as documented
 */
export type ChannelErrorKind = 'sign-in-expired' | 'slow-down' | 'try-later' | 'refused' | 'changed-shape'

/** Of linking with keys: what the seller has to correct. The first word is the one of ShopKeys that is wrong. */
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

export class ChannelError extends Error {
  readonly kind: ChannelErrorKind
  /** The channel's own code and words, fit to be shown. */
  readonly channelCode: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly problem: LinkProblem | undefined

  constructor(
    kind: ChannelErrorKind,
    message: string,
    more: { channelCode?: string; retryAfterSeconds?: number; problem?: LinkProblem; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause })
    this.name = 'ChannelError'
    this.kind = kind
    this.channelCode = more.channelCode
    this.retryAfterSeconds = more.retryAfterSeconds
    this.problem = more.problem
  }
}
