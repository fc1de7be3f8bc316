/**
 * The one way to PostgreSQL. SQL is written as SQL in the *-store.ts files, with the `sql` tag.
 *
 * Tenant tables are isolated twice: every statement names the owner, and row-level security knows the owner that the
 * transaction was opened for. `asOwner` opens such a transaction; `read` gives statements that only look the same
 * protection without a transaction's round trips.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { backoffMs } from '../../model/backoff.ts'
import { AppError } from '../../model/errors.ts'
import { copyRows, type CopyFormat } from './copy-rows.ts'
import { PreparingClient } from './prepared-client.ts'

// bigint columns hold ids, counts and minor units, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Lists of them (bigint[], 1016) are read as those of integer (integer[], 1007), which the driver knows.
const [bigints, integers] = [1016, 1007] as const
pg.types.setTypeParser(
  bigints as number,
  pg.types.getTypeParser(integers as number) as (text: string) => number[],
)
// A date is a calendar day, not an instant of the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

// The rows' types come from each statement, so no table is described a second time here.
type Tables = Record<string, never>
export type Tx = Kysely<Tables>

/** A shop of an owner, whose id alone says nothing. */
export type ShopKey = { ownerId: string; shopId: number }

export type Database = {
  pool: pg.Pool
  /** True when PostgreSQL has the Citus extension, which spreads the tenants' tables over workers. Asked once. */
  isCitus(): Promise<boolean>
  /**
   * Runs in a transaction that sees this owner's rows only. `mayBeLost`: its end does not wait for the disk, so that a database
   * that dies in the same second comes back without it. For what is only a word earlier, such as a push. `isSmall`: about one
   * thing, so that its statements are planned once for any values; planning them anew took as long as running them.
   *
   * PostgreSQL rolls a transaction back that is in a deadlock. `work` is then run again, so it changes nothing but rows; one
   * that asks a channel or writes a file says `runsOnce`. It runs a second time, too, where it met a row that another
   * transaction had just added or removed: then it sees that, and answers as if it had come later.
   */
  asOwner<T>(
    ownerId: string,
    work: (tx: Tx) => Promise<T>,
    options?: { mayBeLost?: boolean; isSmall?: boolean; runsOnce?: boolean },
  ): Promise<T>
  /** Runs in a transaction over the local tables, and sees no tenant's rows. `mayBeLost` as of `asOwner`. */
  local<T>(work: (tx: Tx) => Promise<T>, options?: { mayBeLost?: boolean }): Promise<T>
  /** For a single statement over the local tables: no transaction, so no round trips for one. */
  single: Tx
  /**
   * For statements that only look, one after the other on one connection: each sees what is there by then. PostgreSQL refuses
   * whatever would write. Plans are made once for any values.
   */
  read<T>(ownerId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** A statement of the hottest reads, prepared under its name if it has one. Rows come back raw. */
  hotRead<R extends pg.QueryResultRow>(ownerId: string, statement: HotStatement): Promise<R[]>
  /** The rows of a select as PostgreSQL writes them into a file, for reading very many. A row's bytes are there during the call only. */
  copyRows(
    ownerId: string,
    select: { text: string; values: unknown[] },
    format: CopyFormat,
    onRow: (row: Buffer) => void,
  ): Promise<void>
  close(): Promise<void>
}

export type HotStatement = { name: string | undefined; text: string; values: unknown[] }

/** In seconds, how long a statement may take, a lock be waited for, a transaction stand idle, and the server not answer. */
export type DatabaseLimits = { statement: number; lock: number; idle: number; answer: number }

/** Somebody waits for a request's statements. */
export const webLimits: DatabaseLimits = { statement: 30, lock: 10, idle: 60, answer: 40 }
export const jobLimits: DatabaseLimits = { statement: 900, lock: 120, idle: 300, answer: 960 }

/** A host that vanished is known within half a minute, on its side too, where it holds our locks. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
export const keepAliveOptions =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

export function openDatabase(
  url: string,
  options: { connections?: number; name?: string; limits?: DatabaseLimits } = {},
): Database {
  const { limits } = options
  const settings: pg.PoolConfig & { Client: typeof pg.Client } = {
    Client: PreparingClient,
    connectionString: url,
    max: options.connections ?? 10,
    application_name: options.name ?? 'seller-console',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    ...keepAlive,
    ...(limits && { query_timeout: limits.answer * 1000 }),
    // Limits how long PostgreSQL keeps a connection's prepared statements.
    maxLifetimeSeconds: 3600,
    // Instants that PostgreSQL itself writes into JSON are UTC. Citus passes the owner's `set local` on to its workers, where
    // row-level security reads it; a PostgreSQL without Citus takes the setting and does nothing with it.
    options: `-c timezone=UTC -c citus.propagate_set_commands=local ${keepAliveOptions} ${limits ? limitOptions(limits) : ''}`,
  }
  const pool = new pg.Pool(settings)
  const readPool = new pg.Pool({
    ...settings,
    options: `${settings.options} -c default_transaction_read_only=on`,
  })
  // A dead connection is replaced by the pool; without listeners it would end the process.
  for (const one of [pool, readPool]) {
    one.on('error', () => {})
    one.on('connect', (client) => client.on('error', () => {}))
  }

  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  /** The owner that each reading connection was last opened for. */
  const opened = new WeakMap<pg.PoolClient, string>()
  let citus: Promise<boolean> | undefined

  function isCitus(): Promise<boolean> {
    citus ??= pool
      .query("select from pg_extension where extname = 'citus'")
      .then((found) => found.rowCount !== 0)
      .catch((error: unknown) => {
        // Asked again by the next statement.
        citus = undefined
        throw error
      })
    return citus
  }

  /** In one message; of Citus in two, because it passes a setting on to its workers with the text of its whole message. */
  async function beginnings(settings: (string | false)[]): Promise<string[]> {
    const given = settings.filter((setting) => setting !== false)
    if (!(await isCitus())) return [['begin', ...given].join('; ')]
    // Citus plans for the values given: they tell it which worker has the owner's rows.
    const local = given.filter((setting) => setting !== plannedOnce)
    return local.length > 0 ? ['begin', local.join('; ')] : ['begin']
  }

  async function transaction<T>(
    settings: (string | false)[],
    work: (tx: Tx) => Promise<T>,
    ownerId?: string,
  ): Promise<T> {
    const witness = ownerId === undefined ? undefined : witnesses.getStore()
    const beginning = await beginnings(settings)
    return kysely.connection().execute(async (tx) => {
      const last: LastWork[] = []
      lastWorks.set(tx, last)
      try {
        for (const text of beginning) await sql.raw(text).execute(tx)
        if (ownerId !== undefined) await witness?.begin(tx, ownerId)
        const result = await work(tx)
        for (const one of last.toSorted(byName)) await one.work()
        if (ownerId !== undefined) await witness?.end(tx, ownerId)
        await atCommits.get(tx)?.()
        await sql`commit`.execute(tx)
        witness?.committed(tx)
        return result
      } catch (error) {
        // A connection that is lost has rolled back by itself.
        await sql`rollback`.execute(tx).catch(() => undefined)
        throw error
      } finally {
        lastWorks.delete(tx)
      }
    })
  }

  async function repeated<T>(run: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await run()
      } catch (error) {
        const most = isUndone(error) ? mostTries : isOvertaken(error) ? 2 : 1
        if (tries >= most) throw error
        await setTimeout(backoffMs(tries, deadlockBackoff))
      }
    }
  }

  /**
   * Row-level security is set on the connection instead of the transaction, so that a busy owner pays for it once. On Citus a
   * session's setting does not reach the workers (rows would be missing, never foreign), so there a transaction is paid.
   */
  async function reading<T>(ownerId: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const transaction = (await isCitus()) && (await beginnings([ownerSetting(ownerId)]))
    const client = await readPool.connect()
    let failure: Error | undefined
    try {
      if (transaction) for (const text of transaction) await client.query(text)
      else if (opened.get(client) !== ownerId) {
        // Planned once for any values: planning anew took longer than finding an order by its code.
        await client.query(
          `set app.owner_id = '${checkedOwner(ownerId)}'; set plan_cache_mode = force_generic_plan`,
        )
        opened.set(client, ownerId)
      }
      const result = await work(client)
      if (transaction) await client.query('commit')
      return result
    } catch (error) {
      // After a failure the state of the connection is unknown: it is thrown away. What the work itself refuses leaves it as it was.
      if (!(error instanceof AppError)) failure = error instanceof Error ? error : new Error(String(error))
      else if (transaction) await client.query('rollback').catch((lost: Error) => (failure = lost))
      throw error
    } finally {
      client.release(failure)
    }
  }

  return {
    pool,
    isCitus,
    async asOwner(ownerId, work, { mayBeLost = false, isSmall = false, runsOnce = false } = {}) {
      const settings = [ownerSetting(ownerId), mayBeLost && unwaited, isSmall && plannedOnce]
      const run = () => transaction(settings, work, ownerId)
      return runsOnce ? run() : repeated(run)
    },
    read: (ownerId, work) => reading(ownerId, (client) => work(builderOf(client))),
    hotRead: (ownerId, statement) => reading(ownerId, async (client) => (await client.query(statement)).rows),
    async copyRows(ownerId, select, format, onRow) {
      const beginning = await beginnings([ownerSetting(ownerId)])
      const client = await pool.connect()
      let failure: Error | undefined
      try {
        for (const text of beginning) await client.query(text)
        await copyRows(client, select, format, onRow)
        await client.query('commit')
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
        throw error
      } finally {
        client.release(failure)
      }
    },
    local: (work, { mayBeLost = false } = {}) => repeated(() => transaction([mayBeLost && unwaited], work)),
    single: kysely,
    async close() {
      await kysely.destroy()
      // Kysely ends the pool only if it ever took a connection from it.
      if (!pool.ending) await pool.end()
      await readPool.end()
    },
  }
}

const mostTries = 5
const deadlockBackoff = { firstMs: 20, longestMs: 320 }

/** A deadlock, or two transactions that cannot be put in a row: PostgreSQL undid all of this one, and the other goes on. */
function isUndone(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === '40P01' || code === '40001'
}

/** A key that is taken, or a row that is named and gone. What was looked at before may have changed since. */
function isOvertaken(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === '23505' || code === '23503'
}

function limitOptions({ statement, lock, idle }: DatabaseLimits): string {
  return `-c statement_timeout=${statement}s -c lock_timeout=${lock}s -c idle_in_transaction_session_timeout=${idle}s`
}

const unwaited = 'set local synchronous_commit = off'
const plannedOnce = 'set local plan_cache_mode = force_generic_plan'
const ownerSetting = (ownerId: string) => `set local app.owner_id = '${checkedOwner(ownerId)}'`

const builders = new WeakMap<pg.PoolClient, Tx>()

/** The builder of a connection that is already taken, and that stays so. */
function builderOf(client: pg.PoolClient): Tx {
  let builder = builders.get(client)
  if (!builder) {
    const taken = { query: client.query.bind(client), release() {} }
    const pool = { connect: async () => taken, end: async () => {} }
    builder = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
    builders.set(client, builder)
  }
  return builder
}

/** Stands by in every transaction that is opened for an owner while some work goes on. */
export type Witness = {
  begin(tx: Tx, ownerId: string): Promise<void>
  /** Before the commit, and part of the transaction: what it throws rolls all of it back. */
  end(tx: Tx, ownerId: string): Promise<void>
  committed(tx: Tx): void
}

const witnesses = new AsyncLocalStorage<Witness>()

export function witnessed<T>(witness: Witness, work: () => Promise<T>): Promise<T> {
  return witnesses.run(witness, work)
}

/** Work within such work that the witness is not shown. */
export function unwitnessed<T>(work: () => Promise<T>): Promise<T> {
  return witnesses.exit(work)
}

type LastWork = { name: string; work: () => Promise<void> }
const lastWorks = new WeakMap<Tx, LastWork[]>()
const byName = (a: LastWork, b: LastWork) => (a.name < b.name ? -1 : Number(a.name > b.name))

/**
 * Runs `work` behind everything else of the transaction, in the order of the names: whoever takes several locks takes them
 * in one order everywhere (decision 0034). At once where no transaction was opened here.
 */
export async function runLast(tx: Tx, name: string, work: () => Promise<void>): Promise<void> {
  const last = lastWorks.get(tx)
  if (last) last.push({ name, work })
  else await work()
}

const atCommits = new WeakMap<Tx, () => Promise<void>>()

/** Runs `work` as the very last of the transaction, behind its entry in the audit log. There is one such work. */
export function runAtCommit(tx: Tx, work: () => Promise<void>): void {
  if (atCommits.has(tx)) throw new Error('something runs at the commit already')
  atCommits.set(tx, work)
}

/** Draws ids from the one sequence. Apart from the statement that uses them, because Citus allows no nextval there. */
export async function drawIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{
    id: number
  }>`select nextval('ids') as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map((row) => row.id)
}

/** Gives each row an id of its own. */
export async function withIds<T extends object>(tx: Tx, rows: readonly T[]): Promise<(T & { id: number })[]> {
  const ids = await drawIds(tx, rows.length)
  return rows.map((row, at) => {
    const id = ids[at]
    if (id === undefined) throw new Error('ran out of drawn ids')
    return { ...row, id }
  })
}

/** SET takes no parameters, so the value is checked before it becomes part of the statement. */
function checkedOwner(ownerId: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(ownerId)) throw new Error('not an owner id')
  return ownerId
}
