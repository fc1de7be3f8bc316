/** Finds customers by the codes, phone numbers and mail addresses of a file. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type Wanted = {
  /** Our ids of customers, as numbers of the file. */
  ids: number[]
  /** The channels' ids of buyers. */
  codes: string[]
  emails: string[]
  /** Text search query over customer_search; null: no phone number is wanted. */
  phones: string | null
}

export type FoundCustomer = { id: number; code: string; phone: string | null; email: string | null }

export async function findWanted(
  tx: Tx,
  ownerId: string,
  { ids, codes, emails, phones }: Wanted,
  visible: number[],
): Promise<FoundCustomer[]> {
  const { rows } = await sql<FoundCustomer>`
    select c.id, c.channel_buyer_id as code, c.phone, c.email from customers c
    where c.owner_id = ${ownerId} and (${visible.length === 0} or c.shop_id = any(${visible}::bigint[]))
      and (c.id = any(${ids}::bigint[]) or c.channel_buyer_id = any(${codes}::text[]) or lower(c.email) = any(${emails}::text[])
        or c.id = any(array(select q.customer_id from customer_search q
          where q.owner_id = ${ownerId} and q.terms @@ ${phones ?? ''}::tsquery)))`.execute(tx)
  return rows
}
