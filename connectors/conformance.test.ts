/**
 * What every channel folder must show. A folder proves itself with `fixtures/cases.json`: calls of the connector, the
 * channel's replies, and what must come out. The replies are served over a real port.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ChannelError } from './connector.ts'
import type {
  App,
  ChannelErrorKind,
  Connector,
  ConsentAuth,
  Credentials,
  LinkProblem,
  Period,
  Session,
  ShopKeys,
  WebhookMessage,
} from './connector.ts'
import { createHttp } from './http.ts'
import type { RecordedCall, RecordedReply } from './recorded-channel.ts'
import { startRecordedChannel } from './recorded-channel.ts'
import { appOf, connectors } from './registry.ts'
import type { Currency } from '../model/money.ts'
import { actualReceiveValue, orderValue } from '../model/order.ts'
import type { ChannelOrder } from '../model/order.ts'

type Case = {
  title: string
  call: 'authorizationUrl' | 'link' | 'refresh' | 'list' | 'get'
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

type Fixtures = {
  /** Values of the settings; `{channel}` stands for the address of the recorded channel. */
  app: App
  session: {
    now: string
    currency: Currency
    credentials: Record<Exclude<keyof Credentials, 'more'>, string> & Pick<Credentials, 'more'>
  }
  cases: Case[]
  webhooks?: WebhookCase[]
  /** False for a channel that has no message about a seller who withdraws the consent. */
  webhooksTellOfUnlinking?: false
}

const root = join(import.meta.dirname, 'channels')
const folders = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory())
const knownFiles =
  /^(README\.md|fixtures|(index|auth|wire|orders|mapping|status|payment|products|stock|shipping|webhooks)(\.test)?\.ts)$/
const kinds: ChannelErrorKind[] = ['sign-in-expired', 'slow-down', 'try-later', 'refused', 'changed-shape']

test('every channel folder is in the registry under its own name, and nothing else is', () => {
  expect(connectors.map((connector) => connector.code).sort()).toEqual(folders.sort())
})

test('no two connectors share an id or the name of a setting', () => {
  const ids = connectors.map((connector) => connector.id)
  expect(new Set(ids).size).toBe(ids.length)
  const settings = connectors.flatMap((connector) => connector.settings.map((setting) => setting.name))
  expect(new Set(settings).size).toBe(settings.length)
})

describe.each(folders)('%s', (folder) => {
  const path = join(root, folder)
  const connector = connectors.find((candidate) => candidate.code === folder) as Connector
  const fixtures = readJson(join(path, 'fixtures', 'cases.json')) as Fixtures
  const readme = readFileSync(join(path, 'README.md'), 'utf8')

  test('has only files with known names, a README and fixtures', () => {
    expect(readdirSync(path).filter((name) => !knownFiles.test(name))).toEqual([])
    expect(readdirSync(path)).toEqual(
      expect.arrayContaining(['README.md', 'fixtures', 'index.ts', 'wire.ts']),
    )
  })

  test('documents every setting', () => {
    for (const setting of connector.settings) {
      expect(setting.description).toMatch(/^[A-Z].*\.$/)
      expect(readme).toContain(setting.name)
    }
  })

  test('states limits that let a sync run', () => {
    expect(connector.limits.callsPerSecond).toBeGreaterThan(0)
    expect(connector.limits.concurrentCalls).toBeGreaterThanOrEqual(1)
  })

  test('tries every quirk that its README claims', () => {
    const claims = [...readme.matchAll(/^### (\S+)$/gm)].map((match) => match[1])
    const tests = readdirSync(path).filter((name) => name.endsWith('.test.ts'))
    const titles = tests.map((name) => readFileSync(join(path, name), 'utf8')).join('\n')
    const tried = claims.filter(
      (claim) => titles.includes(`[${claim}]`) || fixtures.cases.some((c) => c.title.includes(`[${claim}]`)),
    )
    expect(claims.length).toBeGreaterThan(0)
    expect(tried).toEqual(claims)
  })

  test('covers linking, refreshing, reading, a malformed order and every kind of error', () => {
    const errors = new Set(fixtures.cases.map((c) => c.expected.error?.kind))
    expect(kinds.filter((kind) => !errors.has(kind))).toEqual([])
    const succeed = fixtures.cases.filter((c) => !c.expected.error).map((c) => c.call)
    const linking = connector.auth.by === 'consent' ? ['authorizationUrl', 'link', 'refresh'] : ['link']
    expect(succeed).toEqual(expect.arrayContaining(linking))
    if (connector.orders) expect(succeed).toEqual(expect.arrayContaining(['list', 'get']))
    if (connector.orders) expect(fixtures.cases.some(isPartialFailure)).toBe(true)
    // Whoever sees our requests must be able to tell that they are signed as the channel demands.
    expect(fixtures.cases.filter((c) => c.expected.calls).length).toBeGreaterThanOrEqual(3)
  })

  test.each(fixtures.cases)('$title', async (testCase) => {
    const replies = testCase.replies.map((reply) => ({ ...reply, body: bodyOf(reply.body, path) }))
    await using channel = await startRecordedChannel(replies)
    const outcome = await run(connector, fixtures, testCase, channel.url).catch((error: unknown) => error)
    const { expected } = testCase
    if (expected.error) {
      expect(outcome).toBeInstanceOf(ChannelError)
      expect(outcome).toMatchObject(expected.error)
      expectNoSecrets(outcome as ChannelError, fixtures)
    } else if (outcome instanceof Error) {
      throw outcome
    }
    const result = plain(outcome) as object
    if (typeof expected.result === 'string') expect(result).toBe(replaceChannel(expected.result, channel.url))
    else if (expected.result) expect(result).toMatchObject(expected.result)
    if (expected.calls) expect(channel.calls.sort(byAddress)).toMatchObject(expected.calls.sort(byAddress))
    const payment = (outcome as { orders?: ChannelOrder[] }).orders?.[0]?.payment
    if (expected.orderValue !== undefined) expect(payment && orderValue(payment)).toBe(expected.orderValue)
    if (expected.actualReceiveValue !== undefined)
      expect(payment && actualReceiveValue(payment)).toBe(expected.actualReceiveValue)
  })

  test('believes no webhook that was changed, cut or signed by nobody, and reads the others', () => {
    if (!connector.webhooks) return
    const cases = fixtures.webhooks ?? []
    // Whoever takes keys back tells nobody: the next call is refused, and that is how we hear of it.
    const tells = connector.auth.by === 'consent' && fixtures.webhooksTellOfUnlinking !== false
    const topics = tells ? ['order', 'unlinked', 'other'] : ['order', 'other']
    expect(cases.map((c) => c.message.topic)).toEqual(expect.arrayContaining(topics))
    for (const { headers, url, body, message } of cases) {
      const request = { app: fixtures.app, headers, url, body }
      expect(connector.webhooks.verify(request)).toBe(true)
      expect(connector.webhooks.verify({ ...request, body: `${body} ` })).toBe(false)
      expect(connector.webhooks.verify({ ...request, headers: {} })).toBe(false)
      const cut = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.slice(1)]))
      expect(connector.webhooks.verify({ ...request, headers: cut })).toBe(false)
      expect(connector.webhooks.read(request)).toEqual(message)
    }
    const nonsense = { app: fixtures.app, headers: {}, url: 'https://console.test', body: '[]' }
    expect(() => connector.webhooks?.read(nonsense)).toThrow(ChannelError)
  })
})

function run(
  connector: Connector,
  fixtures: Fixtures,
  { call, input = {} }: Case,
  channelUrl: string,
): Promise<unknown> {
  const { app, missing } = appOf(connector, replaceChannel(fixtures.app, channelUrl))
  expect(missing).toEqual([])
  const http = createHttp()
  const now = new Date(fixtures.session.now)
  const credentials = replaceChannel(fixtures.session.credentials, channelUrl) as unknown as Credentials
  credentials.accessExpiresAt = new Date(credentials.accessExpiresAt)
  credentials.refreshExpiresAt = new Date(credentials.refreshExpiresAt)
  const session: Session = { app, http, credentials, now: () => now, currency: fixtures.session.currency }
  const { redirectUrl = '', state = '', callback = {}, ids = [], cursor = null } = input
  switch (call) {
    case 'authorizationUrl':
      return Promise.resolve(consentOf(connector).authorizationUrl({ app, redirectUrl, state, now }))
    case 'link':
      return connector.auth.by === 'consent'
        ? connector.auth.link({ app, http, callback, now })
        : connector.auth.link({ app, http, keys: keysOf(input, channelUrl), now })
    case 'refresh':
      return consentOf(connector).refresh({ app, http, credentials, now })
    case 'list':
      if (!connector.orders) throw new Error(`${connector.code} has no orders`)
      return connector.orders.list(session, periodOf(input), cursor)
    case 'get':
      if (!connector.orders) throw new Error(`${connector.code} has no orders`)
      return connector.orders.get(session, ids)
    default:
      throw new Error(`${String(call)} is no call of a connector`)
  }
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

function isPartialFailure({ expected }: Case): boolean {
  const result = expected.result as { orders?: unknown[]; failures?: unknown[] } | undefined
  return !!result?.orders?.length && !!result.failures?.length
}

/** Calls that a connector makes at once arrive in any order. */
function byAddress(a: Pick<RecordedCall, 'on'>, b: Pick<RecordedCall, 'on'>): number {
  return a.on.localeCompare(b.on)
}

function expectNoSecrets(error: ChannelError, { app, session }: Fixtures) {
  const said = `${error.message} ${error.stack} ${String(error.cause)}`
  for (const secret of [session.credentials.accessToken, session.credentials.refreshToken])
    expect(said).not.toContain(secret)
  for (const [name, value] of Object.entries(app))
    if (/KEY|SECRET/.test(name)) expect(said).not.toContain(value)
}

function bodyOf(body: unknown, path: string): unknown {
  const file = typeof body === 'object' && body !== null && 'file' in body ? body.file : undefined
  return typeof file === 'string' ? readJson(join(path, 'fixtures', file)) : body
}

function readJson(file: string): unknown {
  if (!existsSync(file)) throw new Error(`${file} is missing`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

function replaceChannel<T>(value: T, url: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll('{channel}', url)) as T
}
