/**
 * The customer list, a line for each person. One prepared statement brings the rows and their number, which is kept (customer_counts,
 * person_counts) where the filter asks for shops and levels alone, and is counted otherwise.
 */
import type { Database } from '../../db/database.ts'
import { createListRead, limitsOf, type ColumnLists } from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'
import type { OrderAddress } from '../../../model/order.ts'
import { addressesOf, readAddresses } from './addresses-store.ts'
import { personParts } from '../persons/person-parts-store.ts'
import { customerConditions, spentTests, type WhichCustomers } from './customer-conditions-store.ts'
import type { CustomerFilter, CustomerPaging, CustomerSort } from './customer-filter.ts'
import { type CustomerRow, customerRows, rowFields } from './customer-rows-store.ts'
import { aloneBySpent, countBySpent, spentParts } from './spent-store.ts'

/** Addresses are undefined where nobody asked for them. */
export type ListedCustomer = CustomerRow & { addresses: OrderAddress[] | undefined }

const readList = createListRead<CustomerRow>(rowFields)

/** Where a customer has never ordered: behind all who have. */
const never = `'-infinity'::timestamptz`

/** The value of a customer who is alone, and of a person. */
const sortedBy: Record<'total_order' | 'name', [own: string, together: string]> = {
  total_order: ['c.total_order', 'sum(i.total_order)'],
  name: [
    'c.name',
    '(array_agg(i.name order by i.is_masked, i.latest_order_at desc nulls last, i.id desc))[1]',
  ],
}

export async function listCustomers(
  db: Database,
  filter: CustomerFilter,
  { withAddresses = false, ...paging }: CustomerPaging & { withAddresses?: boolean },
): Promise<{ rows: ListedCustomer[]; total: number }> {
  const statement = new Statement(filter.ownerId)
  const where = customerConditions(statement, filter)
  const { page, order } =
    paging.sort === 'latest_order_date'
      ? pageByOrder(statement, where, paging)
      : pageByFigure(statement, where, filter, { ...paging, sort: paging.sort })
  statement.with(`page as materialized (${page})`)
  const total = isKept(filter) ? keptCount(statement, filter, where) : countOf(statement, filter)
  // They cost as much as all the rest.
  const addresses = withAddresses ? `, 'addresses', (${addressesOf(statement, filter.visible)})` : ''
  const { rows, counts } = await readList<{ total: number; addresses?: ColumnLists }>(
    db,
    filter.ownerId,
    statement,
    {
      rows: customerRows(statement, filter.visible, 'select * from page', order),
      counts: `select json_build_object('total', (${total})${addresses})`,
    },
  )
  const addressesByCustomer = counts.addresses && readAddresses(counts.addresses)
  return {
    rows: rows.map((row) =>
      Object.assign(row, { addresses: addressesByCustomer && (addressesByCustomer.get(row.id) ?? []) }),
    ),
    total: counts.total,
  }
}

function countOf(statement: Statement, filter: CustomerFilter): string {
  const count = (which: WhichCustomers, others = '') =>
    `(select count(*) from customers c where c.owner_id = $1 and ${customerConditions(statement, filter, which)}${others})`
  // An index of one figure knows no persons: without a look at the table it counts all, and the few who are not alone are taken off.
  const tests = spentTests(filter)
  const each = () => (tests.length > 0 ? countBySpent(statement, filter, tests) : count('each'))
  const alone = isOfOneFigure(filter)
    ? `${each()} - ${count('each', ' and c.person_id is not null')}`
    : count('alone')
  return `select (${alone} + ${count('merged')})::int`
}

function isOfOneFigure(filter: CustomerFilter): boolean {
  const { spentFrom, spentTo, ordersFrom, ordersTo, from, to } = filter
  const figures = [
    [spentFrom, spentTo],
    [ordersFrom, ordersTo],
    [from, to],
  ].filter((ends) => ends.some((end) => end !== undefined))
  return figures.length === 1 && isKept({ ...filter, ...noFigures }) && !isOfGroup(filter)
}

const noFigures = {
  spentFrom: undefined,
  spentTo: undefined,
  ordersFrom: undefined,
  ordersTo: undefined,
  from: undefined,
  to: undefined,
}

const isOfGroup = ({ shops, levels }: CustomerFilter) => shops !== undefined || levels.length > 0

type Page = { page: string; order: string }

function pageByOrder(statement: Statement, where: string, paging: CustomerPaging): Page {
  const { descending, after } = paging
  const way = descending ? 'desc' : 'asc'
  const order = `order by c.latest_order_at ${descending ? 'desc nulls last' : 'asc nulls first'}, c.id ${way}`
  const behind = after
    ? ` and (coalesce(c.latest_order_at, ${never}), c.id) ${descending ? '<' : '>'} (${statement.value(after.at)}::timestamptz,
        ${statement.value(after.id)}::bigint)`
    : ''
  const page = `select c.* from customers c where c.owner_id = $1 and ${where}${behind} ${order} ${limitsOf(statement, paging).part}`
  return { page, order }
}

/** Customers who are alone come from the index of the figure; it is added up for all other persons, who are much fewer. */
function pageByFigure(
  statement: Statement,
  where: string,
  filter: CustomerFilter,
  paging: CustomerPaging & { sort: Exclude<CustomerSort, 'latest_order_date'> },
): Page {
  const { descending, sort } = paging
  const isSpent = sort === 'total_price'
  const [own, together] = isSpent ? spentParts(statement, filter) : sortedBy[sort]
  const way = descending ? 'desc' : 'asc'
  // Amounts that cannot be compared with the others stand behind them, by currency.
  const by = isSpent && filter.comparedIn ? `${way} nulls last, c.currency, c.total_price ${way}` : way
  const { part, upTo } = limitsOf(statement, paging)
  const of = (which: string, value: string) => `(select c.*, ${value} as sorted from customers c
    where c.owner_id = $1 and c.person_id is ${which} and ${where} order by`
  const alone = (which: string) => `${of(`null${which}`, own)} ${own} ${by}, c.id ${way} ${upTo})`
  const { comparedIn } = filter
  const page = `select c.* from (
    ${
      isSpent && comparedIn
        ? `${aloneBySpent(statement, comparedIn, { where, way, upTo })} union all ${alone(' and c.other_prices is not null')}`
        : alone('')
    }
    union all
    ${of('not null', personParts(statement, filter.visible).of(own, together))} sorted ${by}, c.id ${way} ${upTo})) c
    order by c.sorted ${by}, c.id ${way} ${part}`
  return { page, order: `order by c.sorted ${by}, c.id ${way}` }
}

function isKept(filter: CustomerFilter): boolean {
  const { rates, from, to, spentFrom, spentTo, ordersFrom, ordersTo, terms, segmentId, rules } = filter
  const others = [
    filter.firstSold,
    filter.sold,
    from,
    to,
    spentFrom,
    spentTo,
    ordersFrom,
    ordersTo,
    terms,
    segmentId,
  ]
  return rates.length + rules.length === 0 && others.every((one) => one === undefined)
}

/** Customers by shop and level are kept, and by how many persons are fewer; for some shops or levels persons are counted instead. */
function keptCount(statement: Statement, { shops, levels }: CustomerFilter, where: string): string {
  const conditions = (of: string) =>
    [
      shops && `${of}.shop_id = any(${statement.value(shops)}::bigint[])`,
      levels.length > 0 && `${of}.level = any(${statement.value(levels)}::smallint[])`,
      'true',
    ]
      .filter(Boolean)
      .join(' and ')
  const kept = `select coalesce(sum(n.customers), 0)::int from customer_counts n where n.owner_id = $1 and ${conditions('n')}`
  const fewer =
    shops || levels.length > 0
      ? `select (count(*) filter (where ${conditions('c')}) - count(*) filter (where ${where}))::int
          from customers c where c.owner_id = $1 and c.person_id is not null`
      : `select coalesce(sum(p.joined), 0)::int from person_counts p where p.owner_id = $1`
  return `select (${kept}) - (${fewer})`
}
