/** Forces the order of what happens at once: others wait at a row until this lets go of it. */
import pg from 'pg'
import { until } from '../start-test-console.ts'

/** `select` ends with how it locks. */
export async function lockRow(url: string, select: string, values: unknown[] = []) {
  const [holder, watcher] = [new pg.Client(url), new pg.Client(url)]
  await holder.connect()
  await watcher.connect()
  await holder.query('begin')
  await holder.query(select, values)
  return {
    /** Until so many statements of this database wait at it, one behind the other. A worker's other jobs may wait behind them. */
    waiting: (count: number) =>
      until(`${count} at the row`, async () => {
        const { rowCount } = await watcher.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        return (rowCount ?? 0) >= count
      }),
    async release(end: 'commit' | 'rollback' = 'rollback') {
      await holder.query(end)
      await holder.end()
      await watcher.end()
    },
  }
}
