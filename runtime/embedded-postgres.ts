import { existsSync, mkdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { prepareBinaries, unprivilegedAccount } from './embedded-binaries.ts'
import { createCluster, openHome, rememberPort, writeSettings } from './embedded-cluster.ts'
import type { ServerSettings } from './embedded-cluster.ts'
import { findPostmaster, freePort, killServer, processesOf, runProgram } from './embedded-process.ts'
import type { Postmaster } from './embedded-process.ts'

export type EmbeddedPostgres = {
  /** URL for the role that owns the database: neither superuser nor exempt from row-level security. */
  url: string
  /** URL for the superuser; for tests and tools. */
  adminUrl: string
  port: number
  /** Stops the server, also when an earlier start left it running and this one took it over. */
  stop(): Promise<void>
  /** Ends all of its processes at once, as a power failure would; for tests. */
  kill9(): Promise<void>
  /** From now on starts the server again whenever it dies, until stop(). */
  supervise(report: (line: string) => void): void
}

export type EmbeddedOptions = {
  /** Holds the cluster (or, when root may not share this folder, the record of where it is) and its passwords. */
  dataDir: string
  /** Added to, or replacing, the settings of embedded-cluster.ts. */
  settings?: ServerSettings
}

const application = 'seller_console'

/**
 * Starts the PostgreSQL that comes with the installed packages, or takes over the one that already runs on `dataDir`. It listens on
 * 127.0.0.1 only, asks for a password, and outlives this process unless stop() is called: data is never at the mercy of a clean exit.
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true })
  const { home, record, account } = openHome(dataDir, await unprivilegedAccount())
  const binaries = prepareBinaries(join(dataDir, 'postgres-binaries'), account)
  const cluster = join(home, 'cluster')
  const log = join(home, 'server.log')
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    await createCluster({
      binaries,
      cluster,
      account,
      password: record.adminPassword,
      sync: settings.fsync !== 'off',
    })
  }
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (made !== binaries.major) {
    throw new Error(
      `The database in ${home} was made by PostgreSQL ${made} and this release brings ${binaries.version}: ` +
        `dump it with the release that made it, or move ${dataDir} away to begin anew.`,
    )
  }
  const pgCtl = (...args: string[]) =>
    runProgram(join(binaries.bin, 'pg_ctl'), ['-D', cluster, ...args], account)
  const urlOf = (user: string, password: string, port: number, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const adminUrlAt = (port: number) => urlOf('postgres', record.adminPassword, port, 'postgres')

  /** One attempt; what the server wrote to its log when it failed. */
  async function tryStart(port: number): Promise<string | undefined> {
    writeSettings(cluster, account, { ...settings, port })
    const before = statSync(log, { throwIfNoEntry: false })?.size ?? 0
    if (before > 10_000_000) truncateSync(log)
    const { code, output } = await pgCtl('-w', '-t', '120', '-l', log, 'start')
    if (code === 0) return undefined
    const words = existsSync(log)
      ? readFileSync(log)
          .subarray(before > 10_000_000 ? 0 : before)
          .toString()
      : ''
    return words.trim() || output
  }

  async function ensureRunning(fixedPort?: number): Promise<Postmaster> {
    const deadline = Date.now() + 150_000
    const impatient = Date.now() + 3_000
    let port = fixedPort ?? (await freePort(record.port))
    for (;;) {
      const live = findPostmaster(cluster)
      if (live && (await accepts(adminUrlAt(live.port)))) return live
      const problem = live ? 'it does not accept connections' : await tryStart(port)
      if (problem === undefined) continue
      if (Date.now() > deadline || !isPassing(problem)) {
        throw new Error(`The embedded PostgreSQL in ${home} does not start:\n${problem}`)
      }
      if (problem.includes('Address already in use') && fixedPort === undefined)
        port = await freePort(undefined)
      // Processes that outlive a killed server end by themselves, unless they are busy.
      const leftovers = live ? [] : processesOf(cluster)
      if (leftovers.length > 0 && Date.now() > impatient) await killServer(cluster, undefined)
      await new Promise((next) => setTimeout(next, 100))
    }
  }

  const { port } = await ensureRunning()
  rememberPort(dataDir, record, port)
  await prepareApplication(adminUrlAt(port), record.password)

  let stopped = false
  let watching: NodeJS.Timeout | undefined
  let restarting: Promise<unknown> = Promise.resolve()

  function supervise(report: (line: string) => void) {
    const watch = async (pause: number): Promise<void> => {
      if (stopped) return
      let next = 500
      if (!findPostmaster(cluster)) {
        report('The database server ended unexpectedly: starting it again')
        try {
          await ensureRunning(port)
        } catch (error) {
          report(error instanceof Error ? error.message : String(error))
          next = Math.min(pause * 2, 30_000)
        }
      }
      plan(next)
    }
    const plan = (pause: number) => {
      if (stopped) return
      watching = setTimeout(() => {
        restarting = watch(pause)
      }, pause).unref()
    }
    plan(500)
  }

  return {
    url: urlOf(application, record.password, port, application),
    adminUrl: adminUrlAt(port),
    port,
    supervise,
    async stop() {
      stopped = true
      clearTimeout(watching)
      await restarting
      if (!findPostmaster(cluster)) return
      const { code } = await pgCtl('-w', '-t', '5', '-m', 'fast', 'stop')
      // Loses nothing: the next start recovers from the log of changes.
      if (code !== 0 && findPostmaster(cluster)) await pgCtl('-w', '-t', '5', '-m', 'immediate', 'stop')
    },
    async kill9() {
      await killServer(cluster, findPostmaster(cluster)?.pid)
    },
  }
}

/** Passes by waiting or by another port; everything else would fail again. */
function isPassing(problem: string): boolean {
  return [
    'does not accept connections',
    'Address already in use',
    'still in use',
    'lock file',
    'another server',
  ].some((words) => problem.includes(words))
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '28P01') {
      throw new Error(
        'The embedded PostgreSQL does not take the password in DATA_DIR: restore postgres.json there.',
        {
          cause: error,
        },
      )
    }
    return false
  }
}

async function prepareApplication(adminUrl: string, password: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_roles where rolname = $1', [application])
    const verb = found.rowCount === 0 ? 'create' : 'alter'
    const secret = client.escapeLiteral(password)
    await client.query(
      `${verb} role ${application} login nosuperuser nobypassrls createdb nocreaterole password ${secret}`,
    )
    const databases = await client.query('select 1 from pg_database where datname = $1', [application])
    if (databases.rowCount === 0) await client.query(`create database ${application} owner ${application}`)
  } finally {
    await client.end()
  }
}
