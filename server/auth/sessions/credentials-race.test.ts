/** Changes of a password or a second factor that meet a sign-in, or each other: what was checked before counts no more. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  call,
  startTestConsole,
  testPassword,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { callAs, forgetTries, linkFor, signIn } from '../../../test/steps/staff-steps.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { codeAt } from '../second-factor/one-time-code.ts'

let running: TestConsole
let owner: Account
let admin: pg.Client
let people = 0

beforeAll(async () => {
  running = await startTestConsole()
  owner = await running.signUp('owner')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})
beforeEach(() => forgetTries(admin))

const newPassword = 'battery staple'
const confirmed = { current_password: testPassword }

async function person(): Promise<{ email: string; account: Account }> {
  const email = `person${++people}@example.test`
  return { email, account: await running.addStaff(owner.ownerId, { email, role: 'viewer' }) }
}

async function resetBy(email: string) {
  await call(running.url, 'POST /authorization/forgot-password', { email })
  const { token } = await linkFor(owner, email)
  const passwords = { password: newPassword, password_confirmation: newPassword }
  return () => call(running.url, 'POST /authorization/reset-password', { token, ...passwords })
}

const lockUser = (email: string) =>
  lockRow(running.adminUrl, 'select from users where email = $1 for update', [email])

/** A sign-in that has looked at the user, and waits for its turn to count its try. */
async function lateSignIn(email: string) {
  const { rows } = await admin.query<{ now: Date }>('select clock_timestamp() as now')
  // From now on the address has a row, which the sign-in of the test waits for.
  await signIn(running, 'nobody@example.test', 'wrong password')
  const lock = await lockRow(
    running.adminUrl,
    "select from sign_in_failures where key = 'address:127.0.0.1' for update",
  )
  const answer = signIn(running, email, testPassword)
  await lock.waiting(1)
  await until('it to have looked', async () => {
    const { rowCount } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and state = 'idle'
        and query like '%"hasSecondFactor"%' and pid <> pg_backend_pid() and query_start > $1`,
      [rows[0]?.now],
    )
    return rowCount! > 0
  })
  return async () => {
    await lock.release()
    return answer
  }
}

describe('a sign-in by password alone', () => {
  it('does not come in after a second factor was switched on in the meantime', async () => {
    const { email, account } = await person()
    const begun = await account.call('POST /users/second-factor', confirmed)
    const goOn = await lateSignIn(email)
    const otp = codeAt(begun.at('data.secret'), new Date())
    expect((await account.call('POST /users/second-factor/confirm', { otp })).status).toBe(200)
    expect((await goOn()).at('code')).toBe('bad_credentials')
    expect((await signIn(running, email, testPassword)).at('code')).toBe('otp_required')
  })

  it('does not come in with the old password after another was set in the meantime', async () => {
    const { email, account } = await person()
    const goOn = await lateSignIn(email)
    const passwords = { password: newPassword, password_confirmation: newPassword }
    const changed = await account.call('PUT /users/change-password', { ...confirmed, ...passwords })
    expect(changed.status).toBe(200)
    expect((await goOn()).at('code')).toBe('bad_credentials')
    expect((await signIn(running, email, newPassword)).status).toBe(200)
  })
})

describe('somebody at a session of another, with the old password,', () => {
  const stranger = { password: 'of the stranger', password_confirmation: 'of the stranger' }

  it.each([
    ['changes no password', 'PUT /users/change-password', stranger, false],
    ['begins no second factor', 'POST /users/second-factor', {}, false],
    ['gets no recovery codes', 'POST /users/second-factor/recovery-codes', {}, true],
    ['switches no second factor off', 'POST /users/second-factor/off', {}, true],
  ])('%s once the reset has come', async (_, name, more, hasFactor) => {
    const { email, account } = await person()
    if (hasFactor) {
      const begun = await account.call('POST /users/second-factor', confirmed)
      const otp = codeAt(begun.at('data.secret'), new Date())
      await account.call('POST /users/second-factor/confirm', { otp })
    }
    const reset = await resetBy(email)
    const lock = await lockUser(email)
    const first = reset()
    await lock.waiting(1)
    // The password is still right when it is looked at.
    const second = account.call(name, { ...confirmed, ...more })
    await Promise.race([lock.waiting(2), second])
    await lock.release()
    expect((await first).status).toBe(200)
    expect((await second).at('code')).toBe('unauthenticated')
    const back = await signIn(running, email, newPassword)
    expect(hasFactor ? back.at('code') : back.status).toBe(hasFactor ? 'otp_required' : 200)
  })

  it('confirms no second factor of his own', async () => {
    const { email, account } = await person()
    const begun = await account.call('POST /users/second-factor', confirmed)
    const reset = await resetBy(email)
    const lock = await lockUser(email)
    const first = reset()
    await lock.waiting(1)
    const otp = codeAt(begun.at('data.secret'), new Date())
    const second = account.call('POST /users/second-factor/confirm', { otp })
    await Promise.race([lock.waiting(2), second])
    await lock.release()
    expect((await first).status).toBe(200)
    expect((await second).at('code')).toBe('unauthenticated')
    expect((await signIn(running, email, newPassword)).status).toBe(200)
  })

  it('changes the password once of two times at once', async () => {
    const { email, account } = await person()
    const lock = await lockUser(email)
    const change = (password: string) =>
      account.call('PUT /users/change-password', {
        ...confirmed,
        password,
        password_confirmation: password,
      })
    const answers = [change('first horse'), change('second horse')]
    await lock.waiting(2)
    await lock.release()
    const codes = await Promise.all(answers.map(async (answer) => (await answer).status))
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await callAs(running, account.token, 'GET /users/me')).status).toBe(200)
  })
})
