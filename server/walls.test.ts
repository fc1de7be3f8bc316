/** What separates one owner from another, a scoped user from other shops, and a role from what it may not do. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { allEndpoints } from '../contract/endpoints.ts'
import { can, rolePresets, roles, type Role } from '../model/permissions.ts'
import { call, startTestConsole, type Account, type TestConsole } from '../test/console.ts'
import { addShop } from '../test/orders.ts'
import { settleOwner, type Owned } from '../test/settled-owner.ts'
import { openStream } from '../test/stream.ts'
import { saveEvent } from './notifications/events-store.ts'
import { keywordQuery } from './orders/order-terms.ts'

let running: TestConsole
let admin: pg.Client
let mine: Owned
let theirs: Owned

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

const idsOf = async (account: Account, query = '') => {
  const answer = await account.call(`GET /orders/filter?limit=100&${query}`)
  return answer.at<{ id: number }[]>('data').map(({ id }) => id)
}

const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b)

describe('the API', () => {
  it("has no word of another owner's orders and shops, whatever is asked of them", async () => {
    const foreign = Object.keys(allEndpoints).filter((key) => key.includes('{id}'))
    expect(foreign.length).toBeGreaterThan(5)
    const bodies: Record<string, object> = {
      'PUT /orders/{id}/star': { is_star: 1 },
      'PUT /shops/{id}': { system_name: 'renamed' },
    }
    for (const key of foreign) {
      // A shop that nothing else needs any more.
      const shop = key.startsWith('DELETE')
        ? await addShop(running, theirs.account.ownerId, 'gone')
        : theirs.shops[0]
      const id = key.includes('/shops/') ? shop : theirs.orders[0]
      const name = key.replace('{id}', String(id)).replace('{channel_id}', 'theirs-failed')
      const body = key.startsWith('GET') ? undefined : (bodies[key] ?? {})
      const answer = await mine.account.call(name, body)
      expect([key, answer.status, answer.at('code')]).toEqual([key, 404, 'not_found'])
      // The owner is answered, so it is the wall that answered the other.
      const own = await theirs.account.call(name, body)
      expect([key, own.status < 300]).toEqual([key, true])
    }
  })

  it('lists, counts and finds the own orders alone', async () => {
    expect(inOrder(await idsOf(mine.account))).toEqual(inOrder(mine.orders))
    for (const query of [
      '',
      'is_star=0',
      `shop_id=${theirs.shops[0]}`,
      'keyword=SAMESKU',
      'status=pending',
    ]) {
      const answer = await mine.account.call(`GET /orders/filter?limit=100&${query}`)
      const own = query.includes('shop_id') ? 0 : query.includes('status') ? 6 : 8
      expect([query, answer.at('meta.pagination.total'), answer.at<object[]>('data').length]).toEqual([
        query,
        own,
        own,
      ])
      expect(JSON.stringify(answer.body)).not.toMatch(/THEIRS|Bao/)
    }
    const tabs = await mine.account.call('GET /orders/get-status')
    expect(tabs.at<{ total: number }[]>('data').reduce((sum, { total }) => sum + total, 0)).toBe(8)
    for (const keyword of [theirs.codes[0], 'bao', 'theirsT1', 'THEIRS'])
      expect((await mine.account.call(`GET /orders/search?keyword=${keyword}`)).at('data')).toEqual([])
  })

  it('stars the own orders alone', async () => {
    const answer = await mine.account.call('PUT /orders/star', {
      ids: [theirs.orders[0], mine.orders[0], theirs.orders[1]],
      is_star: 1,
    })
    expect(answer.at('data')).toEqual([{ id: mine.orders[0], is_star: 1 }])
    expect(await idsOf(mine.account, 'is_star=1')).toEqual([mine.orders[0]])
    // The one that its owner starred above.
    expect(await idsOf(theirs.account, 'is_star=1')).toEqual([theirs.orders[0]])
  })

  it('shows the own shops and syncs alone', async () => {
    const shops = await mine.account.call('GET /shops?include=sync,platform')
    expect(shops.at<{ id: number }[]>('data').map(({ id }) => id)).toEqual(mine.shops)
    const percent = await mine.account.call('GET /dashboard/sync-percent')
    expect(percent.at<{ shop_id: number }[]>('data.shops').map(({ shop_id: id }) => id)).toEqual(mine.shops)
    const me = await mine.account.call('GET /users/me?include=shop_owner')
    expect(me.at('data.shop_owner.data.id')).toBe(mine.account.ownerId)
  })

  it("takes no other owner's answer of a consent page", async () => {
    const opened = await theirs.account.call('GET /shops/authorization-url?platform_id=2')
    const callback = { state: opened.at('data.state'), code: 'c', shop_id: '1' }
    const answer = await mine.account.call('POST /shops/callback', callback)
    expect([answer.status, answer.at('code')]).toEqual([410, 'link_expired'])
  })
})

describe('row-level security alone', () => {
  /** Tables with an owner that stand outside of it, and what guards them. A new one has to be argued for here. */
  const unwalled: Record<string, string> = {
    sign_ins: 'read before the owner is known',
    sessions: 'read before the owner is known; found by the hash of a token alone',
    channel_shops: 'read before the owner is known, by the channel and its id',
    events: 'read for all owners at once, and told to the readers of each',
    kept_replies: 'emptied for all owners at once; read by the owner, user and key of a signed-in request',
    order_search: 'its terms begin with the owner, and it yields ids and counts alone',
  }

  async function ownedTables(): Promise<string[]> {
    const { rows } = await admin.query<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'owner_id' order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  const walled = async () => (await ownedTables()).filter((table) => !(table in unwalled))

  /** A statement as the application's role. Null: for no owner. */
  async function ask<R extends pg.QueryResultRow>(
    ownerId: string | null,
    text: string,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<R>> {
    const client = new pg.Client({ connectionString: running.databaseUrl })
    await client.connect()
    try {
      if (ownerId !== null) await client.query(`set app.owner_id = '${ownerId}'`)
      return await client.query<R>(text, values)
    } finally {
      await client.end()
    }
  }

  it('stands before every table that has an owner, also for the role that owns the tables', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid
       where c.relrowsecurity and c.relforcerowsecurity and p.polcmd = '*' and p.polpermissive
         and pg_get_expr(p.polqual, p.polrelid) like '%owner_id = %app.owner_id%' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(await walled())
    const role = await ask<{ above: boolean }>(
      null,
      'select rolsuper or rolbypassrls as above from pg_roles where rolname = current_user',
    )
    expect(role.rows).toEqual([{ above: false }])
  })

  it('has something to hide in every table', async () => {
    for (const table of await walled()) {
      const { rows } = await admin.query<{ owners: number }>(
        `select count(distinct owner_id) as owners from ${table}`,
      )
      expect([table, Number(rows[0]?.owners)]).toEqual([table, 2])
    }
  })

  it('shows the rows of one owner, and none when there is none', async () => {
    for (const table of await walled()) {
      const seen = await ask<{ owner_id: string }>(
        mine.account.ownerId,
        `select distinct owner_id from ${table}`,
      )
      expect([table, seen.rows]).toEqual([table, [{ owner_id: mine.account.ownerId }]])
      for (const nobody of [null, ''])
        expect([table, (await ask(nobody, `select from ${table}`)).rowCount]).toEqual([table, 0])
    }
  })

  it('lets nobody change or remove the rows of another, or put any in', async () => {
    for (const table of await walled()) {
      const before = await admin.query(`select md5(string_agg(t::text, '' order by t::text)) from ${table} t`)
      for (const text of [
        `update ${table} set owner_id = owner_id where owner_id = $1`,
        `delete from ${table} where owner_id = $1`,
      ]) {
        expect([text, (await ask(mine.account.ownerId, text, [theirs.account.ownerId])).rowCount]).toEqual([
          text,
          0,
        ])
      }
      const copy = `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('owner_id', $1::text))).* from ${table} t`
      await expect(ask(mine.account.ownerId, copy, [theirs.account.ownerId])).rejects.toThrow(
        'row-level security',
      )
      const after = await admin.query(`select md5(string_agg(t::text, '' order by t::text)) from ${table} t`)
      expect([table, after.rows]).toEqual([table, before.rows])
    }
  })

  it("is not needed by the text index, where one owner's word is never another's", async () => {
    const numbers = await admin.query<{ id: string; number: number }>(
      'select owner_id as id, number from owners order by number',
    )
    for (const owned of [mine, theirs]) {
      const number = numbers.rows.find(({ id }) => id === owned.account.ownerId)?.number ?? 0
      for (const keyword of ['SAME-SKU', '+60123456789', '60123', 'a', '1', '田', String(number)]) {
        const found = await admin.query<{ owner_id: string }>(
          'select distinct owner_id from order_search where terms @@ $1::tsquery',
          [keywordQuery(number, keyword)],
        )
        for (const row of found.rows)
          expect([keyword, row.owner_id]).toEqual([keyword, owned.account.ownerId])
      }
    }
    const shared = await admin.query<{ orders: number }>(
      'select count(*) as orders from order_search where terms @@ $1::tsquery',
      [keywordQuery(Number(numbers.rows[0]?.number), 'SAME-SKU')],
    )
    expect(Number(shared.rows[0]?.orders)).toBe(8)
    const terms = await admin.query<{ term: string }>(
      `select term from order_search o join owners w using (owner_id), unnest(tsvector_to_array(terms)) term
       where not starts_with(term, w.number || '/')`,
    )
    expect(terms.rows).toEqual([])
  })

  it('follows the reader when one connection serves owners in turn', async () => {
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, at) => {
          const owned = (at + round) % 2 ? mine : theirs
          return idsOf(owned.account).then((ids) => ({ ids: inOrder(ids), owned }))
        }),
      )
      for (const { ids, owned } of answers) expect(ids).toEqual(inOrder(owned.orders))
    }
  })
})

describe('a user of one shop', () => {
  let member: Account
  const own = () => mine.orders.slice(0, 4)
  const others = () => mine.orders.slice(4)

  beforeAll(async () => {
    member = await running.addStaff(mine.account.ownerId, { email: 'member@example.test', role: 'manager' }, [
      mine.shops[0],
    ])
  })

  it('lists, counts and finds the orders of that shop alone', async () => {
    for (const query of ['', 'keyword=SAMESKU', 'sort=total_price', 'is_printed=0', 'platform_id=2'])
      expect([query, inOrder(await idsOf(member, query))]).toEqual([query, inOrder(own())])
    for (const query of [`shop_id=${mine.shops[1]}`, `keyword=${mine.codes[7]}`, 'platform_id=1'])
      expect([query, await idsOf(member, query)]).toEqual([query, []])
    expect(inOrder(await idsOf(member, `shop_id=${mine.shops.join(',')}`))).toEqual(inOrder(own()))
    for (const query of ['', '?keyword=SAMESKU', `?shop_id=${mine.shops.join(',')}`]) {
      const tabs = await member.call(`GET /orders/get-status${query}`)
      expect(tabs.at<{ total: number }[]>('data').reduce((sum, { total }) => sum + total, 0)).toBe(4)
    }
    const answer = await member.call('GET /orders/filter')
    expect(answer.at('meta.pagination.total')).toBe(4)
    expect(answer.at('meta.status_counts')).toMatchObject({ shipped: 1, pending: 3 })
  })

  it('opens and stars no other order', async () => {
    const [one, other] = [own()[0], others()[0]]
    for (const [name, body] of [
      [`GET /orders/${other}`],
      [`GET /orders/${other}/history`],
      [`PUT /orders/${other}/star`, { is_star: 1 }],
    ] as const) {
      expect([name, (await member.call(name, body)).status]).toEqual([name, 404])
      expect((await member.call(name.replace(String(other), String(one)), body)).status).toBe(200)
    }
    const starred = await member.call('PUT /orders/star', { ids: [one, other], is_star: 1 })
    expect(starred.at('data')).toEqual([{ id: one, is_star: 1 }])
  })

  it('sees and syncs no other shop', async () => {
    const [one, other] = mine.shops
    const shops = await member.call('GET /shops?include=sync')
    expect(shops.at<{ id: number }[]>('data').map(({ id }) => id)).toEqual([one])
    expect(shops.at('meta.pagination.total')).toBe(1)
    const percent = await member.call('GET /dashboard/sync-percent')
    expect(percent.at('data.total_shop')).toBe(1)
    expect(percent.at('data.shops.0.shop_id')).toBe(one)
    for (const [name, body] of [
      [`POST /shops/${other}/sync`, {}],
      [`GET /shops/${other}/sync-logs`],
      [`POST /shops/${other}/sync-items/x/retry`],
      [`PUT /shops/${other}`, { system_name: 'x' }],
      [`DELETE /shops/${other}`],
    ] as const) {
      expect([name, (await member.call(name, body)).status]).toEqual([name, 404])
    }
  })

  it('hears of no other shop', async () => {
    const stream = await openStream(running.url, member.token)
    const { ownerId } = mine.account
    const tell = (shopId: number) =>
      running.db.asOwner(ownerId, (tx) =>
        saveEvent(tx, { ownerId, channel: 'order.change', shopId, value: { shop_id: shopId } }),
      )
    await tell(mine.shops[1])
    await tell(mine.shops[0])
    await stream.next(({ data }) => !data.replay)
    expect(stream.live().map(({ data }) => data.value)).toEqual([{ shop_id: mine.shops[0] }])
    await stream.close()
  })
})

describe('a role', () => {
  const accounts = new Map<Role, Account>()
  beforeAll(async () => {
    for (const role of roles.filter((one) => one !== 'owner')) {
      const email = `${role}@example.test`
      accounts.set(role, await running.addStaff(mine.account.ownerId, { email, role }))
    }
    accounts.set('owner', mine.account)
  })

  // Who gets in where; the rest gets 403. Columns: owner admin manager operator catalogue viewer.
  const table: Record<string, string> = {
    'DELETE /authorization': 'yyyyyy',
    'GET /config': 'yyyyyy',
    'GET /dashboard/sync-percent': 'yyyyyy',
    'POST /dashboard/sync-percent/close': 'yyyyyy',
    'GET /orders/filter': 'yyyy-y',
    'GET /orders/search': 'yyyy-y',
    'GET /orders/get-status': 'yyyy-y',
    'GET /orders/{id}': 'yyyy-y',
    'GET /orders/{id}/history': 'yyyy-y',
    'PUT /orders/star': 'yyyy--',
    'PUT /orders/{id}/star': 'yyyy--',
    'GET /shops': 'yyyyyy',
    'GET /shops/authorization-url': 'yyy---',
    'GET /shops/check-token-expire': 'yyyyyy',
    'GET /shops/platforms': 'yyy---',
    'POST /shops/check-token-expire': 'yyyyyy',
    'POST /shops/callback': 'yyy---',
    'POST /shops': 'yyy---',
    'PUT /shops/{id}': 'yyy---',
    'DELETE /shops/{id}': 'yyy---',
    'POST /shops/{id}/sync': 'yyy---',
    'GET /shops/{id}/sync-logs': 'yyy---',
    'POST /shops/{id}/sync-items/{channel_id}/retry': 'yyy---',
    'GET /users/me': 'yyyyyy',
  }
  const endpoints = Object.entries(allEndpoints)
    .map(([key, endpoint]) => ({ key, endpoint: endpoint as Endpoint }))
    .filter(({ endpoint }) => endpoint.access !== 'public')

  it('is decided upon for every endpoint', () => {
    expect(Object.keys(table).toSorted()).toEqual(endpoints.map(({ key }) => key).toSorted())
  })

  it.each(roles)('gets into what it may, and no further: %s', async (role) => {
    const account = accounts.get(role)
    const rights = {
      scope: role === 'owner' ? ('owner' as const) : ('staff' as const),
      roles: [role],
      groupPermissions: rolePresets[role].groups,
      permissions: [],
    }
    for (const { key, endpoint } of endpoints) {
      const may = table[key]?.[roles.indexOf(role)] === 'y'
      const { access } = endpoint
      expect([key, access === 'signed-in' || access === 'public' || can(rights, access)]).toEqual([key, may])
      // A query that nobody may send: whoever gets in is told so, and nothing is changed.
      const id = key.includes('/shops/') ? mine.shops[0] : mine.orders[0]
      const name = key.replace('{id}', String(id)).replace('{channel_id}', 'x')
      const answer = await account?.call(`${name}?nonsense=1`)
      expect([key, answer?.status]).toEqual([key, may ? 422 : 403])
      if (!may) expect(answer?.body).toEqual({ message: 'forbidden-page', code: 'forbidden' })
    }
  })

  it('sees the money of an order where it may', async () => {
    for (const [role, sees] of [
      ['owner', true],
      ['manager', true],
      ['operator', false],
      ['viewer', true],
    ] as const) {
      const order = await accounts.get(role)?.call(`GET /orders/${mine.orders[0]}`)
      expect([role, order?.at('data.payment') !== null]).toEqual([role, sees])
    }
  })

  it('sees phones and streets where it may, and otherwise their last two digits', async () => {
    for (const [role, phone, street] of [
      ['owner', '+60 12-345 6789', '1 Jalan Ipoh'],
      ['operator', '+60 12-345 6789', '1 Jalan Ipoh'],
      ['viewer', '+** **-*** **89', null],
    ] as const) {
      const account = accounts.get(role)
      const order = await account?.call(`GET /orders/${mine.orders[0]}`)
      expect([role, order?.at('data.address')]).toMatchObject([role, { phone, street }])
      expect(order?.at('data.customer.data.phone')).toBe(phone)
      for (const list of ['filter?limit=100', 'search?keyword=aoi']) {
        const row = (await account?.call(`GET /orders/${list}`))?.at('data.0.customer.data.phone')
        expect([role, list, row]).toEqual([role, list, phone])
      }
      if (street === null) expect(JSON.stringify(order?.body)).not.toMatch(/345|6789|Jalan/)
    }
  })

  it('is listed with what it may do', async () => {
    for (const role of roles.filter((one) => one !== 'owner')) {
      const me = await accounts.get(role)?.call('GET /users/me')
      expect(me?.at('data.roles')).toEqual([role])
      expect(me?.at<string[]>('data.permissions').toSorted()).toEqual(
        [...rolePresets[role].permissions].toSorted(),
      )
      expect(me?.at<string[]>('data.group_permissions').toSorted()).toEqual(
        [...rolePresets[role].groups].toSorted(),
      )
    }
  })

  it('that changes counts from the next moment on', async () => {
    const member = await running.addStaff(mine.account.ownerId, {
      email: 'changing@example.test',
      role: 'viewer',
    })
    expect((await member.call('PUT /orders/star', { ids: [1], is_star: 0 })).status).toBe(403)
    await admin.query(`update users set roles = '{operator}' where email = 'changing@example.test'`)
    await admin.query(`select pg_notify('sessions', '')`)
    const start = Date.now()
    while ((await member.call('PUT /orders/star', { ids: [1], is_star: 0 })).status !== 200)
      expect(Date.now() - start).toBeLessThan(2000)
  })

  it('is nothing to a stranger', async () => {
    for (const { key } of endpoints) {
      expect([key, (await call(running.url, key.replaceAll(/\{\w+\}/g, '1'))).status]).toEqual([key, 401])
    }
  })
})
