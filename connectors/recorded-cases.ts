/** For tests: what a channel folder recorded in `fixtures/`, and how it is played back over a real port. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { App, Credentials, Period, Session } from './session.ts'
import type { ChannelErrorKind, LinkProblem } from './channel-error.ts'
import type { Connector } from './connector.ts'
import type { ConsentAuth, ShopKeys } from './auth.ts'
import type { WebhookMessage } from './webhooks.ts'
import type { CustomerResults, Customers } from './customers.ts'
import type { Listing, Stock, StockFigure } from './stock.ts'
import type { ProductResults, Products } from './products.ts'
import { createHttp } from './http.ts'
import { startRecordedChannel } from './recorded-channel.ts'
import type { RecordedCall, RecordedReply } from './recorded-channel.ts'
import { appOf } from './registry.ts'
import { listingParts } from '../model/listing-parts.ts'
import type { ListingDraft } from '../model/listing.ts'
import type { Currency } from '../model/money.ts'

export type Case = {
  title: string
  /** The walks follow the cursors of `listProducts` and `customers.list` from the first page to the last. */
  call:
    | 'authorizationUrl'
    | 'link'
    | 'refresh'
    | 'list'
    | 'get'
    | 'listProducts'
    | 'walkProducts'
    | 'getProducts'
    | 'setStock'
    | 'readStock'
    | 'walkCustomers'
    | 'warehouses'
    | SellingCall
  input?: {
    /** Arguments of a SellingCall after the session. ISO times become dates, `{ "base64": "…" }` bytes. */
    given?: unknown[]
    redirectUrl?: string
    state?: string
    callback?: Record<string, string>
    /** Values that the seller copied out of the shop's settings; `origin` as text. */
    keys?: { origin: string; key: string; secret?: string; locationId?: string }
    by?: Period['by']
    from?: string
    to?: string
    cursor?: string
    ids?: string[]
    /** Time since which products changed, as ISO text; all products without it. */
    changedSince?: string
    figures?: StockFigure[]
    listings?: Listing[]
  }
  /** A body may be `{ "file": "name.json" }`, a reply of its own file. */
  replies: RecordedReply[]
  expected: {
    /** A part of what comes out; dates as ISO text. */
    result?: string | object
    orderValue?: number
    actualReceiveValue?: number
    error?: {
      kind: ChannelErrorKind
      channelCode?: string
      problem?: LinkProblem
      retryAfterSeconds?: number
    }
    calls?: Pick<RecordedCall, 'on'>[]
  }
}

/** A function of one of the capabilities that carry the seller's actions, as `shipping.arrange`. */
export type SellingCall = `${(typeof sellingCapabilities)[number]}.${string}`

export const sellingCapabilities = [
  'customers',
  'catalog',
  'listings',
  'shipping',
  'splitting',
  'cancelling',
  'returns',
  'settlements',
] as const

type WebhookCase = {
  title: string
  headers: Record<string, string>
  url: string
  body: string
  message: WebhookMessage
}

export type Fixtures = {
  /** Values of the settings; `{channel}` stands for the address of the recorded channel. */
  app: App
  session: {
    now: string
    currency: Currency
    credentials: Record<Exclude<keyof Credentials, 'more'>, string> & Pick<Credentials, 'more'>
  }
  /** Cases of `cases.json` and of every other `…-cases.json` of the folder. */
  cases: Case[]
  webhooks?: WebhookCase[]
  /** False for a channel that has no message about a seller who withdraws the consent. */
  webhooksTellOfUnlinking?: false
  /** False for a channel that has no message about products. */
  webhooksTellOfProducts?: false
}

/** All pages of a walk, with the cursors that led from one to the next. */
export type Walk = ProductResults & { cursors: string[]; progress: number[] }
export type CustomerWalk = CustomerResults & { cursors: string[]; progress: number[] }

const root = join(import.meta.dirname, 'channels')

export const folders = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory())

export function pathOf(folder: string): string {
  return join(root, folder)
}

export function readFixtures(folder: string): Fixtures {
  const path = join(root, folder, 'fixtures')
  const fixtures = readJson(join(path, 'cases.json')) as Fixtures
  const more = readdirSync(path).filter((name) => name.endsWith('-cases.json'))
  const cases = more.flatMap((name) => (readJson(join(path, name)) as Pick<Fixtures, 'cases'>).cases)
  return { ...fixtures, cases: [...fixtures.cases, ...cases] }
}

/** Plays a case; answers its outcome, an error included, the calls that the channel received, and its address. */
export async function playCase(
  connector: Connector,
  fixtures: Fixtures,
  testCase: Case,
): Promise<{ outcome: unknown; calls: RecordedCall[]; url: string }> {
  const path = pathOf(connector.code)
  const replies = testCase.replies.map((reply) => ({ ...reply, body: bodyOf(reply.body, path) }))
  await using channel = await startRecordedChannel(replies)
  const outcome = await run(connector, fixtures, testCase, channel.url).catch((error: unknown) => error)
  return { outcome, calls: channel.calls, url: channel.url }
}

/** A shop's session with the channel at the address. */
export function sessionOf(connector: Connector, fixtures: Fixtures, channelUrl: string): Session {
  const { app, missing } = appOf(connector, replaceChannel(fixtures.app, channelUrl))
  if (missing.length > 0) throw new Error(`cases.json lacks the settings ${missing.join(', ')}`)
  const now = new Date(fixtures.session.now)
  const credentials = replaceChannel(fixtures.session.credentials, channelUrl) as unknown as Credentials
  credentials.accessExpiresAt = new Date(credentials.accessExpiresAt)
  credentials.refreshExpiresAt = new Date(credentials.refreshExpiresAt)
  return { app, http: createHttp(), credentials, now: () => now, currency: fixtures.session.currency }
}

async function run(
  connector: Connector,
  fixtures: Fixtures,
  { call, input = {} }: Case,
  channelUrl: string,
): Promise<unknown> {
  const session = sessionOf(connector, fixtures, channelUrl)
  const { app, http, credentials } = session
  const now = session.now()
  const { redirectUrl = '', state = '', callback = {}, ids = [], cursor = null } = input
  const changedSince = input.changedSince === undefined ? null : new Date(input.changedSince)
  switch (call) {
    case 'authorizationUrl':
      return consentOf(connector).authorizationUrl({ app, redirectUrl, state, now })
    case 'link':
      return connector.auth.by === 'consent'
        ? connector.auth.link({ app, http, callback, redirectUrl, now })
        : connector.auth.link({ app, http, keys: keysOf(input, channelUrl), now })
    case 'refresh':
      return consentOf(connector).refresh({ app, http, credentials, now })
    case 'list':
      return capabilityOf(connector, 'orders').list(session, periodOf(input), cursor)
    case 'get':
      return capabilityOf(connector, 'orders').get(session, ids)
    case 'listProducts':
      return capabilityOf(connector, 'products').list(session, changedSince, cursor)
    case 'walkProducts':
      return walk(capabilityOf(connector, 'products'), session, changedSince)
    case 'getProducts':
      return capabilityOf(connector, 'products').get(session, ids)
    case 'setStock':
      return capabilityOf(connector, 'stock').set(session, withinOneCall(connector.stock, input.figures))
    case 'readStock':
      return capabilityOf(connector, 'stock').read(session, withinOneCall(connector.stock, input.listings))
    case 'walkCustomers':
      return walkCustomers(capabilityOf(connector, 'customers'), session, changedSince)
    case 'warehouses':
      return capabilityOf(connector, 'warehouses').list(session)
    default:
      return sell(connector, call, session, input.given)
  }
}

async function sell(
  connector: Connector,
  call: SellingCall,
  session: Session,
  given: unknown[] = [],
): Promise<unknown> {
  const [capability, name = ''] = call.split('.')
  const key = sellingCapabilities.find((one) => one === capability)
  const functions = (key && connector[key]) as Record<string, (...values: unknown[]) => unknown> | undefined
  const run = functions?.[name]
  if (!run) throw new Error(`${connector.code} has no ${call}`)
  if (call !== 'listings.update') return run(session, ...given.map(revive))
  // The draft that was sent last, by which the parts that have changed are told, stands behind the new one.
  const [id, draft, sent = null] = given.map(revive) as [string, ListingDraft, (ListingDraft | null)?]
  return run(session, id, draft, listingParts(sent, draft))
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function revive(value: unknown): unknown {
  if (typeof value === 'string') return isoTime.test(value) ? new Date(value) : value
  if (Array.isArray(value)) return value.map(revive)
  if (typeof value !== 'object' || value === null) return value
  if ('base64' in value) return Uint8Array.from(Buffer.from(String(value.base64), 'base64'))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, revive(part)]))
}

/** More pages than any test has: a walk that gets so far goes in circles. */
const mostPages = 500

/** From the first page to the last; `happens` runs after each, for what a catalogue does meanwhile. */
export async function walk(
  products: Products,
  session: Session,
  changedSince: Date | null,
  happens: (page: number) => void = () => {},
): Promise<Walk> {
  const { pages, ...way } = await follow((cursor) => products.list(session, changedSince, cursor), happens)
  return {
    items: pages.flatMap((page) => page.items),
    failures: pages.flatMap(({ failures }) => failures),
    ...way,
  }
}

async function walkCustomers(
  customers: Customers,
  session: Session,
  changedSince: Date | null,
): Promise<CustomerWalk> {
  const { pages, ...way } = await follow((cursor) => customers.list(session, changedSince, cursor))
  return {
    items: pages.flatMap((page) => page.items),
    failures: pages.flatMap(({ failures }) => failures),
    ...way,
  }
}

async function follow<Page extends { nextCursor: string | null; progress: number }>(
  list: (cursor: string | null) => Promise<Page>,
  happens: (page: number) => void = () => {},
): Promise<{ pages: Page[]; cursors: string[]; progress: number[] }> {
  const pages: Page[] = []
  const cursors: string[] = []
  for (let cursor: string | null = null; pages.length < mostPages; cursors.push(cursor)) {
    const page = await list(cursor)
    pages.push(page)
    cursor = page.nextCursor
    happens(pages.length)
    if (cursor === null) return { pages, cursors, progress: pages.map(({ progress }) => progress) }
  }
  throw new Error(`the pages do not end within ${mostPages}`)
}

function withinOneCall<T>(stock: Stock | undefined, given: T[] = []): T[] {
  if (stock && given.length > stock.figuresPerCall) throw new Error('the server never gives so many at once')
  return given
}

function capabilityOf<Key extends 'orders' | 'products' | 'stock' | 'warehouses' | 'customers'>(
  connector: Connector,
  key: Key,
): NonNullable<Connector[Key]> {
  const capability = connector[key]
  if (!capability) throw new Error(`${connector.code} has no ${key}`)
  return capability
}

function consentOf({ auth, code }: Connector): ConsentAuth {
  if (auth.by !== 'consent') throw new Error(`${code} has no consent page`)
  return auth
}

function keysOf({ keys }: NonNullable<Case['input']>, channelUrl: string): ShopKeys {
  if (!keys) throw new Error('the case has no keys')
  const { origin, key, secret, locationId } = replaceChannel(keys, channelUrl)
  return { origin: new URL(origin), key, secret, locationId }
}

function periodOf({ by = 'changed', from = '', to = '' }: NonNullable<Case['input']>): Period {
  return { by, from: new Date(from), to: new Date(to) }
}

function bodyOf(body: unknown, path: string): unknown {
  const file = typeof body === 'object' && body !== null && 'file' in body ? body.file : undefined
  return typeof file === 'string' ? readJson(join(path, 'fixtures', file)) : body
}

function readJson(file: string): unknown {
  if (!existsSync(file)) throw new Error(`${file} is missing`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Converts a value to what JSON holds: dates as ISO text, bytes as `{ "base64": "…" }`. */
export function plain(value: unknown): unknown {
  if (value === undefined) return undefined
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      part instanceof Uint8Array ? { base64: Buffer.from(part).toString('base64') } : part,
    ),
  )
}

export function replaceChannel<T>(value: T, url: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll('{channel}', url)) as T
}
