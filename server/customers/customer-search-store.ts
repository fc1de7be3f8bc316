/** Search terms of customers. Written where a name or a contact is, in the same transaction. */
import { sql } from 'kysely'
import { termsOfName, termsOfPhone, termsOfSku } from '../../model/keyword.ts'
import type { Tx } from '../db/database.ts'
import { searchTerms } from '../db/search-terms.ts'
import { findOwnerNumber } from '../settings/owners-store.ts'

export type Named = { id: number; name: string; phone: string | null; email: string | null }

/** Channels that hide numbers leave asterisks in them, which nobody looks for. */
export async function saveCustomerTerms(tx: Tx, ownerId: string, customers: Named[]): Promise<void> {
  if (customers.length === 0) return
  const number = await findOwnerNumber(tx, ownerId)
  const rows = customers.map(({ id, name, phone, email }) => ({
    id,
    terms: searchTerms(number, [
      ...termsOfName(name),
      ...(phone && !phone.includes('*') ? termsOfPhone(phone) : []),
      ...termsOfSku(email ?? ''),
    ]),
  }))
  await sql`insert into customer_search as q (owner_id, customer_id, terms)
    select ${ownerId}::uuid, r.id, array_to_tsvector(r.terms)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, terms text[])
    on conflict (owner_id, customer_id) do update set terms = excluded.terms where q.terms <> excluded.terms`.execute(
    tx,
  )
}

/**
 * Condition on a customer's id. As an array it is planned by itself: joined to customers, the search would come under their row-level
 * security, which keeps it from its index.
 */
export const isFoundCustomer = (id: string, owner: string, query: string): string =>
  `${id} = any(array(select q.customer_id from customer_search q
    where q.owner_id = ${owner} and q.terms @@ ${query}::tsquery))`
