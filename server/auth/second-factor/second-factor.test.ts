import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startTestConsole,
  testPassword,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { callAs, forgetTries, mailKindsTo, signIn } from '../../../test/steps/staff-steps.ts'
import { rotateSecret } from '../../secrets/reseal.ts'
import { createSealer } from '../../secrets/seal.ts'
import { codeAt } from './one-time-code.ts'

let running: TestConsole
let owner: Account
let admin: pg.Client

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  owner = await running.signUp('owner')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})
beforeEach(() => forgetTries(admin))

const confirmed = { current_password: testPassword }
const wrongOtp = { otp: 'Incorrect OTP' }

/** The code of the half minute that is so many after this one; the server takes one to either side. */
const code = (secret: string, later = 0) => codeAt(secret, new Date(Date.now() + later * 30_000))

let people = 0

async function person(): Promise<{ email: string; account: Account }> {
  const email = `person${++people}@example.test`
  return { email, account: await running.addStaff(owner.ownerId, { email, role: 'viewer' }) }
}

async function withApp() {
  const { email, account } = await person()
  const begun = await account.call('POST /users/second-factor', confirmed)
  const secret = begun.at<string>('data.secret')
  const done = await account.call('POST /users/second-factor/confirm', { otp: code(secret, -1) })
  expect(done.status).toBe(200)
  return { email, account, secret, recovery: done.at<string[]>('data.recovery_codes') }
}

describe('switching it on', () => {
  it('shows a secret once, and counts from the first code that comes back', async () => {
    const { email, account } = await person()
    expect((await account.call('POST /users/second-factor', { current_password: 'wrong' })).status).toBe(422)
    const begun = await account.call('POST /users/second-factor', confirmed)
    const secret = begun.at<string>('data.secret')
    expect(begun.at('data.uri')).toContain(`secret=${secret}`)
    expect(begun.at('data.qr_svg')).toMatch(/^<svg /)
    // Not on yet: the password is enough.
    expect((await signIn(running, email, testPassword)).status).toBe(200)
    const elsewhere = (await signIn(running, email, testPassword)).at<string>('access_token')
    const wrong = await account.call('POST /users/second-factor/confirm', { otp: '000000' })
    expect(wrong.at('invalid_fields')).toEqual(wrongOtp)
    const done = await account.call('POST /users/second-factor/confirm', { otp: code(secret) })
    expect(done.at<string[]>('data.recovery_codes')).toHaveLength(10)
    expect((await account.call('GET /users/second-factor')).at('data')).toEqual({
      is_on: true,
      recovery_codes_left: 10,
    })
    // Sessions that were opened with the password alone have ended.
    expect((await callAs(running, elsewhere, 'GET /users/me')).status).toBe(401)
    expect((await account.call('GET /users/me')).status).toBe(200)
    expect((await account.call('POST /users/second-factor', confirmed)).status).toBe(409)
    expect(await mailKindsTo(owner, email)).toEqual(['second_factor_on'])
    const listed = await owner.call(`GET /users?keyword=${email}`)
    expect(listed.at('data.0.has_second_factor')).toBe(true)
  })

  it('takes no recovery code for the first one', async () => {
    const { account } = await person()
    await account.call('POST /users/second-factor', confirmed)
    const answer = await account.call('POST /users/second-factor/confirm', { otp: 'ABCDEFGHIJKLMNOP' })
    expect(answer.at('invalid_fields')).toEqual(wrongOtp)
  })
})

describe('signing in with it', () => {
  it('asks for a code after the right password, and never after a wrong one', async () => {
    const { email, secret } = await withApp()
    const asked = await signIn(running, email, testPassword)
    expect([asked.status, asked.at('code')]).toEqual([401, 'otp_required'])
    expect(asked.headers.get('set-cookie')).toBeNull()
    expect((await signIn(running, email, 'wrong horse')).at('code')).toBe('bad_credentials')
    expect((await signIn(running, email, 'wrong horse', code(secret))).at('code')).toBe('bad_credentials')
    const spaced = code(secret).replace(/(...)/, '$1 ')
    expect((await signIn(running, email, testPassword, spaced)).status).toBe(200)
  })

  it('takes a code once, and none from before', async () => {
    const { email, secret } = await withApp()
    const now = code(secret)
    const answers = await Promise.all([now, now, now].map((otp) => signIn(running, email, testPassword, otp)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    await forgetTries(admin)
    expect((await signIn(running, email, testPassword, code(secret, -1))).at('invalid_fields')).toEqual(
      wrongOtp,
    )
    expect((await signIn(running, email, testPassword, code(secret, 1))).status).toBe(200)
  })

  it('is not guessed: five tries count for the account', async () => {
    const { email, secret } = await withApp()
    const wrong = code(secret) === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++)
      expect((await signIn(running, email, testPassword, wrong)).status).toBe(422)
    expect((await signIn(running, email, testPassword, code(secret))).at('code')).toBe('too_many_attempts')
  })

  it('takes each recovery code once, however it is typed', async () => {
    const { email, account, recovery } = await withApp()
    const [first = '', second = ''] = recovery
    expect((await signIn(running, email, testPassword, first)).status).toBe(200)
    expect((await signIn(running, email, testPassword, first)).at('invalid_fields')).toEqual(wrongOtp)
    const typed = second.replaceAll('-', ' ').toLowerCase()
    expect((await signIn(running, email, testPassword, typed)).status).toBe(200)
    const left = async () => (await account.call('GET /users/second-factor')).at('data.recovery_codes_left')
    expect(await left()).toBe(8)
    const fresh = await account.call('POST /users/second-factor/recovery-codes', confirmed)
    expect(await left()).toBe(10)
    expect((await signIn(running, email, testPassword, recovery[2])).status).toBe(422)
    expect((await signIn(running, email, testPassword, fresh.at('data.recovery_codes.0'))).status).toBe(200)
  })
})

it('is switched off by whoever knows the password', async () => {
  const { email, account } = await withApp()
  expect((await account.call('POST /users/second-factor/off', { current_password: 'wrong' })).status).toBe(
    422,
  )
  expect((await account.call('POST /users/second-factor/off', confirmed)).status).toBe(200)
  expect((await signIn(running, email, testPassword)).status).toBe(200)
  expect((await account.call('POST /users/second-factor/off', confirmed)).status).toBe(409)
  expect(await mailKindsTo(owner, email)).toEqual(['second_factor_off', 'second_factor_on'])
})

it('is ended by whoever manages somebody without phone and codes, and by nobody else', async () => {
  const { email, account } = await withApp()
  const listed = await owner.call(`GET /users?keyword=${email}`)
  const name = `PUT /users/${listed.at<number>('data.0.id')}`
  expect((await account.call(name, { has_second_factor: false })).status).toBe(403)
  expect((await owner.call(name, { has_second_factor: false })).at('data.has_second_factor')).toBe(false)
  expect((await signIn(running, email, testPassword)).status).toBe(200)
  expect(await mailKindsTo(owner, email)).toEqual(['second_factor_off', 'second_factor_on'])
})

it('leaves recovery codes where the key that sealed the secret is lost', async () => {
  const { email, secret, recovery } = await withApp()
  const other = await startTestConsole({
    role: 'web',
    databaseUrl: running.databaseUrl,
    environment: { SECRET_KEY: '11'.repeat(32) },
  })
  try {
    expect((await signIn(other, email, testPassword, code(secret))).at('invalid_fields')).toEqual(wrongOtp)
    expect((await signIn(other, email, testPassword, recovery[0])).status).toBe(200)
  } finally {
    await other.stop()
  }
})

it('keeps the secret sealed, the codes as hashes, and moves to a new key with the rest', async () => {
  const { email, secret, recovery } = await withApp()
  const { rows } = await admin.query<{ row: string }>(
    'select second_factors::text as row from second_factors',
  )
  const all = rows.map(({ row }) => row).join('\n')
  for (const text of [secret, ...recovery, ...recovery.map((one) => one.replaceAll('-', ''))]) {
    expect(all).not.toContain(text)
    expect(all).not.toContain(Buffer.from(text).toString('hex'))
  }
  const both = createSealer([Buffer.alloc(32, 7), running.config.secretKey])
  const there = await rotateSecret(running.db, both)
  expect(there.sealed).toBe(rows.length)
  expect((await rotateSecret(running.db, both)).current).toBe(rows.length)
  const back = await rotateSecret(running.db, createSealer([running.config.secretKey, Buffer.alloc(32, 7)]))
  expect(back).toMatchObject({ sealed: rows.length, closed: 0 })
  expect((await signIn(running, email, testPassword, code(secret, 1))).status).toBe(200)
})
