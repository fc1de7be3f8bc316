/**
 * The job of an import: reads its file, checks its rows, imports them or takes them back, a chunk in each transaction together with the
 * state of its rows, so that a process that dies leaves whole chunks and the next one goes on behind them.
 */
import type { JobHelpers } from 'graphile-worker'
import { importMostRows, type ImportKind } from '../../../model/import.ts'
import { templateCellLength } from '../../../model/template-import.ts'
import { isDatabaseAway, isDatabaseBusy } from '../../db/reach-database.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { checkContext, checkRows } from './check-rows.ts'
import { commitRows, RowsRefused } from './commit-rows-store.ts'
import { rowsOf, type SheetRow } from '../../http/sheet-file.ts'
import {
  endReading,
  endStep,
  enqueueImport,
  findFile,
  findImport,
  saveFault,
  saveProgress,
  type Import,
  type ImportKey,
} from './import-store.ts'
import {
  addRows,
  listRows,
  removeRows,
  saveChecks,
  saveResults,
  showsMonthFirst,
  type Problem,
  type RowCheck,
  type RowResult,
  type StoredRow,
} from './import-rows-store.ts'
import { momentColumns } from './match-columns.ts'
import { checkTemplateRows, endTemplateCheck } from './templates/check-template-rows.ts'
import { commitTemplates, undoTemplates } from './templates/commit-templates-store.ts'
import { undoRows } from './undo-rows-store.ts'

/** After that the other jobs of the account have their turn. */
const turnMs = 5000
const rowsPerReading = 2000

/**
 * A chunk holds the locks of what it changes, and a sale waits for them: two thousand rows take a fraction of a second. Of templates
 * each is made by itself.
 */
const mostPerChunk: Record<ImportKind, number> = { products: 2000, templates: 250 }

type Tools = {
  db: Database
  channels: Pick<ChannelSessions, 'connectorOf'>
  log: Log
  rowsPerChunk?: number
}
type Step = { from: 'new' | 'change' | 'done'; end: 'checked' | 'done' | 'undone' }

const steps: Partial<Record<Import['state'], Step>> = {
  checking: { from: 'new', end: 'checked' },
  importing: { from: 'change', end: 'done' },
  undoing: { from: 'done', end: 'undone' },
}

export function createRunImport({ db, channels, log, rowsPerChunk }: Tools) {
  return async function runImport(
    payload: unknown,
    { abortSignal }: Pick<JobHelpers, 'abortSignal'>,
  ): Promise<void> {
    const key = payload as ImportKey
    const until = Date.now() + turnMs
    const found = await db.asOwner(key.ownerId, (tx) => findImport(tx, key))
    if (!found) return
    if (found.state === 'checking' && found.rows === null && !(await readFile(key, found))) return
    const refused = new Map<number, Problem>()
    const isMonthFirst =
      found.state === 'checking' &&
      (await db.asOwner(key.ownerId, (tx) => showsMonthFirst(tx, key, momentColumns(found.columns))))
    while (await takeChunk(key, refused, isMonthFirst)) {
      if (Date.now() < until && !abortSignal?.aborted) continue
      await db.asOwner(key.ownerId, (tx) => enqueueImport(tx, key))
      return
    }
  }

  /** Answers whether the file has rows to check. */
  async function readFile(key: ImportKey, one: Import): Promise<boolean> {
    const { ownerId } = key
    const bytes = await db.asOwner(ownerId, async (tx) => {
      await removeRows(tx, key)
      return findFile(tx, key)
    })
    if (!bytes) return false
    const fail = async (fault: 'too_many_rows' | 'unreadable') => {
      await db.asOwner(ownerId, (tx) => saveFault(tx, { ...key, userId: one.userId }, fault))
      return false
    }
    let count = 0
    let waiting: SheetRow[] = []
    const flush = async () => {
      const rows = waiting
      waiting = []
      await db.asOwner(ownerId, (tx) => addRows(tx, key, rows), { mayBeLost: true })
    }
    try {
      let isHead = true
      for await (const row of rowsOf(
        bytes,
        one.format,
        one.kind === 'templates' ? templateCellLength : undefined,
      )) {
        if (!isHead) waiting.push(row)
        if (!isHead) count += 1
        isHead = false
        if (count > importMostRows) return await fail('too_many_rows')
        if (waiting.length === rowsPerReading) await flush()
      }
    } catch (error) {
      if (isDatabaseAway(error) || isDatabaseBusy(error)) throw error
      log.warn({ error: String(error), import: key.importId }, 'a file to import could not be read')
      return await fail('unreadable')
    }
    await flush()
    await db.asOwner(ownerId, (tx) => endReading(tx, key, count))
    return true
  }

  /** Answers whether more may follow. */
  async function takeChunk(
    key: ImportKey,
    refused: Map<number, Problem>,
    isMonthFirst: boolean,
  ): Promise<boolean> {
    try {
      return await db.asOwner(key.ownerId, async (tx) => {
        const one = await findImport(tx, key, { isLocked: true })
        const step = one && steps[one.state]
        if (!step) return false
        // A check of products takes a row again, whatever the one before has found.
        const state = one.state === 'checking' && one.kind === 'products' ? null : step.from
        const rows = await listRows(tx, key, {
          after: one.reached,
          state,
          limit: rowsPerChunk ?? mostPerChunk[one.kind],
        })
        const user = { ...key, userId: one.userId }
        if (rows.length === 0) {
          if (one.state === 'checking' && one.kind === 'templates') await endTemplateCheck(tx, key)
          await endStep(tx, user, step.end)
          return false
        }
        const processed = await takeRows(tx, key, one, rows, { refused, isMonthFirst })
        await saveProgress(tx, user, { processed, reached: rows.at(-1)?.number ?? one.reached })
        return true
      })
    } catch (error) {
      // The others of the chunk go without them.
      if (!(error instanceof RowsRefused)) throw error
      for (const [number, found] of error.problems) refused.set(number, found)
      return true
    }
  }

  /** Answers how many rows have come through the step, some of which may stand behind the chunk. */
  async function takeRows(
    tx: Tx,
    key: ImportKey,
    one: Import,
    rows: StoredRow[],
    { refused, isMonthFirst }: { refused: Map<number, Problem>; isMonthFirst: boolean },
  ): Promise<number> {
    if (one.state === 'checking') {
      await saveChecks(tx, key, await checksOf(tx, key, one, rows, isMonthFirst))
      return rows.length
    }
    const results = await resultsOf(tx, key, one, rows, refused)
    await saveResults(tx, key, results)
    return Math.max(rows.length, results.length)
  }

  async function checksOf(
    tx: Tx,
    key: ImportKey,
    one: Import,
    rows: StoredRow[],
    isMonthFirst: boolean,
  ): Promise<RowCheck[]> {
    if (one.kind === 'templates') return checkTemplateRows(tx, key, one, rows, channels, isMonthFirst)
    return checkRows(tx, key, await checkContext(tx, key.ownerId, one, rows, channels, isMonthFirst), rows)
  }

  async function resultsOf(
    tx: Tx,
    key: ImportKey,
    one: Import,
    rows: StoredRow[],
    refused: Map<number, Problem>,
  ): Promise<RowResult[]> {
    const isUndone = one.state === 'undoing'
    if (one.kind === 'templates')
      return isUndone ? undoTemplates(tx, key, rows) : commitTemplates(tx, key, one, rows, channels)
    if (isUndone) return undoRows(tx, key, one, rows, refused)
    const context = await checkContext(tx, key.ownerId, one, rows, channels)
    return commitRows(tx, key, one, context, rows, refused)
  }
}
