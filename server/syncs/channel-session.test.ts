/** A refresh token works once: however many processes find the access token at its end, one of them may use it. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ConsentAuth } from '../../connectors/auth.ts'
import type { Connector } from '../../connectors/connector.ts'
import { connectors } from '../../connectors/registry.ts'
import { linkShop, startTestConsole, type TestConsole } from '../../test/start-test-console.ts'
import { openDatabase, webLimits, type Database } from '../db/database.ts'
import { createChannelSessions, type ChannelSessions } from './channel-session.ts'
import { lockCredentials, saveCredentials } from '../shops/credentials-store.ts'
import { createSealer } from '../secrets/seal.ts'
import { findShop, type Shop } from '../shops/shops-store.ts'

const malaysia = 727720655
const refreshPath = '/api/v2/auth/access_token/get'
const processes = 8

let running: TestConsole
let admin: pg.Client
let shop: Shop
let databases: Database[] = []
let workers: ChannelSessions[] = []
const sealer = createSealer([Buffer.alloc(32)])

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  const seller = await running.signUp('seller')
  const id = await linkShop(running.sandbox.url, seller, malaysia)
  const found = await running.db.asOwner(seller.ownerId, (tx) => findShop(tx, seller.ownerId, id))
  if (!found) throw new Error('the shop is not there')
  shop = found
})
afterAll(async () => {
  for (const database of databases) await database.close()
  await admin?.end()
  await running?.stop()
})

beforeEach(async () => {
  for (const database of databases) await database.close()
  // Nothing is shared but the database: as eight processes would be.
  databases = Array.from({ length: processes }, () => openDatabase(running.databaseUrl, { connections: 2 }))
  workers = databases.map((db) =>
    createChannelSessions(db, {
      connectors,
      app: (connector) => running.config.channels[connector.code]?.app,
      allowsPrivateAddresses: true,
      sealer,
    }),
  )
})

async function refreshes(): Promise<number> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/stats`)
  const { calls } = (await reply.json()) as { calls: Record<string, { calls: number }> }
  return calls[refreshPath]?.calls ?? 0
}

/** Real work: one page of the shop's orders. */
function work(worker: ChannelSessions): Promise<number> {
  return worker.use(shop, async (session, connector) => {
    const to = new Date()
    const period = { by: 'changed' as const, from: new Date(to.getTime() - 60_000), to }
    const page = await connector.orders?.list(session, period, null)
    if (!page) throw new Error('no orders')
    return page.failures.length
  })
}

const key = () => ({ ownerId: shop.ownerId, shopId: shop.id })

async function bringToItsEnd(): Promise<void> {
  await running.db.asOwner(shop.ownerId, async (tx) => {
    const found = await lockCredentials(tx, sealer, key())
    if (!found) throw new Error('no credentials')
    const accessExpiresAt = new Date(Date.now() + 60_000)
    await saveCredentials(tx, sealer, key(), { ...found.credentials, accessExpiresAt })
  })
  await admin.query(`update shop_credentials set updated_at = now() - interval '4 hours'`)
}

const endings = {
  'at the end of its life': bringToItsEnd,
  'that the channel no longer takes': async () => {
    await running.control('tokens', { shop_id: malaysia, revoke: 'access' })
  },
}

it.each(Object.entries(endings))('%s: an access token is renewed once for eight workers', async (_, end) => {
  await end()
  const before = await refreshes()
  expect(await Promise.all(workers.map(work))).toEqual(Array.from({ length: processes }, () => 0))
  expect((await refreshes()) - before).toBe(1)
  // All workers use the renewed token.
  expect(await Promise.all(workers.map(work))).toHaveLength(processes)
  expect((await refreshes()) - before).toBe(1)
})

/** A worker whose channels renew tokens in another way. */
function workerWith(
  change: (refresh: ConsentAuth['refresh']) => ConsentAuth['refresh'],
  db = databases[0],
): ChannelSessions {
  const changed = connectors.map((connector) => {
    const { auth } = connector
    if (auth.by === 'keys') return connector
    return { ...connector, auth: { ...auth, refresh: change((request) => auth.refresh(request)) } }
  })
  if (!db) throw new Error('no database')
  const app = (connector: Connector) => running.config.channels[connector.code]?.app
  return createChannelSessions(db, { connectors: changed, app, allowsPrivateAddresses: true, sealer })
}

it('no transaction is open while the channel renews a token', async () => {
  await bringToItsEnd()
  const open: number[] = []
  const watching = workerWith((refresh) => async (asked) => {
    const { rowCount } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    open.push(rowCount ?? 0)
    return refresh(asked)
  })
  expect(await work(watching)).toBe(0)
  expect(open).toEqual([0])
})

it('a process that died over a renewal holds the others up for as long as its lease', async () => {
  await bringToItsEnd()
  const before = await refreshes()
  await admin.query(`update shop_credentials set renewing_until = now() + interval '1 second'`)
  expect(await Promise.all(workers.map(work))).toEqual(Array.from({ length: processes }, () => 0))
  expect((await refreshes()) - before).toBe(1)
})

it('a renewed token is kept although the database restarts just then', async () => {
  await bringToItsEnd()
  const name = new URL(running.databaseUrl).pathname.slice(1)
  const limit = (connections: number) =>
    admin.query(`alter database ${pg.escapeIdentifier(name)} connection limit ${connections}`)
  const restarting = workerWith((refresh) => async (asked) => {
    const fresh = await refresh(asked)
    await limit(0)
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    setTimeout(() => void limit(-1), 1000)
    return fresh
  })
  expect(await work(restarting)).toBe(0)
  expect(await Promise.all(workers.map(work))).toHaveLength(processes)
})

it('a renewed token is kept although other work holds its row for longer than anybody waits for a lock', async () => {
  await bringToItsEnd()
  const impatient = openDatabase(running.databaseUrl, { connections: 2, limits: { ...webLimits, lock: 0.1 } })
  databases.push(impatient)
  const waiting = workerWith(
    (refresh) => async (asked) => {
      const fresh = await refresh(asked)
      await admin.query('begin')
      await admin.query('select from shop_credentials for update')
      setTimeout(() => void admin.query('commit'), 500)
      return fresh
    },
    impatient,
  )
  expect(await work(waiting)).toBe(0)
  expect(await Promise.all(workers.map(work))).toHaveLength(processes)
})
