import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { makeSystemFolder } from './embedded-binaries.ts'
import type { Account, Binaries } from './embedded-binaries.ts'
import { runProgram } from './embedded-process.ts'

export type ServerSettings = Record<string, string | number>

/** A quarter of the machine's memory in MB, from 256 to 2048: a million orders with their indexes are read from 2 GB. */
const cacheMB = Math.min(2048, Math.max(256, Math.floor(totalmem() / 2 ** 20 / 4)))

/** Durable, and modest enough for a machine with 2 GB. */
const standardSettings: ServerSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: `${cacheMB}MB`,
  effective_cache_size: `${cacheMB * 2}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: 1.1,
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

/** DATA_DIR/postgres.json: what has to be known again at the next start. */
const clusterRecord = z.object({
  home: z.string(),
  /** The data folder at the time; a moved folder must not silently begin with an empty database. */
  madeFor: z.string(),
  adminPassword: z.string(),
  /** Password of the application's role. */
  password: z.string(),
  port: z.number().optional(),
})
export type ClusterRecord = z.infer<typeof clusterRecord>

const recordPath = (dataDir: string) => join(dataDir, 'postgres.json')

/**
 * Finds or makes the folder that holds the cluster. It is DATA_DIR/postgres, except when root starts the database from a folder that
 * the server's account cannot enter, such as one below /root: then it is a folder of its own below /var/lib.
 */
export function openHome(dataDir: string, unprivileged: Account | undefined) {
  const madeFor = fs.realpathSync(dataDir)
  const record = readRecord(madeFor) ?? createRecord(madeFor, unprivileged)
  if (record.madeFor !== madeFor) {
    if (dirname(record.home) === record.madeFor) {
      record.home = join(madeFor, 'postgres')
      record.madeFor = madeFor
      writeRecord(madeFor, record)
    } else {
      throw new Error(
        `The database of ${madeFor} lies in ${record.home} and was made for ${record.madeFor}: ` +
          `move the data folder back there, or remove ${recordPath(madeFor)} to begin with an empty database.`,
      )
    }
  }
  if (!fs.existsSync(record.home)) {
    fs.mkdirSync(record.home, { mode: 0o700 })
    if (unprivileged) fs.chownSync(record.home, unprivileged.uid, unprivileged.gid)
  }
  const owner = fs.statSync(record.home)
  if (!unprivileged && process.getuid && owner.uid !== process.getuid()) throw foreign(record.home)
  // A cluster keeps its owner: one that an ordinary user made goes on under that user when root starts it.
  const account = unprivileged ? { uid: owner.uid, gid: owner.gid } : undefined
  return { home: record.home, record, account }
}

function readRecord(dataDir: string): ClusterRecord | undefined {
  try {
    return clusterRecord.parse(JSON.parse(fs.readFileSync(recordPath(dataDir), 'utf8')))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return undefined
    if (code === 'EACCES') throw foreign(recordPath(dataDir))
    throw error
  }
}

function foreign(path: string): Error {
  return new Error(
    `${path} belongs to another user: start as the user who made it, or set DATA_DIR to another folder.`,
  )
}

function createRecord(dataDir: string, account: Account | undefined): ClusterRecord {
  const inPlace = join(dataDir, 'postgres')
  const hash = createHash('sha256').update(dataDir).digest('hex')
  const home = account && !canEnter(dataDir, account) ? join(makeSystemFolder(), hash) : inPlace
  // Without its passwords nobody can use what an earlier, removed data folder left behind.
  if (fs.existsSync(home)) fs.renameSync(home, `${home}.left-${Date.now()}`)
  const password = () => randomBytes(24).toString('base64url')
  writeRecord(
    dataDir,
    { home, madeFor: dataDir, adminPassword: password(), password: password() },
    { onlyFirst: true },
  )
  const record = readRecord(dataDir)
  if (!record)
    throw new Error(`${recordPath(dataDir)} vanished while the database was being prepared: start again.`)
  return record
}

/** Whole or not at all; with `onlyFirst` the first of two simultaneous starts wins. */
function writeRecord(dataDir: string, record: ClusterRecord, { onlyFirst = false } = {}): void {
  const path = recordPath(dataDir)
  const draft = `${path}.${process.pid}`
  fs.writeFileSync(draft, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600 })
  if (!onlyFirst) return fs.renameSync(draft, path)
  try {
    fs.linkSync(draft, path)
  } catch (error) {
    if (!fs.existsSync(path)) throw error
  } finally {
    fs.rmSync(draft)
  }
}

export function rememberPort(dataDir: string, record: ClusterRecord, port: number): void {
  if (record.port === port) return
  record.port = port
  writeRecord(dataDir, record)
}

function canEnter(folder: string, { uid, gid }: Account): boolean {
  const { mode, uid: owner, gid: group } = fs.statSync(folder)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  return (mode & bit) !== 0 && (dirname(folder) === folder || canEnter(dirname(folder), { uid, gid }))
}

export type NewCluster = {
  binaries: Binaries
  cluster: string
  account: Account | undefined
  password: string
  sync: boolean
}

export async function createCluster({
  binaries,
  cluster,
  account,
  password,
  sync,
}: NewCluster): Promise<void> {
  const draft = `${cluster}.${process.pid}`
  const passwordFile = `${draft}.password`
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) fs.chownSync(passwordFile, account.uid, account.gid)
  try {
    // pg_trgm ignores letters beyond ASCII under ctype C. macOS has no C.UTF-8.
    let told = ''
    for (const ctype of ['C.UTF-8', 'en_US.UTF-8']) {
      fs.rmSync(draft, { recursive: true, force: true })
      const flags = [
        '-D',
        draft,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
      ]
      const locale = [
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--lc-collate=C',
        `--lc-ctype=${ctype}`,
      ]
      const { code, output } = await runProgram(
        join(binaries.bin, 'initdb'),
        [...flags, ...locale, ...(sync ? [] : ['--no-sync'])],
        account,
      )
      told = output
      // Only a locale that the system does not have is another one's turn; a full disk would be hidden by what the second says.
      if (code !== 0 && !/invalid locale/i.test(output)) break
      if (code !== 0) continue
      fs.appendFileSync(join(draft, 'postgresql.conf'), "\ninclude = 'seller-console.conf'\n")
      // Renamed when complete, so that an initdb broken off is never taken for a cluster.
      if (!fs.existsSync(join(cluster, 'PG_VERSION'))) fs.renameSync(draft, cluster)
      return
    }
    throw new Error(`The embedded PostgreSQL could not be prepared in ${cluster}:\n${told}`)
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
    fs.rmSync(passwordFile, { force: true })
  }
}

export function writeSettings(cluster: string, account: Account | undefined, own: ServerSettings): void {
  const path = join(cluster, 'seller-console.conf')
  const all = Object.entries({ ...standardSettings, ...own })
  fs.writeFileSync(
    path,
    all.map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'\n`).join(''),
  )
  if (account) fs.chownSync(path, account.uid, account.gid)
}
