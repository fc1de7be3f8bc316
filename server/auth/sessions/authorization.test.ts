import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CookieJar } from '../../../test/steps/cookie-jar.ts'
import {
  call,
  startTestConsole,
  testPassword,
  until,
  type TestConsole,
} from '../../../test/start-test-console.ts'

let running: TestConsole
let admin: pg.Client
/** A second web process on the same database. */
let other: TestConsole

const email = 'aoi@example.test'

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  other = await startTestConsole({ role: 'web', databaseUrl: running.databaseUrl })
  await running.signUp('aoi')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await other?.stop()
  await running?.stop()
})
beforeEach(() => admin.query('delete from sign_in_failures'))

function signIn(password: string, as = email) {
  return call(running.url, 'POST /authorization', { email: as, password })
}

async function freshToken(): Promise<string> {
  return (await signIn(testPassword)).at('access_token')
}

function me(token: string, url = running.url) {
  return call(url, 'GET /users/me', undefined, { authorization: `Bearer ${token}` })
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

describe('signing in', () => {
  it('answers with the token at the top and under data', async () => {
    const reply = await signIn(testPassword)
    expect(reply.status).toBe(200)
    const token = reply.at<string>('access_token')
    expect(token).toMatch(/^[\w-]{43}$/)
    const expected = { access_token: token, token_type: 'Bearer', expires_in: 30 * 24 * 3600 }
    expect(reply.body).toEqual({ ...expected, data: expected })
    expect((await me(token)).at('data.email')).toBe(email)
  })

  it('takes the address in any case and with spaces around it', async () => {
    expect((await signIn(testPassword, ' AOI@Example.Test ')).status).toBe(200)
  })

  it('says the same to a wrong password and to an unknown account', async () => {
    const wrong = await signIn('wrong horse')
    const unknown = await signIn('wrong horse', 'nobody@example.test')
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(wrong.body).toEqual({
      message: 'Your account is incorrect. Please check again.',
      code: 'bad_credentials',
    })
    expect(unknown.body).toEqual(wrong.body)
    expect(wrong.headers.get('set-cookie')).toBeNull()
  })

  it('tells that an account is switched off to those alone who know its password', async () => {
    const seller = await running.signUp('sleeper')
    await admin.query('update users set status = 2 where owner_id = $1', [seller.ownerId])
    const refused = await signIn(testPassword, 'sleeper@example.test')
    expect([refused.status, refused.at('code')]).toEqual([403, 'account_inactive'])
    expect((await signIn('wrong horse', 'sleeper@example.test')).at('code')).toBe('bad_credentials')
  })

  it('refuses whoever was invited and has no password yet', async () => {
    const seller = await running.signUp('invited')
    await admin.query('update users set status = 0, password_hash = null where owner_id = $1', [
      seller.ownerId,
    ])
    expect((await signIn(testPassword, 'invited@example.test')).at('code')).toBe('bad_credentials')
  })
})

describe('the limit on tries', () => {
  it('locks an account after five, for the right password as well, and says for how long', async () => {
    for (let attempt = 0; attempt < 5; attempt++) expect((await signIn('wrong horse')).status).toBe(401)
    for (const password of ['wrong horse', testPassword]) {
      const locked = await signIn(password)
      expect([locked.status, locked.at('code')]).toEqual([429, 'too_many_attempts'])
      const wait = Number(locked.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(14 * 60)
      expect(wait).toBeLessThanOrEqual(15 * 60)
    }
  })

  it('ends with its quarter of an hour', async () => {
    for (let attempt = 0; attempt < 6; attempt++) await signIn('wrong horse')
    await admin.query(`update sign_in_failures set window_started_at = now() - interval '10 minutes'`)
    const wait = Number((await signIn(testPassword)).headers.get('retry-after'))
    expect(wait).toBeGreaterThan(4 * 60)
    expect(wait).toBeLessThanOrEqual(5 * 60)
    await admin.query(`update sign_in_failures set window_started_at = now() - interval '16 minutes'`)
    expect((await signIn(testPassword)).status).toBe(200)
  })

  it('starts anew after a sign-in that worked', async () => {
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 4; attempt++) expect((await signIn('wrong horse')).status).toBe(401)
      expect((await signIn(testPassword)).status).toBe(200)
    }
  })

  it('counts tries that come at once', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => signIn('wrong horse')))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  it('holds for an address over many accounts, and an own account does not lift it', async () => {
    await signIn('wrong horse', 'guess0@example.test')
    await admin.query(`update sign_in_failures set failures = 48 where key like 'address:%'`)
    expect((await signIn('wrong horse', 'guess1@example.test')).status).toBe(401)
    expect((await signIn(testPassword)).status).toBe(200)
    expect((await signIn('wrong horse', 'guess2@example.test')).status).toBe(401)
    expect((await signIn('wrong horse', 'guess3@example.test')).status).toBe(429)
    expect((await signIn(testPassword)).status).toBe(429)
  })
})

describe('a browser that has signed in before', () => {
  async function browser(as = email, jar = new CookieJar()): Promise<CookieJar> {
    jar.take(await signInFrom(jar, testPassword, as))
    return jar
  }
  const signInFrom = (jar: CookieJar, password: string, as = email) =>
    call(running.url, 'POST /authorization', { email: as, password }, { cookie: jar.header() })
  const guess = async (times: number, as = email) => {
    for (let attempt = 0; attempt < times; attempt++) await signIn('wrong horse', as)
  }

  it('comes in while strangers have locked the account for everybody else', async () => {
    const known = await browser()
    await guess(6)
    expect((await signIn(testPassword)).status).toBe(429)
    expect((await signInFrom(known, testPassword)).status).toBe(200)
    // The known browser's sign-in does not unlock the account for others.
    expect((await signIn(testPassword)).status).toBe(429)
  })

  it('may ask for a new password as well, when strangers have used that up', async () => {
    const known = await browser()
    const ask = (headers?: Record<string, string>) =>
      call(running.url, 'POST /authorization/forgot-password', { email }, headers)
    for (let attempt = 0; attempt < 3; attempt++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    expect((await ask({ cookie: known.header() })).status).toBe(200)
  })

  it('has no more tries than anybody, and they are its own', async () => {
    const known = await browser()
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await signInFrom(known, 'wrong horse')).status).toBe(401)
    expect((await signInFrom(known, testPassword)).status).toBe(429)
    expect((await signIn(testPassword)).status).toBe(200)
  })

  it('is known for the accounts that signed in there, five of them, and for no other', async () => {
    const shared = await browser()
    const people = Array.from({ length: 5 }, (_, place) => `shared${place}`)
    for (const name of people) await running.signUp(name)
    await admin.query('delete from sign_in_failures')
    for (const name of people.slice(0, 4)) await browser(`${name}@example.test`, shared)
    const last = `${people[4]}@example.test`
    await guess(6)
    await guess(6, last)
    expect((await signInFrom(shared, testPassword)).status).toBe(200)
    expect((await signInFrom(shared, testPassword, last)).status).toBe(429)
    await admin.query('delete from sign_in_failures')
    await browser(last, shared)
    // The sixth takes the place of the first.
    await guess(6)
    expect((await signInFrom(shared, testPassword)).status).toBe(429)
  })

  it('cannot be made up', async () => {
    const known = await browser()
    const [id, mark] = known.get('device')?.split('.') ?? []
    const other = (await browser('shared1@example.test')).get('device')?.split('.')[1]
    await guess(6)
    for (const cookie of [
      `${id}.${other}`,
      `${'x'.repeat(22)}.${mark}`,
      `${id}`,
      `${id}.`,
      '..',
      `${id}.${mark}x`,
    ]) {
      const reply = await call(
        running.url,
        'POST /authorization',
        { email, password: testPassword },
        { cookie: `device=${cookie}` },
      )
      expect([cookie, reply.status]).toEqual([cookie, 429])
    }
  })
})

describe('an address over its limit', () => {
  it('leaves no more rows, whatever accounts it makes up', async () => {
    await signIn('wrong horse', 'made-up0@example.test')
    await admin.query(`update sign_in_failures set failures = 50 where key like 'address:%'`)
    const rows = async () => (await admin.query('select from sign_in_failures')).rowCount
    const before = await rows()
    for (let attempt = 1; attempt < 5; attempt++)
      expect((await signIn('wrong horse', `made-up${attempt}@example.test`)).status).toBe(429)
    expect(await rows()).toBe(before)
  })
})

describe('a token', () => {
  it('is kept as a hash alone', async () => {
    const token = await freshToken()
    const { rows } = await admin.query<{ row: string }>('select sessions::text as row from sessions')
    const all = rows.map(({ row }) => row).join('\n')
    expect(all).toContain(hashOf(token).toString('hex'))
    expect(all).not.toContain(token)
    expect(all).not.toContain(Buffer.from(token).toString('hex'))
    const hashes = await admin.query<{ hash: string }>('select password_hash as hash from users')
    for (const { hash } of hashes.rows.filter((row) => row.hash)) expect(hash).toMatch(/^\$argon2id\$/)
  })

  it('ends with the sign-out: at once where it was signed out, within a moment elsewhere', async () => {
    const [token, kept] = [await freshToken(), await freshToken()]
    // Both processes have it in their memory now.
    expect((await me(token)).status).toBe(200)
    expect((await me(token, other.url)).status).toBe(200)
    const done = await call(running.url, 'DELETE /authorization', undefined, {
      authorization: `Bearer ${token}`,
    })
    expect(done.body).toEqual({ data: null, message: 'Signed out.' })
    const refused = await me(token)
    expect([refused.status, refused.body]).toEqual([
      401,
      { message: 'Token is invalid', code: 'unauthenticated' },
    ])
    await until('the other process to know', async () => (await me(token, other.url)).status === 401, 2)
    expect((await me(kept)).status).toBe(200)
  })

  it('ends at once where it was signed out, also while the process hears nothing from the others', async () => {
    const token = await freshToken()
    expect((await me(token)).status).toBe(200)
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'seller-console-listen' and datname = current_database()`)
    await call(running.url, 'DELETE /authorization', undefined, { authorization: `Bearer ${token}` })
    expect((await me(token)).status).toBe(401)
  })

  it('slides with use, thirty days ahead', async () => {
    const token = await freshToken()
    await admin.query(
      `update sessions set last_used_at = now() - interval '2 hours', expires_at = now() + interval '1 day' where token_hash = $1`,
      [hashOf(token)],
    )
    expect((await me(token)).status).toBe(200)
    const { rows } = await admin.query<{ days: number }>(
      `select extract(epoch from expires_at - now())::float / 86400 as days from sessions where token_hash = $1`,
      [hashOf(token)],
    )
    expect(rows[0]?.days).toBeCloseTo(30, 2)
  })

  it('ends when it was not used for that long', async () => {
    const token = await freshToken()
    await admin.query(`update sessions set expires_at = now() - interval '1 second' where token_hash = $1`, [
      hashOf(token),
    ])
    expect((await me(token)).status).toBe(401)
  })

  it('that is the longest unused makes room where a program signs in over and over', async () => {
    const [kept, unused] = [await freshToken(), await freshToken()]
    await admin.query(
      `insert into sessions (id, token_hash, owner_id, user_id, created_at, last_used_at, expires_at, is_remembered)
       select 900000000 + n, sha256(n::text::bytea), owner_id, user_id, now(), now() - n * interval '1 minute',
         now() + interval '1 day', true
       from sessions, generate_series(1, 200) n where token_hash = $1`,
      [hashOf(kept)],
    )
    await admin.query(`update sessions set last_used_at = now() - interval '1 day' where token_hash = $1`, [
      hashOf(unused),
    ])
    const fresh = await freshToken()
    const statuses = [(await me(fresh)).status, (await me(kept)).status, (await me(unused, other.url)).status]
    expect(statuses).toEqual([200, 200, 401])
    const listed = await call(running.url, 'GET /users/sessions', undefined, {
      authorization: `Bearer ${fresh}`,
    })
    expect(listed.at<object[]>('data').length).toBeLessThanOrEqual(100)
  })

  it('of a user who was switched off works no more', async () => {
    const seller = await running.signUp('leaver')
    await admin.query('update users set status = 2 where owner_id = $1', [seller.ownerId])
    expect((await seller.call('GET /users/me')).status).toBe(401)
  })

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer short',
    `Bearer ${'x'.repeat(43)}`,
    'Basic YTpi',
    'Bearer a b c',
  ])('is asked for: %j gets 401', async (authorization) => {
    const refused = await call(running.url, 'GET /users/me', undefined, { authorization })
    expect([refused.status, refused.at('code')]).toEqual([401, 'unauthenticated'])
  })
})
