import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestConsole, type TestConsole } from '../../test/start-test-console.ts'
import { settleOwner } from '../../test/steps/settled-owner.ts'
import { addMail } from '../mails/mails-store.ts'
import { saveNotifications } from '../notifications/notifications-store.ts'
import { createPruneOldRows } from './prune-old-rows.ts'

let running: TestConsole
let admin: pg.Client
const dayMs = 86_400_000
const tables = [
  'link_states',
  'order_drafts',
  'shipment_photos',
  'order_actions',
  'order_scans',
  'pick_waves',
  'shipment_events',
  'stock_push_events',
] as const

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  for (const name of ['hana', 'kenji']) await settleOwner(running, name, 'Cai')
  await admin.query('update orders set placed_at = now() where id in (select order_id from order_scans)')
  await admin.query(
    "update order_drafts set state = 'failed', ended_at = requested_at where owner_id in (select owner_id from users where email = 'hana@example.test')",
  )
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})
beforeEach(async () => {
  await admin.query("delete from graphile_worker._private_jobs where key like '%dead%'")
})

async function left(): Promise<Record<(typeof tables)[number], number>> {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from ${table}`)
      return [table, rows[0]?.n ?? 0] as const
    }),
  )
  return Object.fromEntries(counts) as Record<(typeof tables)[number], number>
}

const inDays = (days: number) => new Date(Date.now() + days * dayMs)
const prune = (days: number) => createPruneOldRows(running.db)(inDays(days))

it('keeps each thing for its time, and what has not ended for longer', async () => {
  const all = await left()
  for (const table of tables) expect(all[table], table).toBeGreaterThan(0)
  await prune(0.5)
  expect(await left()).toEqual(all)
  await prune(80)
  expect(await left()).toEqual({ ...all, link_states: 0 })
  await prune(100)
  // The other account's is open still.
  const quarter = {
    link_states: 0,
    order_drafts: all.order_drafts - 1,
    order_scans: 0,
    pick_waves: 0,
    stock_push_events: 0,
  }
  expect(await left()).toEqual({ ...all, ...quarter })
  await prune(190)
  const photos = { ...quarter, shipment_photos: 0 }
  expect(await left()).toEqual({ ...all, ...photos })
  await prune(360)
  expect(await left()).toEqual({ ...all, ...photos })
  await prune(366)
  const { rows } = await admin.query('select 1 from order_actions where ended_at is not null')
  expect(rows).toEqual([])
  expect((await left()).shipment_events).toBe(0)
})

it('removes dead jobs after a month', async () => {
  for (const key of ['dead 1', 'waits-dead 2'])
    await admin.query(
      "select graphile_worker.add_job('expire-export', '{}', queue_name => $1, job_key => $1, max_attempts => 1)",
      [key],
    )
  await admin.query("update graphile_worker._private_jobs set attempts = 1 where key = 'dead 1'")
  const keys = async () =>
    (await admin.query("select key from graphile_worker._private_jobs where key like '%dead%' order by 1"))
      .rows
  await prune(29)
  expect(await keys()).toEqual([{ key: 'dead 1' }, { key: 'waits-dead 2' }])
  await prune(31)
  expect(await keys()).toEqual([{ key: 'waits-dead 2' }])
})

const addState = (ownerId: string | undefined) =>
  admin.query(
    `insert into link_states (owner_id, state_hash, user_id, platform_id, created_at)
     values ($1, '\\x01', 1, 2, now() - interval '3 days') on conflict do nothing`,
    [ownerId],
  )

it('removes what others have although one account fails, and tells of that', async () => {
  const { rows: owners } = await admin.query<{ id: string }>('select owner_id as id from owners order by 1')
  for (const { id } of owners) await addState(id)
  await admin.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
  )
  await admin.query(`create trigger fails before delete on link_states for each row
    when (old.owner_id = '${owners[0]?.id}') execute function fail()`)
  await expect(prune(0)).rejects.toThrow(/1 of the accounts failed: .*no room/)
  expect((await left()).link_states).toBe(1)
  await admin.query('drop function fail cascade')
  await prune(0)
  expect((await left()).link_states).toBe(0)
})

it('removes what accounts at rest make no room for themselves', async () => {
  const seller = await running.signUp('rests')
  const { ownerId } = seller
  expect((await seller.call('GET /orders/export?format=csv')).status).toBe(202)
  await running.db.asOwner(ownerId, async (tx) => {
    const mail = {
      kind: 'digest',
      language: 'en',
      recipient: 'a@b.test',
      state: 'waiting',
      error: null,
    } as const
    await addMail(tx, ownerId, { ...mail, expiresAt: new Date(), userId: null }, () => null)
    await saveNotifications(tx, ownerId, [{ ownerId, type: 'export_done', shopId: null, url: null }])
  })
  const kept = async () =>
    Promise.all(
      ['exports', 'mails', 'notifications'].map(
        async (table) =>
          (await admin.query(`select 1 from ${table} where owner_id = $1`, [ownerId])).rowCount,
      ),
    )
  await prune(29)
  expect(await kept()).toEqual([1, 1, 1])
  await prune(31)
  expect(await kept()).toEqual([0, 0, 0])
})

it('looks once a day', async () => {
  const pruneDaily = createPruneOldRows(running.db)
  const { rows: owners } = await admin.query<{ id: string }>(
    "select owner_id as id from users where email = 'hana@example.test'",
  )
  const state = () => addState(owners[0]?.id)
  await state()
  await pruneDaily(inDays(0))
  expect((await left()).link_states).toBe(0)
  await state()
  await pruneDaily(inDays(0.9))
  expect((await left()).link_states).toBe(1)
  await pruneDaily(inDays(1.1))
  expect((await left()).link_states).toBe(0)
})
