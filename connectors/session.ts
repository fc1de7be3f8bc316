/** One shop's credentials and a ready `http`, as each call of a connector receives them. */
import type { Currency } from '../model/money.ts'
import type { Http } from './http.ts'

export type Setting = { name: string; default?: string; secret?: boolean; description: string }

/** Values of the connector's settings by name, complete and checked. */
export type App = Record<string, string>

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

export type Period = { by: 'placed' | 'changed'; from: Date; to: Date }
