/** Search terms of SKUs. Written where a SKU is, in the same transaction. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export async function saveSkuTerms(
  tx: Tx,
  ownerId: string,
  skus: { id: number; terms: string[] }[],
): Promise<void> {
  if (skus.length === 0) return
  await sql`insert into sku_search as q (owner_id, sku_id, terms)
    select ${ownerId}::uuid, r.id, array_to_tsvector(r.terms)
    from json_to_recordset(${JSON.stringify(skus)}::json) as r(id bigint, terms text[])
    on conflict (owner_id, sku_id) do update set terms = excluded.terms where q.terms <> excluded.terms`.execute(
    tx,
  )
}

/** Condition on a SKU's id, planned by itself as that of products is (product-search-store.ts). */
export const isFoundSku = (id: string, owner: string, query: string): string =>
  `${id} = any(array(select q.sku_id from sku_search q where q.owner_id = ${owner} and q.terms @@ ${query}::tsquery))`
