/** Rows of customers as lists, the page of one and files show them, each a whole person. */
import { CompiledQuery } from 'kysely'
import { columnName } from '../../db/column-list.ts'
import type { Tx } from '../../db/database.ts'
import { Statement } from '../../db/statement.ts'
import { levelOf } from '../persons/person-parts-store.ts'

export type ShopOfPerson = { id: number; systemName: string; platformId: number }

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
  /** Sum over customers in the currency of the one with the latest order. */
  totalPrice: number
  currency: string
  level: number
  note: string | null
  isMasked: boolean
  createdAt: string | Date
  sortedAt: string
  shops: ShopOfPerson[]
  /** 1: a customer of one shop. */
  identities: number
}

export const rowFields = [
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
  'shops',
  'identities',
] as const

/**
 * The columns of `rowFields` for a page of customers `c`. The name is the one that no channel hides, of the customer with the latest
 * order among such. It is looked up by its id: row-level security keeps `coalesce` out of the index, and then all customers are read.
 * @param visible shops that the reader may see; undefined: all
 */
export function customerRows(
  statement: Statement,
  visible: number[] | undefined,
  page: string,
  order: string,
): string {
  return `select c.owner_id, c.id, n.name, n.phone, n.email, c.shop_id, s.system_name, s.platform_id, c.latest_order_at,
      coalesce(p.orders, c.total_order) as total_order, coalesce(p.success, c.total_order_success) as total_order_success,
      coalesce(p.lost, c.total_order_lost) as total_order_lost, coalesce(p.price, c.total_price) as total_price, c.currency,
      coalesce(p.level, c.level) as level, case when p.shown is null then c.note else p.note end as note, n.is_masked,
      coalesce(p.first_seen, c.created_at) as created_at, coalesce(c.latest_order_at::text, '-infinity') as sorted_at,
      coalesce(p.shops, jsonb_build_array(jsonb_build_object('id', s.id, 'systemName', s.system_name, 'platformId', s.platform_id)))
        as shops,
      coalesce(p.identities, 1) as identities
    from (${page}) c
    join shops s on s.owner_id = $1 and s.id = c.shop_id
    ${togetherOf(statement, visible)}
    cross join lateral (
      select name, phone, email, is_masked from customers where owner_id = $1 and id = case when p.shown is null then c.id else p.shown end limit 1) n
    ${order}`
}

/** Joins to customers `c` what those who are one person are together, as `p`. */
function togetherOf(statement: Statement, visible: number[] | undefined): string {
  const newest = `order by i.latest_order_at desc nulls last, i.id desc`
  return `left join lateral (
      select sum(i.total_order)::int as orders, sum(i.total_order_success)::int as success, sum(i.total_order_lost)::int as lost,
        coalesce(sum(i.total_price) filter (where i.currency = c.currency), 0)::bigint as price, ${levelOf('sum(i.spent)')} as level,
        min(i.created_at) as first_seen, count(*)::int as identities,
        (array_agg(i.id ${newest.replace('order by', 'order by i.is_masked,')}))[1] as shown,
        (array_agg(i.note order by i.noted_at desc nulls last, i.id) filter (where i.note is not null))[1] as note,
        jsonb_agg(distinct jsonb_build_object('id', h.id, 'systemName', h.system_name, 'platformId', h.platform_id)) as shops
      from customers i join shops h on h.owner_id = $1 and h.id = i.shop_id
      where i.owner_id = $1 and i.person_id = c.person_id${visible ? ` and i.shop_id = any(${statement.value(visible)}::bigint[])` : ''}
      having count(*) > 0) p on c.person_id is not null`
}

/** Customers, each with the figures of the whole person; not in their order. */
export async function listCustomerRows(
  tx: Tx,
  ownerId: string,
  ids: number[],
  visible: number[],
): Promise<CustomerRow[]> {
  const statement = new Statement(ownerId)
  const page = `select c.* from customers c where c.owner_id = $1 and c.id = any(${statement.value(ids)}::bigint[])`
  const rows = customerRows(statement, visible.length > 0 ? visible : undefined, page, '')
  const columns = rowFields.map((field) => `r.${columnName(field)} as "${field}"`).join(', ')
  const { text, values } = statement.finish(`select ${columns} from (${rows}) r`)
  const found = await tx.executeQuery<CustomerRow>(CompiledQuery.raw(text, values))
  return found.rows
}
