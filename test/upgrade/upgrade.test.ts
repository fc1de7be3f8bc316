/** Accounts of earlier releases, brought to this one: their orders, stock and figures are the same afterwards. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rebuildFigures } from '../../server/analytics/rebuild-figures-store.ts'
import { findSignIn, openSession } from '../../server/auth/sessions/sessions-store.ts'
import { restoreAccount } from '../../server/backup/restore-account.ts'
import { openDatabase } from '../../server/db/database.ts'
import { migrate, migrationsFolder } from '../../server/db/migrate.ts'
import { prepareJobs } from '../../server/jobs/jobs.ts'
import {
  call,
  startTestConsole,
  testPassword,
  type Account,
  type TestConsole,
} from '../start-test-console.ts'
import { at, testServerVariables } from '../test-database.ts'
import { readAnswers } from './account-answers.ts'

const folder = import.meta.dirname
const email = 'mine@example.test'
const releases = readdirSync(folder)
  .filter((name) => name.endsWith('.backup'))
  .map((name) => name.slice(0, -'.backup'.length))

describe.each(releases)('an account of the release with the tables of %s', (release) => {
  const name = `upgrade_${release.slice(0, 4)}_${process.pid}`
  const old = mkdtempSync(join(tmpdir(), 'old-release-'))
  const url = () => at(process.env[testServerVariables.url] ?? '', name)
  let running: TestConsole
  let account: Account

  async function asAdmin(text: string): Promise<void> {
    const admin = new Client({ connectionString: process.env[testServerVariables.adminUrl] })
    await admin.connect()
    await admin.query(text)
    await admin.end()
  }

  beforeAll(async () => {
    await asAdmin(`create database ${name} owner seller_console`)
    mkdirSync(join(old, 'migrations'))
    for (const file of readdirSync(migrationsFolder))
      if (file.endsWith('.sql') && file <= `${release}.sql`)
        copyFileSync(join(migrationsFolder, file), join(old, 'migrations', file))
    await migrate(url(), join(old, 'migrations'))
    const db = openDatabase(url(), { connections: 2 })
    await prepareJobs(db.pool)
    const { ownerId } = await restoreAccount(db, join(folder, `${release}.backup`))
    // Its shops were linked when the sample was made, months after what they sold: no earlier days could be compared.
    await db.asOwner(ownerId, (tx) =>
      sql`update shops set created_at = '2025-01-01' where owner_id = ${ownerId}`.execute(tx),
    )
    await db.close()

    // The server of this release starts on the database of the earlier one.
    running = await startTestConsole({ role: 'web', databaseUrl: url() })
    const signIn = await findSignIn(running.db, email)
    if (!signIn) throw new Error(`nobody signs in as ${email}`)
    const browser = { userAgent: undefined, address: '127.0.0.1', isRemembered: false }
    const token = (await openSession(running.db, signIn, browser)) ?? ''
    const authorization = `Bearer ${token}`
    account = { ownerId, token, call: (one, body) => call(running.url, one, body, { authorization }) }
  })
  afterAll(async () => {
    await running?.stop()
    await asAdmin(`drop database if exists ${name} with (force)`)
    rmSync(old, { recursive: true })
  })

  it('shows the orders, stock, customers and figures that it showed before', async () => {
    const before = JSON.parse(
      gunzipSync(readFileSync(join(folder, `${release}.answers.gz`))).toString(),
    ) as Record<string, object>
    const now = await readAnswers(account)
    expect(Object.keys(before).length).toBeGreaterThan(10)
    for (const [one, answer] of Object.entries(before).map(inShapeOfToday))
      expect(now[one], one).toMatchObject(answer)
  })

  it('has figures that its orders add up to', async () => {
    const changed = await running.db.asOwner(account.ownerId, (tx) => rebuildFigures(tx, account.ownerId))
    expect(Object.values(changed).flat()).toEqual([])
  })

  it('lets its people sign in with the password that they had', async () => {
    const right = await call(running.url, 'POST /authorization', { email, password: testPassword })
    expect([200, 'otp_required']).toContain(right.status === 200 ? 200 : right.at('code'))
    const wrong = await call(running.url, 'POST /authorization', { email, password: 'another horse' })
    expect(wrong.at('code')).toBe('bad_credentials')
  })

  it('is the same after the server has started once more', async () => {
    expect(await migrate(url())).toEqual([])
  })
})

/**
 * Pieces sold were one object, which is flat by now (decision 0105): the figures in it are the same. No product said who delivers it.
 */
function inShapeOfToday([call, answer]: [string, object]): [string, object] {
  if (call.startsWith('GET /products/filter')) {
    const { data: products, ...rest } = answer as { data: object[] }
    return [call, { ...rest, data: products.map((one) => ({ ...one, fulfillment_type: 'seller' })) }]
  }
  if (!call.includes('/products-sold?')) return [call, answer]
  const { data } = answer as {
    data: { quantity: { value: number; previous: number; percent_change: number | null } }
  }
  const { value, ...compared } = data.quantity
  return [call, { data: { ...data, ...compared, quantity: value } }]
}
