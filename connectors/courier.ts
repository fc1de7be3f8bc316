/**
 * Interface between a courier and the console. The author of a new courier needs only this file; failures are ChannelError of
 * connector.ts, whose kinds say who acts, and calls go through the `http` of http.ts.
 *
 * Glossary
 *   account    the shop owner's account with the courier; `keys` open it
 *   place      where an account's parcels leave from: a store or warehouse of the owner's that the courier knows
 *   session    one account's keys and a ready `http`; made by the server for each piece of work
 *   reference  our own name of a shipment, sent with the booking; the only thing that we know before the courier answers
 *   number     the courier's tracking number
 *
 * A courier is a plain object. A capability exists if its key exists. It never sees our database, our environment or
 * another courier, keeps nothing between calls (what must be kept lies in the session), and does not wait or repeat:
 * the server does, which knows what else is to be done.
 */
import type { z } from 'zod'
import type {
  BookedShipment,
  Booking,
  BookingField,
  DeliveryAddress,
  DeliveryChoices,
  DeliveryDefault,
  DeliveryParcel,
  ShipmentEvent,
} from '../model/delivery.ts'
import type { Currency } from '../model/money.ts'
import type { LabelFile } from '../model/parcel.ts'
import type { CodeRequest, HandoverCode, SelfDelivery, SelfMove } from '../model/self-delivery.ts'
import { ChannelError } from './channel-error.ts'
import type { Setting } from './session.ts'
import type { Http } from './http.ts'

export type Courier = {
  /** Stable number in addresses and the store. */
  id: number
  code: string
  name: string
  /** Null: wherever the seller is. */
  country: 'MY' | 'VN' | null
  currency: Currency | null
  /** Settings of the installation, the same for all accounts: addresses and the like. */
  settings: Setting[]
  /** Keys that the shop owner enters to connect an account, in the order of the form. */
  keys: CourierKey[]
  /** Fields of its booking form besides the parcel's size. */
  bookingFields: readonly BookingField[]
  /** Fields that a seller can set once for all bookings, in the order of the form. */
  defaults: readonly DeliveryDefault[]
  limits: {
    /** Calls that the courier takes per second and account without complaint. */
    callsPerSecond: number
    /** Calls in flight at once per account. */
    concurrentCalls: number
    /** Numbers that one call of `track` takes. */
    numbersPerTracking: number
  }
  /**
   * Tries the keys. Throws refused with the key that is wrong in `ChannelError.fields`. An account with several places
   * comes with `placeId: null` until the owner has chosen one.
   */
  connect: (session: CourierSession) => Promise<CourierAccount>
  /** Lists the delivery choices for this parcel, with fees where the courier quotes them. */
  options: (session: CourierSession, question: DeliveryQuestion) => Promise<DeliveryChoices>
  /**
   * Books a shipment. NOT to be repeated after an unknown outcome (try-later, slow-down after it was sent, changed-shape)
   * before `find` says that it did not arrive. A refusal names the fields that are wrong where the courier tells them.
   */
  book: (session: CourierSession, booking: Booking) => Promise<BookedShipment>
  /** The shipment that was booked under this reference. Absent: nobody but the seller can look it up, so he is asked. */
  find?: (session: CourierSession, reference: string) => Promise<BookedShipment | null>
  /** Throws refused when the courier does not allow it any more. Harmless when repeated. */
  cancel: (session: CourierSession, shipment: ShipmentName, reason: string) => Promise<void>
  /** Fetches the label as the courier made it. Throws try-later while it is being made. */
  label?: (session: CourierSession, shipment: ShipmentName) => Promise<LabelFile>
  /** Its labels are web pages: a browser prints each by itself, and no print agent takes them. */
  hasPageLabels?: true
  /** Parcels that the courier does not know are left out. Events come in any order. */
  track?: (session: CourierSession, numbers: string[]) => Promise<TrackedParcel[]>
  /** The page on which the buyer follows the parcel. */
  trackingUrl?: (number: string) => string
  webhooks?: CourierWebhooks
  byHand?: ByHand
  places?: Places
  /** The courier fetches parcels at any address and has no list of them: the console keeps one. */
  pickupPlaces?: { country: 'MY' }
}

/** `isSecret`: never shown again. `choices`: the values that there are. `standard` is taken where the owner enters nothing; without one the key is needed. */
export type CourierKey = { name: string; isSecret?: true; standard?: string; choices?: readonly string[] }

export type CourierSession = {
  settings: Record<string, string>
  /** By the names of `Courier.keys`, and what `connect` added. */
  keys: Record<string, string>
  http: Http
  now: () => Date
  /** Lives as long as the server keeps the account's session; lost without harm. */
  tokens: TokenStore
}

export type CourierAccount = {
  /** The courier's own name of the account: connecting it again finds the same. */
  accountId: string
  /** To recognise the account by; no secret. */
  label: string
  places: CourierPlace[]
  placeId: string | null
}

export type CourierPlace = { id: string; name: string; phone: string; address: string }

export type ShipmentName = { trackingNumber: string; reference: string }

export type DeliveryQuestion = {
  sender: DeliveryAddress
  receiver: DeliveryAddress
  parcel: DeliveryParcel
  cod: number
}

export type TrackedParcel = { trackingNumber: string; events: ShipmentEvent[] }

export type CourierWebhooks = {
  /** Checks that the message comes from the courier, unchanged. */
  verify: (request: CourierWebhook) => boolean
  /** Reads the message. Throws changed-shape on nonsense. A message may come twice, late, or before the one it follows. */
  read: (request: CourierWebhook) => (TrackedParcel & { reference: string | null })[]
  /** Builds the reply that the courier expects for an accepted message, and for one that failed `verify`. */
  answer: (isBelieved: boolean, id: string) => { status: number; body: string; type: string }
}

export type CourierWebhook = {
  keys: Record<string, string>
  headers: Record<string, string | undefined>
  /** The bytes as text, before anything is decoded. */
  body: string
}

/** Parcels that the seller delivers himself: no courier is called, and the server stores the results of these functions. */
export type ByHand = {
  /** Answers the result of a move. A refusal may change the stored part of the code. */
  move: (delivery: SelfDelivery, move: SelfMove, at: { pepper: string; now: Date }) => SelfMoved
  /** A new code ends the one before. Throws slow-down within a minute of that, and refused after five. */
  issueCode: (request: CodeRequest, before: HandoverCode | null) => { code: string; kept: HandoverCode }
}

export type SelfMoved =
  | { isDone: true; event: ShipmentEvent }
  /** `code` is to be kept, although nothing else happened. */
  | { isDone: false; code: HandoverCode | null; refusal: ChannelError }

/** For couriers whose accounts open several places of the owner's, of which parcels leave from a chosen one. */
export type Places = {
  country: 'VN'
  /** Names among `Courier.keys`: the key that opens the places, and the one that holds the chosen place. */
  keys: { opening: string; chosen: string }
  areas: Areas
  partners: Partners
}

/** Areas of couriers that identify places by numbers of their own. */
export type Areas = {
  /** `isNew`: the list of two levels, provinces and wards. */
  provinces: (session: CourierSession, isNew: boolean) => Promise<Area[]>
  districts: (session: CourierSession, provinceId: string) => Promise<Area[]>
  wards: (session: CourierSession, of: { districtId: string } | { newProvinceId: string }) => Promise<Area[]>
}

export type Area = { id: string; name: string; otherNames: string[] }

/** Access to owners' accounts by a code that the courier sends to the owner's phone. */
export type Partners = {
  /** Answers for how many seconds the code holds. */
  sendCode: (session: CourierSession, phone: string) => Promise<number>
  /** With the code: makes us staff of a store, or of a new one. Harmless when repeated. Throws refused on a wrong code. */
  join: (
    session: CourierSession,
    request: PartnerRequest,
  ) => Promise<{ storeId: string; clientId: string | null }>
  /** By the owner's own keys, without a code. Harmless when repeated. */
  addStaff: (session: CourierSession, storeId: string, phone: string) => Promise<void>
}

export type PartnerRequest = { phone: string; code: string } & (
  | { storeId: string }
  | { newStore: { address: string; districtId: number; wardCode: string } }
)

/** Tokens that are asked for once, however many calls want one at the same moment. */
export type TokenStore = {
  get(now: Date, renew: () => Promise<CourierToken>): Promise<string>
  /** After a refusal: the next call asks anew, unless somebody did meanwhile. */
  drop(token: string): void
}

/** `renewAt` lies ahead of its end. */
export type CourierToken = { token: string; renewAt: Date }

export function createTokenStore(): TokenStore {
  let held: CourierToken | undefined
  let asking: Promise<CourierToken> | undefined
  return {
    async get(now, renew) {
      if (held && held.renewAt > now) return held.token
      asking ??= renew().finally(() => (asking = undefined))
      held = await asking
      return held.token
    },
    drop(token) {
      if (held?.token === token) held = undefined
    },
  }
}

/** A part of a reply, checked. Throws changed-shape with the first thing that is wrong in it. */
export function checkReply<T>(who: string, part: unknown, schema: z.ZodType<T>): T {
  const checked = schema.safeParse(part)
  if (checked.success) return checked.data
  const issue = checked.error.issues[0]
  throw new ChannelError('changed-shape', `${who}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}

/** Reads several rows: one in trouble leaves the others alone. Throws the first trouble if none can be read. */
export function readEach<T, R>(rows: readonly T[], read: (row: T) => R): R[] {
  let trouble: ChannelError | undefined
  const found = rows.flatMap((row) => {
    try {
      return [read(row)]
    } catch (error) {
      const isOfOne = error instanceof ChannelError && ['refused', 'changed-shape'].includes(error.kind)
      if (!isOfOne) throw error
      trouble ??= error
      return []
    }
  })
  if (trouble && found.length === 0) throw trouble
  return found
}

/** As `readEach`, of calls for one row each. */
export async function callEach<T, R>(rows: readonly T[], call: (row: T) => Promise<R>): Promise<R[]> {
  return readEach(await Promise.allSettled(rows.map(call)), (outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

/** The JSON of a message that somebody pushed. Throws changed-shape on anything else. */
export function parseMessage(who: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ChannelError('changed-shape', `${who} sent a message that cannot be read`)
  }
}

/** The beginning of a text, without half a sign at its end. */
export function cut(text: string, longest: number): string {
  const start = text.slice(0, longest)
  return start.isWellFormed() ? start : start.slice(0, -1)
}

/** A key or setting that the server has checked to be there. */
export function valueOf(values: Record<string, string>, name: string): string {
  const value = values[name]
  if (value === undefined) throw new ChannelError('refused', `${name} is missing`, { fields: [wrong(name)] })
  return value
}

export const wrong = (field: string, message = 'wrong'): { field: string; message: string } => ({
  field,
  message,
})
