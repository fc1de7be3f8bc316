/**
 * Requirements on every channel folder. A folder proves them with `fixtures/cases.json`: calls of the connector, the channel's
 * replies, and what must come out. The replies are served over a real port. Folders with products, stock, customers or more also
 * pass listing-conformance.test.ts, customer-conformance.test.ts and selling-conformance.test.ts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ChannelError } from './channel-error.ts'
import type { ChannelErrorKind } from './channel-error.ts'
import type { Connector } from './connector.ts'
import { folders, pathOf, plain, playCase, readFixtures, replaceChannel } from './recorded-cases.ts'
import type { Case, Fixtures } from './recorded-cases.ts'
import type { RecordedCall } from './recorded-channel.ts'
import { connectors } from './registry.ts'
import { actualReceiveValue, orderValue } from '../model/order.ts'
import type { ChannelOrder } from '../model/order.ts'

const knownFiles =
  /^(README\.md|fixtures|(index|auth|wire|orders|customers|customer-mapping|mapping|status|payment|products|product-mapping|product-wire|stock|warehouses|catalog|listings|listing-draft|listing-edit|listing-fields|listing-models|listing-prices|listing-update|publishing|shipping|splitting|delivery-status|labels|tracking|cancelling|cancel-reasons|editing|order-creation|returns|settlements|selling-wire|webhooks)(\.test)?\.ts)$/
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
  const path = pathOf(folder)
  const connector = connectors.find((candidate) => candidate.code === folder) as Connector
  const fixtures = readFixtures(folder)
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
    // The recorded calls prove that requests are signed as the channel demands.
    expect(fixtures.cases.filter((c) => c.expected.calls).length).toBeGreaterThanOrEqual(3)
  })

  // Beside each other: where a channel is in trouble a connector waits before it reads again.
  test.concurrent.each(fixtures.cases)('$title', async (testCase) => {
    const { outcome, calls, url } = await playCase(connector, fixtures, testCase)
    const { expected } = testCase
    if (expected.error) {
      expect(outcome).toBeInstanceOf(ChannelError)
      expect(outcome).toMatchObject(expected.error)
      expectNoSecrets(outcome as ChannelError, fixtures)
    } else if (outcome instanceof Error) {
      throw outcome
    }
    const result = plain(outcome) as object
    if (typeof expected.result === 'string') expect(result).toBe(replaceChannel(expected.result, url))
    else if (expected.result) expect(result).toMatchObject(expected.result)
    if (expected.calls) expect(calls.sort(byAddress)).toMatchObject(expected.calls.sort(byAddress))
    const payment = (outcome as { items?: ChannelOrder[] } | null | undefined)?.items?.[0]?.payment
    if (expected.orderValue !== undefined) expect(payment && orderValue(payment)).toBe(expected.orderValue)
    if (expected.actualReceiveValue !== undefined)
      expect(payment && actualReceiveValue(payment)).toBe(expected.actualReceiveValue)
  })

  test('believes no webhook that was changed, cut or signed by nobody, and reads the others', () => {
    if (!connector.webhooks) return
    const cases = fixtures.webhooks ?? []
    // No message reports revoked keys: the next call is refused, which reveals the unlinking.
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

function isPartialFailure({ expected }: Case): boolean {
  const result = expected.result as { items?: unknown[]; failures?: unknown[] } | undefined
  return !!result?.items?.length && !!result.failures?.length
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
