/** Files that users asked for, their pieces, and the jobs that write and remove them. */
import { sql } from 'kysely'
import { AppError } from '../../model/errors.ts'
import {
  exportDays,
  mostKept,
  type ExportState,
  type ExportType,
  type FileFormat,
} from '../../model/export.ts'
import type { Language } from '../../model/language.ts'
import type { Permission } from '../../model/permissions.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { lockLimit } from '../db/lock-limit.ts'
import { enqueue } from '../jobs/jobs.ts'
import { saveEvent } from '../notifications/events-store.ts'
import type { ExportFilters } from './export-kind.ts'

export type ExportKey = { ownerId: string; exportId: number }

export type ExportPart = { rows: number; bytes: number; chunks: number }

/** Progress of writing a file. */
export type Bookmark = {
  /** Place of the last record, as its kind defines it; null before the first. */
  place: string[] | null
  /** The part that is open, with what its writer keeps. */
  part: (ExportPart & { state: unknown }) | null
}

export type Export = ExportKey & {
  userId: number
  type: ExportType
  format: FileFormat
  filters: ExportFilters
  needs: Permission[]
  language: Language
  state: ExportState
  rows: number
  total: number | null
  bookmark: Bookmark | null
  parts: ExportPart[]
  requestedAt: Date
  endedAt: Date | null
  expiresAt: Date
}

export type NewExport = Pick<
  Export,
  'ownerId' | 'userId' | 'type' | 'format' | 'filters' | 'needs' | 'language'
>

const dayMs = 86_400_000
/** Days for which the list still shows an export. */
const listDays = 30

const columns =
  sql.raw(`owner_id as "ownerId", id as "exportId", user_id as "userId", type, format, filters, needs, language,
  state, rows, total, bookmark, parts, requested_at as "requestedAt", ended_at as "endedAt", expires_at as "expiresAt"`)

/** Saves the request and its job. Returns its id. @throws AppError conflict, when the user keeps as many as there may be */
export async function saveExport(tx: Tx, request: NewExport): Promise<number> {
  const { ownerId, userId, type, format, language } = request
  await requireRoom(tx, request)
  const [exportId = 0] = await drawIds(tx, 1)
  const now = new Date()
  // Each new one makes room by forgetting what nobody sees any more.
  await sql`delete from exports where owner_id = ${ownerId}
    and requested_at < ${new Date(now.getTime() - listDays * dayMs)}`.execute(tx)
  await sql`insert into exports (owner_id, id, user_id, type, format, filters, needs, language, state, requested_at, expires_at)
    values (${ownerId}, ${exportId}, ${userId}, ${type}, ${format}, ${JSON.stringify(request.filters)}::jsonb,
      ${request.needs}, ${language}, 'queued', ${now}, ${expiry(now)})`.execute(tx)
  await enqueueExport(tx, { ownerId, exportId })
  await enqueueExpiry(tx, { ownerId, exportId }, expiry(now))
  notifyRequester(tx, { ...request, exportId, state: 'queued', rows: 0, total: null })
  return exportId
}

/** Until the end of the transaction nobody else adds one. Those that ran out take no room. */
async function requireRoom(
  tx: Tx,
  { ownerId, userId, format }: Pick<Export, 'ownerId' | 'userId' | 'format'>,
): Promise<void> {
  await lockLimit(tx, ownerId, 'exports')
  const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from exports
    where owner_id = ${ownerId} and user_id = ${userId} and state <> 'expired'
      and (format = 'backup') = ${format === 'backup'}`.execute(tx)
  const most = format === 'backup' ? mostKept.backup : mostKept.table
  if ((rows[0]?.kept ?? 0) >= most) throw new AppError('conflict', { message: 'error.export_limit' })
}

/** An owner's files are written one after another, a slice of each in turn. */
export async function enqueueExport(tx: Tx, { ownerId, exportId }: ExportKey): Promise<void> {
  await enqueue(
    tx,
    'write-export',
    { ownerId, exportId },
    { queue: `exports:${ownerId}`, key: `write-export:${exportId}`, priority: 5 },
  )
}

async function enqueueExpiry(tx: Tx, { ownerId, exportId }: ExportKey, runAt: Date): Promise<void> {
  // A queue of the account's: a row for each queue that ever was stays in the library's table.
  const names = { queue: `expired-exports:${ownerId}`, key: `expire-export:${exportId}` }
  await enqueue(tx, 'expire-export', { ownerId, exportId }, { ...names, runAt })
}

export async function listExports(tx: Tx, ownerId: string, userId: number): Promise<Export[]> {
  const { rows } = await sql<Export>`select ${columns} from exports
    where owner_id = ${ownerId} and user_id = ${userId} and requested_at > ${new Date(Date.now() - listDays * dayMs)}
    order by requested_at desc, id desc limit 100`.execute(tx)
  return rows
}

export async function findExport(
  tx: Tx,
  { ownerId, exportId }: ExportKey,
  { isLocked = false } = {},
): Promise<Export | undefined> {
  const { rows } = await sql<Export>`select ${columns} from exports
    where owner_id = ${ownerId} and id = ${exportId} ${sql.raw(isLocked ? 'for update' : '')}`.execute(tx)
  return rows[0]
}

/** Begins the writing or goes on with it. Undefined when nobody wants the file any more. */
export async function openExport(tx: Tx, { ownerId, exportId }: ExportKey): Promise<Export | undefined> {
  const { rows } = await sql<Export>`update exports set state = 'running'
    where owner_id = ${ownerId} and id = ${exportId} and state in ('queued', 'running') returning ${columns}`.execute(
    tx,
  )
  return rows[0]
}

export type SavedSlice = {
  /** Number of the part, from 1, and of the piece in it, from 0. */
  part: number
  position: number
  bytes: Buffer
}

/** The piece and the place that it reaches to; to be called in one transaction with the look at what was there before. */
export async function saveSlice(
  tx: Tx,
  { ownerId, exportId }: ExportKey,
  piece: SavedSlice | null,
  now: Pick<Export, 'state' | 'rows' | 'total' | 'bookmark' | 'parts'>,
): Promise<void> {
  if (piece)
    await sql`insert into export_chunks (owner_id, export_id, part, position, bytes)
      values (${ownerId}, ${exportId}, ${piece.part}, ${piece.position}, ${piece.bytes})`.execute(tx)
  const isDone = now.state === 'done'
  const at = new Date()
  await sql`update exports set state = ${now.state}, rows = ${now.rows}, total = ${now.total},
      bookmark = ${JSON.stringify(now.bookmark)}::jsonb, parts = ${JSON.stringify(now.parts)}::jsonb,
      ended_at = ${isDone ? at : null}::timestamptz,
      expires_at = case when ${isDone} then ${expiry(at)}::timestamptz else expires_at end
    where owner_id = ${ownerId} and id = ${exportId}`.execute(tx)
  if (isDone) await enqueueExpiry(tx, { ownerId, exportId }, expiry(at))
}

/** Deletes what an earlier try has left, for a file that is written in one go. False: nobody wants the file any more. */
export async function beginAnew(tx: Tx, { ownerId, exportId }: ExportKey): Promise<boolean> {
  const { rows } = await sql`update exports set rows = 0 where owner_id = ${ownerId} and id = ${exportId}
    and state = 'running' returning 1`.execute(tx)
  if (rows.length === 0) return false
  await sql`delete from export_chunks where owner_id = ${ownerId} and export_id = ${exportId}`.execute(tx)
  return true
}

export async function saveExportFailure(
  tx: Tx,
  { ownerId, exportId }: ExportKey,
  reason: string,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update exports set state = 'failed', error = ${reason.slice(0, 500)}, ended_at = ${new Date()}
      where owner_id = ${ownerId} and id = ${exportId} and state = 'running'`.execute(tx)
  return numAffectedRows === 1n
}

/** Continues a failed export where it stopped; starts an expired one from the beginning. */
export async function retryExport(tx: Tx, { ownerId, exportId, ...known }: Export): Promise<void> {
  const expiresAt = expiry(new Date())
  if (known.state === 'expired') {
    await requireRoom(tx, { ownerId, ...known })
    await sql`update exports set rows = 0, total = null, bookmark = null, parts = '[]'
      where owner_id = ${ownerId} and id = ${exportId}`.execute(tx)
  }
  await sql`update exports set state = 'queued', error = null, ended_at = null, expires_at = ${expiresAt}
    where owner_id = ${ownerId} and id = ${exportId}`.execute(tx)
  await enqueueExport(tx, { ownerId, exportId })
  await enqueueExpiry(tx, { ownerId, exportId }, expiresAt)
}

export async function removeExport(tx: Tx, { ownerId, exportId }: ExportKey): Promise<void> {
  await sql`delete from exports where owner_id = ${ownerId} and id = ${exportId}`.execute(tx)
}

/** Throws the file away when its time has come. What is still being written ends with it. */
export async function expireExport(tx: Tx, { ownerId, exportId }: ExportKey, now: Date): Promise<void> {
  const found = await findExport(tx, { ownerId, exportId }, { isLocked: true })
  if (!found || found.expiresAt > now) return
  await sql`update exports set state = 'expired' where owner_id = ${ownerId} and id = ${exportId}`.execute(tx)
  await sql`delete from export_chunks where owner_id = ${ownerId} and export_id = ${exportId}`.execute(tx)
  notifyRequester(tx, { ...found, state: 'expired' })
}

export async function findChunk(
  tx: Tx,
  { ownerId, exportId }: ExportKey,
  part: number,
  position: number,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from export_chunks where owner_id = ${ownerId}
    and export_id = ${exportId} and part = ${part} and position = ${position}`.execute(tx)
  return rows[0]?.bytes
}

/** Sends the progress to the pages of the user who requested the export. */
export function notifyRequester(
  tx: Tx,
  changed: Pick<Export, 'ownerId' | 'userId' | 'exportId' | 'type' | 'state' | 'rows' | 'total'>,
): void {
  const { ownerId, userId, exportId, type, state, rows } = changed
  const value = { export_id: exportId, status: state, rows, percent: percentOf(changed) }
  saveEvent(tx, { ownerId, userId, shopId: null, channel: `export.${type}`, value })
}

/** 100 only when it is done: rows may have come in since they were counted. */
export function percentOf({ state, rows, total }: Pick<Export, 'state' | 'rows' | 'total'>): number {
  if (state === 'done' || state === 'expired') return 100
  return total ? Math.min(99, Math.floor((rows / total) * 100)) : 0
}

function expiry(from: Date): Date {
  return new Date(from.getTime() + exportDays * dayMs)
}
