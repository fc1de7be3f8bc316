/** Imports. The state of an import and of its rows change in one transaction, which also enqueues the job. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { importDays, type ImportFault, type ImportKind, type ImportState } from '../../../model/import.ts'
import type { Permission } from '../../../model/permissions.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { readSummary, type ImportKey, type ImportSummary } from './import-figures-store.ts'
import type { FileFormat } from '../../http/sheet-file.ts'
import { removeRows } from './import-rows-store.ts'
import type { ImportColumn } from './match-columns.ts'

export type { ImportKey }

export type Import = {
  id: number
  kind: ImportKind
  userId: number
  userName: string
  /** Shops that the user could see when the step began; empty: all. */
  shopIds: number[]
  /** Permissions that the user had when the step began. */
  rights: Permission[]
  timezone: string
  fileName: string
  format: FileFormat
  bytes: number
  headings: string[]
  samples: string[]
  columns: ImportColumn[]
  state: ImportState
  fault: ImportFault | null
  rows: number | null
  processed: number
  /** Number of the last row that the step has taken. */
  reached: number
  summary: ImportSummary | null
  document: number
  requestedAt: Date
  endedAt: Date | null
}

const columns =
  sql.raw(`id, kind, user_id as "userId", user_name as "userName", to_json(shop_ids) as "shopIds", rights, timezone,
  file_name as "fileName", format, bytes, headings, samples, columns, state, fault, rows, processed, reached, summary, document,
  requested_at as "requestedAt", ended_at as "endedAt"`)

export type NewImport = Pick<
  Import,
  | 'kind'
  | 'userId'
  | 'userName'
  | 'shopIds'
  | 'rights'
  | 'timezone'
  | 'fileName'
  | 'format'
  | 'headings'
  | 'samples'
  | 'columns'
> & { file: Uint8Array }

export async function addImport(tx: Tx, ownerId: string, one: NewImport): Promise<number> {
  const [id = 0, document = 0] = await drawIds(tx, 2)
  const now = new Date()
  await removeOldImports(tx, ownerId, now)
  await sql`insert into imports (owner_id, id, kind, user_id, user_name, shop_ids, rights, timezone, file_name, format, bytes, headings,
      samples, columns, state, document, requested_at)
    values (${ownerId}, ${id}, ${one.kind}, ${one.userId}, ${one.userName}, ${one.shopIds}::bigint[], ${one.rights}::text[], ${one.timezone}, ${one.fileName},
      ${one.format}, ${one.file.length}, ${JSON.stringify(one.headings)}::jsonb, ${JSON.stringify(one.samples)}::jsonb,
      ${JSON.stringify(one.columns)}::jsonb, 'checking', ${document}, ${now})`.execute(tx)
  await sql`insert into import_files (owner_id, import_id, bytes) values (${ownerId}, ${id}, ${Buffer.from(one.file)})`.execute(
    tx,
  )
  await enqueueImport(tx, { ownerId, importId: id })
  return id
}

/** Imports of an account run one after another. */
export async function enqueueImport(tx: Tx, { ownerId, importId }: ImportKey): Promise<void> {
  const names = { queue: `imports:${ownerId}`, key: `run-import:${importId}`, priority: 5 }
  await enqueue(tx, 'run-import', { ownerId, importId }, names)
}

export async function removeOldImports(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await sql`delete from imports where owner_id = ${ownerId}
    and requested_at < ${new Date(now.getTime() - importDays * 86_400_000)}`.execute(tx)
}

export async function listImports(tx: Tx, ownerId: string, userId: number): Promise<Import[]> {
  const { rows } = await sql<Import>`select ${columns} from imports
    where owner_id = ${ownerId} and user_id = ${userId} order by id desc limit 100`.execute(tx)
  return rows
}

export async function findImport(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  { isLocked = false } = {},
): Promise<Import | undefined> {
  const { rows } = await sql<Import>`select ${columns} from imports
    where owner_id = ${ownerId} and id = ${importId} ${sql.raw(isLocked ? 'for update' : '')}`.execute(tx)
  return rows[0]
}

export async function removeImport(tx: Tx, { ownerId, importId }: ImportKey): Promise<void> {
  await sql`delete from imports where owner_id = ${ownerId} and id = ${importId}`.execute(tx)
}

/**
 * Begins a step, with the shops that the user may see today, and enqueues its job. A check of templates begins with rows that are in no
 * product yet; rows of products keep what the check before has found until the new one reaches them.
 */
export async function beginStep(
  tx: Tx,
  key: ImportKey,
  state: 'checking' | 'importing' | 'undoing',
  { kind, shopIds, rights }: Pick<Import, 'kind' | 'shopIds' | 'rights'>,
): Promise<void> {
  const { ownerId, importId } = key
  await sql`update imports set state = ${state}, processed = 0, reached = 0, shop_ids = ${shopIds}::bigint[],
      rights = ${rights}::text[]
    where owner_id = ${ownerId} and id = ${importId}`.execute(tx)
  if (state === 'checking' && kind === 'templates')
    await sql`update import_rows set state = 'new', fields = '{}', problems = null, problem_group = null, subject = null
      where owner_id = ${ownerId} and import_id = ${importId} and state <> 'new'`.execute(tx)
  await enqueueImport(tx, key)
}

export async function saveColumns(
  tx: Tx,
  key: ImportKey,
  { kind, headings }: Pick<Import, 'kind' | 'headings'>,
  next: ImportColumn[],
): Promise<void> {
  const { ownerId, importId } = key
  const stored = JSON.stringify(next)
  await sql`update imports set columns = ${stored}::jsonb where owner_id = ${ownerId} and id = ${importId}`.execute(
    tx,
  )
  await sql`insert into import_columns (owner_id, headings_digest, columns, saved_at)
    values (${ownerId}, ${digestOf(kind, headings)}, ${stored}::jsonb, ${new Date()})
    on conflict (owner_id, headings_digest) do update set columns = excluded.columns, saved_at = excluded.saved_at`.execute(
    tx,
  )
  // An account remembers a hundred kinds of files.
  await sql`delete from import_columns where owner_id = ${ownerId} and headings_digest not in (
    select headings_digest from import_columns where owner_id = ${ownerId} order by saved_at desc limit 100)`.execute(
    tx,
  )
}

export async function findColumns(
  tx: Tx,
  ownerId: string,
  { kind, headings }: Pick<Import, 'kind' | 'headings'>,
): Promise<ImportColumn[] | undefined> {
  const { rows } = await sql<{ columns: ImportColumn[] }>`select columns from import_columns
    where owner_id = ${ownerId} and headings_digest = ${digestOf(kind, headings)}`.execute(tx)
  return rows[0]?.columns
}

/** The same headings may go elsewhere in another kind of file. */
function digestOf(kind: ImportKind, headings: string[]): string {
  const named = kind === 'products' ? headings : { kind, headings }
  return createHash('sha256').update(JSON.stringify(named)).digest('hex')
}

export async function findFile(tx: Tx, { ownerId, importId }: ImportKey): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from import_files
    where owner_id = ${ownerId} and import_id = ${importId}`.execute(tx)
  return rows[0]?.bytes
}

/** The rows are read: the file is needed no longer. */
export async function endReading(tx: Tx, { ownerId, importId }: ImportKey, rows: number): Promise<void> {
  await sql`update imports set rows = ${rows} where owner_id = ${ownerId} and id = ${importId}`.execute(tx)
  await sql`delete from import_files where owner_id = ${ownerId} and import_id = ${importId}`.execute(tx)
}

export async function saveProgress(
  tx: Tx,
  one: ImportKey & { userId: number },
  { processed, reached }: { processed: number; reached: number },
): Promise<void> {
  const { ownerId, importId } = one
  await sql`update imports set processed = processed + ${processed}, reached = ${reached}
    where owner_id = ${ownerId} and id = ${importId}`.execute(tx)
  notifyImport(tx, one)
}

/** Ends a step, with the figures of its rows. */
export async function endStep(
  tx: Tx,
  one: ImportKey & { userId: number },
  state: 'checked' | 'done' | 'undone',
): Promise<void> {
  const { ownerId, importId } = one
  const summary = await readSummary(tx, one)
  await sql`update imports set state = ${state}, summary = ${JSON.stringify(summary)}::jsonb, processed = coalesce(rows, 0),
      ended_at = case when ${state === 'done'} then ${new Date()}::timestamptz else ended_at end
    where owner_id = ${ownerId} and id = ${importId}`.execute(tx)
  notifyImport(tx, one)
}

export async function saveFault(
  tx: Tx,
  one: ImportKey & { userId: number },
  fault: ImportFault,
): Promise<void> {
  const { ownerId, importId } = one
  await removeRows(tx, one)
  await sql`delete from import_files where owner_id = ${ownerId} and import_id = ${importId}`.execute(tx)
  await sql`update imports set state = 'failed', fault = ${fault} where owner_id = ${ownerId} and id = ${importId}`.execute(
    tx,
  )
  notifyImport(tx, one)
}

/** Tells the pages of the user that something about the import has changed. */
export function notifyImport(tx: Tx, { ownerId, userId, importId }: ImportKey & { userId: number }): void {
  saveEvent(tx, { ownerId, userId, shopId: null, channel: 'import.change', value: { import_id: importId } })
}
