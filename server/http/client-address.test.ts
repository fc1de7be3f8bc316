import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, describe } from 'vitest'
import { call, startTestConsole, testPassword, type TestConsole } from '../../test/start-test-console.ts'
import { networkOf } from '../auth/sessions/sign-in-tries.ts'

/** Believes nobody, as it comes. */
let open: TestConsole
/** Stands behind two proxies: one on this machine, and before it one of a network of our own. */
let behind: TestConsole
let admin: pg.Client

beforeAll(async () => {
  open = await startTestConsole({ role: 'web' })
  behind = await startTestConsole({
    role: 'web',
    databaseUrl: open.databaseUrl,
    environment: { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' },
  })
  await open.signUp('aoi')
  admin = new pg.Client({ connectionString: open.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await behind?.stop()
  await open?.stop()
})
beforeEach(() => admin.query('delete from sign_in_failures'))

/** Each guess at another account, so that only the address can be what is counted. */
let guesses = 0
async function guess(url: string, forwardedFor?: string): Promise<number> {
  const reply = await call(
    url,
    'POST /authorization',
    { email: `guess${guesses++}@example.test`, password: 'wrong horse' },
    forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  )
  return reply.status
}

/** Leaves every address a single try. */
const useUp = () => admin.query(`update sign_in_failures set failures = 49 where key like 'address:%'`)

async function addressesCounted(): Promise<string[]> {
  const { rows } = await admin.query<{ key: string }>(
    `select key from sign_in_failures where key like 'address:%' order by key`,
  )
  return rows.map(({ key }) => key.slice('address:'.length))
}

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::5:6', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['203.0.113.9', '203.0.113.9'],
])('counts what one line has of addresses together: %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('without TRUSTED_PROXIES', () => {
  it('a made-up X-Forwarded-For does not dodge the limit', async () => {
    expect(await guess(open.url)).toBe(401)
    await useUp()
    expect(await guess(open.url, '203.0.113.1')).toBe(401)
    expect(await guess(open.url, '203.0.113.2')).toBe(429)
    expect(await guess(open.url)).toBe(429)
    expect(await addressesCounted()).toEqual(['127.0.0.1'])
  })
})

describe('behind a proxy of TRUSTED_PROXIES', () => {
  it('each client has tries of its own', async () => {
    expect(await guess(behind.url, '203.0.113.1')).toBe(401)
    await useUp()
    expect(await guess(behind.url, '203.0.113.1')).toBe(401)
    expect(await guess(behind.url, '203.0.113.1')).toBe(429)
    expect(await guess(behind.url, '203.0.113.2')).toBe(401)
  })

  it.each([
    ['what the client itself wrote before it', '198.51.100.9, 203.0.113.1', '203.0.113.1'],
    ['a proxy in between', '198.51.100.9, 203.0.113.1, 10.1.2.3', '203.0.113.1'],
    ['a port', '203.0.113.1:40123', '203.0.113.1'],
    ['an IPv6 address with a port', '[2001:db8:7::1]:40123', '2001:db8:7:0'],
    ['what is no address', 'unknown', '127.0.0.1'],
    ['nothing', undefined, '127.0.0.1'],
  ])('counts the address that the proxy saw: %s', async (_what, header, expected) => {
    await guess(behind.url, header)
    expect(await addressesCounted()).toEqual([expected])
  })

  it("notes the client's address with the session", async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.77' }
    const body = { email: 'aoi@example.test', password: testPassword }
    for (const url of [behind.url, open.url])
      expect((await call(url, 'POST /authorization', body, headers)).status).toBe(200)
    const { rows } = await admin.query<{ address: string }>(
      'select address from sessions order by created_at desc limit 2',
    )
    expect(rows.map(({ address }) => address)).toEqual(['127.0.0.1', '203.0.113.77'])
  })
})
