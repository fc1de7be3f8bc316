/** Row-level security by itself: what the database hides from whoever asks it past our statements. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type TestConsole } from '../start-test-console.ts'
import { settleOwner, type Owned } from '../steps/settled-owner.ts'
import { keywordQuery } from '../../server/db/search-terms.ts'

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

/** Tables with an owner that stand outside of it, and what guards them. A new one has to be argued for here. */
const unwalled: Record<string, string> = {
  sign_ins: 'read before the owner is known',
  sso_identities: 'read before the owner is known, by whom the central home vouches for',
  one_time_links: 'read before the owner is known; found by the hash of a token alone',
  sessions: 'read before the owner is known; found by the hash of a token alone',
  channel_shops: 'read before the owner is known, by the channel and its id',
  events: 'read for all owners at once, and told to the readers of each',
  courier_hooks: 'read before the owner is known, by a key that nobody guesses',
  digest_readers: 'read for all owners at once; who and when alone',
  mail_report_readers: 'read for all owners at once; who and when alone',
  stored_responses: 'emptied for all owners at once; read by the owner, user and key of a signed-in request',
  order_search: 'its terms begin with the owner, and it yields ids and counts alone',
  product_search: 'its terms begin with the owner, and it yields ids alone',
  sku_search: 'its terms begin with the owner, and it yields ids alone',
  customer_search: 'its terms begin with the owner, and it yields ids alone',
}

async function ownedTables(): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'owner_id' order by 1`,
  )
  return rows.map(({ name }) => name)
}
/** Added to, and never changed: the grant refuses before row-level security is asked. */
const onlyAdded = ['audit_entries', 'stock_movements']
const walled = async () => (await ownedTables()).filter((table) => !(table in unwalled))

/** A statement as the application's role. Null: for no owner. */
async function ask<R extends pg.QueryResultRow>(
  ownerId: string | null,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<R>> {
  const options = '-c citus.propagate_set_commands=local'
  const client = new pg.Client({ connectionString: running.databaseUrl, options })
  await client.connect()
  try {
    await client.query('begin')
    if (ownerId !== null) await client.query(`set local app.owner_id = '${ownerId}'`)
    const answer = await client.query<R>(text, values)
    await client.query('commit')
    return answer
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

/** All but those that PostgreSQL computes. */
async function writtenColumns(table: string): Promise<string> {
  const { rows } = await admin.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  )
  return rows[0]?.columns ?? ''
}

it('lets nobody change or remove the rows of another, or put any in', async () => {
  for (const table of await walled()) {
    const before = await admin.query(`select md5(string_agg(t::text, '' order by t::text)) from ${table} t`)
    for (const text of [
      `update ${table} set owner_id = owner_id where owner_id = $1`,
      `delete from ${table} where owner_id = $1`,
    ]) {
      const asked = ask(mine.account.ownerId, text, [theirs.account.ownerId])
      if (onlyAdded.includes(table)) await expect(asked).rejects.toThrow('permission denied')
      else expect([text, (await asked).rowCount]).toEqual([text, 0])
    }
    const columns = await writtenColumns(table)
    const copy = `insert into ${table} (${columns}) select ${columns.replace('owner_id', '$1::uuid')} from ${table} t`
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
      for (const row of found.rows) expect([keyword, row.owner_id]).toEqual([keyword, owned.account.ownerId])
    }
  }
  const shared = await admin.query<{ orders: number }>(
    'select count(*) as orders from order_search where terms @@ $1::tsquery',
    [keywordQuery(Number(numbers.rows[0]?.number), 'SAME-SKU')],
  )
  expect(Number(shared.rows[0]?.orders)).toBe(8)
  for (const table of ['order_search', 'product_search', 'sku_search', 'customer_search']) {
    const terms = await admin.query<{ term: string }>(
      `select term from ${table} o join owners w using (owner_id), unnest(tsvector_to_array(terms)) term
       where not starts_with(term, w.number || '/')`,
    )
    expect([table, terms.rows]).toEqual([table, []])
  }
})
