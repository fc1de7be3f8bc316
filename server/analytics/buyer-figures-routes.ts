/** Customers who bought: how many, who of them is new, and who bought most. */
import type { Query, Reply } from '../../contract/endpoints.ts'
import { percentOf } from '../../model/chart-figures.ts'
import { seesEveryContact } from '../../model/see-contact.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { translate } from '../i18n/translate.ts'
import { countBuyers, listBuyers, type BuyersBySteps } from './buyers-store.ts'
import { figureQueryOf, type FigureQuery } from './figure-query.ts'
import { amountIn, figureOf, moneyOf, partlyConverted, rangeOf } from './present-figure.ts'
import { tableFile } from './table-file.ts'

type Metrics = Reply<'GET /analytics/customers-metrics'>['data']

export function buyerFiguresRoutes(serve: Serve, { db }: ServerContext): void {
  for (const name of [
    'GET /analytics/customers-metrics',
    'GET /analytics/customers/customers-metrics',
  ] as const)
    serve(name, async ({ query, session }) => ({ data: await metricsOf(query, session) }))

  serve('GET /analytics/customers/customers-statistic', async (call) => {
    const { query, session, request, language } = call
    const asked = await figureQueryOf(db, query, session)
    const { page, limit } = query
    const { currency } = session
    const found = await listBuyers(db, asked, currency, { limit, offset: (page - 1) * limit })
    const amount = amountIn(currency)
    const data = found.rows.map((row) => ({
      customer: {
        id: row.id,
        name: row.name || translate(language, 'customer.erased'),
        shop: { id: row.shopId, system_name: row.systemName, platform_id: row.platformId },
        is_masked: row.isMasked || !seesEveryContact(session),
      },
      orders: row.orders,
      quantity: row.quantity,
      revenue: amount(row.revenue),
      latest_order_date: new Date(row.latestOrderAt).toISOString(),
      level: row.level,
    }))
    const pagination = paginationOf(request, { total: found.total, count: data.length, page, limit })
    return { data, meta: { pagination, ...rangeOf(asked), ...moneyOf(currency, found.foreign) } }
  })

  serve('GET /analytics/customers/customers-statistic/export', tableFile(db, 'customers.statistic'))

  async function metricsOf(
    query: Query<'GET /analytics/customers-metrics'>,
    session: Session,
  ): Promise<Metrics> {
    const asked = await figureQueryOf(db, query, session)
    const { currency } = session
    const [found, previous] = await Promise.all([
      countBuyers(db, asked, asked.steps, currency),
      asked.previous
        ? countBuyers(db, { ...asked, ...asked.previous, group: 'day' }, [asked.previous.from], currency)
        : undefined,
    ])
    return presentMetrics(asked, { found, previous, currency })
  }
}

function presentMetrics(
  query: FigureQuery,
  {
    found,
    previous,
    currency,
  }: { found: BuyersBySteps; previous: BuyersBySteps | undefined; currency: string },
): Metrics {
  const returning = (of: BuyersBySteps) => of.total - of.new
  const rate = (of: BuyersBySteps) => percentOf(returning(of), of.total)
  const spend = ({ averageSpend }: BuyersBySteps) =>
    averageSpend === null ? null : amountIn(currency)(averageSpend)
  const { isComparable } = query
  const partly = previous ? partlyConverted(found.foreign, previous.foreign) : []
  const buyers = new Map(found.steps.map((one) => [one.step, one.buyers]))
  const fresh = new Map(found.newSteps.map((one) => [one.step, one.buyers]))
  return {
    ...rangeOf(query),
    ...moneyOf(currency, found.foreign),
    partly_converted: partly,
    group: query.group,
    total: figureOf(found.total, previous?.total, isComparable),
    new: figureOf(found.new, previous?.new, isComparable),
    returning: figureOf(returning(found), previous && returning(previous), isComparable),
    returning_rate: figureOf(rate(found), previous && rate(previous), isComparable),
    average_spend: figureOf(spend(found), previous && spend(previous), isComparable && partly.length === 0),
    spent: { revenue: amountIn(currency)(found.spent), customers: found.spenders },
    chart: query.steps.map((date, at) => {
      const added = fresh.get(at + 1) ?? 0
      return { date, new: added, returning: (buyers.get(at + 1) ?? 0) - added }
    }),
  }
}
