/** Sales by the steps of a chart: revenue, orders, cancellations, refunds and pieces. */
import type { Query, Reply } from '../../contract/endpoints.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { figureQueryOf, type FigureQuery } from './figure-query.ts'
import { amountIn, figureOf, moneyOf, partlyConverted, rangeOf } from './present-figure.ts'
import { listSalesBySteps, none, type SalesBySteps, type SalesFigures } from './sales-figures-store.ts'

type Asked = Query<'GET /analytics/revenue-metrics'>

export function salesFiguresRoutes(serve: Serve, { db }: ServerContext): void {
  for (const name of ['GET /analytics/revenue-metrics', 'GET /analytics/sales/revenue-metrics'] as const)
    serve(name, async ({ query, session }) => {
      const { asked, found } = await read(query, session)
      return { data: presentRevenue(asked, found, session.currency) }
    })

  for (const name of ['GET /analytics/products-sold', 'GET /analytics/products/products-sold'] as const)
    serve(name, async ({ query, session }) => {
      const { asked, found } = await read(query, session)
      return { data: presentPieces(asked, found) }
    })

  async function read(query: Asked, session: Session) {
    const asked = await figureQueryOf(db, query, session)
    return { asked, found: await listSalesBySteps(db, asked, session.currency) }
  }
}

function presentRevenue(
  query: FigureQuery,
  found: SalesBySteps,
  currency: string,
): Reply<'GET /analytics/revenue-metrics'>['data'] {
  const amount = amountIn(currency)
  const { total } = found
  const previous = query.previous ? found.previous : undefined
  const partly = previous ? partlyConverted(found.money) : []
  const { isComparable } = query
  const isAlike = isComparable && partly.length === 0
  const value = (of: 'revenue' | 'netRevenue' | 'refunds') =>
    figureOf(amount(total[of]), previous && amount(previous[of]), isAlike)
  const average = ({ averageOrderValue }: SalesFigures) =>
    averageOrderValue === null ? null : amount(averageOrderValue)
  return {
    ...rangeOf(query),
    ...moneyOf(currency, found.money),
    partly_converted: partly,
    group: query.group,
    revenue: value('revenue'),
    net_revenue: value('netRevenue'),
    orders: figureOf(total.orders, previous?.orders, isComparable),
    average_order_value: figureOf(average(total), previous && average(previous), isAlike),
    canceled_orders: figureOf(total.canceled, previous?.canceled, isComparable),
    refund_value: value('refunds'),
    chart: chartOf(query, found, (now, before) => ({
      revenue: amount(now.revenue),
      net_revenue: amount(now.netRevenue),
      orders: now.orders,
      average_order_value: average(now),
      canceled_orders: now.canceled,
      refund_value: amount(now.refunds),
      previous_revenue: before && amount(before.revenue),
      previous_net_revenue: before && amount(before.netRevenue),
      previous_orders: before && before.orders,
      previous_average_order_value: before && average(before),
      previous_canceled_orders: before && before.canceled,
      previous_refund_value: before && amount(before.refunds),
    })),
  }
}

function presentPieces(
  query: FigureQuery,
  found: SalesBySteps,
): Reply<'GET /analytics/products-sold'>['data'] {
  const pieces = figureOf(
    found.total.pieces,
    query.previous ? found.previous.pieces : undefined,
    query.isComparable,
  )
  return {
    ...rangeOf(query),
    group: query.group,
    quantity: pieces.value,
    previous: pieces.previous,
    percent_change: pieces.percent_change,
    chart: chartOf(query, found, (now, before) => ({
      quantity: now.pieces,
      previous_quantity: before && before.pieces,
    })),
  }
}

/** Every step of the range. `before` is null where no earlier step stands beside it. */
function chartOf<T>(
  { steps, previousSteps }: FigureQuery,
  found: SalesBySteps,
  present: (now: SalesFigures, before: SalesFigures | null) => T,
) {
  return steps.map((date, at) => {
    const previousDate = previousSteps[at] ?? null
    const before = previousDate === null ? null : (found.previousSteps.get(date) ?? none)
    return { date, previous_date: previousDate, ...present(found.steps.get(date) ?? none, before) }
  })
}
