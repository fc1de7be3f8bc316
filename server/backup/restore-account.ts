/** Puts an account back that a backup holds: all of it, or nothing. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { OperatorError } from '../config/operator-error.ts'
import type { Database, Tx } from '../db/database.ts'
import { isDuplicate } from '../db/reach-database.ts'
import { forgetDeletion } from '../settings/deletion/deletion-store.ts'
import {
  addJobs,
  addRows,
  findSchema,
  isOwnerHere,
  listBackupTables,
  passIds,
  type BackupTable,
} from './backup-tables-store.ts'
import { backupFormat, backupVersion, jobsTable } from './write-backup.ts'

/** Its message is for the operator. */
export class BackupRefused extends OperatorError {}

const isHere = 'This console has the account already. Nothing was restored.'
const broken = 'The file is broken: it was cut off or changed. Nothing was restored.'
const head = z.object({
  format: z.literal(backupFormat),
  version: z.int(),
  schema: z.string(),
  owner: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
})
const tableHead = z.object({ table: z.string(), columns: z.array(z.string()) })
const tableEnd = z.object({ end: z.string(), rows: z.int(), sha256: z.string() })
const fileEnd = z.object({ end: z.null(), tables: z.int(), rows: z.int(), sha256: z.string() })

type OpenFile = () => Promise<Readable>
type BackupFile = { path: string; open: OpenFile }

const rowsPerInsert = 500
const bytesPerInsert = 4 * 2 ** 20

/** Throws BackupRefused, and leaves nothing behind then. */
export async function restoreAccount(
  db: Database,
  path: string,
  /** Opens the file, twice, where it lies elsewhere than on this machine. */
  open: OpenFile = async () => createReadStream(path),
): Promise<{ ownerId: string; tables: number; rows: number }> {
  const file = { path, open }
  const { schema: wanted, ownerId } = await readHead(file)
  const { schema, tables } = await db.local(async (tx) => ({
    schema: await findSchema(tx),
    tables: await listBackupTables(tx),
  }))
  if (wanted !== schema) {
    const which = wanted > schema ? 'a newer' : 'an older'
    throw new BackupRefused(
      `The file was written by ${which} release (its tables are those of ${wanted}, here they are those of ${schema}): restore it with that release. Nothing was restored.`,
    )
  }
  const known = new Map(tables.map((table) => [table.name, table]))
  try {
    const restore = async (tx: Tx) => {
      if (await isOwnerHere(tx, ownerId)) throw new BackupRefused(isHere)
      const sums = await addAll(tx, ownerId, file, known)
      if (!(await passIds(tx, ownerId, tables))) throw new BackupRefused(broken)
      await forgetDeletion(tx, ownerId)
      return { ownerId, ...sums }
    }
    return await db.asOwner(ownerId, restore, { runsOnce: true })
  } catch (error) {
    // Another run may have just put it back.
    if (isDuplicate(error) && (await db.asOwner(ownerId, (tx) => isOwnerHere(tx, ownerId))))
      throw new BackupRefused(isHere)
    throw asRefusal(error)
  }
}

async function addAll(
  tx: Tx,
  ownerId: string,
  file: BackupFile,
  known: Map<string, BackupTable>,
): Promise<{ tables: number; rows: number }> {
  const whole = createHash('sha256')
  let open:
    | { name: string; table: BackupTable | undefined; sum: ReturnType<typeof createHash>; rows: number }
    | undefined
  let waiting: string[] = []
  let size = 0
  let total = { tables: 0, rows: 0 }
  let isFirst = true
  let isOver = false

  async function flush(): Promise<void> {
    if (!open || waiting.length === 0) return
    const added = open.table
      ? await addRows(tx, ownerId, open.table, waiting)
      : await addJobs(tx, ownerId, waiting)
    if (added !== waiting.length) throw new BackupRefused(broken)
    waiting = []
    size = 0
  }

  for await (const line of linesOf(file)) {
    if (isOver) throw new BackupRefused(broken)
    // A row begins with the first of its columns, and none is called like this.
    const isEnd = line.startsWith('{"end":')
    if (isEnd && line.startsWith('{"end":null')) {
      const end = parsed(fileEnd, line)
      const isRight =
        end.sha256 === whole.digest('hex') && end.rows === total.rows && end.tables === total.tables
      if (open || !isRight || total.tables !== known.size + 1) throw new BackupRefused(broken)
      isOver = true
      continue
    }
    whole.update(`${line}\n`)
    if (isFirst) isFirst = false
    else if (!open) {
      const { table: name, columns } = parsed(tableHead, line)
      const table = known.get(name)
      const isKnown = name === jobsTable || (table && table.columns.join() === columns.join())
      if (!isKnown)
        throw new BackupRefused(
          `The file has a table that this release does not know: ${name}. Nothing was restored.`,
        )
      open = { name, table, sum: createHash('sha256'), rows: 0 }
    } else if (isEnd) {
      await flush()
      const end = parsed(tableEnd, line)
      const isRight = end.end === open.name && end.rows === open.rows && end.sha256 === open.sum.digest('hex')
      if (!isRight) throw new BackupRefused(broken)
      total = { tables: total.tables + 1, rows: total.rows + open.rows }
      open = undefined
    } else {
      open.sum.update(`${line}\n`)
      open.rows += 1
      waiting.push(line)
      size += line.length
      if (waiting.length >= rowsPerInsert || size >= bytesPerInsert) await flush()
    }
  }
  if (!isOver) throw new BackupRefused(broken)
  return total
}

async function readHead(file: BackupFile): Promise<{ schema: string; ownerId: string }> {
  const foreign = 'The file is no backup of an account of this console. Nothing was restored.'
  for await (const line of linesOf(file, foreign)) {
    const read = head.safeParse(asJson(line))
    if (!read.success) throw new BackupRefused(foreign)
    if (read.data.version > backupVersion)
      throw new BackupRefused('The file was written by a newer release. Nothing was restored.')
    return { schema: read.data.schema, ownerId: read.data.owner }
  }
  throw new BackupRefused(foreign)
}

async function* linesOf({ path, open }: BackupFile, complaint = broken): AsyncGenerator<string> {
  const unpressed = createGunzip()
  let rest = ''
  try {
    const pressed = await open().catch((error: unknown) => {
      throw unreadable(path, error)
    })
    const reading = pipeline(pressed, unpressed)
    reading.catch(() => {})
    for await (const piece of unpressed.setEncoding('utf8')) {
      const lines = (rest + String(piece)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    // Gunzip names no call of the system.
    if (error instanceof Error && 'syscall' in error) throw unreadable(path, error)
    throw new BackupRefused(complaint, { cause: error })
  }
  if (rest !== '') throw new BackupRefused(complaint)
}

function unreadable(path: string, error: unknown): OperatorError {
  if (error instanceof OperatorError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new BackupRefused(`There is no file ${path}.`, { cause: error })
  return new BackupRefused(`${path} cannot be read (${message}). Nothing was restored.`, { cause: error })
}

function asJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function parsed<T extends z.ZodType>(schema: T, line: string): z.output<T> {
  const read = schema.safeParse(asJson(line))
  if (!read.success) throw new BackupRefused(broken)
  return read.data
}

/** Refusals for tables with a key that is the same for all owners, if another account already has the row. */
const taken: Record<string, string> = {
  sign_ins: 'Somebody of the account has a sign-in here already, under another account.',
  channel_shops: 'A shop of the account is linked here already, by another account.',
  courier_hooks: 'A courier of the account is connected here already, by another account.',
}

function asRefusal(error: unknown): unknown {
  const { code, table } = (error ?? {}) as { code?: string; table?: string }
  if (code === '23505')
    return new BackupRefused(
      `${taken[table ?? ''] ?? 'Part of the account is here already.'} Nothing was restored.`,
      {
        cause: error,
      },
    )
  // Rows that the tables refuse.
  if (code?.startsWith('22') || code?.startsWith('23')) return new BackupRefused(broken, { cause: error })
  return error
}
