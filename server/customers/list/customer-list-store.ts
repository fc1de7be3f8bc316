/**
 * The customer list. One prepared statement brings the rows and their number, which is kept (customer_counts) where the filter asks
 * for shops and levels alone, and is counted otherwise.
 */
import type { Database } from '../../db/database.ts'
import { createListRead, limitsOf } from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'
import { customerConditions } from './customer-conditions-store.ts'
import type { CustomerFilter, CustomerPaging, CustomerSort } from './customer-filter.ts'

export type CustomerRow = {
  id: number
  name: string
  phone: string | null
  email: string | null
  shopId: number
  systemName: string
  platformId: number
  latestOrderAt: string | null
  totalOrder: number
  totalOrderSuccess: number
  totalOrderLost: number
  totalPrice: number
  currency: string
  level: number
  note: string | null
  isMasked: boolean
  createdAt: string | Date
  sortedAt: string
}

const fields = [
  'id',
  'name',
  'phone',
  'email',
  'shopId',
  'systemName',
  'platformId',
  'latestOrderAt',
  'totalOrder',
  'totalOrderSuccess',
  'totalOrderLost',
  'totalPrice',
  'currency',
  'level',
  'note',
  'isMasked',
  'createdAt',
  'sortedAt',
] as const
const readList = createListRead<CustomerRow>(fields)

/** Where a customer has never ordered: behind all who have. */
const never = `'-infinity'::timestamptz`

const sortColumns: Record<CustomerSort, string> = {
  latest_order_date: 'c.latest_order_at',
  total_price: 'c.total_price',
  total_order: 'c.total_order',
  name: 'c.name',
}

const columns = `c.owner_id, c.id, c.name, c.phone, c.email, c.shop_id, s.system_name, s.platform_id, c.latest_order_at,
  c.total_order, c.total_order_success, c.total_order_lost, c.total_price, c.currency, c.level, c.note, c.is_masked, c.created_at,
  coalesce(c.latest_order_at::text, '-infinity') as sorted_at`

export async function listCustomers(
  db: Database,
  filter: CustomerFilter,
  paging: CustomerPaging,
): Promise<{ rows: CustomerRow[]; total: number }> {
  const statement = new Statement(filter.ownerId)
  const where = customerConditions(statement, filter)
  const { sort, descending, after } = paging
  const way = descending ? 'desc nulls last' : 'asc nulls first'
  const order = (of: string) =>
    `order by ${sortColumns[sort].replace('c.', `${of}.`)} ${way}, ${of}.id ${descending ? 'desc' : 'asc'}`
  const behind =
    after && sort === 'latest_order_date'
      ? ` and (coalesce(c.latest_order_at, ${never}), c.id) ${descending ? '<' : '>'} (${statement.value(after.at)}::timestamptz,
          ${statement.value(after.id)}::bigint)`
      : ''
  const rows = `select ${columns}
    from (select c.* from customers c where c.owner_id = $1 and ${where}${behind} ${order('c')} ${limitsOf(statement, paging).part}) c
    join shops s on s.owner_id = $1 and s.id = c.shop_id
    ${order('c')}`
  const counts = isCounted(filter)
    ? keptCount(statement, filter)
    : `select count(*)::int from customers c where c.owner_id = $1 and ${where}`
  const { rows: found, counts: total } = await readList<number>(db, filter.ownerId, statement, {
    rows,
    counts,
  })
  return { rows: found, total }
}

function isCounted(filter: CustomerFilter): boolean {
  const { rates, from, to, spentFrom, spentTo, ordersFrom, ordersTo, terms, segmentId, rules } = filter
  const others = [from, to, spentFrom, spentTo, ordersFrom, ordersTo, terms, segmentId]
  return rates.length + rules.length === 0 && others.every((one) => one === undefined)
}

function keptCount(statement: Statement, { shops, levels }: CustomerFilter): string {
  const parts = [
    shops && `n.shop_id = any(${statement.value(shops)}::bigint[])`,
    levels.length > 0 && `n.level = any(${statement.value(levels)}::smallint[])`,
    'true',
  ].filter(Boolean)
  return `select coalesce(sum(n.customers), 0)::int from customer_counts n where n.owner_id = $1 and ${parts.join(' and ')}`
}

/** Customers by their ids, in that order. */
export async function listCustomersById(
  db: Database,
  ownerId: string,
  ids: number[],
): Promise<CustomerRow[]> {
  const statement = new Statement(ownerId)
  const place = statement.value(ids)
  const rows = `select ${columns} from customers c join shops s on s.owner_id = $1 and s.id = c.shop_id
    where c.owner_id = $1 and c.id = any(${place}::bigint[]) order by array_position(${place}::bigint[], c.id)`
  return (await readList<null>(db, ownerId, statement, { rows, counts: 'null::json' })).rows
}
