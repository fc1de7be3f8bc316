/** Staff of an account: rights that may be given, to whom, and what ends when a user is removed. Over HTTP. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rolePresets } from '../../../model/permissions.ts'
import {
  startTestConsole,
  testPassword,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { callAs, forgetTries, linkFor, mailKindsTo, signIn } from '../../../test/steps/staff-steps.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { codeAt } from '../second-factor/one-time-code.ts'

let running: TestConsole
let owner: Account
let admin: Account
let db: pg.Client
let shops: number[]

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  owner = await running.signUp('owner')
  admin = await running.addStaff(owner.ownerId, {
    email: 'admin@example.test',
    role: 'admin',
    scope: 'admin',
  })
  shops = [await addShop(running, owner.ownerId, 'one'), await addShop(running, owner.ownerId, 'two')]
  db = new pg.Client({ connectionString: running.adminUrl })
  await db.connect()
})
afterAll(async () => {
  await db?.end()
  await running?.stop()
})
beforeEach(() => forgetTries(db))

let people = 0

/** With a password, so that somebody can sign in at once. */
async function add(as: Account, rights: object) {
  const email = `person${++people}@example.test`
  const body = { name: `Person ${people}`, email, password: testPassword, ...rights }
  return { email, made: await as.call('POST /users', body) }
}

async function person(rights: object): Promise<{ id: number; account: Account; email: string }> {
  const { email, made } = await add(owner, rights)
  expect(made.status).toBe(201)
  const token = (await signIn(running, email, testPassword)).at<string>('access_token')
  const call: Account['call'] = (name, body) => callAs(running, token, name, body)
  return { id: made.at('data.id'), email, account: { ownerId: owner.ownerId, token, call } }
}

describe('the list', () => {
  it('has everybody by name, is searched, and is paged', async () => {
    await add(owner, { name: 'zoe', role: 'viewer' })
    await add(owner, { name: 'Änne', role: 'viewer' })
    const all = await owner.call('GET /users?limit=999')
    const names = all.at<{ name: string }[]>('data').map(({ name }) => name.toLowerCase())
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(all.at('meta.pagination.total')).toBe(names.length)
    expect((await owner.call('GET /users?keyword=ZOE')).at('data.0.name')).toBe('zoe')
    expect((await owner.call('GET /users?keyword=%25')).at('data')).toEqual([])
    const second = await owner.call('GET /users?limit=1&page=2')
    expect(second.at('data.0.id')).toBe(all.at('data.1.id'))
  })

  it('hides owners of the central home, and nobody touches them', async () => {
    const central = await person({ name: 'Central', role: 'manager' })
    await db.query('update users set is_sso = true where id = $1', [central.id])
    const names = async (query: string) =>
      (await owner.call(`GET /users?limit=999${query}`))
        .at<{ name: string }[]>('data')
        .map(({ name }) => name)
    expect(await names('')).not.toContain('Central')
    expect(await names('&include_owner=1')).toContain('Central')
    for (const [name, body] of [
      [`GET /users/${central.id}`],
      [`PUT /users/${central.id}`, { name: 'x' }],
      [`PUT /users/${central.id}`, { status: 2 }],
      [`DELETE /users/${central.id}`],
      [`POST /users/${central.id}/invite-again`],
      [`DELETE /users/${central.id}/avatar`],
    ] as const)
      expect([name, (await owner.call(name, body)).status]).toEqual([name, 404])
    expect((await central.account.call('GET /users/me')).status).toBe(200)
  })
})

describe('what is given', () => {
  it.each(['admin', 'manager', 'operator', 'catalogue', 'viewer'] as const)(
    'as %s is what the role says',
    async (role) => {
      const { account } = await person({ role })
      const me = await account.call('GET /users/me')
      expect(me.at<string[]>('data.permissions').toSorted()).toEqual(
        [...rolePresets[role].permissions].toSorted(),
      )
      expect(me.at('data.group_permissions')).toEqual(rolePresets[role].groups)
    },
  )

  it('by ticks alone is those, with the areas in which they are', async () => {
    const { account } = await person({ role: 'custom', permissions: ['orders.print', 'settings.stock'] })
    const me = await account.call('GET /users/me')
    expect(me.at('data')).toMatchObject({
      scope: 'staff',
      roles: [],
      permissions: ['orders.view', 'orders.print', 'settings.stock'],
      group_permissions: ['orders', 'settings'],
    })
    expect((await account.call('GET /warehouses')).status).toBe(200)
    expect((await account.call('GET /users')).status).toBe(403)
  })

  it('counts from the next request on, without signing in again', async () => {
    const { id, account } = await person({ role: 'viewer', shop_ids: shops.slice(0, 1) })
    expect((await account.call('GET /shops')).at<object[]>('data')).toHaveLength(1)
    expect((await account.call('GET /warehouses')).status).toBe(403)
    const changed = await owner.call(`PUT /users/${id}`, { role: 'manager', shop_ids: [] })
    expect(changed.at('data')).toMatchObject({ roles: ['manager'], shop_ids: [] })
    expect((await account.call('GET /warehouses')).status).toBe(200)
    expect((await account.call('GET /shops')).at<object[]>('data')).toHaveLength(2)
    await owner.call(`PUT /users/${id}`, { role: 'viewer' })
    expect((await account.call('GET /warehouses')).status).toBe(403)
  })

  it('stays when only the name is changed, and the ticks go with the role', async () => {
    const { id } = await person({ role: 'operator', permissions: ['orders.cancel'], shop_ids: [shops[1]] })
    const renamed = await owner.call(`PUT /users/${id}`, { name: 'Renamed', phone: '+60 12-345 6789' })
    expect(renamed.at('data')).toMatchObject({
      name: 'Renamed',
      phone: '+60 12-345 6789',
      permissions: ['orders.cancel'],
      shop_ids: [shops[1]],
    })
    const moved = await owner.call(`PUT /users/${id}`, { role: 'viewer' })
    expect(moved.at('data')).toMatchObject({ roles: ['viewer'], permissions: [], shop_ids: [shops[1]] })
  })

  it('of a shop that was unlinked stays, so that it never turns into all shops', async () => {
    const lost = await addShop(running, owner.ownerId, 'lost')
    const { id } = await person({ role: 'viewer', shop_ids: [lost] })
    await db.query('delete from shops where id = $1', [lost])
    for (const change of [{ name: 'Renamed' }, { role: 'operator', shop_ids: [lost] }]) {
      const changed = await owner.call(`PUT /users/${id}`, change)
      expect(changed.at('data.shop_ids')).toEqual([lost])
    }
    const { made } = await add(owner, { role: 'viewer', shop_ids: [lost] })
    expect(made.status).toBe(422)
  })

  it('is a shop of this account, or nothing', async () => {
    const stranger = await running.signUp(`stranger${++people}`)
    const theirs = await addShop(running, stranger.ownerId, 'theirs')
    const { made } = await add(owner, { role: 'viewer', shop_ids: [shops[0], theirs] })
    expect(made.at('invalid_fields')).toEqual({ shop_ids: 'No such shop in this account' })
  })
})

describe('nobody gives more than he has', () => {
  const more = 'You cannot give permissions that you do not have'

  it('an administrator makes no administrators, and changes none', async () => {
    const { made } = await add(admin, { role: 'admin' })
    expect(made.at('invalid_fields')).toEqual({ role: more })
    expect((await add(admin, { role: 'manager' })).made.status).toBe(201)
    const other = await person({ role: 'admin' })
    const own = (await admin.call('GET /users/me')).at<number>('data.id')
    const boss = (await owner.call('GET /users/me')).at<number>('data.id')
    for (const id of [other.id, own, boss]) {
      for (const [name, body] of [
        [`PUT /users/${id}`, { name: 'x' }],
        [`PUT /users/${id}`, { status: 2 }],
        [`DELETE /users/${id}`],
      ] as const)
        expect([name, (await admin.call(name, body)).status]).toEqual([name, 403])
      expect((await admin.call(`GET /users/${id}`)).at('data.may_edit')).toBe(false)
    }
  })

  it('a clerk who minds the staff of one shop gives that, and manages nobody who has more', async () => {
    const clerk = await person({ role: 'operator', permissions: ['settings.staff'], shop_ids: [shops[0]] })
    for (const [rights, field] of [
      [{ role: 'manager', shop_ids: [shops[0]] }, 'role'],
      [{ role: 'operator', shop_ids: shops }, 'shop_ids'],
      [{ role: 'operator' }, 'shop_ids'],
      [{ role: 'operator', shop_ids: [shops[0]], permissions: ['orders.cancel'] }, 'permissions'],
      [{ role: 'operator', shop_ids: [shops[0]], group_permissions: ['customers'] }, 'group_permissions'],
    ] as const) {
      const { made } = await add(clerk.account, rights)
      expect([rights, made.at('invalid_fields')]).toEqual([rights, { [field]: more }])
    }
    const { made } = await add(clerk.account, { role: 'operator', shop_ids: [shops[0]] })
    expect(made.status).toBe(201)
    const raised = await clerk.account.call(`PUT /users/${made.at<number>('data.id')}`, { role: 'manager' })
    expect(raised.at('invalid_fields')).toEqual({ role: more })
    const manager = await person({ role: 'manager', shop_ids: [shops[0]] })
    expect((await clerk.account.call(`PUT /users/${manager.id}`, { status: 2 })).status).toBe(403)
    // His own rights least of all.
    const raise = { role: 'custom', permissions: ['orders.cancel'] }
    expect((await clerk.account.call(`PUT /users/${clerk.id}`, raise)).status).toBe(403)
  })

  it('what is the owner’s alone cannot be ticked, nor his role given', async () => {
    expect((await add(owner, { role: 'custom', permissions: ['mails.read'] })).made.status).toBe(422)
    expect((await add(owner, { role: 'owner' })).made.status).toBe(422)
  })

  it('the owner stays, whoever asks', async () => {
    const id = (await owner.call('GET /users/me')).at<number>('data.id')
    for (const who of [owner, admin])
      for (const [name, body] of [
        [`DELETE /users/${id}`],
        [`PUT /users/${id}`, { status: 2 }],
        [`PUT /users/${id}`, { role: 'viewer' }],
      ] as const)
        expect((await who.call(name, body)).status).toBe(403)
    expect((await owner.call('GET /users/me')).at('data.scope')).toBe('owner')
  })
})

describe('an address', () => {
  it('belongs to one person of all accounts', async () => {
    await running.signUp('elsewhere')
    for (const email of ['elsewhere@example.test', 'ELSEWHERE@example.test', 'admin@example.test']) {
      const made = await owner.call('POST /users', {
        name: 'x',
        email,
        password: testPassword,
        role: 'viewer',
      })
      expect(made.at('invalid_fields')).toEqual({
        email: 'An account with this email already exists',
      })
    }
  })

  it('is changed, and signs in from then on', async () => {
    const { id, email } = await person({ role: 'viewer' })
    const moved = await owner.call(`PUT /users/${id}`, { email: 'moved@example.test' })
    expect(moved.at('data.email')).toBe('moved@example.test')
    expect((await signIn(running, email, testPassword)).status).toBe(401)
    expect((await signIn(running, 'Moved@example.test', testPassword)).status).toBe(200)
    expect((await owner.call(`PUT /users/${id}`, { email: 'admin@example.test' })).status).toBe(422)
    expect((await owner.call(`PUT /users/${id}`, { email: 'MOVED@example.test' })).status).toBe(200)
    const { made } = await add(owner, { email, role: 'viewer' })
    expect(made.status).toBe(201)
  })

  it('that was wrong in the invitation takes its link with it', async () => {
    const made = await owner.call('POST /invite-user', {
      name: 'x',
      email: 'typo@example.test',
      role: 'viewer',
    })
    const { token } = await linkFor(owner, 'typo@example.test')
    await owner.call(`PUT /users/${made.at<number>('data.id')}`, { email: 'right@example.test' })
    const tried = await callAs(running, 'x'.repeat(43), 'POST /authorization/token-info', { token })
    expect(tried.status).toBe(410)
    expect((await owner.call(`POST /users/${made.at<number>('data.id')}/invite-again`)).status).toBe(200)
    expect(await mailKindsTo(owner, 'right@example.test')).toEqual(['invite'])
  })
})

describe('mails to an address', () => {
  const removed = async (id: number) => expect((await owner.call(`DELETE /users/${id}`)).status).toBe(200)

  it('are five invitations in a quarter of an hour, also for somebody who is removed and invited anew', async () => {
    const invited = { name: 'x', email: 'flooded@example.test', role: 'viewer' }
    for (const name of ['POST /invite-user', 'POST /users', 'POST /users', 'POST /invite-user']) {
      const made = await owner.call(name, invited)
      expect([name, made.status]).toEqual([name, 201])
      await removed(made.at('data.id'))
    }
    const id = (await owner.call('POST /users', invited)).at<number>('data.id')
    const again = await owner.call(`POST /users/${id}/invite-again`)
    expect([again.status, again.at('code')]).toEqual([429, 'too_many_attempts'])
    await removed(id)
    expect((await owner.call('POST /users', { ...invited, email: 'FLOODED@example.test' })).status).toBe(429)
    // With a password nothing is sent.
    const made = await owner.call('POST /users', { ...invited, password: testPassword })
    expect(made.status).toBe(201)
  })

  it('that was changed are five in a quarter of an hour', async () => {
    const { id, email } = await person({ role: 'viewer' })
    for (let time = 0; time < 5; time++)
      for (const next of [`moved${people}@example.test`, email])
        expect((await owner.call(`PUT /users/${id}`, { email: next })).status).toBe(200)
    expect((await owner.call(`PUT /users/${id}`, { email: 'once-more@example.test' })).status).toBe(429)
  })
})

describe('another address', () => {
  it('is told to the old one, and ends what the person is signed in to', async () => {
    const { id, account, email } = await person({ role: 'viewer' })
    expect((await owner.call(`PUT /users/${id}`, { email: 'his-new-one@example.test' })).status).toBe(200)
    expect(await mailKindsTo(owner, email)).toEqual(['email_changed'])
    expect(await mailKindsTo(owner, 'his-new-one@example.test')).toEqual([])
    expect((await account.call('GET /users/me')).status).toBe(401)
  })

  it('is not given together with the end of the second factor', async () => {
    const { id, account, email } = await person({ role: 'viewer' })
    const begun = await account.call('POST /users/second-factor', { current_password: testPassword })
    const otp = codeAt(begun.at('data.secret'), new Date())
    expect((await account.call('POST /users/second-factor/confirm', { otp })).status).toBe(200)
    const both = { email: 'taken-over@example.test', has_second_factor: false }
    const refused = await owner.call(`PUT /users/${id}`, both)
    expect([refused.status, refused.at('field_codes')]).toEqual([
      422,
      { has_second_factor: 'not_with_email' },
    ])
    expect((await account.call('GET /users/me')).at('data.email')).toBe(email)
    expect((await owner.call(`PUT /users/${id}`, { has_second_factor: false })).status).toBe(200)
  })
})

describe('whoever gives rights while he loses his own', () => {
  it.each([
    ['removed', (id: number) => owner.call(`DELETE /users/${id}`), 'unauthenticated'],
    ['switched off', (id: number) => owner.call(`PUT /users/${id}`, { status: 2 }), 'unauthenticated'],
    ['given less', (id: number) => owner.call(`PUT /users/${id}`, { role: 'viewer' }), 'forbidden'],
  ])('gives none: %s', async (_, lose, code) => {
    const { id, account } = await person({ role: 'admin' })
    const colleague = await person({ role: 'viewer' })
    const lock = await lockRow(running.adminUrl, 'select from owners where owner_id = $1 for no key update', [
      owner.ownerId,
    ])
    const lost = lose(id)
    await lock.waiting(1)
    const backDoor = `back-door${++people}@example.test`
    const added = add(account, { role: 'viewer' })
    await lock.waiting(2)
    const edited = account.call(`PUT /users/${colleague.id}`, { email: backDoor })
    await lock.waiting(3)
    await lock.release()
    expect((await lost).status).toBe(200)
    expect((await added).made.at('code')).toBe(code)
    expect((await edited).at('code')).toBe(code)
  })
})

describe('somebody who leaves', () => {
  it('is switched off and on again', async () => {
    const { id, account, email } = await person({ role: 'viewer' })
    expect((await owner.call(`PUT /users/${id}`, { status: 2 })).at('data.status')).toBe(2)
    expect((await account.call('GET /users/me')).status).toBe(401)
    expect((await signIn(running, email, testPassword)).at('code')).toBe('account_inactive')
    expect((await owner.call(`POST /users/${id}/invite-again`)).status).toBe(409)
    await owner.call(`PUT /users/${id}`, { status: 1 })
    expect((await signIn(running, email, testPassword)).status).toBe(200)
  })

  it('who was invited and never came is switched on by nobody but himself', async () => {
    const made = await owner.call('POST /users', { name: 'x', email: 'never@example.test', role: 'viewer' })
    expect(made.at('data.status')).toBe(0)
    expect((await owner.call(`PUT /users/${made.at<number>('data.id')}`, { status: 1 })).status).toBe(409)
  })

  it('is deleted with what was his, and may come back', async () => {
    const { id, account, email } = await person({ role: 'operator' })
    await account.call('POST /saved-filters', { name: 'mine', filters: {} })
    const removed = await owner.call(`DELETE /users/${id}`)
    expect(removed.at('message')).toMatch(/^Person \d+ is deleted\.$/)
    expect((await account.call('GET /users/me')).status).toBe(401)
    expect((await signIn(running, email, testPassword)).at('code')).toBe('bad_credentials')
    expect((await owner.call(`DELETE /users/${id}`)).status).toBe(404)
    expect((await add(owner, { email, role: 'viewer' })).made.status).toBe(201)
  })

  it('is out in every process at once', async () => {
    const other = await startTestConsole({ role: 'web', databaseUrl: running.databaseUrl })
    try {
      const { id, account } = await person({ role: 'viewer' })
      const there = () =>
        fetch(`${other.url}/api/v2/users/me`, { headers: { authorization: `Bearer ${account.token}` } })
      expect((await there()).status).toBe(200)
      await owner.call(`PUT /users/${id}`, { status: 2 })
      await until('the other process to know', async () => (await there()).status === 401, 3)
    } finally {
      await other.stop()
    }
  })
})
