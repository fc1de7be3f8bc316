import { randomBytes } from 'node:crypto'
import { Client, DatabaseError } from 'pg'

/** Set by test/global-setup.ts for the whole run, and inherited by the processes that run the test files. */
export const testServerVariables = {
  url: 'TEST_SERVER_URL',
  adminUrl: 'TEST_SERVER_ADMIN_URL',
  /** Superuser's addresses of the workers of a Citus cluster, with a space between. */
  workers: 'TEST_SERVER_WORKERS',
} as const

export const templateDatabase = 'seller_console_template'

export type TestDatabase = {
  /** Address for the application's role, which row-level security binds. */
  url: string
  /** Address for the superuser. */
  adminUrl: string
  drop(): Promise<void>
}

/**
 * A migrated, empty database of its own, cloned from the template in a fraction of a second. Drop it in afterAll. Its files are copied:
 * block by block through the log takes PostgreSQL twice the time.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(
    `create database ${name} template ${templateDatabase} owner seller_console strategy file_copy`,
  )
  return {
    url: at(serverUrl('url'), name),
    adminUrl: at(serverUrl('adminUrl'), name),
    // Forced, because a test may fail before it closes its pool.
    drop: () => dropDatabase(name),
  }
}

function serverUrl(kind: keyof typeof testServerVariables): string {
  const url = process.env[testServerVariables[kind]]
  if (!url)
    throw new Error('There is no test server: run through vitest, or start test/database-server.ts first.')
  return url
}

/** Citus may be about to connect once more by itself. */
async function dropDatabase(name: string, tries = 5): Promise<void> {
  try {
    await asAdmin(`drop database if exists ${name} with (force)`)
  } catch (error) {
    const isInUse = error instanceof DatabaseError && error.code === '55006'
    if (!isInUse || tries === 0) throw error
    await dropDatabase(name, tries - 1)
  }
}

/** On each node of a cluster, the coordinator's first. */
async function asAdmin(sql: string): Promise<void> {
  const workers = process.env[testServerVariables.workers]?.split(' ') ?? []
  for (const connectionString of [serverUrl('adminUrl'), ...workers]) {
    const client = new Client({ connectionString })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
}

export function at(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
