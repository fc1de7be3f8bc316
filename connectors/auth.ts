/** Ways to link a shop of a channel. */
import type { Currency } from '../model/money.ts'
import type { Http } from './http.ts'
import type { App, Credentials } from './session.ts'

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
