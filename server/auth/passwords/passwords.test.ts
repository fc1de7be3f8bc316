/** Ways to a password: the invitation, the forgotten one, the change. */
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
import { callAs, forgetTries, linkFor, mailKindsTo, signIn } from '../../../test/steps/staff-steps.ts'

let running: TestConsole
let owner: Account
let admin: pg.Client

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
const gone = 'This link expired or was already used. Request a new one.'

async function invite(email: string): Promise<string> {
  const made = await owner.call('POST /invite-user', { name: 'Kenji', email, role: 'operator' })
  expect([made.status, made.at('data.status')]).toEqual([201, 0])
  return (await linkFor(owner, email)).token
}

const forgot = (email: string) => call(running.url, 'POST /authorization/forgot-password', { email })
const info = (token: string) => call(running.url, 'POST /authorization/token-info', { token })
const activate = (token: string) =>
  call(running.url, 'POST /authorization/activate', { token, name: 'Kenji Tanaka', password: newPassword })
const reset = (token: string, password = newPassword) =>
  call(running.url, 'POST /authorization/reset-password', {
    token,
    password,
    password_confirmation: password,
  })

describe('an invitation', () => {
  it('lets somebody in once he has chosen a password, and tells the others', async () => {
    const email = 'kenji@example.test'
    const token = await invite(email)
    expect((await signIn(running, email, newPassword)).at('code')).toBe('bad_credentials')
    expect((await info(token)).at('data')).toMatchObject({
      kind: 'activate',
      email,
      name: 'Kenji',
      company_name: 'owner Ltd',
    })
    expect((await activate(token)).status).toBe(200)
    const signedIn = await signIn(running, email, newPassword)
    const me = await callAs(running, signedIn.at('access_token'), 'GET /users/me')
    expect(me.at('data')).toMatchObject({ name: 'Kenji Tanaka', roles: ['operator'], scope: 'staff' })
    const news = await owner.call('GET /users/notifications')
    expect(news.at('data.0.data')).toMatchObject({
      notify_type: 'user_added',
      staff_name: 'Kenji Tanaka',
      url: '/setting/staff',
    })
  })

  it('works once, also for two who come at the same time', async () => {
    const token = await invite('twice@example.test')
    const answers = await Promise.all([activate(token), activate(token), activate(token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410])
    expect((await info(token)).body).toEqual({ message: gone, code: 'one_time_link_expired' })
  })

  it('ends after 72 hours, and with the next one', async () => {
    const email = 'late@example.test'
    const first = await invite(email)
    const { rows } = await admin.query<{ hours: number }>(
      'select extract(epoch from max(expires_at) - now())::float / 3600 as hours from one_time_links',
    )
    expect(rows[0]?.hours).toBeCloseTo(72, 1)
    const people = await owner.call('GET /users?keyword=late@')
    const again = await owner.call(`POST /users/${people.at<number>('data.0.id')}/invite-again`)
    expect(again.at('message')).toBe(`An invitation is sent to ${email}.`)
    const { token: second } = await linkFor(owner, email)
    expect(second).not.toBe(first)
    expect((await activate(first)).status).toBe(410)
    await admin.query(`update one_time_links set expires_at = now() - interval '1 second'`)
    expect((await activate(second)).status).toBe(410)
  })

  it('does not set a password as a forgotten one, nor the other way round', async () => {
    const token = await invite('wrong-way@example.test')
    expect((await reset(token)).status).toBe(410)
    expect((await activate(token)).status).toBe(200)
    await forgot('wrong-way@example.test')
    const { token: other } = await linkFor(owner, 'wrong-way@example.test')
    await until('another mail', async () => (await mailKindsTo(owner, 'wrong-way@example.test')).length === 2)
    const { token: fresh } = await linkFor(owner, 'wrong-way@example.test')
    expect([(await activate(other)).status, (await activate(fresh)).status]).toEqual([410, 410])
    expect((await reset(fresh)).status).toBe(200)
  })

  it('that is guessed is nothing', async () => {
    for (const answer of [
      await info('x'.repeat(43)),
      await activate('x'.repeat(43)),
      await reset('x'.repeat(43)),
    ])
      expect([answer.status, answer.at('code')]).toEqual([410, 'one_time_link_expired'])
  })
})

describe('a forgotten password', () => {
  it('is set anew by a link, which ends every session and the wait after too many tries', async () => {
    const email = 'forgetful@example.test'
    const member = await running.addStaff(owner.ownerId, { email, role: 'viewer' })
    expect((await forgot(email)).status).toBe(200)
    const { token } = await linkFor(owner, email)
    expect((await info(token)).at('data.kind')).toBe('reset')
    for (let tries = 0; tries < 6; tries++) await signIn(running, email, 'wrong horse')
    expect((await member.call('GET /users/me')).status).toBe(200)
    expect((await reset(token, 'Password123')).at('invalid_fields')).toEqual({
      password: 'This password is easy to guess. Avoid common words, keyboard rows and names',
    })
    expect((await reset(token)).at('message')).toBe('Your new password is set.')
    expect((await member.call('GET /users/me')).status).toBe(401)
    expect((await signIn(running, email, testPassword)).at('code')).toBe('bad_credentials')
    expect((await signIn(running, email, newPassword)).status).toBe(200)
    expect((await reset(token, 'another one')).status).toBe(410)
    expect(await mailKindsTo(owner, email)).toEqual(['password_changed', 'reset_password'])
  })

  it('says the same of any address; what it finds out is told by mail alone', async () => {
    await running.addStaff(owner.ownerId, { email: 'known@example.test', role: 'viewer' })
    await running.addStaff(owner.ownerId, { email: 'off@example.test', role: 'viewer' })
    await admin.query(`update users set status = 2 where email = 'off@example.test'`)
    await admin.query(`update users set is_sso = true where email = 'known@example.test'`)
    const bodies: unknown[] = []
    for (const email of [
      'known@example.test',
      'off@example.test',
      'nobody@example.test',
      'owner@example.test',
    ])
      bodies.push((await forgot(email)).body)
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    await until('the owner’s mail', async () =>
      (await mailKindsTo(owner, 'owner@example.test')).includes('reset_password'),
    )
    expect(await mailKindsTo(owner, 'known@example.test')).toEqual(['central_password'])
    expect(await mailKindsTo(owner, 'off@example.test')).toEqual([])
    expect(await mailKindsTo(owner, 'nobody@example.test')).toEqual([])
  })

  it('is mailed three times in a quarter of an hour, whether or not there is such an account', async () => {
    for (const email of ['owner@example.test', 'nobody@example.test']) {
      const answers = []
      for (let asked = 0; asked < 4; asked++) answers.push(await forgot(email))
      expect([email, ...answers.map(({ status }) => status)]).toEqual([email, 200, 200, 200, 429])
      expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(800)
    }
  })

  it('of somebody switched off in the meantime stays as it was', async () => {
    const email = 'leaver@example.test'
    await running.addStaff(owner.ownerId, { email, role: 'viewer' })
    await forgot(email)
    const { token } = await linkFor(owner, email)
    await admin.query('update users set status = 2 where email = $1', [email])
    expect([(await info(token)).status, (await reset(token)).status]).toEqual([410, 410])
  })

  it('is asked for twice, and not too short', async () => {
    const body = { token: 'x'.repeat(43), password: 'long enough', password_confirmation: 'long enoguh' }
    const differing = await call(running.url, 'POST /authorization/reset-password', body)
    expect(differing.at('invalid_fields')).toEqual({ password_confirmation: 'The passwords do not match' })
    const short = await call(running.url, 'POST /authorization/reset-password', {
      ...body,
      password: 'seven77',
      password_confirmation: 'seven77',
    })
    expect(Object.keys(short.at('invalid_fields'))).toEqual(['password'])
  })
})

describe('the own password', () => {
  const change = (member: Account, current: string, password = newPassword) =>
    member.call('PUT /users/change-password', {
      current_password: current,
      password,
      password_confirmation: password,
    })

  it('is changed by whoever knows it, and ends the sessions everywhere else', async () => {
    const email = 'changer@example.test'
    const here = await running.addStaff(owner.ownerId, { email, role: 'viewer' })
    const there = (await signIn(running, email, testPassword)).at<string>('access_token')
    await forgot(email)
    const { token } = await linkFor(owner, email)
    expect((await change(here, 'wrong horse')).at('invalid_fields')).toEqual({
      current_password: 'The current password is incorrect',
    })
    expect((await callAs(running, there, 'GET /users/me')).status).toBe(200)
    expect((await change(here, testPassword)).status).toBe(200)
    expect((await here.call('GET /users/me')).status).toBe(200)
    expect((await callAs(running, there, 'GET /users/me')).status).toBe(401)
    expect((await signIn(running, email, newPassword)).status).toBe(200)
    // A link that is on its way to whoever stole the mailbox counts no more.
    expect((await reset(token)).status).toBe(410)
  })

  it('is none that is guessed first, however it is set', async () => {
    const member = await running.addStaff(owner.ownerId, { email: 'lantern@example.test', role: 'viewer' })
    expect(Object.keys((await change(member, testPassword, 'lantern2026')).at('invalid_fields'))).toEqual([
      'password',
    ])
    const added = await owner.call('POST /users', {
      name: 'Mei Ling',
      email: 'mei@example.test',
      password: 'meiling1234',
      role: 'viewer',
      group_permissions: [],
      permissions: [],
      shop_ids: [],
    })
    expect(Object.keys(added.at('invalid_fields'))).toEqual(['password'])
    const token = await invite('kenji.guess@example.test')
    const joined = await call(running.url, 'POST /authorization/activate', {
      token,
      name: 'Kenji Tanaka',
      password: 'tanaka-kenji',
    })
    expect(Object.keys(joined.at('invalid_fields'))).toEqual(['password'])
    // The link was not used up by it.
    expect((await activate(token)).status).toBe(200)
  })

  it('is not guessed by whoever finds the screen open', async () => {
    const member = await running.addStaff(owner.ownerId, { email: 'open@example.test', role: 'viewer' })
    for (let tries = 0; tries < 5; tries++) expect((await change(member, 'wrong horse')).status).toBe(422)
    expect((await change(member, testPassword)).at('code')).toBe('too_many_attempts')
  })

  it('is none of ours for whoever signs in at the central home', async () => {
    const central = await running.signUp('central')
    await admin.query('update users set is_sso = true where owner_id = $1', [central.ownerId])
    await admin.query(`select pg_notify('sessions', '')`)
    await until('the change to be known', async () =>
      (await central.call('GET /users/me')).at<boolean>('data.is_owner_sso'),
    )
    const refused = await change(central, testPassword)
    expect([refused.status, refused.at('code')]).toEqual([409, 'sso_account'])
  })
})

describe('sessions', () => {
  it('are listed for their user alone, and ended one by one or all but this one', async () => {
    const email = 'many@example.test'
    const here = await running.addStaff(owner.ownerId, { email, role: 'viewer' })
    const tokens = []
    for (let more = 0; more < 3; more++)
      tokens.push((await signIn(running, email, testPassword)).at<string>('access_token'))
    const [first = '', second = '', third = ''] = tokens
    const list = await here.call('GET /users/sessions')
    const rows = list.at<{ id: number; is_current: boolean; address: string }[]>('data')
    expect(rows.filter((row) => row.is_current)).toHaveLength(1)
    expect(rows).toHaveLength(4)
    expect(rows[0]?.address).toBe('127.0.0.1')
    const own = (token: string) => callAs(running, token, 'GET /users/sessions')
    const firstId = (await own(first)).at<typeof rows>('data').find((row) => row.is_current)?.id
    expect((await owner.call(`DELETE /users/sessions/${firstId}`)).status).toBe(404)
    expect((await callAs(running, first, 'GET /users/me')).status).toBe(200)
    expect((await here.call(`DELETE /users/sessions/${firstId}`)).status).toBe(200)
    expect((await callAs(running, first, 'GET /users/me')).status).toBe(401)
    expect((await callAs(running, second, 'DELETE /users/sessions')).status).toBe(200)
    for (const token of [here.token, third])
      expect((await callAs(running, token, 'GET /users/me')).status).toBe(401)
    expect((await callAs(running, second, 'GET /users/me')).status).toBe(200)
  })
})
