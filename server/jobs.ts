/**
 * Jobs live in PostgreSQL and are enqueued by the transaction that makes them necessary. graphile-worker runs them; what
 * is added here is that the jobs of a process that died are free again within seconds instead of hours.
 */
import { EventEmitter } from 'node:events'
import { Logger, makeWorkerUtils, run, runMigrations, type Runner, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database, Tx } from './db/database.ts'
import { openLastingConnection } from './db/lasting-connection.ts'
import type { Log } from './log.ts'

export type JobOptions = {
  /** Jobs of one queue run one after another. */
  queue: string
  /** A job with the same key that has not started yet is replaced. */
  key: string
  runAt?: Date
}

export async function enqueue(
  tx: Tx,
  task: string,
  payload: object,
  { queue, key, runAt }: JobOptions,
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json, queue_name => ${queue},
    job_key => ${key}, run_at => ${runAt ?? null}::timestamptz, max_attempts => 25)`.execute(tx)
}

export async function prepareJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: silentLogger })
}

export type Worker = { stop(): Promise<void> }

export async function startWorker(
  db: Database,
  options: { url: string; concurrency: number; tasks: TaskList; log: Log },
): Promise<Worker> {
  const { url, log } = options
  const life = await holdLife(url, log)
  const utils = await makeWorkerUtils({ pgPool: db.pool, logger: silentLogger })
  let stopped = false
  let runner: Runner | undefined
  let restart: NodeJS.Timeout | undefined

  // A lost database ends the pool of workers, so it is started again until it is asked to stop.
  async function keepRunning(): Promise<void> {
    const events = new EventEmitter()
    let pool: string | undefined
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      pool = workerPool.id
      life.own(pool)
    })
    const ended = (error?: unknown): void => {
      if (pool !== undefined) life.disown(pool)
      restartSoon(error)
    }
    try {
      runner = await run({
        pgPool: db.pool,
        concurrency: options.concurrency,
        taskList: options.tasks,
        pollInterval: 1000,
        noHandleSignals: true,
        logger: silentLogger,
        events,
        // In batches, if only of one: otherwise the library asks for the end of a job to be noted and looks away, and a job
        // whose end was lost with the database would stay locked by a pool that lives on.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      })
      runner.promise.then(
        () => ended(),
        (error: unknown) => ended(error),
      )
    } catch (error) {
      ended(error)
    }
  }
  function restartSoon(error?: unknown): void {
    if (stopped) return
    if (error !== undefined) log.warn({ err: error }, 'worker pool ended, starting it again')
    restart = setTimeout(() => void keepRunning(), 500)
  }

  await keepRunning()
  const freeing = setInterval(() => {
    life
      .freeJobsOfTheDead((ids) => utils.forceUnlockWorkers(ids))
      .catch(() => {
        // The database is away; the next round tries again.
      })
  }, 2000)

  return {
    async stop() {
      stopped = true
      clearTimeout(restart)
      clearInterval(freeing)
      await runner?.stop().catch(() => {})
      await utils.release()
      await life.close()
    },
  }
}

/**
 * Each pool of workers holds an advisory lock on a connection of its process for as long as it lives. PostgreSQL drops
 * the lock when the process dies, however it dies, and anybody who then gets it knows that the pool is dead.
 */
async function holdLife(url: string, log: Log) {
  const owned = new Set<string>()
  const connection = await openLastingConnection(url, 'seller-console-life', async (client) => {
    for (const id of owned) await client.query('select pg_advisory_lock(hashtextextended($1, 7))', [id])
  })

  return {
    own(id: string): void {
      owned.add(id)
      connection
        .current()
        ?.query('select pg_advisory_lock(hashtextextended($1, 7))', [id])
        .catch(() => {})
    },
    /** What a pool that has ended leaves locked is freed like that of any other dead one. */
    disown(id: string): void {
      owned.delete(id)
      connection
        .current()
        ?.query('select pg_advisory_unlock(hashtextextended($1, 7))', [id])
        .catch(() => {})
    },
    async freeJobsOfTheDead(free: (ids: string[]) => Promise<void>): Promise<void> {
      const client = connection.current()
      if (!client) return
      // A lock younger than this may belong to a pool that is only just taking its advisory lock.
      const { rows } = await client.query<{ id: string }>(
        `select distinct locked_by as id from graphile_worker._private_jobs
         where locked_by is not null and locked_at < now() - interval '3 seconds'`,
      )
      for (const { id } of rows) {
        if (owned.has(id)) continue
        const taken = await client.query<{ dead: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 7)) as dead',
          [id],
        )
        if (!taken.rows[0]?.dead) continue
        await free([id])
        await client.query('select pg_advisory_unlock(hashtextextended($1, 7))', [id])
        log.info({ pool: id }, 'freed the jobs of a worker that died')
      }
    },
    close: () => connection.close(),
  }
}

// Jobs report their own failures in the sync's state; the library's lines would say them twice.
const silentLogger = new Logger(() => () => {})
