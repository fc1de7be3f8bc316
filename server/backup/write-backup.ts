/**
 * One account as one file: lines of JSON, pressed with gzip. First what it is, then each table with its rows and what they
 * add up to, and at the end what all of it adds up to. Nothing in it depends on when or where it was written, so the same
 * account makes the same file.
 */
import { createHash } from 'node:crypto'
import type { Database, Tx } from '../db/database.ts'
import { countRows, findSchema, freeze, listBackupTables, listJobs, readRows } from './backup-tables-store.ts'

export const backupFormat = 'seller-console account'
export const backupVersion = 1

export type BackupHead = { format: string; version: number; schema: string; owner: string }
/** Before the rows of a table; the one of jobs has no columns. */
export type TableHead = { table: string; columns: string[] }
export type TableEnd = { end: string; rows: number; sha256: string }
export type BackupEnd = { end: null; tables: number; rows: number; sha256: string }

export const jobsTable = 'jobs'

/** Counts the rows approximately: rows that are added or removed meanwhile are ignored. */
export async function countAccount(db: Database, ownerId: string): Promise<number> {
  return db.asOwner(ownerId, async (tx) => {
    const tables = await listBackupTables(tx)
    return countRows(tx, ownerId, tables)
  })
}

/** The lines of the file with their ends, all of one moment. */
export async function readAccount(
  db: Database,
  ownerId: string,
  take: (lines: string, rows: number) => Promise<void>,
): Promise<{ tables: number; rows: number }> {
  const read = async (tx: Tx) => {
    await freeze(tx)
    const whole = createHash('sha256')
    let total = 0
    const add = (lines: string) => {
      whole.update(lines)
      return take(lines, total)
    }
    const line = (value: BackupHead | TableHead | TableEnd) => add(`${JSON.stringify(value)}\n`)
    const tables = await listBackupTables(tx)

    async function addTable(
      { table, columns }: TableHead,
      batches: AsyncIterable<string[]> | Iterable<string[]>,
    ): Promise<void> {
      const sum = createHash('sha256')
      let rows = 0
      await line({ table, columns })
      for await (const batch of batches) {
        const text = `${batch.join('\n')}\n`
        sum.update(text)
        rows += batch.length
        total += batch.length
        await add(text)
      }
      await line({ end: table, rows, sha256: sum.digest('hex') })
    }

    await line({
      format: backupFormat,
      version: backupVersion,
      schema: await findSchema(tx),
      owner: ownerId,
    })
    for (const table of tables)
      await addTable({ table: table.name, columns: table.columns }, readRows(tx, ownerId, table))
    const jobs = await listJobs(tx, ownerId)
    await addTable({ table: jobsTable, columns: [] }, jobs.length > 0 ? [jobs] : [])
    const count = { tables: tables.length + 1, rows: total }
    const end: BackupEnd = { end: null, ...count, sha256: whole.digest('hex') }
    await take(`${JSON.stringify(end)}\n`, total)
    return count
  }
  return db.asOwner(ownerId, read, { runsOnce: true })
}
