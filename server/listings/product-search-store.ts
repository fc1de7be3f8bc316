/** Search terms of products. Written where a product is, in the same transaction. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export async function saveProductTerms(
  tx: Tx,
  ownerId: string,
  products: { id: number; terms: string[] }[],
): Promise<void> {
  await sql`insert into product_search as q (owner_id, product_id, terms)
    select ${ownerId}::uuid, r.id, array_to_tsvector(r.terms)
    from json_to_recordset(${JSON.stringify(products)}::json) as r(id bigint, terms text[])
    on conflict (owner_id, product_id) do update set terms = excluded.terms where q.terms <> excluded.terms`.execute(
    tx,
  )
}

/**
 * Condition on a product's id. As an array it is planned by itself: joined to products, the search would come under their row-level
 * security, which keeps it from its index.
 */
export const isFoundProduct = (id: string, owner: string, query: string): string =>
  `${id} = any(array(select q.product_id from product_search q
    where q.owner_id = ${owner} and q.terms @@ ${query}::tsquery))`
