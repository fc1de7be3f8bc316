/** Rows of customers as lists, the page of one and files show them, each a whole person. */
import type { Prices } from '../../../model/money.ts'
import { CompiledQuery } from 'kysely'
import { columnName } from '../../db/column-list.ts'
import type { Database, Tx } from '../../db/database.ts'
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
  /** Sum of the delivered orders in `currency`, which is that of the customer with the latest order. */
  totalPrice: number
  currency: string
  /** Sums of those in other currencies, in minor units; null: there are none. */
  otherPrices: Prices | null
  level: number
  note: string | null
  isMasked: boolean
  createdAt: string | Date
  /** Null: the one of a customer who is alone. */
  shops: ShopOfPerson[] | null
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
  'otherPrices',
  'level',
  'note',
  'isMasked',
  'createdAt',
  'shops',
  'identities',
] as const

/**
 * The columns of `rowFields` for a page of customers `c`. The name is the one that no channel hides, of the customer with the latest
 * order among such.
 * @param visible shops that the reader may see; undefined: all
 * @param more further columns, of a customer `c`
 */
export function customerRows(
  statement: Statement,
  visible: number[] | undefined,
  page: string,
  order: string,
  more = '',
): string {
  return `select c.owner_id, c.id, ${shown('name')}, ${shown('phone')}, ${shown('email')}, c.shop_id, s.system_name, s.platform_id, c.latest_order_at,
      coalesce(p.orders, c.total_order) as total_order, coalesce(p.success, c.total_order_success) as total_order_success,
      coalesce(p.lost, c.total_order_lost) as total_order_lost,
      case when p.identities is null then c.total_price else coalesce((p.prices ->> c.currency)::bigint, 0) end as total_price, c.currency,
      case when p.identities is null then c.other_prices else nullif(p.prices - c.currency, '{}') end as other_prices,
      coalesce(p.level, c.level) as level, case when p.shown is null then c.note else p.note end as note, ${shown('is_masked')},
      coalesce(p.first_seen, c.created_at) as created_at, p.shops,
      coalesce(p.identities, 1) as identities${more}
    from (${page}) c
    join shops s on s.owner_id = $1 and s.id = c.shop_id
    ${togetherOf(statement, visible)}
    left join lateral (
      select k.id, k.name, k.phone, k.email, k.is_masked from customers k
      where c.person_id is not null and k.owner_id = $1 and k.id = p.shown limit 1) n on true
    ${order}`
}

/** Joins to customers `c` what those who are one person are together, as `p`. */
function togetherOf(statement: Statement, visible: number[] | undefined): string {
  const newest = `order by i.latest_order_at desc nulls last, i.id desc`
  const ofPerson = `i.person_id = c.person_id${visible ? ` and i.shop_id = any(${statement.value(visible)}::bigint[])` : ''}`
  return `left join lateral (
      select sum(i.total_order)::int as orders, sum(i.total_order_success)::int as success, sum(i.total_order_lost)::int as lost,
        (select jsonb_object_agg(m.currency, m.total) from (
          select a.currency, sum(a.total) as total from customers i cross join lateral (
            select i.currency, i.total_price as total union all
            select o.key, o.value::bigint from jsonb_each_text(i.other_prices) o) a
          where i.owner_id = $1 and ${ofPerson} group by 1 having sum(a.total) <> 0) m) as prices, ${levelOf('sum(i.spent)')} as level,
        min(i.created_at) as first_seen, count(*)::int as identities,
        (array_agg(i.id ${newest.replace('order by', 'order by i.is_masked,')}))[1] as shown,
        (array_agg(i.note order by i.noted_at desc nulls last, i.id) filter (where i.note is not null))[1] as note,
        jsonb_agg(distinct jsonb_build_object('id', h.id, 'systemName', h.system_name, 'platformId', h.platform_id)) as shops
      from customers i join shops h on h.owner_id = $1 and h.id = i.shop_id
      where c.person_id is not null and i.owner_id = $1 and ${ofPerson}
      having count(*) > 0) p on true`
}

/** Most are alone, and are not looked up once more. */
const shown = (column: string) => `case when n.id is null then c.${column} else n.${column} end as ${column}`

/** The buyer of an order, as the whole person is shown everywhere. Undefined: it has none, or is none that the reader may see. */
export async function readPersonOfOrder(
  db: Database,
  ownerId: string,
  orderId: number,
  visible: number[],
): Promise<CustomerRow | undefined> {
  const statement = new Statement(ownerId)
  const order = `${statement.value(orderId)}::bigint`
  const seen = visible.length > 0 ? `${statement.value(visible)}::bigint[]` : undefined
  const ofShops = (of: string) => (seen ? ` and ${of}.shop_id = any(${seen})` : '')
  const asked = `select b.id, b.person_id from customers b where b.owner_id = $1 and b.id = (
    select o.customer_id from orders o where o.owner_id = $1 and o.id = ${order}${ofShops('o')})`
  const page = `select c.* from customers c where c.owner_id = $1 and c.id = (
    select i.id from (${asked}) k join customers i on i.owner_id = $1 and (i.id = k.id or i.person_id = k.person_id)${ofShops('i')}
    order by i.latest_order_at desc nulls last, i.id desc limit 1)`
  const rows = customerRows(statement, visible.length > 0 ? visible : undefined, page, '')
  const [row] = await db.hotRead<CustomerRow>(
    ownerId,
    statement.finish(`select ${columnsOf(rowFields)} from (${rows}) r`),
  )
  return row
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
  const { text, values } = statement.finish(`select ${columnsOf(rowFields)} from (${rows}) r`)
  const found = await tx.executeQuery<CustomerRow>(CompiledQuery.raw(text, values))
  return found.rows
}

const columnsOf = (fields: readonly string[]) =>
  fields.map((field) => `r.${columnName(field)} as "${field}"`).join(', ')
