import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { allEndpoints } from '../../contract/endpoints.ts'
import { search } from '../../test/steps/hostile.ts'
import { queries } from '../../test/steps/sample-requests.ts'
import { auditedCalls } from '../audit/audited-calls.ts'
import { call, startTestConsole, testPassword, type TestConsole } from '../../test/start-test-console.ts'

let running: TestConsole
let admin: pg.Client
/** Behind https. */
let other: TestConsole

const email = 'aoi@example.test'

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  other = await startTestConsole({
    role: 'web',
    databaseUrl: running.databaseUrl,
    environment: { PUBLIC_URL: 'https://console.example.test' },
  })
  await running.signUp('aoi')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await other?.stop()
  await running?.stop()
})

function signIn(body: object = {}, url = running.url) {
  return call(url, 'POST /authorization', { email, password: testPassword, ...body })
}

async function freshToken(): Promise<string> {
  return (await signIn()).at('access_token')
}

function withCookie(name: string, token: string, headers: Record<string, string>) {
  return call(running.url, name, name.startsWith('GET') ? undefined : {}, {
    cookie: `auth=${token}`,
    ...headers,
  })
}

describe('the cookie', () => {
  it('is out of reach of scripts and of other sites, and lasts as long as the token', async () => {
    const reply = await signIn()
    const [value = '', ...flags] = (reply.headers.getSetCookie()[0] ?? '').split('; ')
    expect(value).toBe(`auth=${reply.at<string>('access_token')}`)
    expect(flags.toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict'])
  })

  it('ends with the browser when it is not to be remembered', async () => {
    const reply = await signIn({ remember: false })
    expect(reply.headers.getSetCookie()[0]).not.toMatch(/max-age|expires/i)
    // A browser may stay open for weeks, so the token ends by itself: a day after its last use.
    expect(reply.at('expires_in')).toBe(86_400)
    const tokenHash = createHash('sha256').update(reply.at<string>('access_token')).digest()
    const left = `select extract(epoch from expires_at - now())::int as seconds from sessions where token_hash = $1`
    const secondsLeft = async () =>
      (await admin.query<{ seconds: number }>(left, [tokenHash])).rows[0]?.seconds ?? 0
    expect(await secondsLeft()).toBeLessThanOrEqual(86_400)
    await admin.query(`update sessions set last_used_at = now() - interval '2 hours' where token_hash = $1`, [
      tokenHash,
    ])
    await withCookie('GET /users/me', reply.at('access_token'), {})
    expect(await secondsLeft()).toBeLessThanOrEqual(86_400)
  })

  describe('of a session that slides', () => {
    const unused = (token: string) =>
      admin.query(`update sessions set last_used_at = now() - interval '2 hours' where token_hash = $1`, [
        createHash('sha256').update(token).digest(),
      ])

    it('is renewed with it, once, and is the same otherwise', async () => {
      const signed = await signIn()
      const token = signed.at<string>('access_token')
      await unused(token)
      const replies = await Promise.all([1, 2, 3].map(() => withCookie('GET /users/me', token, {})))
      replies.push(await withCookie('GET /users/me', token, {}))
      const renewed = replies.map(({ headers }) => headers.get('set-cookie')).filter((each) => each !== null)
      expect(renewed).toEqual([signed.headers.getSetCookie()[0]])
    })

    it('is left alone while it does not', async () => {
      const token = await freshToken()
      expect((await withCookie('GET /users/me', token, {})).headers.get('set-cookie')).toBeNull()
    })

    it('still ends with the browser when it was not to be remembered', async () => {
      const token = (await signIn({ remember: false })).at<string>('access_token')
      await unused(token)
      const reply = await withCookie('GET /users/me', token, {})
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null])
    })

    it('is not given to those who use the header', async () => {
      const token = await freshToken()
      await unused(token)
      const reply = await call(running.url, 'GET /users/me', undefined, { authorization: `Bearer ${token}` })
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null])
    })

    it('is left for the next call by the stream, whose own reply has begun long before', async () => {
      const token = await freshToken()
      await unused(token)
      const leaving = new AbortController()
      const stream = await fetch(`${running.url}/api/v2/realtime/stream`, {
        headers: { cookie: `auth=${token}` },
        signal: leaving.signal,
      })
      expect(stream.status).toBe(200)
      leaving.abort()
      const reply = await withCookie('GET /users/me', token, {})
      expect(reply.headers.get('set-cookie')).toContain(`auth=${token}; Max-Age=2592000`)
    })

    it('ends all the same with the sign-out that it slides by', async () => {
      const token = await freshToken()
      await unused(token)
      const reply = await withCookie('DELETE /authorization', token, {})
      expect(reply.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^auth=;.*Expires=Thu, 01 Jan 1970/),
      ])
    })
  })

  it('is for https alone where the console is', async () => {
    const reply = await signIn({}, other.url)
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-auth=.*; Secure/),
      expect.stringMatching(/^__Host-device=.*; HttpOnly; Secure; SameSite=Strict$/),
    ])
  })

  it('is taken back by the sign-out', async () => {
    const token = await freshToken()
    const reply = await withCookie('DELETE /authorization', token, { 'sec-fetch-site': 'same-origin' })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('set-cookie')).toMatch(/^auth=;.*Expires=Thu, 01 Jan 1970/)
  })

  it('signs reads and the writes of our own pages', async () => {
    const token = await freshToken()
    const own = new URL(running.url).origin
    expect((await withCookie('GET /users/me', token, {})).status).toBe(200)
    const ways: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, { origin: own }, {}]
    for (const headers of ways) {
      expect((await withCookie('POST /dashboard/sync-percent/close', token, headers)).status).toBe(200)
    }
  })

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    // The same host on another port is another site's page as well.
    { origin: 'http://127.0.0.1:1' },
  ])('signs no write that comes from elsewhere: %j', async (headers) => {
    const token = await freshToken()
    const refused = await withCookie('POST /dashboard/sync-percent/close', token, headers)
    expect([refused.status, refused.at('code')]).toEqual([401, 'unauthenticated'])
    const bearer = { authorization: `Bearer ${token}`, ...headers }
    expect((await call(running.url, 'POST /dashboard/sync-percent/close', {}, bearer)).status).toBe(200)
  })
  const writingReads = Object.entries(allEndpoints as Record<string, Endpoint>)
    .filter(([name, { writes }]) => name.startsWith('GET') && writes)
    .map(([name]) => name)

  it('knows every read that is told of in the audit log as a write', () => {
    expect(writingReads).toEqual(
      expect.arrayContaining(Object.keys(auditedCalls).filter((name) => name.startsWith('GET'))),
    )
  })

  it.each(writingReads)('signs a read that writes for our own pages alone: %s', async (name) => {
    const token = await freshToken()
    const address = `${name.replace('{id}', '1')}?${search(queries[name])}`
    for (const site of ['cross-site', 'same-site', 'none'])
      expect([site, (await withCookie(address, token, { 'sec-fetch-site': site })).status]).toEqual([
        site,
        401,
      ])
    const own: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, {}]
    for (const headers of own) expect((await withCookie(address, token, headers)).status).not.toBe(401)
  })
})
