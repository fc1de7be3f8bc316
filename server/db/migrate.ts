import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, DatabaseError } from 'pg'
import { OperatorError } from '../config/operator-error.ts'
import { splitStatements } from './split-statements.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Its message names the file and what to do. */
export class MigrationError extends OperatorError {}

type Migration = { number: number; name: string; sql: string; checksum: string }
type Applied = { number: number; name: string; checksum: string }

/** Checksums of files before their words were changed for Citus: the tables that they make are the same. */
const earlierChecksums: Record<string, string> = {
  '0047-number-format.sql': 'da3acc732c3669ac90146a60453ef23169c20264a8c9a7abcb116dc4431d29d4',
  '0080-template-imports.sql': '58714cc8e62998c8f7501f40f68f01fdd69965fdeaf38c75807f71e0d8e9f165',
  '0118-hits-by-time.sql': '5afd95beceeba351d295d7c31e38a94a5c0cc44a100f3a865de05b48eb434a56',
}

// Any constant will do as long as nothing else of ours takes this lock.
const lockKey = 727_720_655

/**
 * Limits of a migration's wait for a table in use, because other readers and writers queue behind it, and the number of tries.
 */
const lockWait = { seconds: 5, pauseMs: 2000, tries: 60 }

/**
 * Applies the numbered files of `folder` that the database does not have yet, in order, each in a transaction of its own. Safe to call
 * from several processes at once: one works, the others wait and then find nothing left to do. Returns the names it applied.
 *
 * @param onWait hears what is waited for, once that takes seconds
 */
export async function migrate(
  databaseUrl: string,
  folder = migrationsFolder,
  wait = lockWait,
  onWait: (message: string) => void = () => {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = new Client({ connectionString: databaseUrl })
  // A connection that breaks while nothing is asked of it must not end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const others = setTimeout(
      () => onWait('Waiting for another process of the console that applies migrations.'),
      wait.seconds * 1000,
    )
    // Held by the session, so it is let go even when this process is killed.
    await client.query('select pg_advisory_lock($1)', [lockKey]).finally(() => clearTimeout(others))
    const pending = findPending(migrations, await listApplied(client))
    await client.query(`set lock_timeout = '${wait.seconds}s'`)
    for (const migration of pending) await applyBetweenOthers(client, migration, wait, onWait)
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** Throws MigrationError for a database without tables, which a command that only looks does not make. */
export async function requireTables(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ found: string | null }>(`select to_regclass('migrations') as found`)
    if (!rows[0]?.found)
      throw new MigrationError(
        'The database has no tables of the console: check DATABASE_URL, or start the console once.',
      )
  } finally {
    await client.end()
  }
}

async function listApplied(client: Client): Promise<Applied[]> {
  try {
    await client.query(`create table if not exists migrations (
      number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<Applied>(
      'select number, name, checksum from migrations order by number',
    )
    return rows
  } catch (error) {
    if (!hasCode(error, '42501') || !(error instanceof Error)) throw error
    throw new MigrationError(
      `The role of DATABASE_URL may not use the database (${error.message}): the database and all its tables have to be that role's own. Restore a dump with "pg_restore --no-owner" as that role.`,
      { cause: error },
    )
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted((a, b) => (a < b ? -1 : 1))
  return names.map((name, index) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) {
      throw new MigrationError(`${name} is not named like a migration: call it 0001-what-it-does.sql.`)
    }
    const number = Number(name.slice(0, 4))
    if (number !== index + 1) {
      throw new MigrationError(
        `${name} stands where number ${index + 1} is expected: give each migration the next number.`,
      )
    }
    // A checkout may change the ends of lines.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

function findPending(migrations: Migration[], applied: Applied[]): Migration[] {
  for (const done of applied) {
    const file = migrations[done.number - 1]
    if (!file) {
      throw new MigrationError(
        `The database has ${done.name}, which this release does not: run the release that brought it, or a newer one.`,
      )
    }
    const isSame = done.checksum === file.checksum || done.checksum === earlierChecksums[file.name]
    if (file.name !== done.name || !isSame) {
      const what =
        file.name === done.name ? `${file.name} was changed` : `${done.name} was renamed to ${file.name}`
      throw new MigrationError(
        `${what} after this database applied it: restore it and put the change into a new migration.`,
      )
    }
  }
  return migrations.slice(applied.length)
}

/**
 * A backup, say, reads every table in one transaction. Whatever comes behind a migration that waits for it would wait too, so the
 * migration gives up soon, lets the others pass and tries again.
 */
async function applyBetweenOthers(
  client: Client,
  migration: Migration,
  { pauseMs, tries }: typeof lockWait,
  onWait: (message: string) => void,
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await apply(client, migration)
      return
    } catch (error) {
      const isBlocked = error instanceof MigrationError && hasCode(error.cause, '55P03')
      if (!isBlocked || tried >= tries) throw error
      const open = await listOpenTransactions(client)
      onWait(
        `${migration.name} waits for a table in use, try ${tried} of ${tries}. Open transactions: ${open.join(', ') || 'none'}. End them if they do not end by themselves.`,
      )
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** The longest first, each with what an operator finds and ends it by. */
async function listOpenTransactions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), usename, 'unnamed') as name,
       extract(epoch from now() - xact_start)::integer as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 5`,
  )
  return rows.map(({ pid, name, seconds }) => `${name} (pid ${pid}) for ${seconds} s`)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code
}

/** Statement by statement, because Citus passes DDL on to its workers with the text of the whole message that it came in. */
async function apply(client: Client, migration: Migration): Promise<void> {
  let current = 0
  try {
    await client.query('begin')
    for (const { text, offset } of splitStatements(migration.sql)) {
      current = offset
      await client.query(text)
    }
    await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (!(error instanceof DatabaseError)) throw error
    // An error without a position is reported at the beginning of its statement.
    const position = current + Number(error.position ?? 1)
    const line = migration.sql.slice(0, position).split('\n').length
    throw new MigrationError(`${migration.name} line ${line}: ${error.message}`, { cause: error })
  }
}
