/** Signing in at a central home, against a real OpenID Connect provider. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  centralSettings,
  signInOverThere,
  startCentralHome,
  type CentralHome,
} from '../../../test/steps/central-home-provider.ts'
import {
  call,
  freePort,
  startTestConsole,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { CookieJar } from '../../../test/steps/cookie-jar.ts'
import { createOwner } from '../../settings/owners-store.ts'
import { createSealer } from '../../secrets/seal.ts'

let running: TestConsole
let home: CentralHome
let admin: pg.Client

beforeAll(async () => {
  const port = await freePort()
  running = await startTestConsole({ role: 'web', environment: centralSettings(port) })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  home = await startCentralHome(port, running.url)
  for (const name of ['aoi', 'bao']) await settle(name)
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
  await home?.stop()
})
beforeEach(() => admin.query('delete from sign_in_failures'))

/** An owner here and the same person over there. */
async function settle(name: string): Promise<void> {
  const email = `${name}@central.test`
  home.people.set(name, { email, email_verified: true })
  const account = { companyName: `${name} Ltd`, currency: 'MYR', timezone: 'Asia/Tokyo', language: 'en' }
  await createOwner(running.db, { name, email, ...account })
}

/** Sends a request as a browser does: with its cookies. */
async function ask(jar: CookieJar, name: string, body?: unknown): Promise<Answer> {
  const answer = await call(running.url, name, body, { cookie: jar.header() })
  jar.take(answer)
  return answer
}

type Answered = { code: string; state: string; iss: string }

/** To the central home and back, up to the landing page. */
async function comeBack(jar: CookieJar, login: string, redirect = '/orders'): Promise<Answered> {
  const begun = await ask(jar, `GET /sso/authorize-url?redirect=${encodeURIComponent(redirect)}`)
  const landed = await signInOverThere(begun.at('data.url'), login)
  expect(landed.origin + landed.pathname).toBe(`${running.url}/sso/authorization`)
  const { code = '', state = '', iss = '' } = Object.fromEntries(landed.searchParams)
  return { code, state, iss }
}

async function signIn(login: string, jar = new CookieJar()): Promise<Answer> {
  return ask(jar, 'POST /sso/token', await comeBack(jar, login))
}

const refusal = (answer: Answer) => [answer.status, answer.at('code'), answer.at('message')]
const invalid = [410, 'sso_code_invalid', 'Token is invalid']
const refused = [403, 'sso_refused', 'Error login']

describe('the way to the central home', () => {
  it('asks for a code with PKCE, a state and a nonce, in the language of the reader', async () => {
    const jar = new CookieJar()
    const begun = await ask(jar, 'GET /sso/authorize-url')
    const url = new URL(begun.at<string>('data.url'))
    expect(url.origin).toBe(home.url)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'seller-console',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: begun.at('data.state'),
      ui_locales: 'en',
      redirect_uri: `${running.url}/sso/authorization`,
    })
    const [cookie = ''] = begun.headers.getSetCookie()
    expect(cookie).toMatch(/^sso_[\w-]{12}=.*HttpOnly; SameSite=Strict$/)
    // The verifier and the nonce are nowhere to be read.
    expect(cookie).not.toContain(url.searchParams.get('nonce'))
  })

  it('comes back to a path of the console alone', async () => {
    for (const redirect of [
      'https://evil.test/',
      '//evil.test',
      '/\\evil.test',
      'orders',
      '/a\nb',
      'javascript:alert(1)',
    ]) {
      const answer = await ask(
        new CookieJar(),
        `GET /sso/authorize-url?redirect=${encodeURIComponent(redirect)}`,
      )
      expect([redirect, answer.status]).toEqual([redirect, 422])
    }
  })

  it('keeps no more than a few ways open in one browser', async () => {
    const jar = new CookieJar()
    for (let times = 0; times < 12; times++) await ask(jar, 'GET /sso/authorize-url')
    expect(jar.names().length).toBeLessThanOrEqual(5)
  })
})

describe('a code of the central home', () => {
  it('signs its owner in, who goes on where he wanted to', async () => {
    const jar = new CookieJar()
    const answer = await ask(jar, 'POST /sso/token', await comeBack(jar, 'aoi', '/orders?status=pending'))
    expect([answer.status, answer.at('data.redirect')]).toEqual([200, '/orders?status=pending'])
    expect(jar.get('auth')).toBe(answer.at('access_token'))
    expect(jar.names()).toEqual(['auth'])
    const me = await ask(jar, 'GET /users/me')
    expect([me.at('data.email'), me.at('data.is_owner_sso')]).toEqual(['aoi@central.test', true])
  })

  it('works once', async () => {
    const jar = new CookieJar()
    const answered = await comeBack(jar, 'aoi')
    const before = jar.copy()
    expect((await ask(jar, 'POST /sso/token', answered)).status).toBe(200)
    expect(refusal(await ask(jar, 'POST /sso/token', answered))).toEqual(invalid)
    // Nor with the cookie that was there before.
    expect(refusal(await ask(before, 'POST /sso/token', answered))).toEqual(invalid)
  })

  it('is worth nothing in a browser that did not ask for it', async () => {
    const answered = await comeBack(new CookieJar(), 'aoi')
    const stranger = new CookieJar()
    expect(refusal(await ask(stranger, 'POST /sso/token', answered))).toEqual(invalid)
    // Not even under the state of a way of its own: the verifier is another.
    const begun = await ask(stranger, 'GET /sso/authorize-url')
    const mixed = { ...answered, state: begun.at<string>('data.state') }
    expect(refusal(await ask(stranger, 'POST /sso/token', mixed))).toEqual(invalid)
    expect(stranger.get('auth')).toBeUndefined()
  })

  it.each([
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['another verifier', { verifier: 'x'.repeat(43) }],
    ['no time left', { expiresAt: Date.now() - 1 }],
  ])('is refused on a way with %s', async (_what, change) => {
    const jar = new CookieJar()
    const answered = await comeBack(jar, 'aoi')
    const sealer = createSealer([running.config.secretKey])
    const name = `sso_${answered.state.slice(0, 12)}`
    const flow = JSON.parse(sealer.open(Buffer.from(jar.get(name) ?? '', 'base64url'), 'sso flow')) as object
    jar.set(name, sealer.seal(JSON.stringify({ ...flow, ...change }), 'sso flow').toString('base64url'))
    expect(refusal(await ask(jar, 'POST /sso/token', answered))).toEqual(invalid)
  })

  it('is refused from another issuer, or with a cookie of somebody else’s making', async () => {
    const jar = new CookieJar()
    const answered = await comeBack(jar, 'aoi')
    const forged = jar.copy()
    forged.set(
      `sso_${answered.state.slice(0, 12)}`,
      Buffer.from(JSON.stringify(answered)).toString('base64url'),
    )
    expect(refusal(await ask(forged, 'POST /sso/token', answered))).toEqual(invalid)
    const elsewhere = { ...answered, iss: 'https://evil.test' }
    expect(refusal(await ask(jar, 'POST /sso/token', elsewhere))).toEqual(invalid)
  })

  it('leaves somebody signed in who is, and signs out anybody else', async () => {
    const jar = new CookieJar()
    const first = await signIn('aoi', jar)
    expect((await signIn('aoi', jar)).at('access_token')).toBe(first.at('access_token'))
    const other = await signIn('bao', jar)
    expect((await ask(jar, 'GET /users/me')).at('data.email')).toBe('bao@central.test')
    expect(other.at('access_token')).not.toBe(first.at('access_token'))
    const old = { authorization: `Bearer ${first.at<string>('access_token')}` }
    expect((await call(running.url, 'GET /users/me', undefined, old)).status).toBe(401)
  })

  it('is not tried without end', async () => {
    let last: Answer | undefined
    for (let times = 0; times < 51; times++)
      last = await ask(new CookieJar(), 'POST /sso/token', { code: 'none', state: 'none' })
    expect([last?.status, last?.at('code')]).toEqual([429, 'too_many_attempts'])
  })
})

describe('whom the central home vouches for', () => {
  it('is nobody here unless an owner of the central home has that address, seen to be theirs', async () => {
    home.people.set('nobody', { email: 'nobody@central.test', email_verified: true })
    expect(refusal(await signIn('nobody'))).toEqual(refused)
    await settle('unseen')
    home.people.set('unseen', { email: 'unseen@central.test', email_verified: false })
    expect(refusal(await signIn('unseen'))).toEqual(refused)
  })

  it('never is somebody with a password of ours', async () => {
    await running.signUp('local')
    home.people.set('local', { email: 'local@example.test', email_verified: true })
    expect(refusal(await signIn('local'))).toEqual(refused)
  })

  it('is nobody when switched off here', async () => {
    await settle('gone')
    expect((await signIn('gone')).status).toBe(200)
    await admin.query(`update users set status = 2 where email = 'gone@central.test'`)
    expect(refusal(await signIn('gone'))).toEqual(refused)
  })

  it('is known by who it is over there, not by the address of the day', async () => {
    await settle('mover')
    await signIn('mover')
    home.people.set('mover', { email: 'moved@central.test', email_verified: true })
    expect((await signIn('mover')).status).toBe(200)
    // The address is somebody else's now, who is not let into the account.
    home.people.set('heir', { email: 'mover@central.test', email_verified: true })
    expect(refusal(await signIn('heir'))).toEqual(refused)
  })

  it('may come twice at once the first time', async () => {
    await settle('twice')
    const jars = [new CookieJar(), new CookieJar(), new CookieJar()]
    const codes = await Promise.all(jars.map((jar) => comeBack(jar, 'twice')))
    const answers = await Promise.all(jars.map((jar, at) => ask(jar, 'POST /sso/token', codes[at])))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('has no password to sign in with here', async () => {
    const attempt = { email: 'aoi@central.test', password: 'password' }
    expect((await call(running.url, 'POST /authorization', attempt)).status).toBe(401)
  })
})

describe('signing out', () => {
  it('leads to the end of the central session, and back', async () => {
    const jar = new CookieJar()
    await signIn('aoi', jar)
    const ended = await ask(jar, 'DELETE /authorization')
    const url = new URL(ended.at<string>('data.sign_out_url'))
    expect(url.origin).toBe(home.url)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${running.url}/auth/login`)
    expect((await fetch(url)).status).toBe(200)
    expect((await ask(jar, 'GET /users/me')).status).toBe(401)
  })

  it('is a matter of ours alone for whoever came with a password', async () => {
    const local = await running.signUp('password')
    expect((await local.call('DELETE /authorization')).at('data')).toBeNull()
  })
})

describe('a console', () => {
  it('says whether there is a central home, and where', async () => {
    const told = await call(running.url, 'GET /sso')
    expect(told.at('data')).toEqual({ is_on: true, home_url: `${home.url}/home` })
  })

  it('without one says so', async () => {
    const alone = await startTestConsole({ role: 'web' })
    try {
      expect((await call(alone.url, 'GET /sso')).at('data')).toEqual({ is_on: false, home_url: null })
      const begun = await call(alone.url, 'GET /sso/authorize-url')
      expect([begun.status, begun.at('code')]).toEqual([409, 'sso_off'])
      const answer = await call(alone.url, 'POST /sso/token', { code: 'none', state: 'none' })
      expect(answer.at('code')).toBe('sso_off')
    } finally {
      await alone.stop()
    }
  })

  it('says that the central home is away, and goes on when it is back', async () => {
    const port = await freePort()
    const early = await startTestConsole({ role: 'web', environment: centralSettings(port) })
    let late: CentralHome | undefined
    try {
      const away = await call(early.url, 'GET /sso/authorize-url')
      expect([away.status, away.at('code')]).toEqual([503, 'sso_unavailable'])
      expect(away.headers.get('retry-after')).toBe('10')
      late = await startCentralHome(port, early.url)
      expect((await call(early.url, 'GET /sso/authorize-url')).status).toBe(200)
    } finally {
      await early.stop()
      await late?.stop()
    }
  })
})
