/** Each command of an operator: its arguments, the database of DATABASE_URL, and errors in one line with the remedy. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { AppError } from '../model/errors.ts'
import { readDatabaseUrl } from '../server/config/config.ts'
import { OperatorError } from '../server/config/operator-error.ts'
import { openDatabase, type Database } from '../server/db/database.ts'
import { migrate, requireTables } from '../server/db/migrate.ts'
import { isDatabaseAway, reachDatabase, requireBoundRole } from '../server/db/reach-database.ts'

export function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const help = { help: { type: 'boolean', short: 'h' } } as const

/** With --help it tells the usage and ends; what the command does not know is refused together with it. */
export function readArguments<const O extends ParseArgsOptionsConfig>(
  usage: string,
  options: O,
  allowPositionals = false,
) {
  try {
    const read = parseArgs({ options: { ...options, ...help }, allowPositionals })
    if ((read.values as { help?: boolean }).help) {
      process.stdout.write(`${usage}\n`)
      process.exit(0)
    }
    return parseArgs<{ options: O; allowPositionals: boolean }>({ options, allowPositionals })
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** Opens it under the name of the command; `migrates` brings the tables to this release first, otherwise there have to be some. */
export async function openForCommand(
  command: string,
  { migrates }: { migrates: boolean },
): Promise<Database> {
  const url = await readReachableUrl()
  await (migrates ? migrateForCommand(url) : requireTables(url))
  return openDatabase(url, { connections: 2, name: `seller-console-${command}` })
}

export async function migrateForCommand(url: string): Promise<void> {
  await migrate(url, undefined, undefined, (message) => process.stderr.write(`${message}\n`))
}

/** Tables that a superuser makes belong to him, and the console could not use them. */
export async function readReachableUrl(): Promise<string> {
  const url = readDatabaseUrl(process.env)
  await reachDatabase(url)
  await requireBoundRole(url)
  return url
}

export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof OperatorError || error instanceof AppError) fail(error.message)
    if (isDatabaseAway(error) && error instanceof Error)
      fail(`The database went away (${error.message}): see to it, then run this again.`)
    throw error
  }
}
