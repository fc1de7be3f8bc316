/**
 * Writes a file, a slice of rows at a time. The piece, and how far it reaches, are one transaction, so the process may die at
 * any moment and the next one goes on after the last piece that was saved; the file is the same to the byte.
 */
import type { JobHelpers } from 'graphile-worker'
import type { ExportFormat } from '../../model/export.ts'
import { isDatabaseAway } from '../db/reach-database.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import { saveNotifications } from '../notifications/notifications-store.ts'
import { Statement } from '../db/statement.ts'
import { translate } from '../i18n/translate.ts'
import type { ExportKind } from './export-kind.ts'
import { exportKinds, type TableType } from './export-kinds.ts'
import { fileNameOf, type ExportLinks } from './export-link.ts'
import { countRows, readSlice, type Slice } from './export-slice-store.ts'
import {
  enqueueExport,
  expireExport,
  findExport,
  openExport,
  saveExportFailure,
  saveSlice,
  notifyRequester,
  type Bookmark,
  type Export,
  type ExportKey,
} from './exports-store.ts'
import { writeAccount } from './write-account.ts'
import { csvPart } from './csv-part.ts'
import type { PartHead, PartWriter } from './part-writer.ts'
import { pressPiece } from './pressed-piece.ts'
import { sheetPart } from './sheet-part.ts'

const partWriters: Record<ExportFormat, PartWriter<unknown>> = { csv: csvPart, xlsx: sheetPart }

/** After that the other files of the owner have their turn, and other owners this worker. */
const turnMs = 3000
const notifyEveryMs = 1000
const start: Bookmark = { place: null, part: null }

type TableExport = Export & { type: TableType; format: ExportFormat }

/** Position up to which the rows have been read, which is ahead of the saved bookmark. */
type Reach = { place: Bookmark['place']; rowsInPart: number; limit: number }

const leastRecords = 100

/** Records of the next slice, by the rows that those of the last one had. */
function limitAfter(kind: ExportKind, format: ExportFormat, { rows, records }: Slice): number {
  if (format !== 'csv' || kind.rowsPerCsvSlice === undefined || rows === 0) return kind.recordsPerSlice
  return Math.max(leastRecords, Math.round((kind.rowsPerCsvSlice * records) / rows))
}

function isFull({ rowsPerPart }: ExportKind, rowsInPart: number, { isLast, rows }: Slice): boolean {
  return isLast || rows === 0 || rowsInPart >= rowsPerPart
}

export function createWriteExport(
  db: Database,
  links: ExportLinks,
  log: Log,
  kinds: Record<TableType, ExportKind> = exportKinds,
) {
  return async function writeExport(
    payload: unknown,
    { abortSignal }: Pick<JobHelpers, 'abortSignal'>,
  ): Promise<void> {
    const key = payload as ExportKey
    const opened = await db.asOwner(key.ownerId, (tx) => openExport(tx, key))
    if (!opened) return
    try {
      const { type, format } = opened
      const isOver =
        type === 'account' || format === 'backup'
          ? await writeAccount(db, opened, abortSignal, (tx) => notifyDone(tx, key))
          : await takeTurn({ ...opened, type, format }, abortSignal)
      if (!isOver) await db.asOwner(key.ownerId, (tx) => enqueueExport(tx, key))
    } catch (error) {
      // The library tries again when the database is back.
      if (isDatabaseAway(error)) throw error
      log.error({ err: error, export: key.exportId }, 'export failed')
      await db.asOwner(key.ownerId, (tx) => saveFailure(tx, opened, error))
    }
  }

  /** Answers whether nothing is left to do. */
  async function takeTurn(opened: TableExport, abort: AbortSignal | undefined): Promise<boolean> {
    const kind = kinds[opened.type]
    const until = Date.now() + turnMs
    const total = opened.total ?? (await countRows(db, kind, opened))
    const head = headOf(kind, opened)
    let known: TableExport = { ...opened, total }
    let notifiedAt = 0
    const { place, part } = opened.bookmark ?? start
    let reach: Reach = { place, rowsInPart: part?.rows ?? 0, limit: kind.recordsPerSlice }
    let prefetched = read(kind, opened, reach)
    prefetched.catch(() => {})
    try {
      for (;;) {
        const slice = await prefetched
        const isDone = slice.isLast
        const isOver = isDone || Date.now() > until || abort?.aborted
        // The next rows are read while these are being written and saved.
        if (!isOver) {
          const rowsInPart = reach.rowsInPart + slice.rows
          reach = {
            place: slice.place,
            rowsInPart: isFull(kind, rowsInPart, slice) ? 0 : rowsInPart,
            limit: limitAfter(kind, opened.format, slice),
          }
          prefetched = read(kind, opened, reach)
          prefetched.catch(() => {})
        }
        const { next, piece } = await write(kind, known, head, slice)
        const notifies = isDone || Date.now() > notifiedAt + notifyEveryMs
        if (notifies) notifiedAt = Date.now()
        if (!(await save(known, next, piece, notifies))) return true
        if (isOver) return isDone
        known = next
      }
    } finally {
      await prefetched.catch(() => {})
    }
  }

  function read(kind: ExportKind, request: TableExport, { place, rowsInPart, limit }: Reach): Promise<Slice> {
    return readSlice(db, kind, request, {
      after: place,
      room: kind.rowsPerPart - rowsInPart,
      isPartEmpty: rowsInPart === 0,
      limit,
    })
  }

  async function write(kind: ExportKind, known: TableExport, head: PartHead, slice: Slice) {
    const writer = partWriters[known.format]
    const parts = [...known.parts]
    const { part: open } = known.bookmark ?? start
    const number = parts.length + 1
    const position = open?.chunks ?? 0
    const next: TableExport = {
      ...known,
      state: slice.isLast ? 'done' : 'running',
      rows: known.rows + slice.rows,
    }
    // The last part was full with the very last row.
    if (!open && slice.isLast && slice.rows === 0 && parts.length > 0)
      return { next: { ...next, bookmark: null }, piece: null }

    const begun = open ? { bytes: Buffer.alloc(0), state: open.state } : await writer.begin(head)
    const added =
      slice.rows > 0 ? await writer.add(begun.state, slice.bytes, head) : { ...begun, bytes: Buffer.alloc(0) }
    const rows = (open?.rows ?? 0) + slice.rows
    const isEnd = isFull(kind, rows, slice)
    const end = isEnd ? await writer.end(added.state, head) : Buffer.alloc(0)
    const bytes = Buffer.concat([begun.bytes, added.bytes, end])
    const part = { rows, bytes: (open?.bytes ?? 0) + bytes.length, chunks: position + 1 }
    if (isEnd) parts.push(part)
    const bookmark: Bookmark = { place: slice.place, part: isEnd ? null : { ...part, state: added.state } }
    return {
      next: { ...next, parts, bookmark: slice.isLast ? null : bookmark },
      piece: { part: number, position, bytes: await pressPiece(known.format, bytes) },
    }
  }

  /** Answers false when somebody else has gone on, or nobody wants the file any more. */
  function save(
    known: Export,
    next: Export,
    piece: Parameters<typeof saveSlice>[2],
    notifies: boolean,
  ): Promise<boolean> {
    const { ownerId } = known
    // Only the end waits for the disk: what a crash of the database takes away, it takes with the bookmark that led past it.
    const work = async (tx: Tx): Promise<boolean> => {
      const stored = await findExport(tx, known, { isLocked: true })
      if (stored?.state !== 'running' || stored.rows !== known.rows) return false
      if (stored.parts.length !== known.parts.length) return false
      await saveSlice(tx, known, piece, next)
      if (notifies) notifyRequester(tx, next)
      if (next.state === 'done') await notifyDone(tx, known)
      return true
    }
    return db.asOwner(ownerId, work, { mayBeLost: next.state !== 'done' })
  }

  async function notifyDone(tx: Tx, key: ExportKey): Promise<void> {
    const done = await findExport(tx, key)
    if (!done) return
    const { ownerId, exportId, userId, rows, expiresAt, parts } = done
    // A file of several parts has its links in the list.
    const url = parts.length === 1 ? links.linkTo(done, 1) : listUrl
    const file = { file_name: fileNameOf(done), rows, expires_at: expiresAt.toISOString() }
    await saveNotifications(tx, ownerId, [
      { ownerId, type: 'export_done', shopId: null, userId, about: String(exportId), url, file },
    ])
  }

  async function saveFailure(tx: Tx, opened: Export, error: unknown): Promise<void> {
    if (!(await saveExportFailure(tx, opened, String(error)))) return
    const failed = await findExport(tx, opened)
    if (!failed) return
    const { ownerId, exportId, userId, rows } = failed
    notifyRequester(tx, failed)
    const file = { file_name: fileNameOf(failed), rows, expires_at: null }
    await saveNotifications(tx, ownerId, [
      { ownerId, type: 'export_failed', shopId: null, userId, about: String(exportId), url: listUrl, file },
    ])
  }
}

const listUrl = '/exports'

export function createExpireExport(db: Database) {
  return async (payload: unknown): Promise<void> => {
    const key = payload as ExportKey
    await db.asOwner(key.ownerId, (tx) => expireExport(tx, key, new Date()))
  }
}

function headOf(kind: ExportKind, request: Export): PartHead {
  const { language, type, ownerId } = request
  const columns = kind.columns(new Statement(ownerId), request)
  const words = kind.words ?? type
  return {
    columns: columns.map(({ key, values, ...column }) => ({
      ...column,
      title: translate(language, `export.${words}.${key}`, values),
    })),
    title: translate(language, `export.${words}`),
    language,
  }
}
