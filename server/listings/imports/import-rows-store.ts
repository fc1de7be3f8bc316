/** The rows of an import: their cells, what is wrong with them, and what each has changed. */
import { sql } from 'kysely'
import type { ProblemGroup } from '../../../model/import.ts'
import type { SpecialPrice } from '../../../model/listing-change.ts'
import type { Tx } from '../../db/database.ts'
import type { Cell, SheetRow } from '../../http/sheet-file.ts'
import type { KnownCost } from '../../skus/costs/costs-store.ts'
import type { ImportKey, RowState } from './import-figures-store.ts'

/** A fault of a cell, or of the row where the column is null. */
export type Problem = {
  column: number | null
  /** Key of the message: a rule of a field, or `import_problem.<code>`. */
  code: string
  group: ProblemGroup
  values?: Record<string, string | number>
  remedies: string[]
}

/** Values before and after, by which an undo finds the former ones. */
export type RowChanges = {
  prices: {
    listingId: number
    before: { price?: number; specialPrice?: SpecialPrice | null }
    after: { price?: number; specialPrice?: SpecialPrice | null }
  }[]
  sku: { id: number; before: SkuFields; after: SkuFields } | null
  /** `isFirst`: the SKU had no figure there. */
  stock: { skuId: number; warehouseId: number; isFirst?: boolean }[]
  links: { listingId: number; from: number | null; to: number }[]
  /** The draft that the row became part of. */
  template?: number
}
export type SkuFields = {
  name?: string
  barcode?: string | null
  bin?: string | null
  threshold?: number | null
  cost?: KnownCost
}

/** Rows of a reading that was broken off begin anew. */
export async function removeRows(tx: Tx, { ownerId, importId }: ImportKey): Promise<void> {
  await sql`delete from import_rows where owner_id = ${ownerId} and import_id = ${importId}`.execute(tx)
}

export async function addRows(tx: Tx, { ownerId, importId }: ImportKey, rows: SheetRow[]): Promise<void> {
  await sql`insert into import_rows (owner_id, import_id, number, cells, state)
    select ${ownerId}::uuid, ${importId}::bigint, r.number, r.cells, 'new'
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(number integer, cells jsonb)
    on conflict (owner_id, import_id, number) do nothing`.execute(tx)
}

/** Whether a date of the file can only have its month first, as in 12/25/2026. Then 12/05/2026 of the same file may be either. */
export async function showsMonthFirst(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  columns: number[],
): Promise<boolean> {
  if (columns.length === 0) return false
  const { rows } = await sql`select from import_rows r cross join unnest(${columns}::integer[]) as c(at)
    where r.owner_id = ${ownerId} and r.import_id = ${importId}
      and r.cells ->> c.at ~ '^\\s*(0?[1-9]|1[0-2])([/.-])(1[3-9]|2\\d|3[01])\\2\\d{4}' limit 1`.execute(tx)
  return rows.length > 0
}

export type StoredRow = {
  number: number
  cells: Cell[]
  changes: RowChanges | null
  subject: string | null
}

/** @param state null: whatever it is */
export async function listRows(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  { after, state, limit }: { after: number; state: RowState | null; limit: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`select number, cells, changes, subject from import_rows
    where owner_id = ${ownerId} and import_id = ${importId} and number > ${after}
      and (${state}::text is null or state = ${state}::text) order by number limit ${limit}`.execute(tx)
  return rows
}

export async function findRow(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  number: number,
): Promise<(StoredRow & { state: RowState }) | undefined> {
  const { rows } = await sql<
    StoredRow & { state: RowState }
  >`select number, cells, changes, subject, state from import_rows
    where owner_id = ${ownerId} and import_id = ${importId} and number = ${number} for update`.execute(tx)
  return rows[0]
}

export async function saveCells(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  { number, cells }: Pick<StoredRow, 'number' | 'cells'>,
): Promise<void> {
  await sql`update import_rows set cells = ${JSON.stringify(cells)}::jsonb
    where owner_id = ${ownerId} and import_id = ${importId} and number = ${number}`.execute(tx)
}

/** The outcome of a row's check. */
export type RowCheck = {
  number: number
  state: 'new' | 'change' | 'same' | 'error'
  /** Fields that change. */
  fields: string[]
  problems?: Problem[]
  subject: string | null
  sku?: ChangedSku | null
}

/** New values of a SKU by field. */
export type ChangedSku = { id: number; values: Record<string, unknown> }

export async function saveChecks(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  checks: RowCheck[],
): Promise<void> {
  const rows = checks.map(({ problems = [], sku, ...check }) => ({
    ...check,
    ...storedProblems(problems),
    skuId: sku?.id ?? null,
    skuValues: sku?.values ?? null,
  }))
  await sql`update import_rows i set state = r.state, fields = r.fields, subject = r.subject, problems = r.problems,
      problem_group = r."group", sku_id = r."skuId", sku_values = r."skuValues"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(number integer, state text, fields text[], subject text,
      problems jsonb, "group" text, "skuId" bigint, "skuValues" jsonb)
    where i.owner_id = ${ownerId} and i.import_id = ${importId} and i.number = r.number
      and (i.state, i.fields, i.subject, i.problems, i.sku_values)
        is distinct from (r.state, r.fields, r.subject, r.problems, r."skuValues")`.execute(tx)
}

/** The outcome of a row that was imported or taken back. */
export type RowResult = {
  number: number
  state: 'same' | 'done' | 'left' | 'undone'
  problems?: Problem[]
  changes?: RowChanges
}

export async function saveResults(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  results: RowResult[],
): Promise<void> {
  const rows = results.map(({ problems = [], changes = null, ...result }) => ({
    ...result,
    changes,
    ...storedProblems(problems),
  }))
  await sql`update import_rows i set state = r.state, problems = r.problems, problem_group = r."group",
      changes = coalesce(r.changes, i.changes)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(number integer, state text, problems jsonb, "group" text,
      changes jsonb)
    where i.owner_id = ${ownerId} and i.import_id = ${importId} and i.number = r.number`.execute(tx)
}

function storedProblems(problems: Problem[]): { problems: Problem[] | null; group: Problem['group'] | null } {
  const [first] = problems
  return first ? { problems, group: first.group } : { problems: null, group: null }
}

/**
 * First row about each subject among those before a row, with its cells. Subject by subject: the rows of a file are many more than the
 * planner knows of while they come in.
 */
export async function listEarlier(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  subjects: string[],
  before: number,
): Promise<{ subject: string; number: number; cells: Cell[] }[]> {
  const { rows } = await sql<{ subject: string; number: number; cells: Cell[] }>`
    select s.subject, r.number, r.cells from unnest(${subjects}::text[]) as s(subject)
    cross join lateral (
      select number, cells from import_rows
      where owner_id = ${ownerId} and import_id = ${importId} and subject = s.subject and number < ${before}
      order by number limit 1) r`.execute(tx)
  return rows
}

/** Rows before a row that change one of the SKUs, in the order of the file. */
export async function listEarlierOfSkus(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  skuIds: number[],
  before: number,
): Promise<{ number: number; sku: ChangedSku }[]> {
  const { rows } = await sql<{ number: number; sku: ChangedSku }>`
    select r.number, json_build_object('id', s.id, 'values', r.sku_values) as sku from unnest(${skuIds}::bigint[]) as s(id)
    cross join lateral (
      select number, sku_values from import_rows
      where owner_id = ${ownerId} and import_id = ${importId} and sku_id = s.id and number < ${before}) r
    order by r.number`.execute(tx)
  return rows
}

/** Rows behind a row about one of the subjects, or that change the SKU, in the order of the file. */
export async function listLater(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  { after, subjects, skuId }: { after: number; subjects: string[]; skuId: number | null },
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`select number, cells, changes, subject from import_rows
    where owner_id = ${ownerId} and import_id = ${importId} and number > ${after}
      and (subject = any(${subjects}::text[]) or sku_id = ${skuId}::bigint)
    order by number limit ${limit}`.execute(tx)
  return rows
}

export type ProblemRow = { number: number; cells: Cell[]; problems: Problem[] }

/** Rows with problems, in the order of the file. */
export async function listProblems(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  { group, offset, limit }: { group: ProblemGroup | undefined; offset: number; limit: number },
): Promise<ProblemRow[]> {
  const { rows } = await sql<ProblemRow>`select number, cells, problems from import_rows
    where owner_id = ${ownerId} and import_id = ${importId} and problem_group is not null
      and problems is not null and (${group ?? null}::text is null or problem_group = ${group ?? null}::text)
    order by number limit ${limit} offset ${offset}`.execute(tx)
  return rows
}
