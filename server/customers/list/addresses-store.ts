/** Where the latest orders of customers went. */
import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery } from 'kysely'
import type { OrderAddress } from '../../../model/order.ts'
import type { Tx } from '../../db/database.ts'
import { createLists, type ColumnLists } from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'

type AddressOfCustomer = { customerId: number; address: OrderAddress }

const lists = createLists<AddressOfCustomer>(['customerId', 'address'])

const most = 5

/**
 * SQL of the addresses of customers `page`, who have an id, a person_id and a total_order: of a customer and of the whole person, the
 * latest first, of the latest orders. `readAddresses` takes each once.
 * @param visible shops that the reader may see, of which those of the page are some; undefined: all
 */
export function addressesOf(statement: Statement, visible: number[] | undefined): string {
  const ofShops = visible ? ` and i.shop_id = any(${statement.value(visible)}::bigint[])` : ''
  const latest = (of: string) => `select r.address, r.placed_at from orders r
    where r.owner_id = $1 and r.address is not null and r.customer_id = ${of} order by r.placed_at desc limit 50`
  const distinct = (of: string) =>
    `select o.address from (${latest(of)}) o group by o.address order by max(o.placed_at) desc limit ${most}`
  const ofPage = (which: string, addresses: string) =>
    `(select c.id as customer_id, a.address from page c cross join lateral (${addresses}) a where ${which})`
  // Most are alone, and their orders come from the index in this order. Few are sooner told apart here than by PostgreSQL.
  return lists.of(
    [
      ofPage(`c.person_id is null and c.total_order <= ${most}`, latest('c.id')),
      ofPage(`c.person_id is null and c.total_order > ${most}`, distinct('c.id')),
      ofPage(
        'c.person_id is not null',
        distinct(
          `any(array(select i.id from customers i where i.owner_id = $1 and i.person_id = c.person_id${ofShops}))`,
        ),
      ),
    ].join(' union all '),
  )
}

/** By customer. */
export function readAddresses(found: ColumnLists): Map<number, OrderAddress[]> {
  const addresses = new Map<number, OrderAddress[]>()
  for (const { customerId, address } of lists.read(found)) {
    const known = addresses.get(customerId)
    if (!known) addresses.set(customerId, [address])
    else if (known.length < most && !known.some((one) => isSame(one, address))) known.push(address)
  }
  return addresses
}

/** Most differ by their street already. */
const isSame = (a: OrderAddress, b: OrderAddress) => a.street === b.street && isDeepStrictEqual(a, b)

/** By customer. @param visible shops that the reader may see; empty: all */
export async function listAddresses(
  tx: Tx,
  ownerId: string,
  customerIds: number[],
  visible: number[],
): Promise<Map<number, OrderAddress[]>> {
  if (customerIds.length === 0) return new Map()
  const statement = new Statement(ownerId)
  statement.with(`page as materialized (select c.id, c.person_id, c.total_order from customers c
    where c.owner_id = $1 and c.id = any(${statement.value(customerIds)}::bigint[]))`)
  const addresses = addressesOf(statement, visible.length > 0 ? visible : undefined)
  const { text, values } = statement.finish(`select (${addresses}) as lists`)
  const { rows } = await tx.executeQuery<{ lists: ColumnLists }>(CompiledQuery.raw(text, values))
  return readAddresses(rows[0]?.lists ?? [])
}
