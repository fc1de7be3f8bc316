/** Audit entries of the API: each is saved with its change or not at all, and tampering is noticed. */
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../contract/endpoints.ts'
import {
  call,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { findExport, readExport, writeExport } from '../../test/steps/export-steps.ts'
import { settleOwner, type Owned } from '../../test/steps/settled-owner.ts'
import { auditedCalls } from './audited-calls.ts'
import { createChainSeal } from './audit-chain.ts'
import { cutBeginning } from './audit-store.ts'

let running: TestConsole
let admin: pg.Client
let mine: Owned
let theirs: Owned

type Entry = {
  id: number
  action: string
  user: { id: number; name: string } | null
  target: { type: string; ids: number[]; label: string | null } | null
  changes: { field: string; name: string; before: unknown; after: unknown }[]
  address: string | null
  user_agent: string | null
  request_id: string | null
}

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  mine = await settleOwner(running, 'mine', 'Aoi')
  theirs = await settleOwner(running, 'theirs', 'Bao')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

const entries = async (account: Account, query = '') =>
  (await account.call(`GET /audit-logs?${query}`)).at<Entry[]>('data')
const newest = async (account: Account) => {
  const [entry] = await entries(account, 'limit=1')
  if (!entry) throw new Error('the log is empty')
  return entry
}
const changesOf = ({ changes }: Entry) =>
  Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]))

it('keeps of a long text its beginning and its length', async () => {
  const id = await mine.addProduct()
  const description = `<p>${'Round and red. '.repeat(180)}</p>`
  const answer = await mine.account.call(`PUT /products/${id}`, { updated_at: null, description })
  expect(answer.status).toBe(202)
  const changes = JSON.stringify(changesOf(await newest(mine.account)))
  expect(changes).toContain('description')
  expect(changes).toMatch(/Round and red\. .*… \(\d{4}\)/)
  expect(changes.length).toBeLessThan(1500)
})

it('names the fields of what was made in words', async () => {
  await mine.account.call('POST /customers/shortlists', { name: 'Regulars', customer_ids: [] })
  const fields = (await newest(mine.account)).changes
  expect(fields.map(({ field }) => field)).toContain('description')
  expect(fields.filter(({ field, name }) => name === field)).toEqual([])
})

it('knows every call that changes something', () => {
  const changing = Object.keys(allEndpoints).filter((key) => !key.startsWith('GET '))
  expect(changing.filter((key) => !(key in auditedCalls))).toEqual([])
  const silent = Object.entries(auditedCalls).filter(([, rule]) => typeof rule === 'string')
  // A new one has to be argued for here.
  expect(silent.map(([key]) => key)).toEqual([
    'POST /authorization/forgot-password',
    'POST /authorization/token-info',
    'POST /dashboard/sync-percent/close',
    'PUT /users/notifications',
    'PUT /users/{id}/end-first-login',
    'POST /shops/check-token-expire',
    'POST /dashboard/sync-percent',
    'POST /users/mail-report/send-now',
    'PUT /product-template/{id}',
    'POST /product-template/upload-image',
    'POST /product-template/fill-missing',
    'POST /product-template/undo-filling',
    'POST /shop-product-template',
    'PUT /shop-product-template/{id}',
    'POST /customers/shortlists/count',
    'POST /customers/shortlists/{id}/compare',
    'POST /print-agent/pair',
    'POST /print-agent/poll',
    'POST /print-agent/jobs/{id}/claim',
    'POST /print-agent/jobs/{id}/result',
    'PUT /imports/{id}/columns',
    'PUT /imports/{id}/rows/{row}',
  ])
})

describe('a call', () => {
  it('that edits leaves who did what from where, and the fields that differ', async () => {
    const { account, shops, userId } = mine
    const answer = await account.call(
      `PUT /shops/${shops[0]}`,
      { system_name: 'Corner shop', stock_buffer: 3 },
      { 'user-agent': 'A browser' },
    )
    expect(answer.status).toBe(200)
    const entry = await newest(account)
    expect(entry).toMatchObject({
      action: 'shop.edit',
      user: { id: userId, name: 'mine' },
      target: { type: 'shop', ids: [shops[0]], label: 'Corner shop' },
      address: '127.0.0.1',
      user_agent: 'A browser',
      request_id: answer.headers.get('x-request-id'),
    })
    expect(changesOf(entry)).toEqual({ system_name: ['mine one', 'Corner shop'], stock_buffer: [0, 3] })
    expect(entry.changes.map(({ name }) => name).toSorted()).toEqual(['Name in the console', 'Safety stock'])
  })

  it('that makes, changes or removes somebody tells the rights, and never a password', async () => {
    const { account } = mine
    const made = await account.call('POST /users', {
      name: 'Sato Yuki',
      email: 'yuki@example.test',
      password: 'a secret of hers',
      role: 'viewer',
    })
    const id = made.at<number>('data.id')
    expect(await newest(account)).toMatchObject({
      action: 'staff.add',
      target: { type: 'user', ids: [id], label: 'Sato Yuki' },
    })
    await account.call(`PUT /users/${id}`, { role: 'manager', shop_ids: [mine.shops[0]] })
    const edited = await newest(account)
    expect(edited.action).toBe('staff.edit')
    expect(changesOf(edited)).toMatchObject({
      roles: [['viewer'], ['manager']],
      shop_ids: [[], [mine.shops[0]]],
    })
    await account.call(`DELETE /users/${id}`)
    const removed = await newest(account)
    expect(removed).toMatchObject({ action: 'staff.remove', target: { label: 'Sato Yuki' } })
    expect(changesOf(removed)['email']).toEqual(['yuki@example.test', null])
    const all = await admin.query<{ text: string }>('select e::text as text from audit_entries e')
    expect(all.rows.filter(({ text }) => /secret of hers|argon2/.test(text))).toEqual([])
  })

  it('about orders names them', async () => {
    const { account, orders, codes } = mine
    await account.call('PUT /orders/star', { ids: orders.slice(0, 3), is_star: 1 })
    expect(await newest(account)).toMatchObject({
      action: 'order.star',
      target: { type: 'order', ids: orders.slice(0, 3), label: codes.slice(0, 3).join(', ') },
    })
    await account.call(`PUT /orders/${orders[5]}`, { note: 'Fragile' })
    const noted = await newest(account)
    expect(noted).toMatchObject({ action: 'order.edit', target: { ids: [orders[5]], label: codes[5] } })
    expect(changesOf(noted)).toEqual({ note_version: [0, 1] })
    await account.call(`POST /orders/${orders[0]}/cancel`, { reason_code: 'other', note: 'Sorry' })
    const asked = await entries(account, `target_type=order&target_id=${orders[1]}`)
    expect(asked.map(({ action }) => action)).toEqual(['order.star'])
  })

  it('that is refused, or that changes nothing, leaves nothing but what it did', async () => {
    const { account, orders } = mine
    const before = await newest(account)
    await account.call('GET /orders/filter')
    await account.call('PUT /users/notifications', { ids: 'all', status: 1 })
    expect((await account.call(`PUT /shops/${theirs.shops[0]}`, { system_name: 'x' })).status).toBe(404)
    expect((await account.call(`PUT /orders/${orders[0]}`, { note: 'x', note_version: 99 })).status).toBe(409)
    expect(
      (
        await account.call('POST /users', {
          name: 'x',
          email: 'mine@example.test',
          password: 'lanterns at dusk',
          role: 'viewer',
        })
      ).status,
    ).toBe(422)
    expect((await newest(account)).id).toBe(before.id)
  })

  it('is undone with its entry, and leaves none without it', async () => {
    const { account, shops } = mine
    const before = await newest(account)
    await admin.query('alter table audit_entries add constraint refuse check (sequence < 0) not valid')
    try {
      expect((await account.call(`PUT /shops/${shops[0]}`, { system_name: 'Unseen' })).status).toBe(500)
      expect((await account.call('POST /warehouses', { name: 'Unseen' })).status).toBe(500)
    } finally {
      await admin.query('alter table audit_entries drop constraint refuse')
    }
    const list = await account.call('GET /shops')
    const warehouses = await account.call('GET /warehouses')
    expect(JSON.stringify([list.body, warehouses.body])).not.toContain('Unseen')
    expect((await newest(account)).id).toBe(before.id)
  })

  it('is told once of a request that is repeated', async () => {
    const { account } = mine
    const key = { 'idempotency-key': 'warehouse-once' }
    const before = (await newest(account)).id
    for (const _ of [1, 2]) await account.call('POST /warehouses', { name: 'Annex' }, key)
    const added = (await entries(account)).filter(({ id }) => id > before)
    expect(added.map(({ action, target }) => [action, target?.label])).toEqual([['warehouse.add', 'Annex']])
  })
})

describe('a sign-in', () => {
  let whole: TestConsole
  let account: Account
  beforeAll(async () => {
    whole = await startTestConsole()
    account = await whole.signUp('worker')
  })
  afterAll(() => whole?.stop())

  const signIn = (email: string, password: string) =>
    call(whole.url, 'POST /authorization', { email, password }, { 'user-agent': 'Phone' })

  it('is told, as are its refusal of a known account and its end', async () => {
    const userId = (await account.call('GET /users/me')).at<number>('data.id')
    expect((await signIn('worker@example.test', 'wrong password')).status).toBe(401)
    expect((await signIn('nobody@example.test', 'wrong password')).status).toBe(401)
    const failed = await until('the refusal', async () => {
      const entry = await newest(account)
      return entry.action === 'sign_in_failed' && entry
    })
    expect(failed).toMatchObject({
      user: null,
      target: { type: 'user', ids: [userId], label: 'worker' },
      user_agent: 'Phone',
      address: '127.0.0.1',
    })
    const token = (await signIn('worker@example.test', 'correct horse')).at<string>('access_token')
    expect(await newest(account)).toMatchObject({ action: 'sign_in', user: { id: userId }, changes: [] })
    await call(whole.url, 'DELETE /authorization', undefined, { authorization: `Bearer ${token}` })
    expect(await newest(account)).toMatchObject({ action: 'sign_out', user: { id: userId } })
  })

  it('changes of passwords are told without them', async () => {
    const member = await whole.addStaff(account.ownerId, { email: 'member@example.test', role: 'viewer' })
    await member.call('PUT /users/change-password', {
      current_password: 'correct horse',
      password: 'battery staple',
      password_confirmation: 'battery staple',
    })
    expect(await newest(account)).toMatchObject({
      action: 'password.change',
      user: { name: 'member@example.test' },
      changes: [],
    })
  })
})

describe('the list', () => {
  it('goes back page by page, and filters by who, what, when and name', async () => {
    const { account, userId } = mine
    const all = await entries(account, 'limit=100')
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: all.length }, (_, at) => all.length - at))
    const first = await account.call('GET /audit-logs?limit=4')
    const next = first.at<number>('meta.next')
    const second = await entries(account, `limit=4&before=${next}`)
    expect([...first.at<Entry[]>('data'), ...second].map(({ id }) => id)).toEqual(
      all.slice(0, 8).map(({ id }) => id),
    )
    expect((await account.call('GET /audit-logs?limit=100')).at('meta.next')).toBeNull()
    const edits = await entries(account, 'action=shop.edit,staff.edit&limit=100')
    expect(new Set(edits.map(({ action }) => action))).toEqual(new Set(['shop.edit', 'staff.edit']))
    expect(
      (await entries(account, `user_id=${userId}&limit=100`)).every(({ user }) => user?.id === userId),
    ).toBe(true)
    expect((await entries(account, 'keyword=CORNER')).map(({ action }) => action)).toEqual(['shop.edit'])
    expect(await entries(account, 'to=2020-01-01')).toEqual([])
    expect((await entries(account, 'from=2020-01-01&limit=100')).length).toBe(all.length)
  })

  it("has nothing of another owner's, and is closed to whoever sees some shops alone", async () => {
    expect(JSON.stringify(await entries(theirs.account, 'limit=100'))).not.toContain('Corner shop')
    const admins = { email: 'some-shops@example.test', role: 'admin' as const }
    const limited = await running.addStaff(mine.account.ownerId, admins, [mine.shops[0]])
    for (const name of ['GET /audit-logs', 'GET /audit-logs/check'])
      expect((await limited.call(name)).status).toBe(403)
  })

  it('is had as a file, which is noted with its download', async () => {
    const { account } = mine
    const asked = await account.call('GET /audit-logs/export?format=csv&action=shop.edit')
    expect(asked.status).toBe(202)
    const exportId = asked.at<number>('export_id')
    await writeExport(running, account, exportId)
    const done = await findExport(account, exportId)
    const { rows } = await readExport(running, account, done)
    expect(rows).toMatchObject([{ User: 'mine', Action: 'Edited a shop', Target: 'Corner shop' }])
    expect(rows[0]?.['After']).toContain('Corner shop')
    const [download, ask] = await entries(account, 'limit=2')
    expect([download?.action, ask?.action]).toEqual(['export.download', 'export.ask'])
    expect(download?.target?.label).toBe(done.file_name)
  })
})

describe('the chain', () => {
  const check = async ({ account }: Owned = mine) =>
    (await account.call('GET /audit-logs/check')).at<{ is_whole: boolean; fault: unknown; entries: number }>(
      'data',
    )

  it('is whole, with as many entries as there are', async () => {
    const { is_whole: isWhole, entries: count } = await check()
    expect([isWhole, count]).toEqual([true, (await newest(mine.account)).id])
    expect((await check(theirs)).is_whole).toBe(true)
  })

  it('takes entries of many calls at once one after another', async () => {
    const { account, orders } = theirs
    const before = (await newest(account)).id
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        account.call(`PUT /orders/${orders[at % 8]}/star`, { is_star: at % 3 === 0 ? 1 : 0 }),
      ),
    )
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    expect((await newest(account)).id).toBe(before + 40)
    expect((await check(theirs)).is_whole).toBe(true)
  })

  it('cannot be changed by the role of the console', async () => {
    const client = new pg.Client({ connectionString: running.databaseUrl })
    await client.connect()
    try {
      await client.query(`set app.owner_id = '${mine.account.ownerId}'`)
      for (const text of [
        `update audit_entries set user_name = 'nobody'`,
        'delete from audit_entries',
        'truncate audit_entries',
      ])
        await expect(client.query(text)).rejects.toThrow('permission denied')
    } finally {
      await client.end()
    }
  })

  it('begins later once entries were removed for their age, and is closed again then', async () => {
    const { account } = theirs
    const seal = createChainSeal([running.config.secretKey])
    const { rows } = await admin.query<{ at: Date }>(
      'select at from audit_entries where owner_id = $1 and sequence = 6',
      [account.ownerId],
    )
    const before = (await check(theirs)).entries
    await running.db.asOwner(account.ownerId, (tx) =>
      cutBeginning(tx, seal, account.ownerId, rows[0]?.at ?? new Date(0)),
    )
    const { is_whole: isWhole, entries: count } = await check(theirs)
    expect([isWhole, count]).toEqual([true, before - 5])
    await expect(
      running.db.asOwner(account.ownerId, (tx) => sql`delete from audit_entries`.execute(tx)),
    ).rejects.toThrow('permission denied')
    await account.call('POST /warehouses', { name: 'Later' })
    expect((await check(theirs)).is_whole).toBe(true)
  })

  const tampered: Record<string, string> = {
    at: `at + interval '1 second'`,
    user_id: 'coalesce(user_id, 0) + 1',
    user_name: `'nobody'`,
    action: `'sign_out'`,
    target_type: `'mail'`,
    target_ids: `target_ids || 1::bigint`,
    target_label: `'another'`,
    before: `'{"another":1}'`,
    after: `'{"another":1}'`,
    address: `'203.0.113.1'`,
    user_agent: `'another'`,
    request_id: `'another'`,
  }
  const tampering: [string, string, string][] = [
    ...Object.entries(tampered).map(([column, value]): [string, string, string] => [
      `an entry whose ${column} was changed`,
      `update audit_entries set ${column} = ${value} where owner_id = $1 and sequence = 3`,
      'changed',
    ]),
    [
      'an entry that was taken out',
      'delete from audit_entries where owner_id = $1 and sequence = 5',
      'missing',
    ],
    [
      'a beginning that was cut off',
      'delete from audit_entries where owner_id = $1 and sequence < 3',
      'missing',
    ],
    [
      'an end that was cut off',
      'delete from audit_entries where owner_id = $1 and sequence = (select max(sequence) from audit_entries where owner_id = $1)',
      'end',
    ],
    [
      'an end that was cut off, with the record of it',
      `with gone as (delete from audit_entries e where owner_id = $1
          and sequence = (select max(sequence) from audit_entries where owner_id = $1)),
        kept as (select sequence, hash from audit_entries where owner_id = $1 order by sequence desc offset 1 limit 1)
        update audit_heads h set sequence = kept.sequence, hash = kept.hash from kept where h.owner_id = $1`,
      'end',
    ],
    [
      'a log that was emptied',
      'with e as (delete from audit_entries where owner_id = $1) update audit_heads set sequence = 0 where owner_id = $1',
      'end',
    ],
    ['a record of the end that was removed', 'delete from audit_heads where owner_id = $1', 'end'],
  ]

  it.each(tampering)('tells of %s', async (_, text, kind) => {
    await admin.query('begin')
    await admin.query('create table kept_entries as select * from audit_entries')
    await admin.query('create table kept_heads as select * from audit_heads')
    await admin.query('commit')
    try {
      await admin.query(text, [mine.account.ownerId])
      const { is_whole: isWhole, fault } = await check()
      expect([isWhole, fault]).toEqual([false, expect.objectContaining({ kind })])
      expect((await check(theirs)).is_whole).toBe(true)
    } finally {
      await admin.query('truncate audit_entries, audit_heads')
      await admin.query('insert into audit_entries select * from kept_entries')
      await admin.query('insert into audit_heads select * from kept_heads')
      await admin.query('drop table kept_entries, kept_heads')
    }
    expect((await check()).is_whole).toBe(true)
  })
})
