/** For tests: what a channel folder recorded in `fixtures/`, and how it is played back over a real port. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type {
  App,
  ChannelErrorKind,
  Connector,
  ConsentAuth,
  Credentials,
  LinkProblem,
  Listing,
  Period,
  ProductResults,
  Products,
  Session,
  ShopKeys,
  Stock,
  StockFigure,
  WebhookMessage,
} from './connector.ts'
import { createHttp } from './http.ts'
import { startRecordedChannel } from './recorded-channel.ts'
import type { RecordedCall, RecordedReply } from './recorded-channel.ts'
import { appOf } from './registry.ts'
import type { Currency } from '../model/money.ts'

export type Case = {
  title: string
  /** `walkProducts` follows the cursors of `listProducts` from the first page to the last. */
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
  input?: {
    redirectUrl?: string
    state?: string
    callback?: Record<string, string>
    /** What the seller copied out of the shop's settings; `origin` as text. */
    keys?: { origin: string; key: string; secret?: string; locationId?: string }
    by?: Period['by']
    from?: string
    to?: string
    cursor?: string
    ids?: string[]
    /** Of the products: ISO text; all of them without it. */
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
  /** Those of `cases.json` and, where there is one, of `listing-cases.json`. */
  cases: Case[]
  webhooks?: WebhookCase[]
  /** False for a channel that has no message about a seller who withdraws the consent. */
  webhooksTellOfUnlinking?: false
  /** False for a channel that has no message about products. */
  webhooksTellOfProducts?: false
}

/** All pages of a walk, with the cursors that led from one to the next. */
export type Walk = ProductResults & { cursors: string[]; progress: number[] }

const root = join(import.meta.dirname, 'channels')

export const folders = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory())

export function pathOf(folder: string): string {
  return join(root, folder)
}

export function readFixtures(folder: string): Fixtures {
  const path = join(root, folder, 'fixtures')
  const fixtures = readJson(join(path, 'cases.json')) as Fixtures
  const more = join(path, 'listing-cases.json')
  const listingCases = existsSync(more) ? (readJson(more) as Pick<Fixtures, 'cases'>).cases : []
  return { ...fixtures, cases: [...fixtures.cases, ...listingCases] }
}

/** What came out of the case, an error included, beside the calls that the channel saw and its address. */
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

async function run(
  connector: Connector,
  fixtures: Fixtures,
  { call, input = {} }: Case,
  channelUrl: string,
): Promise<unknown> {
  const { app, missing } = appOf(connector, replaceChannel(fixtures.app, channelUrl))
  if (missing.length > 0) throw new Error(`cases.json lacks the settings ${missing.join(', ')}`)
  const http = createHttp()
  const now = new Date(fixtures.session.now)
  const credentials = replaceChannel(fixtures.session.credentials, channelUrl) as unknown as Credentials
  credentials.accessExpiresAt = new Date(credentials.accessExpiresAt)
  credentials.refreshExpiresAt = new Date(credentials.refreshExpiresAt)
  const session: Session = { app, http, credentials, now: () => now, currency: fixtures.session.currency }
  const { redirectUrl = '', state = '', callback = {}, ids = [], cursor = null } = input
  const changedSince = input.changedSince === undefined ? null : new Date(input.changedSince)
  switch (call) {
    case 'authorizationUrl':
      return consentOf(connector).authorizationUrl({ app, redirectUrl, state, now })
    case 'link':
      return connector.auth.by === 'consent'
        ? connector.auth.link({ app, http, callback, now })
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
    default:
      throw new Error(`${String(call)} is no call of a connector`)
  }
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
  const seen: Walk = { products: [], failures: [], cursors: [], progress: [] }
  let cursor: string | null = null
  for (let pages = 1; pages <= mostPages; pages++) {
    const page = await products.list(session, changedSince, cursor)
    seen.products.push(...page.products)
    seen.failures.push(...page.failures)
    seen.progress.push(page.progress)
    cursor = page.nextCursor
    happens(pages)
    if (cursor === null) return seen
    seen.cursors.push(cursor)
  }
  throw new Error(`the products do not end within ${mostPages} pages`)
}

function withinOneCall<T>(stock: Stock | undefined, given: T[] = []): T[] {
  if (stock && given.length > stock.figuresPerCall) throw new Error('the server never gives so many at once')
  return given
}

function capabilityOf<Key extends 'orders' | 'products' | 'stock'>(
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

export function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

export function replaceChannel<T>(value: T, url: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll('{channel}', url)) as T
}
