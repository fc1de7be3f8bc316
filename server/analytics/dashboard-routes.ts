/** Home: what waits, what came in, what was sold. Read from what is kept, whatever the account's size. */
import type { Reply } from '../../contract/endpoints.ts'
import { fromMinor, type Currency } from '../../model/money.ts'
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
import { mainCurrency } from './main-currency.ts'
import { countShortSkus } from '../skus/sku-needs-store.ts'
import { listSales } from './sales-store.ts'
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
    return { data: await revenueOf(session, daysOf(session.timezone, query)) }
  })

  serve('GET /dashboard/top-products', async ({ query, session }) => {
    const { ownerId, timezone, shopIds: shops } = session
    const days = daysOf(timezone, query)
    const [from = '', to = ''] = [days[0], days.at(-1)]
    // The revenue beside it speaks in the currency of its own days and of those before them.
    const sales = await db.read(ownerId, (tx) =>
      listSales(tx, ownerId, { from: addDays(from, -days.length), to, shops }),
    )
    const currency = mainCurrency(session.currency, sales)
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
    const amount = (minor: number, code: string) => fromMinor(minor, code as Currency)
    const products = top.map(({ revenues, ...product }) => ({
      ...product,
      revenue: amount(revenues[currency] ?? 0, currency),
      others: Object.entries(revenues)
        .filter(([code]) => code !== currency)
        .map(([code, total]) => ({ currency: code, total: amount(total, code) })),
    }))
    return { data: { currency, from, to, products } }
  })

  async function revenueOf(
    session: Session,
    days: string[],
  ): Promise<Reply<'GET /dashboard/total-revenue'>['data']> {
    const [from = '', to = ''] = [days[0], days.at(-1)]
    const sales = await db.asOwner(session.ownerId, (tx) =>
      listSales(tx, session.ownerId, { from: addDays(from, -days.length), to, shops: session.shopIds }),
    )
    const currency = mainCurrency(session.currency, sales)
    const inMain = new Map(sales.filter((sale) => sale.currency === currency).map((sale) => [sale.day, sale]))
    const amount = (minor: number) => fromMinor(minor, currency as Currency)
    const net = (day: string) => netOf(inMain.get(day))
    const refunds = (day: string) => inMain.get(day)?.refunds ?? 0
    const before = (day: string) => net(addDays(day, -days.length))
    const over = (of: (day: string) => number) => days.reduce((all, day) => all + of(day), 0)
    const [total, previous] = [over(net), over(before)]
    const others = Map.groupBy(
      sales.filter((sale) => sale.currency !== currency && sale.day >= from),
      (sale) => sale.currency,
    )
    return {
      currency,
      from,
      to,
      total: amount(total),
      refunds: amount(over(refunds)),
      previous: amount(previous),
      percent_change: percentChange(total, previous),
      chart: days.map((day) => ({
        date: day,
        revenue: amount(net(day)),
        orders: inMain.get(day)?.orders ?? 0,
        refunds: amount(refunds(day)),
        previous_revenue: amount(before(day)),
      })),
      others: [...others].map(([code, of]) => ({
        currency: code,
        total: fromMinor(
          of.reduce((all, day) => all + netOf(day), 0),
          code as Currency,
        ),
      })),
    }
  }
}

/** Subtracts a day's refunds from its sales. */
function netOf(day: { revenue: number; refunds: number } | undefined): number {
  return day ? day.revenue - day.refunds : 0
}

/** With a day: the orders placed on it. */
function filterOf(session: Session, day?: string): OrderFilter {
  return { ...everyOrderFor(session), from: day, to: day }
}

function sum(counts: StatusCounts): number {
  return Object.values(counts).reduce<number>((all, count = 0) => all + count, 0)
}

function percentChange(now: number, before: number): number | null {
  return before <= 0 ? null : Math.round(((now - before) / before) * 1000) / 10
}
