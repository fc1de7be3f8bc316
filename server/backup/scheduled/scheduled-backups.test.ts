/** Backups that are made each day: to a folder and to a storage, and back from both. */
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startObjectStorage, type ObjectStorage } from '../../../sandbox/storage/object-storage.ts'
import { startTestConsole, until, type TestConsole } from '../../../test/start-test-console.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { settleOwner, type Owned } from '../../../test/steps/settled-owner.ts'
import { readBackupPlace } from '../../config/backup-config.ts'
import { readConfig } from '../../config/config.ts'
import { openDatabase } from '../../db/database.ts'
import { createHealthApp } from '../../http/health-routes.ts'
import { prepareJobs, startWorker, type Worker } from '../../jobs/jobs.ts'
import { createLog } from '../../log.ts'
import { restoreAccount } from '../restore-account.ts'
import type { BackupPlace } from './backup-place.ts'
import { openBackupPlace } from './open-backup-place.ts'
import { expiredBackups, nameOf, ourBackups } from './backup-names.ts'
import { addBackupRun } from './backup-runs-store.ts'
import { createEnqueueDueBackup, dueDay } from './enqueue-due-backup.ts'
import { createWriteBackups } from './write-backups.ts'

const key = { id: 'AKIATEST', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'ap-northeast-1' }

let running: TestConsole
let mine: Owned
let theirs: Owned
let folder: string
let storage: ObjectStorage
let environment: Record<string, string>

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  mine = await settleOwner(running, 'mine', 'Aoi')
  theirs = await settleOwner(running, 'theirs', 'Bao')
  folder = await mkdtemp(join(tmpdir(), 'scheduled-backups-'))
  storage = await startObjectStorage('shop-backups', key, { keysPerPage: 2 })
  environment = {
    BACKUP_S3_ENDPOINT: storage.url,
    BACKUP_S3_REGION: key.region,
    BACKUP_S3_KEY_ID: key.id,
    BACKUP_S3_SECRET: key.secret,
  }
})
beforeEach(() => {
  storage.objects.clear()
  storage.refuseUploads(false)
})
afterAll(async () => {
  await storage?.close()
  await running?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const configOf = (to: string, more: Record<string, string> = {}) =>
  readConfig({ ...environment, BACKUP_TO: to, ...more }, 'test').backup

const noHelpers = {} as never
async function writeDay(to: string, day: string, more: Record<string, string> = {}, lines: string[] = []) {
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const { db } = running
  await db.local((tx) => addBackupRun(tx, day, new Date()))
  await createWriteBackups(db, configOf(to, more), log)({ day }, noHelpers)
}

/** The account in an empty database, as it is after its owner has signed in there. */
async function restored(place: BackupPlace, name: string): Promise<{ orders: number; email: string }> {
  const empty = await createTestDatabase()
  const target = openDatabase(empty.url, { connections: 3 })
  try {
    await prepareJobs(target.pool)
    const { ownerId } = await restoreAccount(target, name, () => place.open(name))
    const admin = new pg.Client({ connectionString: empty.adminUrl })
    await admin.connect()
    const { rows } = await admin.query<{ orders: number; email: string }>(
      `select (select count(*)::int from orders where owner_id = $1) as orders,
         (select min(email) from sign_ins where owner_id = $1) as email`,
      [ownerId],
    )
    await admin.end()
    return rows[0] ?? { orders: 0, email: '' }
  } finally {
    await target.close()
    await empty.drop()
  }
}

async function storedOrders(ownerId: string): Promise<number> {
  const admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  const { rows } = await admin.query<{ n: number }>(
    'select count(*)::int as n from orders where owner_id = $1',
    [ownerId],
  )
  await admin.end()
  return rows[0]?.n ?? 0
}

describe.each(['folder', 's3'] as const)('to a %s', (kind) => {
  const placeOf = () => (kind === 's3' ? 's3://shop-backups/console' : join(folder, kind))

  it('every account is written each day, and can be restored from there', async () => {
    const to = placeOf()
    await writeDay(to, '2026-11-25')
    const place = openBackupPlace(readBackupPlace(environment, to))
    const names = [mine, theirs].map(({ account }) => nameOf('2026-11-25', account.ownerId))
    expect(new Set(await place.list())).toEqual(new Set(names))
    const orders = await storedOrders(mine.account.ownerId)
    expect(orders).toBeGreaterThan(0)
    const back = await restored(place, names[0] ?? '')
    expect(back).toEqual({ orders, email: expect.stringContaining('mine') as string })
  })

  it('old ones are removed when the new ones are there, and other files stay', async () => {
    const to = placeOf()
    const place = openBackupPlace(readBackupPlace(environment, to))
    await place.save('notes.txt', Readable.from([Buffer.from('by hand')]))
    // As a process leaves it that was killed.
    const unfinished = `${nameOf('2026-11-09', mine.account.ownerId)}.77.part`
    await place.save(unfinished, Readable.from([Buffer.from('cut')]))
    const days = [
      '2026-11-10',
      '2026-11-16',
      '2026-11-17',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
    ]
    const keep = { BACKUP_KEEP_DAILY: '2', BACKUP_KEEP_WEEKLY: '2' }
    for (const day of days) await writeDay(to, day, keep)
    const kept = ourBackups(await place.list()).filter(({ ownerId }) => ownerId === mine.account.ownerId)
    expect(kept.map(({ day }) => day).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      '2026-11-17',
      '2026-11-25',
      '2026-11-26',
    ])
    expect(await place.list()).toContain('notes.txt')
    expect(await place.list()).not.toContain(unfinished)
  })

  it('a file of which there is none is said to be missing', async () => {
    await expect(
      restored(openBackupPlace(readBackupPlace(environment, placeOf())), 'none.backup'),
    ).rejects.toThrow('There is no file none.backup')
  })
})

describe('a storage', () => {
  const place = (change: Record<string, string> = {}) =>
    openBackupPlace(readBackupPlace({ ...environment, ...change }, 's3://shop-backups/a'))

  it('takes a large file in parts, of which one is in memory', async () => {
    const piece = Buffer.alloc(2 ** 20, 7)
    const pieces = 50
    const source = Readable.from(
      (function* () {
        for (let n = 0; n < pieces; n++) yield piece
      })(),
    )
    expect(await place().save('large', source)).toBe(pieces * piece.length)
    expect(storage.objects.get('a/large')?.equals(Buffer.alloc(pieces * piece.length, 7))).toBe(true)
    expect(storage.largestBody()).toBe(16 * 2 ** 20)
    expect(storage.openUploads()).toBe(0)
    expect((await buffer(await place().open('large'))).length).toBe(pieces * piece.length)
  })

  it('that fails for a moment is asked again; one that refuses is not, and keeps no half of a file', async () => {
    storage.failNext(2)
    await place().save('small', Readable.from([Buffer.from('x')]))
    expect(storage.objects.get('a/small')?.toString()).toBe('x')
    const wrongKey = place({ BACKUP_S3_SECRET: 'wrong' })
    await expect(wrongKey.list()).rejects.toThrow('the storage answers 403 SignatureDoesNotMatch')
    const cut = Readable.from(
      (async function* () {
        for (let n = 0; n < 40; n++) yield Buffer.alloc(2 ** 20)
        throw new Error('the account could not be read')
      })(),
    )
    await expect(place().save('cut', cut)).rejects.toThrow('the account could not be read')
    expect([storage.objects.has('a/cut'), storage.openUploads()]).toEqual([false, 0])
  })
})

describe('the schedule', () => {
  it('comes due at its hour in the zone of the operator, also where the clock is changed', () => {
    const tokyo = { time: '03:00', timezone: 'Asia/Tokyo' }
    expect(dueDay(tokyo, new Date('2026-11-25T17:59:00Z'))).toBe('2026-11-25')
    expect(dueDay(tokyo, new Date('2026-11-25T18:00:00Z'))).toBe('2026-11-26')
    const berlin = { time: '02:30', timezone: 'Europe/Berlin' }
    expect(dueDay(berlin, new Date('2026-03-29T00:59:00Z'))).toBe('2026-03-28')
    expect(dueDay(berlin, new Date('2026-03-29T01:00:00Z'))).toBe('2026-03-29')
  })

  it('is run once a day by a worker, and says so where the operator looks', async () => {
    const to = join(folder, 'worker')
    const config = configOf(to, { BACKUP_AT: '03:00 Asia/Tokyo' })
    const { db } = running
    const worker: Worker = await startWorker(db, {
      url: running.databaseUrl,
      concurrency: 1,
      tasks: { 'write-backups': createWriteBackups(db, config, createLog('silent')) },
      log: createLog('silent'),
    })
    const health = createHealthApp(db)
    try {
      const now = new Date('2027-01-05T20:00:00Z')
      // As two processes do.
      await Promise.all([1, 2].map(() => createEnqueueDueBackup(db, config)(now)))
      await until('both accounts to be written', async () => (await readdir(to)).length === 2)
      const state = await until('the run to be ended', async () => {
        const { backup } = (await health.inject('/readyz')).json<{
          backup: { last_success: string | null }
        }>()
        return backup.last_success !== null && backup
      })
      expect(state).toMatchObject({ accounts: 2, failure: null })
      expect((await health.inject('/metrics')).body).toMatch(/^backup_failed 0$/m)
    } finally {
      await health.close()
      await worker.stop()
    }
  })

  it('says in log, health and metrics that a backup failed, and keeps what there is', async () => {
    await writeDay('s3://shop-backups/b', '2027-02-01')
    storage.refuseUploads(true)
    const lines: string[] = []
    const failing = writeDay('s3://shop-backups/b', '2027-02-02', { BACKUP_KEEP_DAILY: '1' }, lines)
    await expect(failing).rejects.toThrow('QuotaExceeded')
    expect(lines.join('')).toContain('"event":"backup_failed"')
    expect(lines.join('')).not.toContain(key.secret)
    expect(storage.objects.size).toBe(2)
    const health = createHealthApp(running.db)
    const { backup } = (await health.inject('/readyz')).json<{ backup: { failure: string } }>()
    expect(backup.failure).toContain('QuotaExceeded')
    expect((await health.inject('/metrics')).body).toMatch(/^backup_failed 1$/m)
    await health.close()
    storage.refuseUploads(false)
    await writeDay('s3://shop-backups/b', '2027-02-02')
    const { rows } = await running.db.pool.query<{ failure: string | null }>(
      "select failure from backup_runs where day = '2027-02-02'",
    )
    expect(rows).toEqual([{ failure: null }])
  })

  it('goes on with the others, and with the removal, where one account fails', async () => {
    const to = join(folder, 'one-fails')
    const keep = { BACKUP_KEEP_DAILY: '1', BACKUP_KEEP_WEEKLY: '1' }
    const [first = '', second = ''] = [mine, theirs].map(({ account }) => account.ownerId).toSorted()
    expect(await openBackupPlace({ kind: 'folder', path: to }).list()).toEqual([])
    await writeDay(to, '2027-04-01', keep)
    await mkdir(join(to, `${nameOf('2027-04-02', first)}.${process.pid}.part`))
    const lines: string[] = []
    await expect(writeDay(to, '2027-04-02', keep, lines)).rejects.toThrow('1 of 2 accounts')
    expect(lines.join('')).toContain(first)
    const kept = ourBackups(await readdir(to)).map(({ name }) => name)
    expect(new Set(kept)).toEqual(new Set([nameOf('2027-04-01', first), nameOf('2027-04-02', second)]))
  })

  it('writes to a folder that nobody else reads, and fails where a file is in its place', async () => {
    const to = join(folder, 'private')
    await writeDay(to, '2027-03-01')
    expect((await stat(to)).mode & 0o077).toBe(0)
    const [name = ''] = await readdir(to)
    expect((await stat(join(to, name))).mode & 0o077).toBe(0)
    const text = gunzipSync(
      await buffer(await openBackupPlace({ kind: 'folder', path: to }).open(name)),
    ).toString()
    expect(text).toContain('"format":"seller-console account"')
    await mkdir(join(folder, 'taken'))
    await writeFile(join(folder, 'taken/file'), '')
    await expect(writeDay(join(folder, 'taken/file'), '2027-03-01')).rejects.toThrow(/EEXIST|ENOTDIR/)
  })
})

it('backups of an account that was deleted go once they are older than any that is kept', () => {
  const gone = '00000000-0000-0000-0000-000000000001'
  const files = ourBackups(['2026-11-01', '2026-10-01'].map((day) => nameOf(day, gone)))
  const expired = expiredBackups(files, { daily: 7, weekly: 4 }, '2026-11-26', new Set())
  expect(expired).toEqual([nameOf('2026-10-01', gone)])
})

it('settings that cannot work are refused at the start', () => {
  const read = (given: Record<string, string>) => () => readConfig(given, 'test')
  expect(read({ BACKUP_TO: 'backups' })).toThrow('BACKUP_TO is "backups": give a folder such as')
  expect(read({ BACKUP_TO: 's3://shop-backups' })).toThrow('BACKUP_S3_ENDPOINT is not set')
  expect(read({ BACKUP_TO: '/tmp/x', BACKUP_AT: '25:00 Asia/Tokyo' })).toThrow('BACKUP_AT is')
  expect(read({ BACKUP_TO: '/tmp/x', BACKUP_AT: '03:00 Asia/Atlantis' })).toThrow('BACKUP_AT is')
  expect(read({})().backup).toBeUndefined()
})
