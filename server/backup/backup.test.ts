/** An account that goes into a file and out of it again is the same account; a file that is not right changes nothing. */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, until, type TestConsole } from '../../test/start-test-console.ts'
import { downloadPart, findExport, writeExport } from '../../test/steps/export-steps.ts'
import { lockRow } from '../../test/steps/row-lock.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { ledgerErrors } from '../../test/steps/oracle.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { settleOwner, type Owned } from '../../test/steps/settled-owner.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { prepareJobs } from '../jobs/jobs.ts'
import { findDeletion } from '../settings/deletion/deletion-store.ts'
import { jobsAlong, leftOut, listBackupTables, passIds } from './backup-tables-store.ts'
import { writeBackupFile } from './backup-file.ts'
import { restoreAccount } from './restore-account.ts'

let running: TestConsole
let admin: pg.Client
let mine: Owned
let folder: string
let path: string
let empty: { url: string; adminUrl: string; drop: () => Promise<void> }
let target: Database

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  mine = await settleOwner(running, 'mine', 'Aoi')
  await settleOwner(running, 'theirs', 'Bao')
  const [, paidBack = ''] = mine.codes
  await putReturns(running, mine.account.ownerId, mine.shops[0], [
    returnOf({ channelReturnId: 'R-paid', channelOrderId: paidBack, status: 'refunded' }),
  ])
  folder = await mkdtemp(join(tmpdir(), 'seller-console-backup-'))
  path = join(folder, 'account.backup')
  await writeBackupFile(running.db, mine.account.ownerId, path)
  empty = await createTestDatabase()
  target = openDatabase(empty.url, { connections: 3 })
  await prepareJobs(target.pool)
})
afterAll(async () => {
  await target?.close()
  await empty?.drop()
  await admin?.end()
  await running?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const linesIn = async () =>
  gunzipSync(await readFile(path))
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
const headOf = (line: string) => JSON.parse(line) as { table?: string; end?: string | null; rows?: number }

async function rowsIn(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    'select (select count(*) from owners) + (select count(*) from orders) + (select count(*) from sign_ins) as n',
  )
  return Number(rows[0]?.n)
}

async function inTarget<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: empty.adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('a backup', () => {
  it('has every table with an owner but those that are argued for, and rows in each of them', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'owner_id' order by 1`,
    )
    const ends = (await linesIn()).filter((line) => line.startsWith('{"end":"')).map(headOf)
    expect(new Set([...ends.map(({ end }) => end), ...Object.keys(leftOut)])).toEqual(
      new Set([...rows.map(({ name }) => name), 'jobs']),
    )
    expect(ends.filter(({ end }) => (end ?? '') in leftOut)).toEqual([])
    expect(ends.filter(({ rows: count }) => count === 0).map(({ end }) => end)).toEqual([])
  })

  it('has nothing of another account, and no secret that is not sealed', async () => {
    const text = (await linesIn()).join('\n')
    expect(text).toContain('MINE00')
    expect(text).not.toMatch(/THEIRS|Bao /)
    expect(text).not.toContain('JBSWY3DPEHPK3PXP')
  })
})

it('takes along or leaves out every job that there is', () => {
  const tasks = globSync('server/**/{domains,*-domain}.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((source) => [...source.matchAll(/'([\w-]+)': create/g)].map(([, task]) => task ?? ''))
  const apart = [
    'write-export',
    'expire-export',
    'notify-plan-end',
    'answer-forgotten-password',
    'note-failed-sign-in',
    'write-backups',
  ]
  expect([...jobsAlong, ...apart].toSorted()).toEqual(tasks.toSorted())
})

describe('a file that is not right', () => {
  const bad = async (bytes: Buffer | string) => {
    const place = join(folder, 'bad.backup')
    await writeFile(place, bytes)
    return restoreAccount(target, place)
  }
  const pressed = (lines: string[]) => gzipSync(`${lines.join('\n')}\n`)

  it.each<[string, (lines: string[], file: Buffer) => Buffer | string, RegExp]>([
    ['is cut off', (_, file) => file.subarray(0, file.length - 200), /broken/],
    ['lacks its end', (lines) => pressed(lines.slice(0, -1)), /broken/],
    [
      'has a letter changed',
      (lines) => pressed(lines.map((line) => line.replace('Aoi 1', 'Aoi 2'))),
      /broken/,
    ],
    ['lacks a row', (lines) => pressed(lines.filter((_, at) => at !== 2)), /broken/],
    [
      'lacks a table',
      (lines) => {
        const from = lines.findIndex((line) => line.startsWith('{"table":"labels"'))
        const to = lines.findIndex((line) => line.startsWith('{"end":"labels"'))
        return pressed([...lines.slice(0, from), ...lines.slice(to + 1)])
      },
      /broken/,
    ],
    [
      'comes from a newer release',
      (lines) => pressed([lines[0]?.replace(/\d{4}-/, '9999-') ?? '', ...lines.slice(1)]),
      /newer release/,
    ],
    [
      'has a newer form',
      (lines) => pressed([lines[0]?.replace('"version":1', '"version":2') ?? '', ...lines.slice(1)]),
      /newer release/,
    ],
    [
      'brings a plan along',
      ([head = '', ...lines]) => pressed([head, '{"table":"plans","columns":["owner_id"]}', ...lines]),
      /does not know: plans/,
    ],
    ['is something else', () => gzipSync('{"hello":"world"}\n'), /no backup/],
    ['is no archive at all', () => 'hello', /no backup/],
    ['is empty', () => '', /no backup/],
  ])('and %s is refused, and leaves nothing behind', async (_, make, message) => {
    const made = make(await linesIn(), await readFile(path))
    await expect(bad(made)).rejects.toThrow(message)
    expect(await inTarget(rowsIn)).toBe(0)
  })

  /** With one line of a table changed, and every checksum made anew: the owner has the file, and can do as much. */
  const forged = (lines: string[], name: string, change: (line: string) => string) => {
    const file = createHash('sha256')
    let sum = createHash('sha256')
    let isInside = false
    let at = 0
    const made = lines.map((line) => {
      const { table, end } = headOf(line)
      if (end === null) return JSON.stringify({ ...headOf(line), sha256: file.digest('hex') })
      let written = line
      if (end !== undefined) written = JSON.stringify({ ...headOf(line), sha256: sum.digest('hex') })
      else if (table !== undefined) {
        ;[isInside, sum, at] = [table === name, createHash('sha256'), 0]
      } else {
        if (isInside && at++ === 0) written = change(line)
        sum.update(`${written}\n`)
      }
      file.update(`${written}\n`)
      return written
    })
    return gzipSync(`${made.join('\n')}\n`)
  }
  const another = '00000000-0000-4000-8000-00000000beef'
  const toAnother = (line: string) => line.replaceAll(mine.account.ownerId, another)
  const withId = (id: string) => (line: string) => line.replace(/"id":\d+/, `"id":${id}`)

  it.each<[string, string, (line: string) => string]>([
    ['a sign-in for another account', 'sign_ins', toAnother],
    ['a shop of the channel for another account', 'channel_shops', toAnother],
    ['a job for another account', 'jobs', toAnother],
    [
      'a job under the key of another account',
      'jobs',
      (line) => line.replace(/("key"\s*:\s*")[^/]+/, `$1${another}`),
    ],
    [
      'a job in the queue of another account',
      'jobs',
      (line) => line.replace(/("queue"\s*:\s*")[^/]+/, `$1${another}`),
    ],
    [
      'a job that is no account’s own',
      'jobs',
      (line) => line.replace(/"task"\s*:\s*"[\w-]+"/, '"task":"answer-forgotten-password"'),
    ],
    ['an id behind which there is none', 'saved_filters', withId('9223372036854775807')],
    ['an id that no console has drawn', 'saved_filters', withId(String(2 ** 45))],
  ])('and was written anew with %s is refused, and leaves nothing behind', async (_, table, change) => {
    const lines = await linesIn()
    const before = await inTarget((client) => client.query("select nextval('ids')::float8 as id"))
    const made = forged(lines, table, change)
    expect(gunzipSync(made).toString()).not.toEqual(`${lines.join('\n')}\n`)
    await expect(bad(made)).rejects.toThrow(/broken/)
    expect(await inTarget(rowsIn)).toBe(0)
    const { rows } = await inTarget((client) => client.query("select nextval('ids')::float8 as id"))
    expect(rows[0]).toEqual({ id: (before.rows[0] as { id: number }).id + 1 })
  })

  it('is told of when it is not there', async () => {
    await expect(restoreAccount(target, join(folder, 'none'))).rejects.toThrow('There is no file')
  })

  it('is refused where the account is already', async () => {
    const before = await rowsIn(admin)
    await expect(restoreAccount(running.db, path)).rejects.toThrow('has the account already')
    expect(await rowsIn(admin)).toBe(before)
  })
})

it('is written and restored by one command each, and the log is checked by a third', async () => {
  const run = async (script: string, args: string[], environment: Record<string, string>) => {
    const file = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url))
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, SECRET_KEY: '00'.repeat(32), ...environment }
    const child = spawn(process.execPath, [file, ...args], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
    const code = await new Promise((resolve) => child.on('close', resolve))
    return { code, said }
  }
  const here = { DATABASE_URL: running.databaseUrl }
  const other = await createTestDatabase()
  try {
    const out = join(folder, 'command.backup')
    const written = await run('backup', ['--owner', 'mine@example.test', '--out', out], here)
    expect([written.code, written.said]).toEqual([0, expect.stringContaining('keep SECRET_KEY apart')])
    const there = { DATABASE_URL: other.url }
    const restored = await run('restore', [out], there)
    expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('Restored')])
    const again = await run('restore', [out], there)
    expect([again.code, again.said]).toEqual([
      1,
      'This console has the account already. Nothing was restored.\n',
    ])
    const checked = await run('audit-check', [], there)
    expect([checked.code, checked.said]).toEqual([
      0,
      expect.stringMatching(/ entries, whole, last [0-9a-f]{64}\n$/),
    ])
    const nobody = await run('backup', ['--owner', 'nobody@example.test', '--out', out], here)
    expect([nobody.code, nobody.said]).toEqual([1, 'Nobody signs in here as nobody@example.test.\n'])
  } finally {
    await other.drop()
  }
})

describe('the owner', () => {
  it('asks for the file in the console, which is as good as the one of the command', async () => {
    const { account } = mine
    const asked = await account.call('POST /account/backup')
    expect(asked.status).toBe(202)
    const exportId = asked.at<number>('export_id')
    await writeExport(running, account, exportId)
    // Begun anew after it was broken off, it is one file all the same.
    await admin.query(`update exports set state = 'running' where id = $1`, [exportId])
    await writeExport(running, account, exportId)
    const entry = await findExport(account, exportId)
    expect(entry).toMatchObject({ type: 'account', format: 'backup', status: 'done', percent: 100 })
    const { bytes, headers } = await downloadPart(running, account, entry.parts[0]?.url)
    expect(headers.get('content-disposition')).toMatch(/account-.*\.backup"/)
    expect(bytes.length).toBe(entry.parts[0]?.bytes)

    const place = join(folder, 'asked.backup')
    await writeFile(place, bytes)
    const other = await createTestDatabase()
    const there = openDatabase(other.url, { connections: 3 })
    try {
      await prepareJobs(there.pool)
      expect((await restoreAccount(there, place)).rows).toBe(entry.rows)
    } finally {
      await there.close()
      await other.drop()
    }
  })

  it('gets a whole file although two workers write it at the same moment', async () => {
    const account = await running.signUp('doubled')
    // Bytes that gzip presses no further, for a file of several pieces.
    await admin.query('insert into avatars select owner_id, id, $2, now() from users where owner_id = $1', [
      account.ownerId,
      randomBytes(2 ** 21),
    ])
    const exportId = (await account.call('POST /account/backup')).at<number>('export_id')
    const reading = await lockRow(running.adminUrl, 'lock table avatars')
    const first = writeExport(running, account, exportId)
    await reading.waiting(1)
    const row = await lockRow(running.adminUrl, 'select from exports where id = $1 for update', [exportId])
    await reading.release()
    await row.waiting(1)
    // The worker of the first was believed dead.
    const second = writeExport(running, account, exportId)
    await row.waiting(2)
    await row.release()
    await Promise.all([first, second])
    const entry = await findExport(account, exportId)
    expect(entry.status).toBe('done')
    const { bytes } = await downloadPart(running, account, entry.parts[0]?.url)
    expect(gunzipSync(bytes).toString('utf8').trimEnd().split('\n').at(-1)).toContain('"end":null')
  })

  it('is the only one who may', async () => {
    const other = await running.addStaff(mine.account.ownerId, { email: 'admin@example.test', role: 'admin' })
    expect((await other.call('POST /account/backup')).status).toBe(403)
  })
})

describe('restored into an empty database', () => {
  it('it is the same to the byte when it is written again', async () => {
    const { ownerId } = mine.account
    const done = await restoreAccount(target, path)
    expect(done.ownerId).toBe(ownerId)
    const again = join(folder, 'again.backup')
    await writeBackupFile(target, ownerId, again)
    const [first, second] = await Promise.all([readFile(path), readFile(again)])
    expect(gunzipSync(second).toString().split('\n')).toEqual(gunzipSync(first).toString().split('\n'))
    expect(second.equals(first)).toBe(true)
  })

  it('it has no plan: that was agreed with whoever hosts the console that it comes from', async () => {
    const plans = 'select count(*)::int as n from plans'
    const waiting = `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'notify-plan-end'`
    expect((await admin.query(plans)).rows).toEqual([{ n: 2 }])
    for (const question of [plans, waiting])
      expect((await inTarget((client) => client.query(question))).rows).toEqual([{ n: 0 }])
  })

  it('its sales and refunds are what its orders and returns make of them', async () => {
    expect((await ledgerErrors(empty.adminUrl)).sales).toEqual([])
    const refunds = 'select sum(refunds)::int as refunds from sales_days'
    expect((await inTarget((client) => client.query(refunds))).rows).toEqual([{ refunds: 1000 }])
  })

  it('it works: people sign in, orders are found, the log is whole, and new ids are new', async () => {
    const restored = await startTestConsole({ role: 'web', databaseUrl: empty.url })
    try {
      const answer = await fetch(`${restored.url}/api/v2/authorization`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'mine@example.test', password: 'correct horse' }),
      })
      expect(answer.status).toBe(200)
      const { access_token: token } = (await answer.json()) as { access_token: string }
      const ask = async (name: string, method = 'GET', body?: object) => {
        const reply = await fetch(`${restored.url}/api/v2${name}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        return (await reply.json()) as { data: { id: number }[] & { is_whole: boolean; id: number } }
      }
      const found = await ask('/orders/filter?keyword=SAMESKU&limit=100')
      expect(new Set(found.data.map(({ id }) => id))).toEqual(new Set(mine.orders))
      expect((await ask('/audit-logs/check')).data.is_whole).toBe(true)
      const highest = Math.max(...mine.orders, mine.userId, mine.mail, mine.savedFilter)
      expect((await ask('/warehouses', 'POST', { name: 'New' })).data.id).toBeGreaterThan(highest)
    } finally {
      await restored.stop()
    }
  })

  it('nobody draws an id while new ones are told where to go on', async () => {
    const { ownerId } = mine.account
    const tables = await target.local(listBackupTables)
    const highest = Math.max(...mine.orders)
    const drawn = await inTarget(async (client) => {
      await client.query("select setval('ids', 1001)")
      const drawing = await target.asOwner(ownerId, async (tx) => {
        expect(await passIds(tx, ownerId, tables)).toBe(true)
        const waiting = client.query<{ id: number }>("select nextval('ids')::float8 as id")
        await until('the next id to wait', async () =>
          inTarget(async (watcher) => {
            const { rowCount } = await watcher.query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%nextval%'`,
            )
            return rowCount === 1
          }),
        )
        return { waiting }
      })
      return (await drawing.waiting).rows[0]?.id
    })
    expect(drawn).toBeGreaterThan(highest)
  })

  it('it stays, although its deletion was asked for before the file was written', async () => {
    const { ownerId } = await running.signUp('leaving')
    await admin.query("update owners set delete_at = now(), delete_by_name = 'Hana' where owner_id = $1", [
      ownerId,
    ])
    const file = join(folder, 'leaving.backup')
    await writeBackupFile(running.db, ownerId, file)
    await restoreAccount(target, file)
    expect(await target.read(ownerId, (tx) => findDeletion(tx, ownerId))).toEqual({ at: null, by: null })
  })

  it('it is not restored twice', async () => {
    await expect(restoreAccount(target, path)).rejects.toThrow('has the account already')
  })
})
