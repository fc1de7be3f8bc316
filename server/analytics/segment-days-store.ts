/**
 * Figures of a segment's customers. What is kept by the day knows no customers, so that rows of the same tables are made from the
 * orders of these days. They bear the names of the tables, and the statements that read these read them instead. The rules are those
 * of recount-days-store.ts.
 */
import { orderStatuses, orderStatusIds } from '../../model/order-status.ts'
import { isInSegment, type ChosenSegment } from '../customers/segments/segment-filter-store.ts'
import type { Statement } from '../db/statement.ts'
import { addDays, hoursOf, startOfDay } from '../i18n/calendar.ts'
import { spans } from '../orders/list/order-counts-store.ts'
import { countedInitiator, countedReason } from './cancel-days-store.ts'
import { mostHours, noCourier, shippedSpans } from './courier-days-store.ts'
import { daysBetween, type DayRange } from './figure-query.ts'

/** `previous`: earlier days that are wanted as well. */
export type SegmentDays = DayRange & {
  timezone: string
  previous?: DayRange | null | undefined
  segment?: ChosenSegment | undefined
}
type Asked = SegmentDays & { segment: ChosenSegment }
type Table = keyof typeof selects

/** The same text, which is about the segment's customers alone if one is asked for. */
export function ofSegment(
  statement: Statement,
  query: SegmentDays,
  tables: readonly Table[],
  text: string,
): string {
  const { segment } = query
  if (!segment) return text
  const made = tables.map(
    (table) =>
      `${table} as not materialized (${selects[table](createMaker(statement, { ...query, segment }))})`,
  )
  return `with ${made.join(', ')} ${text}`
}

type Maker = {
  /** An order `o` that one of the segment's customers placed, and whose instant lies on one of the days. */
  isWanted: (at: string) => string
  /** The day of an instant. */
  dayOf: (at: string) => string
  /** The same of its hour, "00" to "23". */
  hourOf: (at: string) => string
}

function createMaker(statement: Statement, { timezone, segment, previous, from, to }: Asked): Maker {
  const ranges = previous ? [previous, { from, to }] : [{ from, to }]
  const days = [...new Set(ranges.flatMap((range) => daysBetween(range.from, range.to)))].toSorted()
  const starts = statement.value(days.map((day) => startOfDay(timezone, day)))
  const names = statement.value(days)
  const dayOf = (at: string) => `(${names}::date[])[width_bucket(${at}, ${starts}::timestamptz[])]`
  const within = (at: string) =>
    ranges
      .map((range) => {
        const start = statement.value(startOfDay(timezone, range.from))
        const end = statement.value(startOfDay(timezone, addDays(range.to, 1)))
        return `${at} >= ${start}::timestamptz and ${at} < ${end}::timestamptz`
      })
      .join(' or ')
  return {
    isWanted: (at) => `${isInSegment(statement, segment, 'o.customer_id')} and (${within(at)})`,
    dayOf,
    hourOf: (at) => {
      const hours = days.flatMap((day) => hoursOf(timezone, day))
      const hourStarts = statement.value(hours.map((one) => one.at))
      const hourNames = statement.value(hours.map(({ hour }) => hour))
      return `(${hourNames}::text[])[width_bucket(${at}, ${hourStarts}::timestamptz[])]`
    },
  }
}

const piecesOf = `coalesce((select sum(i.quantity) from order_items i
  where i.owner_id = $1 and i.order_id = o.id and not i.is_gift), 0)`

/** Sales, cancellations and refunds, each with its instant. */
const events = ({ isWanted }: Maker) => `
  select o.sold_at as at, true as is_sale, o.shop_id, o.currency, o.region, 1 as orders, ${piecesOf} as pieces, 0 as canceled,
    o.total as revenue, 0 as refunds
  from orders o where o.owner_id = $1 and o.sold_at is not null and ${isWanted('o.sold_at')}
  union all
  select o.placed_at, false, o.shop_id, o.currency, null, 0, 0, 1, 0, 0
  from orders o where o.owner_id = $1 and o.status = ${orderStatusIds.canceled} and ${isWanted('o.placed_at')}
  union all
  select t.taken_off_at, false, t.shop_id, t.currency, null, 0, 0, 0, 0, t.taken_off
  from return_cases t join orders o on o.owner_id = $1 and o.shop_id = t.shop_id and o.channel_order_id = t.channel_order_id
  where t.owner_id = $1 and ${isWanted('t.taken_off_at')}
  union all
  select r.at, false, o.shop_id, o.currency, null, 0, 0, 0, 0, r.amount
  from orders o cross join lateral jsonb_to_recordset(o.refunds) as r(at timestamptz, amount bigint)
  where o.owner_id = $1 and o.sold_at is not null and ${isWanted('r.at')}`

const partsOf = (maker: Maker, kind: 'hour' | 'place') => `
  select $1::uuid as owner_id, '${kind}' as kind, ${maker.dayOf('e.at')} as day, e.shop_id, e.currency,
    ${kind === 'hour' ? maker.hourOf('e.at') : 'e.region'} as part, sum(e.orders) as orders, sum(e.pieces) as pieces,
    sum(e.canceled) as canceled, sum(e.revenue) as revenue, sum(e.refunds) as refunds
  from (${events(maker)}) e ${kind === 'place' ? 'where e.is_sale' : ''} group by 3, 4, 5, 6`

const statusCounts = orderStatuses
  .map((status) => `count(*) filter (where o.status = ${orderStatusIds[status]}) as ${status}`)
  .join(', ')

const countsOf = (maker: Maker, at: string, span: number, since: string) => `
  select $1::uuid as owner_id, ${span} as span, ${since} as since, o.shop_id, coalesce(o.courier, ${noCourier}) as courier, ${statusCounts}
  from orders o where o.owner_id = $1 and ${maker.isWanted(at)} group by 3, 4, 5`

const bySpans = (maker: Maker, make: (span: number, since: string) => string) =>
  [
    make(shippedSpans.day, maker.dayOf('o.shipped_at')),
    make(shippedSpans.month, `date_trunc('month', ${maker.dayOf('o.shipped_at')}::timestamp)::date`),
  ].join(' union all ')

const isTimed = `o.status = ${orderStatusIds.delivered} and o.delivered_at > o.shipped_at`
const onTheWay = 'extract(epoch from o.delivered_at - o.shipped_at)'

const selects = {
  sales_days: (maker: Maker) => `
    select $1::uuid as owner_id, ${maker.dayOf('e.at')} as day, e.shop_id, e.currency, sum(e.orders) as orders, sum(e.pieces) as pieces,
      sum(e.revenue) as revenue, sum(e.refunds) as refunds
    from (${events(maker)}) e group by 2, 3, 4`,
  sales_parts: (maker: Maker) => `${partsOf(maker, 'hour')} union all ${partsOf(maker, 'place')}`,
  sold_products: (maker: Maker) => `
    select $1::uuid as owner_id, ${maker.dayOf('o.sold_at')} as day, o.shop_id, i.shop_sku, o.currency, sum(i.quantity) as pieces,
      sum(i.total) as revenue, count(distinct o.id) as orders, max(o.id) as order_id
    from orders o join order_items i on i.owner_id = $1 and i.order_id = o.id and not i.is_gift
    where o.owner_id = $1 and o.sold_at is not null and ${maker.isWanted('o.sold_at')} group by 2, 3, 4, 5`,
  order_counts: (maker: Maker) => `
    ${countsOf(maker, 'o.placed_at', spans.day, maker.dayOf('o.placed_at'))} union all
    ${countsOf(maker, 'o.sold_at', spans.soldDay, maker.dayOf('o.sold_at'))} union all
    ${bySpans(maker, (span, since) => countsOf(maker, 'o.shipped_at', span, since))}`,
  courier_days: (maker: Maker) => `
    select $1::uuid as owner_id, ${maker.dayOf('o.shipped_at')} as day, o.shop_id, coalesce(o.courier, ${noCourier}) as courier, o.currency,
      sum((o.payment ->> 'shippingFee')::bigint) as shipping_fee, count(*) filter (where ${isTimed}) as timed,
      coalesce(sum(${onTheWay} * 1000) filter (where ${isTimed}), 0) as milliseconds
    from orders o where o.owner_id = $1 and ${maker.isWanted('o.shipped_at')} group by 2, 3, 4, 5`,
  courier_hours: (maker: Maker) =>
    bySpans(
      maker,
      (span, since) => `
        select $1::uuid as owner_id, ${span} as span, ${since} as since, o.shop_id, coalesce(o.courier, ${noCourier}) as courier,
          least(${mostHours + 1}, ceil(${onTheWay} / 3600)) as hours, count(*) as orders
        from orders o where o.owner_id = $1 and ${isTimed} and ${maker.isWanted('o.shipped_at')} group by 3, 4, 5, 6`,
    ),
  cancel_days: (maker: Maker) => `
    select $1::uuid as owner_id, ${maker.dayOf('o.placed_at')} as day, o.shop_id, ${countedInitiator} as initiator,
      ${countedReason} as reason, count(*) as orders
    from orders o where o.owner_id = $1 and o.status = ${orderStatusIds.canceled} and ${maker.isWanted('o.placed_at')} group by 2, 3, 4, 5`,
}
