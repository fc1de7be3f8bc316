/** The bench's own PostgreSQL, durable as the product's, with one database per size of data, which later runs use again. */
import { resolve } from 'node:path'
import { Client, Pool } from 'pg'
import { openDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../runtime/embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { prepareJobs } from '../server/jobs/jobs.ts'

export type BenchServer = {
  /** Address for the product's role. */
  url(database: string): string
  /** Address for the superuser, whom row-level security does not bind. */
  adminUrl(database: string): string
  exists(database: string): Promise<boolean>
  create(database: string, template?: string): Promise<void>
  drop(database: string): Promise<void>
  rename(database: string, name: string): Promise<void>
  stop(): Promise<void>
}

export async function startBenchServer(folder: string): Promise<BenchServer> {
  // Twice, because a server that a broken-off run left behind goes on with the settings of its own start.
  await (await startEmbeddedPostgres({ dataDir: resolve(folder) })).stop()
  const postgres = await startEmbeddedPostgres({ dataDir: resolve(folder) })
  return benchServerOf(postgres, () => postgres.stop())
}

/**
 * The databases of a PostgreSQL that runs already.
 *
 * @param empty a database with the tables alone, which new ones are copies of; none: their tables are made
 */
export function benchServerOf(
  addresses: { url: string; adminUrl: string },
  stop: () => Promise<void>,
  empty?: string,
): BenchServer {
  const admin = new Pool({ connectionString: addresses.adminUrl, max: 1 })
  const at = (address: string, database: string) => {
    const changed = new URL(address)
    changed.pathname = `/${database}`
    return changed.href
  }
  const url = (database: string) => at(addresses.url, database)
  return {
    url,
    adminUrl: (database) => at(addresses.adminUrl, database),
    async exists(database) {
      const { rowCount } = await admin.query('select from pg_database where datname = $1', [database])
      return rowCount !== 0
    },
    async create(database, template = empty) {
      if (template) {
        await admin.query(
          `create database ${database} template ${template} owner seller_console strategy file_copy`,
        )
        return
      }
      await admin.query(`create database ${database} owner seller_console`)
      await migrate(url(database))
      const db = openDatabase(url(database), { connections: 1 })
      await prepareJobs(db.pool)
      await db.close()
    },
    async drop(database) {
      await admin.query(`drop database if exists ${database} with (force)`)
    },
    async rename(database, name) {
      await admin.query(`alter database ${database} rename to ${name}`)
    },
    async stop() {
      await admin.end()
      await stop()
    },
  }
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
