/** Home: what waits, what came in, what was sold. Read from what is kept, whatever the account's size. */
import { percentChange } from '../../model/chart-figures.ts'
import { amountsOf } from '../../model/money.ts'
import { orderStatusIds } from '../../model/order-status.ts'
import { can } from '../../model/permissions.ts'
import { seesContact } from '../../model/see-contact.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { listShops } from '../shops/shops-store.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'
import { countOrders, listOrders } from '../orders/list/order-list-store.ts'
import type { StatusCounts } from '../orders/list/order-page-store.ts'
import { everyOrderFor, type OrderFilter } from '../orders/list/order-filter.ts'
import { presentBrief } from '../orders/list/present-order-brief.ts'
import { daysOf } from './chart-days.ts'
import { figureQueryOf } from './figure-query.ts'
import { amountIn, partlyConverted } from './present-figure.ts'
import { listSalesBySteps } from './sales-figures-store.ts'
import { countShortSkus } from '../skus/sku-needs-store.ts'
import { countFailedTemplates } from '../templates/template-list-store.ts'
import { listTopProducts } from './top-products-store.ts'

const newestCount = 5
const topCount = 5

export function dashboardRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /dashboard/to-do', async ({ session }) => {
    const counts = await countOrders(db, filterOf(session))
    const [canceling, returning, shops, short, uploadFailed] = await Promise.all([
      countOrders(db, { ...filterOf(session), hasCancelRequest: true }),
      countOrders(db, { ...filterOf(session), hasReturnRequest: true }),
      db.asOwner(session.ownerId, (tx) => listShops(tx, session.ownerId, session.shopIds)),
      can(session, 'sku.view')
        ? db.read(session.ownerId, (tx) => countShortSkus(tx, session.ownerId, session.shopIds))
        : { low: 0, out: 0 },
      can(session, 'products.view') ? db.read(session.ownerId, (tx) => countFailedTemplates(tx, session)) : 0,
    ])
    const inStatus = (status: keyof typeof orderStatusIds) => counts[orderStatusIds[status]] ?? 0
    const isLockedOut = (state: string) => state === 'expired' || state === 'revoked'
    return {
      data: {
        unpaid: inStatus('unpaid'),
        pending: inStatus('pending'),
        confirmed: inStatus('confirmed'),
        ready_to_ship: inStatus('ready_to_ship'),
        cancel_requested: sum(canceling),
        return_requested: sum(returning),
        low_stock: short.low,
        out_of_stock: short.out,
        upload_failed: uploadFailed,
        token_expired: shops.filter(({ authState }) => isLockedOut(authState)).length,
      },
    }
  })

  serve('GET /dashboard/new-order', async ({ session, language }) => {
    const today = dayIn(session.timezone, new Date())
    const yesterday = addDays(today, -1)
    const [list, ofToday, ofYesterday] = await Promise.all([
      listOrders(db, filterOf(session), {
        sort: 'created_at',
        descending: true,
        limit: newestCount,
        offset: 0,
        after: undefined,
      }),
      countOrders(db, filterOf(session, today)),
      countOrders(db, filterOf(session, yesterday)),
    ])
    const [total, previous] = [sum(ofToday), sum(ofYesterday)]
    return {
      data: {
        total,
        previous,
        percent_change: percentChange(total, previous),
        orders: {
          data: list.rows.map((row) => presentBrief(row, language, seesContact(session, row.status))),
        },
      },
    }
  })

  serve('GET /dashboard/total-revenue', async ({ query, session }) => {
    const days = daysOf(session.timezone, query)
    const [from = '', to = ''] = [days[0], days.at(-1)]
    const { currency } = session
    const asked = await figureQueryOf(db, { from, to, group: 'day', compare: '1' }, session)
    const { total, previous, steps, previousSteps, money } = await listSalesBySteps(db, asked, currency)
    const amount = amountIn(currency)
    const partly = partlyConverted(money)
    return {
      data: {
        from,
        to,
        currency,
        is_converted: money.isConverted,
        others: amountsOf(
          Object.fromEntries(money.others.map((one) => [one.currency, one.total - one.refunds])),
        ),
        total: amount(total.netRevenue),
        refunds: amount(total.refunds),
        previous: amount(previous.netRevenue),
        percent_change:
          asked.isComparable && partly.length === 0
            ? percentChange(total.netRevenue, previous.netRevenue)
            : null,
        partly_converted: partly,
        chart: days.map((date) => ({
          date,
          revenue: amount(steps.get(date)?.netRevenue ?? 0),
          orders: steps.get(date)?.orders ?? 0,
          refunds: amount(steps.get(date)?.refunds ?? 0),
          previous_revenue: amount(previousSteps.get(date)?.netRevenue ?? 0),
        })),
      },
    }
  })

  serve('GET /dashboard/top-products', async ({ query, session }) => {
    const { ownerId, timezone, shopIds: shops, currency } = session
    const days = daysOf(timezone, query)
    const [from = '', to = ''] = [days[0], days.at(-1)]
    const visible = shops.length > 0 ? shops : undefined
    const top = await listTopProducts(db, {
      ownerId,
      timezone,
      from,
      to,
      shops: visible,
      currency,
      limit: topCount,
    })
    const products = top.map(({ skuId, shopId, shopSku, revenue, others, ...product }) => ({
      ...product,
      sku_id: skuId,
      shop_id: shopId,
      shop_sku: shopSku,
      revenue: amountIn(currency)(revenue),
      others: amountsOf(others),
    }))
    return { data: { currency, from, to, products } }
  })
}

/** With a day: the orders placed on it. */
function filterOf(session: Session, day?: string): OrderFilter {
  return { ...everyOrderFor(session), from: day, to: day }
}

function sum(counts: StatusCounts): number {
  return Object.values(counts).reduce<number>((all, count = 0) => all + count, 0)
}
