/** An account is deleted a month after its owner said so, with every row that it had, and nobody else's. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, startTestConsole, testPassword, type TestConsole } from '../../../test/start-test-console.ts'
import { settleOwner } from '../../../test/steps/settled-owner.ts'
import { createLog } from '../../log.ts'
import { createDeleteAccounts } from './delete-accounts.ts'
import { closeAccount } from './deletion-store.ts'

let running: TestConsole
let admin: pg.Client
const dayMs = 86_400_000

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

/** Runs the command as an operator does, and answers what it says. */
async function command(...options: string[]): Promise<string> {
  const file = fileURLToPath(new URL('../../../scripts/delete-account.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: running.databaseUrl }
  return (await promisify(execFile)(process.execPath, [file, ...options], { env })).stdout
}

/** Rows of an owner, by table. */
async function rowsOf(ownerId: string): Promise<Record<string, number>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'owner_id' and table_type = 'BASE TABLE' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from "${name}" where owner_id = $1`,
      [ownerId],
    )
    if (rows[0]?.n) counts[name] = rows[0].n
  }
  return counts
}

it('works until its day, can be taken back, and leaves nothing', async () => {
  const leaving = await settleOwner(running, 'hana', 'Cai')
  const staying = await settleOwner(running, 'kenji', 'Cai')
  const { account } = leaving
  const deleteAccounts = createDeleteAccounts(running.db, createLog('silent'))
  const ask = (email: string) => account.call('POST /account/deletion', { email })

  expect((await ask('somebody@else.test')).at('invalid_fields.email')).toMatch(/email/)
  expect((await account.call('GET /account/deletion')).at('data.delete_at')).toBeNull()
  const asked = await ask('Hana@example.test')
  const at = Date.parse(asked.at('data.delete_at'))
  expect(Math.round((at - Date.now()) / dayMs)).toBe(30)
  expect((await ask('hana@example.test')).at('data.delete_at')).toBe(asked.at('data.delete_at'))
  expect((await account.call('DELETE /account/deletion')).at('data.delete_at')).toBeNull()
  await deleteAccounts(new Date(at + dayMs))
  expect((await account.call('GET /orders/filter')).status).toBe(200)

  const told = await command('--email', 'hana@example.test')
  const { delete_at: day, requested_by: by } = (await account.call('GET /account/deletion')).at<{
    delete_at: string
    requested_by: string
  }>('data')
  expect([told, by]).toEqual([expect.stringContaining(`deleted on ${day}`), 'npm run delete-account'])
  expect(Math.round((Date.parse(day) - Date.now()) / dayMs)).toBe(30)
  await deleteAccounts(new Date(Date.now() + 29 * dayMs))
  expect((await account.call('GET /orders/filter')).status).toBe(200)
  expect(Object.keys(await rowsOf(account.ownerId)).length).toBeGreaterThan(60)
  const before = await rowsOf(staying.account.ownerId)
  await deleteAccounts(new Date(Date.now() + 31 * dayMs))
  expect(await rowsOf(account.ownerId)).toEqual({})
  expect(await rowsOf(staying.account.ownerId)).toEqual(before)
  const jobs = await admin.query(
    "select 1 from graphile_worker._private_jobs where payload ->> 'ownerId' = $1",
    [account.ownerId],
  )
  expect(jobs.rows).toEqual([])
  const signIn = await call(running.url, 'POST /authorization', {
    email: 'hana@example.test',
    password: testPassword,
  })
  expect(signIn.status).toBe(401)
  expect((await staying.account.call('GET /orders/filter')).status).toBe(200)
  expect(await command('--email', 'kenji@example.test', '--now')).toContain('is deleted.')
  expect(await rowsOf(staying.account.ownerId)).toEqual({})
  // Both logs are closed again to whoever would change them.
  for (const log of ['audit_entries', 'stock_movements'])
    await expect(
      running.db.asOwner(staying.account.ownerId, (tx) => tx.deleteFrom(log as never).execute()),
    ).rejects.toThrow(/permission denied/)
})

it('goes to its end once it was begun, also by the command', async () => {
  const deleteAccounts = createDeleteAccounts(running.db, createLog('silent'))
  const due = await running.signUp('mei')
  await due.call('POST /account/deletion', { email: 'mei@example.test' })
  await admin.query("update owners set delete_at = now() - interval '1 minute' where owner_id = $1", [
    due.ownerId,
  ])
  // Some of it may be gone by now.
  expect((await due.call('DELETE /account/deletion')).status).toBe(409)
  const killed = await running.signUp('lin')
  await running.db.asOwner(killed.ownerId, (tx) => closeAccount(tx, killed.ownerId))
  await deleteAccounts()
  expect([await rowsOf(due.ownerId), await rowsOf(killed.ownerId)]).toEqual([{}, {}])
})
