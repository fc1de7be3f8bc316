import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { startEmbeddedPostgres } from '../runtime/embedded-postgres.ts'
import { findPostmaster, isAlive, killServer } from '../runtime/embedded-process.ts'
import { prepareJobs } from '../server/jobs/jobs.ts'
import { migrate } from '../server/db/migrate.ts'
import { closeTemplate, createCitusTemplate, listNodes } from './citus.ts'
import { at, templateDatabase, testServerVariables } from './test-database.ts'

const prefix = 'seller-console-test-'
/** A file system in memory. A new database is seven hundred files, which took a tenth of a second on it and two seconds on a busy disk. */
const memoryFolder = '/dev/shm'
const mostBytes = 4 * 1024 ** 3

/** Loses data at a power failure, which is all the same to a test. A test about durability starts a cluster of its own. */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
  max_connections: 300,
  // A console opens a dozen connections, and a thousandth of a second for each guess guards nothing here.
  scram_iterations: 1,
  // In the server's own folder, which goes with it: a killed server leaves those of the system behind for good.
  dynamic_shared_memory_type: 'mmap',
}

/**
 * The one database server of a test run, with the template that createTestDatabase() clones. Returns its end. With CITUS_URL it is
 * that cluster (test/citus.ts).
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  if (process.env.CITUS_URL) return useCluster(process.env.CITUS_URL)
  await removeStaleServers()
  const folder = mkdtempSync(join(serversFolder(), `${prefix}${process.pid}-`))
  // When root runs the tests, the server's account has to get in.
  chmodSync(folder, 0o711)
  const server = await startEmbeddedPostgres({ dataDir: folder, settings: fast })
  await createTemplate(server.url, server.adminUrl)
  process.env[testServerVariables.url] = server.url
  process.env[testServerVariables.adminUrl] = server.adminUrl
  return async () => {
    await server.kill9()
    removeFolder(folder)
  }
}

function serversFolder(): string {
  if (!existsSync(memoryFolder) || freemem() < 2 * mostBytes) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize < mostBytes ? tmpdir() : memoryFolder
}

async function useCluster(citusUrl: string): Promise<() => Promise<void>> {
  const nodes = await listNodes(citusUrl)
  const url = await createCitusTemplate(nodes, templateDatabase)
  await fillTemplate(url)
  await closeTemplate(nodes, templateDatabase)
  process.env[testServerVariables.url] = url
  process.env[testServerVariables.adminUrl] = citusUrl
  process.env[testServerVariables.workers] = nodes.slice(1).join(' ')
  return async () => undefined
}

async function createTemplate(url: string, adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`create database ${templateDatabase} owner seller_console`)
    await fillTemplate(url)
  } finally {
    await client.end()
  }
}

async function fillTemplate(url: string): Promise<void> {
  await migrate(at(url, templateDatabase))
  // A template can be cloned only while nobody is connected to it.
  const pool = new Pool({ connectionString: at(url, templateDatabase), max: 1 })
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  pool.on('error', () => undefined)
  await prepareJobs(pool)
  await pool.end()
}

/** A run that was killed could not end its server; the process id in the folder's name tells whose it was. */
async function removeStaleServers(): Promise<void> {
  const folders = [memoryFolder, tmpdir()].filter((folder) => existsSync(folder))
  for (const [name, folder] of folders.flatMap((parent) =>
    readdirSync(parent).map((name) => [name, join(parent, name)] as const),
  )) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue
    try {
      const cluster = join(homeOf(folder), 'cluster')
      await killServer(cluster, findPostmaster(cluster)?.pid)
      removeFolder(folder)
    } catch {
      // Another user's, or another run is removing it at this moment.
    }
  }
}

function removeFolder(folder: string): void {
  rmSync(homeOf(folder), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

/** Below /var/lib when root's temporary folder is closed to others. */
function homeOf(folder: string): string {
  const record: { home: string } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'))
  return record.home
}
