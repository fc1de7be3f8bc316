/** Rows of an import by the product that they are about, and drafts that came of them. */
import { sql } from 'kysely'
import { templateLimits } from '../../../../model/product-template.ts'
import type { Tx } from '../../../db/database.ts'
import type { RowState } from '../import-figures-store.ts'
import type { Problem, StoredRow } from '../import-rows-store.ts'
import type { ImportKey } from '../import-store.ts'

/** Later rows of one product are refused without being looked at. */
const mostRowsOfProduct = templateLimits.skus + 1

export type ProductRow = StoredRow & { state: RowState; subject: string }

/** Rows of products in the order of the file, as far as they were checked before. */
export async function listProductRows(
  tx: Tx,
  { ownerId, importId }: ImportKey,
  subjects: string[],
): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select number, cells, changes, state, subject from (
      select r.number, r.cells, r.changes, r.state, r.subject,
        row_number() over (partition by r.subject order by r.number) as place
      from import_rows r
      where r.owner_id = ${ownerId} and r.import_id = ${importId} and r.subject = any(${subjects}::text[])) p
    where p.place <= ${mostRowsOfProduct} order by p.number`.execute(tx)
  return rows
}

/** A product with a wrong row is not imported at all, so that no draft lacks a variant unseen. */
export async function spreadErrors(tx: Tx, { ownerId, importId }: ImportKey, found: Problem): Promise<void> {
  await sql`update import_rows r set state = 'error', problem_group = ${found.group},
      problems = ${JSON.stringify([found])}::jsonb, fields = '{}'
    where r.owner_id = ${ownerId} and r.import_id = ${importId} and r.state = 'change' and exists (
      select from import_rows w where w.owner_id = ${ownerId} and w.import_id = ${importId} and w.subject = r.subject
        and w.state = 'error')`.execute(tx)
}

/** Codes, in lower case, that a template has already. */
export async function listTakenCodes(tx: Tx, ownerId: string, codes: string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    code: string
  }>`select distinct lower(product_sku) as code from product_templates
    where owner_id = ${ownerId} and lower(product_sku) = any(${codes}::text[])`.execute(tx)
  return new Set(rows.map(({ code }) => code))
}

/** Leaves those of these templates that nobody has changed or published since they were made. */
export async function listUntouched(tx: Tx, ownerId: string, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select t.id from product_templates t
    where t.owner_id = ${ownerId} and t.id = any(${ids}::bigint[])
      and not exists (select from edit_versions e
        where e.owner_id = ${ownerId} and e.subject = 'product_template' and e.subject_id = t.id)
      and not exists (select from shop_templates s
        where s.owner_id = ${ownerId} and s.template_id = t.id and (s.upload_id is not null or s.uploaded is not null))`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
