/**
 * Jobs live in PostgreSQL and are enqueued by the transaction that makes them necessary. graphile-worker runs them; what
 * is added here is that the jobs of a process that died are free again within seconds instead of hours.
 */
import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run, runMigrations, type Runner, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { runLast, type Database, type Tx } from '../db/database.ts'
import { openReconnectingClient } from '../db/reconnecting-client.ts'
import type { Log } from '../log.ts'
import { announceFreedQueues } from './freed-queues-store.ts'

export type JobOptions = {
  /** Jobs of one queue run one after another. Each owner has his own, but of those that begin with `forAll`. */
  queue: string
  /** A job with the same key that has not started yet is replaced. */
  key: string
  /** The one that is replaced gives its time: who asks all the time would otherwise put the own turn off with each asking. */
  keepsTurn?: boolean
  runAt?: Date
  /** Lower runs earlier; 0 unless given. */
  priority?: number
}

/** Begins the names of queues that are one for all owners: costly work that can wait never takes all workers from what cannot. */
export const forAll = 'all/'

/**
 * Adds the job as one of the last things of the transaction, sorted by key, so that two transactions cannot wait for each
 * other's jobs in a circle. Key and queue are the owner's own: ids are unique within an account only, since a restored one
 * keeps them.
 */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: object,
  { queue, key, keepsTurn, runAt, priority }: JobOptions,
): Promise<void> {
  const { ownerId } = payload as { ownerId?: string }
  const ofOwner = (name: string) => (ownerId === undefined ? name : `${ownerId}/${name}`)
  const queueName = queue.startsWith(forAll) ? queue : ofOwner(queue)
  const add = sql<{ id: number | null }>`select id from graphile_worker.add_job(${task},
    payload => ${JSON.stringify(payload)}::json, queue_name => ${queueName}, job_key => ${ofOwner(key)},
    job_key_mode => ${keepsTurn ? 'preserve_run_at' : 'replace'}, run_at => ${runAt ?? null}::timestamptz,
    priority => ${priority ?? 0}::smallint, max_attempts => 25)`
  await runLast(tx, ofOwner(key), async () => {
    // The library does nothing when a worker is being given the job of that key at this very moment, which may read its work
    // before this transaction is there to be read. Asked again, it sees that the job has started, and makes another.
    for (let tries = 1; tries <= 50; tries++) {
      if ((await add.execute(tx)).rows[0]?.id) return
      await setTimeout(10)
    }
    throw new Error(`the job ${key} could not be added`)
  })
}

/** The newest migration of graphile-worker whose private tables the statements below were written for. */
const knownSchema = 20

/** @throws Error when the library's tables are of another version than this file knows */
export async function prepareJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: silentLogger })
  const { rows } = await pool.query<{ id: number }>('select max(id) as id from graphile_worker.migrations')
  if (rows[0]?.id !== knownSchema)
    throw new Error(
      `graphile-worker's tables are of version ${rows[0]?.id}, and this console knows version ${knownSchema}: ` +
        'start the version of the console that made them, or a newer one',
    )
  await announceFreedQueues(pool)
}

/**
 * Jobs that failed so often that nobody tries them any more, by task. Without those whose key was taken from them: a newer job
 * does their work.
 */
export async function countDeadJobs(pool: pg.Pool): Promise<{ task: string; jobs: number }[]> {
  const { rows } = await pool.query<{ task: string; jobs: number }>(
    `select t.identifier as task, count(*)::int as jobs
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_at is null and j.key is not null group by 1`,
  )
  return rows
}

const deadJobDays = 30

/**
 * Removes dead jobs that nobody looked into. The library's own cleaning would also take a queue to which a transaction is adding a job
 * at that moment.
 */
export async function removeOldJobs(pool: pg.Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - deadJobDays * 86_400_000)
  await pool.query(
    `delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and updated_at < $1`,
    [before],
  )
}

export type Worker = { stop(): Promise<void> }

/** The end of a job is noted on a connection for which it may have to wait. */
const endingMs = 30_000

/**
 * One at a time asks for jobs, in the place of each idle worker at each news of one, and rests after an empty answer. It takes no more
 * than one ahead, and gives that back when no worker comes for it.
 */
const asking = { size: 1, ttl: 1000, refetchDelay: { durationMs: 20, threshold: 0 } }

/** A job that a worker was given: the same one may be given again later. */
type Given = { job: { id: string; task_identifier: string; locked_at: Date | string } }

/** The queue of the process, which has rested and may be told of jobs again. */
type Rested = { localQueue: { pulse(jobs: number): void } }

function givingOf({ job }: Given): string {
  return `${job.id}@${new Date(job.locked_at).getTime()}`
}

/** `pollMs`: pause between two looks for jobs whose time has come; new ones are announced. */
export async function startWorker(
  db: Database,
  options: { url: string; concurrency: number; tasks: TaskList; log: Log; pollMs?: number },
): Promise<Worker> {
  const { url, concurrency, log, pollMs = 1000 } = options
  const tasks = { ...options.tasks }
  const life = await acquireWorkerLease(url, log)
  const utils = await makeWorkerUtils({ pgPool: db.pool, logger: silentLogger })
  /** Until when a job is this process's: for as long as it works on it, and while the end may still wait to be noted. */
  const heardOf = new Map<string, number>()
  let stopped = false
  let runner: Runner | undefined
  let restart: NodeJS.Timeout | undefined

  // A lost database ends the pool of workers, so it is started again until it is asked to stop.
  async function keepRunning(): Promise<void> {
    const events = new EventEmitter()
    const atWork = new Set<string>()
    let workers: string | undefined
    let isOver = false
    /** Whether a job was announced since the latest asking began. */
    let isAnnounced = false
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      workers = workerPool.id
      life.own(workers)
    })
    events.on('pool:listen:notification', () => {
      isAnnounced = true
    })
    // The library forgets a single announcement during an asking without an answer and the rest after it.
    events.on('localQueue:refetchDelay:expired', ({ localQueue }: Rested) => {
      if (!isAnnounced) return
      isAnnounced = false
      localQueue.pulse(0)
    })
    events.on('localQueue:getJobs:complete', ({ jobs }: { jobs: Given['job'][] }) => {
      // The next asking begins at once.
      if (jobs.length > 0) isAnnounced = false
      for (const job of jobs) heardOf.set(givingOf({ job }), Infinity)
    })
    events.on('localQueue:returnJobs', ({ jobs }: { jobs: Given['job'][] }) => {
      for (const job of jobs) heardOf.set(givingOf({ job }), Date.now() + endingMs)
    })
    events.on('job:start', (given: Given) => {
      atWork.add(given.job.id)
    })
    events.on('job:complete', (given: Given) => {
      atWork.delete(given.job.id)
      heardOf.set(givingOf(given), Date.now() + endingMs)
      disownIfOver()
    })
    events.on('job:failed', ({ job, error }: Given & { error: unknown }) => {
      log.error({ err: error, task: job.task_identifier, job: job.id }, 'job failed for good')
    })
    // Jobs that a pool has begun continue after it is given up; its lock stays until they end, so that nobody begins them again.
    const disownIfOver = (): void => {
      if (!isOver || atWork.size > 0) return
      if (workers !== undefined) life.disown(workers)
      events.removeAllListeners()
    }
    const ended = (error?: unknown): void => {
      isOver = true
      disownIfOver()
      restartSoon(error)
    }
    try {
      runner = await run({
        pgPool: db.pool,
        concurrency,
        taskList: tasks,
        pollInterval: pollMs,
        noHandleSignals: true,
        logger: silentLogger,
        events,
        preset: {
          worker: {
            // In batches, if only of one: otherwise the library asks for the end of a job to be noted and looks away, and a job
            // whose end was lost with the database would stay locked by a pool that lives on.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
            localQueue: asking,
          },
        },
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
    restart = globalThis.setTimeout(() => void keepRunning(), 500)
  }

  await keepRunning()
  const freeing = setInterval(() => {
    for (const [giving, until] of heardOf) if (until < Date.now()) heardOf.delete(giving)
    life
      .freeJobsOfTheDead((ids) => utils.forceUnlockWorkers(ids))
      .then(() => life.freeJobsUnheardOf([...heardOf.keys()]))
      .then(() => life.freeQueuesOfNobody())
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
      // The library never lets go of what it was given, and each task holds the whole console.
      for (const name of Object.keys(tasks)) delete tasks[name]
    },
  }
}

/**
 * Each pool of workers holds an advisory lock on a connection of its process for as long as it lives. PostgreSQL drops
 * the lock when the process dies, however it dies, and anybody who then gets it knows that the pool is dead.
 */
async function acquireWorkerLease(url: string, log: Log) {
  const owned = new Set<string>()
  const connection = await openReconnectingClient(url, 'seller-console-life', async (client) => {
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
    /** Releases the pool's lock, so that jobs it left locked are freed like those of a dead pool. */
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
      // A lock younger than this may belong to a pool that is only just taking its advisory lock; and after a restart of the
      // database all do so anew.
      const { rows } = await client.query<{ id: string }>(
        `select distinct locked_by as id from graphile_worker._private_jobs
         where locked_by is not null and locked_at < now() - interval '3 seconds'
           and pg_postmaster_start_time() < now() - interval '5 seconds'`,
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
    /**
     * A database that dies between giving a job and saying so leaves it locked by a pool that lives and never heard of it.
     */
    async freeJobsUnheardOf(heardOf: string[]): Promise<void> {
      await connection.current()?.query(
        `with lost as (
           update graphile_worker._private_jobs set locked_at = null, locked_by = null
           where locked_by = any($1) and locked_at < now() - interval '3 seconds'
             and id || '@' || floor(extract(epoch from locked_at) * 1000)::bigint <> all($2::text[])
           returning job_queue_id)
         update graphile_worker._private_job_queues set locked_at = null, locked_by = null
         where locked_by = any($1) and id in (select job_queue_id from lost)`,
        [[...owned], heardOf],
      )
    },
    /**
     * The library deletes a job whose end it notes whoever runs it by then, and unlocks the queue only of its own pool. So a
     * job that was freed and runs a second time would leave its queue locked for good.
     */
    async freeQueuesOfNobody(): Promise<void> {
      await connection.current()?.query(
        `update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
         where q.locked_at < now() - interval '3 seconds' and not exists (
           select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by is not null)`,
      )
    },
    close: () => connection.close(),
  }
}

// Jobs report their own failures in the sync's state; the library's lines would say them twice.
const silentLogger = new Logger(() => () => {})
