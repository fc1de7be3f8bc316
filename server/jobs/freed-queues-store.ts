/**
 * Announces jobs that waited for the one before them. The library announces a job when it is added, while its queue may still be locked,
 * and a worker that has ended a job does not look by itself: until the next look, up to a second later, the rest of the queue stood still.
 */
import type pg from 'pg'

/** A free lock of all processes that start at once. */
const lock = 'seller-console-freed-queues'

const announce = `create or replace function graphile_worker.announce_waiting_jobs() returns trigger language plpgsql as $$
  begin
    if exists (select from graphile_worker._private_jobs
        where job_queue_id = new.id and is_available and run_at <= now()) then
      perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
    end if;
    return null;
  end $$`

const whenFreed = `create trigger announce_waiting_jobs after update of locked_at on graphile_worker._private_job_queues
  for each row when (old.locked_at is not null and new.locked_at is null)
  execute function graphile_worker.announce_waiting_jobs()`

export async function announceFreedQueues(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [lock])
    const { rowCount } = await client.query(`select from pg_trigger where tgname = 'announce_waiting_jobs'`)
    if (rowCount === 0) {
      await client.query(announce)
      await client.query(whenFreed)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
