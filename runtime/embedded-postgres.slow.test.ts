import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { until } from './embedded-process.ts'

let dataDir: string
let postgres: EmbeddedPostgres

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
  // Closed, as a clone below /root is.
  chmodSync(dataDir, 0o700)
  postgres = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '32MB' } })
})

afterAll(async () => {
  await postgres.stop()
  const { home } = recordOf(dataDir)
  rmSync(home, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true })
})

type Written = { home: string; port: number; password: string }
function recordOf(folder: string): Written {
  const record: Written = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'))
  return record
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const startedAt = async () =>
  JSON.stringify(await ask(postgres.adminUrl, 'select pg_postmaster_start_time() as at'))
const pidOfServer = () =>
  Number(readFileSync(join(recordOf(dataDir).home, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])

describe('the embedded PostgreSQL', () => {
  it('gives the application a role without privileges beyond its own database', async () => {
    const rows = await ask(
      postgres.url,
      `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner
       from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: true,
        rolcreaterole: false,
        owner: 'seller_console',
      },
    ])
  })

  it('lets the application create the extensions that searching needs, for letters of every language', async () => {
    const rows = await ask(
      postgres.url,
      `create extension pg_trgm; create extension btree_gin; create extension unaccent`,
    ).then(() =>
      ask(
        postgres.url,
        `select cardinality(show_trgm('イヤホン')) > 2 as japanese, cardinality(show_trgm('điện')) > 2 as vietnamese`,
      ),
    )
    expect(rows).toEqual([{ japanese: true, vietnamese: true }])
  })

  it('asks for a password, listens on this machine only and writes durably', async () => {
    const wrong = postgres.url.replace(recordOf(dataDir).password, 'guess')
    await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed')
    const rows = await ask(
      postgres.adminUrl,
      `select string_agg(name || '=' || setting, ' ' order by name) as them from pg_settings
       where name in ('listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'full_page_writes')`,
    )
    expect(rows[0]?.them).toBe(
      'fsync=on full_page_writes=on listen_addresses=127.0.0.1 synchronous_commit=on unix_socket_directories=',
    )
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600)
  })

  it('takes over the server that still runs', async () => {
    const before = await startedAt()
    const second = await startEmbeddedPostgres({ dataDir })
    expect(second.url).toBe(postgres.url)
    expect(await startedAt()).toBe(before)
  })

  it('keeps every acknowledged row and its port through kill -9', async () => {
    await ask(postgres.url, 'create table kept (n integer); insert into kept select generate_series(1, 1000)')
    await postgres.kill9()
    await expect(ask(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    postgres = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '32MB' } })
    expect(await ask(postgres.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
  })

  it('sees through a postmaster.pid whose number another program has got', async () => {
    await postgres.kill9()
    const path = join(recordOf(dataDir).home, 'cluster/postmaster.pid')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(process.pid)))
    postgres = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '32MB' } })
    expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('moves to another port when its own was taken meanwhile', async () => {
    await postgres.stop()
    const thief = createServer().listen(postgres.port, '127.0.0.1')
    try {
      const taken = postgres.port
      postgres = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '32MB' } })
      expect(postgres.port).not.toBe(taken)
      expect(recordOf(dataDir).port).toBe(postgres.port)
    } finally {
      thief.close()
    }
  })

  it('comes back by itself when it is supervised, and stays down after stop', async () => {
    const lines: string[] = []
    postgres.supervise((line) => lines.push(line))
    const killed = pidOfServer()
    process.kill(killed, 'SIGKILL')
    expect(
      await until(
        () => existsSync(join(recordOf(dataDir).home, 'cluster/postmaster.pid')) && pidOfServer() !== killed,
        20_000,
      ),
    ).toBe(true)
    await expect
      .poll(() => ask(postgres.url, 'select 1 as one').catch(() => []), { timeout: 20_000 })
      .toEqual([{ one: 1 }])
    expect(lines).toEqual(['The database server ended unexpectedly: starting it again'])
    await postgres.stop()
    await expect(ask(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })

  it('names both versions when the cluster is of another one', async () => {
    const path = join(recordOf(dataDir).home, 'cluster/PG_VERSION')
    const made = readFileSync(path, 'utf8')
    writeFileSync(path, '9\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /made by PostgreSQL 9 and this release brings 18\.\d+/,
    )
    writeFileSync(path, made)
  })

  it('never begins with an empty database because the data folder was moved', async () => {
    const moved = `${dataDir}-moved`
    renameSync(dataDir, moved)
    try {
      if (recordOf(moved).home.startsWith('/var/lib/')) {
        // If root runs the test, the cluster is elsewhere and cannot move along.
        await expect(startEmbeddedPostgres({ dataDir: moved })).rejects.toThrow('move the data folder back')
      } else {
        const there = await startEmbeddedPostgres({ dataDir: moved, settings: { shared_buffers: '32MB' } })
        expect(await ask(there.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
        await there.stop()
      }
    } finally {
      renameSync(moved, dataDir)
    }
  })
})
