import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

// Any constant will do as long as nothing else takes this lock of the database "postgres".
const lockKey = 404_100_404
/** One that was killed is gone after this time. */
const patienceMs = 10_000

/**
 * Keeps a second demo away from DATA_DIR: the two would end each other's database and write over each other's sandbox. PostgreSQL
 * drops the lock when this process ends, however it ends. Returns its release.
 */
export async function claimData(adminUrl: string, dataDir: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: adminUrl })
  client.on('error', () => undefined)
  await client.connect()
  const until = Date.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockKey,
    ])
    if (rows[0]?.taken) return () => client.end()
    if (Date.now() > until) break
    await wait(200)
  }
  await client.end()
  throw new Error(`Another npm start works with ${dataDir}: stop it, or set DATA_DIR to another folder.`)
}
