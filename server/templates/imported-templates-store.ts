/** Drafts that an import of the user has made. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export type ImportedTemplate = { id: number; row: number; name: string; productSku: string; total: number }

export async function listImportedTemplates(
  tx: Tx,
  { ownerId, userId, importId }: { ownerId: string; userId: number; importId: number },
  { offset, limit }: { offset: number; limit: number },
): Promise<ImportedTemplate[]> {
  const { rows } = await sql<ImportedTemplate>`
    select t.id, r.number as row, t.name, t.product_sku as "productSku", count(*) over ()::int as total
    from imports i
    join import_rows r on r.owner_id = ${ownerId} and r.import_id = i.id and r.state = 'done'
      and 'template' = any(r.fields)
    join product_templates t on t.owner_id = ${ownerId} and t.id = (r.changes->>'template')::bigint
    where i.owner_id = ${ownerId} and i.id = ${importId} and i.user_id = ${userId}
    order by r.number limit ${limit} offset ${offset}`.execute(tx)
  return rows
}
