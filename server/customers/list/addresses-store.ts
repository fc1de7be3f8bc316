/** Where the latest orders of customers went. */
import { CompiledQuery } from 'kysely'
import type { OrderAddress } from '../../../model/order.ts'
import type { Tx } from '../../db/database.ts'
import { Statement } from '../../db/statement.ts'

/**
 * SQL of the addresses of a customer `c` and of the whole person, each once, the latest first; five at most, of the latest orders. Null: none.
 * @param visible shops that the reader may see, of which `c` is one; undefined: all
 */
export function addressesOf(statement: Statement, visible: number[] | undefined): string {
  const ofShops = visible ? ` and i.shop_id = any(${statement.value(visible)}::bigint[])` : ''
  const latest = (which: string) => `(select r.address, r.placed_at from orders r
    where r.owner_id = $1 and r.address is not null and ${which} order by r.placed_at desc limit 50)`
  // Most are alone: their orders come from the index in this order.
  return `(select json_agg(a.address) from (
    select o.address, max(o.placed_at) as at from (
      ${latest('c.person_id is null and r.customer_id = c.id')}
      union all
      ${latest(`c.person_id is not null and r.customer_id = any(array(
        select i.id from customers i where i.owner_id = $1 and i.person_id = c.person_id${ofShops}))`)}) o
    group by o.address order by at desc limit 5) a)`
}

/** By customer. @param visible shops that the reader may see; empty: all */
export async function listAddresses(
  tx: Tx,
  ownerId: string,
  customerIds: number[],
  visible: number[],
): Promise<Map<number, OrderAddress[]>> {
  if (customerIds.length === 0) return new Map()
  const statement = new Statement(ownerId)
  const addresses = addressesOf(statement, visible.length > 0 ? visible : undefined)
  const { text, values } = statement.finish(
    `select c.id, ${addresses} as addresses from customers c where c.owner_id = $1 and c.id = any(${statement.value(customerIds)}::bigint[])`,
  )
  const { rows } = await tx.executeQuery<{ id: number; addresses: OrderAddress[] | null }>(
    CompiledQuery.raw(text, values),
  )
  return new Map(rows.map(({ id, addresses: found }) => [id, found ?? []]))
}
