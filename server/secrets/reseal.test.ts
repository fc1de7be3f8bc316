import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { courierKeys } from '../../test/steps/sandbox-courier-keys.ts'
import { courierIds } from '../../test/steps/courier-ids.ts'
import { createChainSeal } from '../audit/audit-chain.ts'
import { resealHeads } from '../audit/reseal-heads.ts'
import { checkChain } from '../audit/check-chain.ts'
import { openCourierKeys } from '../deliveries/accounts/courier-accounts-store.ts'
import { rotateSecret } from './reseal.ts'
import { createSealer } from './seal.ts'

const shops = [727720655, 727720901, 727720777]
/** Key that startTestConsole seals with. */
const first = '00'.repeat(32)
const second = '11'.repeat(32)
const third = '22'.repeat(32)
const sealerOf = (...keys: string[]) => createSealer(keys.map((key) => Buffer.from(key, 'hex')))
const chainSealOf = (...keys: string[]) => createChainSeal(keys.map((key) => Buffer.from(key, 'hex')))

let running: TestConsole
let admin: pg.Client
let seller: Account
let other: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
  other = await running.signUp('other')
  for (const [index, shop] of shops.entries())
    await linkShop(running.sandbox.url, index === 1 ? other : seller, shop)
  await other.call('POST /deliveries/integrate/jnt', courierKeys.jnt)
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

type Row = { owner_id: string; shop_id: number; sealed: Buffer; updated_at: Date }
const rows = async () =>
  (
    await admin.query<Row>(
      'select owner_id, shop_id, sealed, updated_at from shop_credentials order by shop_id',
    )
  ).rows

/** The script as an operator runs it. */
async function rotate(environment: Record<string, string>) {
  const script = fileURLToPath(new URL('../../scripts/rotate-secret.ts', import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [script], {
    env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: running.databaseUrl, ...environment },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => (out += String(text)))
  child.stderr.on('data', (text) => (err += String(text)))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, out, err }
}

describe('rotating SECRET_KEY', () => {
  it('goes on where it was broken off, and leaves everything else of a row alone', async () => {
    const before = await rows()
    const sealer = sealerOf(second, first)
    // The database goes away after the first shop, so to say.
    const broken = rotateSecret(
      running.db,
      sealer,
      () => {
        throw new Error('broken off')
      },
      1,
    )
    await expect(broken).rejects.toThrow('broken off')
    const between = await rows()
    expect(between.filter(({ sealed }) => sealer.isCurrent(sealed))).toHaveLength(1)

    const told: number[] = []
    const tell = ({ sealed, current }: { sealed: number; current: number }) => told.push(sealed + current)
    expect(await rotateSecret(running.db, sealer, tell, 2)).toEqual({ sealed: 3, current: 1, closed: 0 })
    // Users without an app add nothing, and no figure is told twice.
    expect(told).toEqual([2, 3, 4])
    const after = await rows()
    const opened = (list: Row[], by: ReturnType<typeof sealerOf>) =>
      list.map(({ owner_id, shop_id, sealed, updated_at }) => [
        by.open(sealed, `${owner_id}/${shop_id}`),
        updated_at,
      ])
    expect(opened(after, sealerOf(second))).toEqual(opened(before, sealerOf(first)))
  })

  it('seals what opens couriers as well, which they work with afterwards', async () => {
    const { rows: accounts } = await admin.query<{ sealed: Buffer }>('select sealed from courier_accounts')
    expect(accounts.map(({ sealed }) => sealerOf(second).isCurrent(sealed))).toEqual([true])
    const key = { ownerId: other.ownerId, courierId: courierIds.jnt }
    const keys = await running.db.asOwner(other.ownerId, (tx) => openCourierKeys(tx, sealerOf(second), key))
    expect(keys).toEqual(courierKeys.jnt)
  })

  it('is one command, which says how many and may be repeated', async () => {
    // The command that brought the second key has resealed the heads already.
    expect(await resealHeads(running.db, chainSealOf(second, first))).toBe(0)
    const settings = { SECRET_KEY: third, SECRET_KEY_OLD: second }
    const done = await rotate(settings)
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toContain('Sealed 4 with SECRET_KEY; 0 were already.')
    expect((await rotate(settings)).out).toContain('Sealed 0 with SECRET_KEY; 4 were already.')
    for (const { sealed } of await rows()) expect(sealerOf(third).isCurrent(sealed)).toBe(true)
    const faultOf = async (key: string) =>
      (await checkChain(running.db, chainSealOf(key), seller.ownerId)).fault?.kind
    expect([await faultOf(third), await faultOf(second)]).toEqual([undefined, 'end'])
  })

  it('says in one line that a key is the wrong one, and changes nothing', async () => {
    const before = await rows()
    const refused = await rotate({ SECRET_KEY: '33'.repeat(32), SECRET_KEY_OLD: `${first},${second}` })
    expect(refused.code).toBe(1)
    expect(refused.err).toBe(
      'Neither SECRET_KEY nor SECRET_KEY_OLD opens the credentials of 4 shops and couriers: add the key that sealed them to SECRET_KEY_OLD and run this again.\n',
    )
    expect(await rows()).toEqual(before)
    const missing = await rotate({})
    expect([missing.code, missing.err.trim().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/^SECRET_KEY is not set: /)],
    ])
  })
})

it('a console opens what the old key sealed, and says so where it has none', async () => {
  const start = (environment: Record<string, string>) =>
    startTestConsole({ databaseUrl: running.databaseUrl, environment })
  const id = (await seller.call('GET /shops')).at<number>('data.0.id')
  const sync = async () => {
    await seller.call(`POST /shops/${id}/sync`, {})
    return (await seller.call('GET /shops?include=sync')).at<{ error: string | null }>('data.0.sync.data')
  }
  const without = await start({ SECRET_KEY: first })
  const told = await until('the words', async () => (await sync()).error ?? undefined)
  expect(told).toBe(
    'SECRET_KEY does not open the credentials of this shop: give the key that sealed them in SECRET_KEY_OLD',
  )
  await without.stop()
  const with2 = await start({ SECRET_KEY: first, SECRET_KEY_OLD: `${second},${third}` })
  // The sandbox of this console does not know the shop's token: what it says is no longer about the key.
  await until('another outcome', async () => !((await sync()).error ?? 'SECRET_KEY').includes('SECRET_KEY'))
  await with2.stop()
})
