/** Figures of a report, from the same reads as the pages of analytics, the work queue and the SKU list. */
import type { ReportChoice } from '../../../model/mail-report.ts'
import { prefixOf } from '../../../model/language.ts'
import { can } from '../../../model/permissions.ts'
import type { Database } from '../../db/database.ts'
import { reportedDays } from '../../i18n/mail-report-time.ts'
import type { MailReport } from '../../i18n/mail-report-text.ts'
import { limitsIn } from '../../i18n/due-limits.ts'
import { everyOrderFor } from '../../orders/list/order-filter.ts'
import { readQueue } from '../../orders/queue/order-queue-store.ts'
import { countShortSkus } from '../../skus/sku-needs-store.ts'
import { figureQueryOf } from '../figure-query.ts'
import { amountIn, figureOf, partlyConverted } from '../present-figure.ts'
import { listRankedProducts } from '../product-ranking-store.ts'
import { listSalesBySteps } from '../sales-figures-store.ts'
import type { ReportReader } from './mail-report-store.ts'

const topCount = 5

type Links = Pick<MailReport, 'settingLink' | 'unsubscribe'>

/** `origin`: of the console's pages, in the reader's language. `day`: on which the report is written. */
export async function gatherReport(
  db: Database,
  reader: ReportReader,
  {
    rhythm,
    day,
    origin,
    links,
  }: { rhythm: ReportChoice['rhythm']; day: string; origin: string; links: Links },
): Promise<MailReport> {
  const { currency, numberFormat } = reader
  const query = await figureQueryOf(db, { ...reportedDays(rhythm, day), compare: '1' }, reader)
  const { from, to, previous, isComparable } = query
  const days = `from=${from}&to=${to}`
  const [sales, ranked, waiting] = await Promise.all([
    listSalesBySteps(db, query, currency),
    listRankedProducts(db, { ...query, currency, sort: '-revenue' }, { limit: topCount, offset: 0 }),
    listWaiting(db, reader, origin),
  ])
  const amount = amountIn(currency)
  const { total, previous: earlier, money } = sales
  // None of these sales could be converted: zero would be a figure.
  const amountOf = (orders: number, revenue: number) =>
    orders > 0 && revenue === 0 && money.others.length > 0 ? null : amount(revenue)
  const figure = (value: number | null, before: number | null, drawn: string, isAlike = isComparable) => {
    const { percent_change: change, ...found } = figureOf(value, before ?? undefined, isAlike)
    return {
      value: found.value,
      previous: before,
      change,
      link: `${origin}/analytics/sales?${days}&figure=${drawn}`,
    }
  }
  const partly = partlyConverted(money)
  const productsLink = `${origin}/analytics/products?${days}`
  return {
    rhythm,
    from,
    to,
    previousFrom: previous?.from ?? from,
    previousTo: previous?.to ?? to,
    currency,
    numberFormat,
    isConverted: money.isConverted,
    others: money.others.map((one) => ({ currency: one.currency, total: amountIn(one.currency)(one.total) })),
    partly: partly.map((one) => ({ currency: one.currency, day: one.rated_from })),
    orders: figure(total.orders, earlier.orders, 'orders'),
    revenue: figure(
      amountOf(total.orders, total.revenue),
      amountOf(earlier.orders, earlier.revenue),
      'revenue',
      isComparable && partly.length === 0,
    ),
    canceled: figure(total.canceled, earlier.canceled, 'canceled_orders'),
    products: ranked.rows.map(({ name, quantity, orders, revenue }) => ({
      name,
      quantity,
      revenue: amountOf(orders, revenue),
      link: productsLink,
    })),
    productsLink,
    waiting,
    ...links,
  }
}

/** Counts without a permission of the reader are left out. */
async function listWaiting(
  db: Database,
  reader: ReportReader,
  origin: string,
): Promise<MailReport['waiting']> {
  const [late, short] = await Promise.all([
    can(reader, 'orders.view') ? countLate(db, reader) : null,
    can(reader, 'sku.view')
      ? db.read(reader.ownerId, (tx) => countShortSkus(tx, reader.ownerId, reader.shopIds))
      : null,
  ])
  const skus = `${origin}/skus?stock=`
  return [
    ...(late === null ? [] : [{ kind: 'late', value: late, link: `${origin}/orders?view=queue` } as const]),
    ...(short
      ? [
          { kind: 'low_stock', value: short.low, link: `${skus}low` } as const,
          { kind: 'out_of_stock', value: short.out, link: `${skus}out` } as const,
        ]
      : []),
  ]
}

/** Orders of the group "Overdue" of the work queue. */
async function countLate(db: Database, reader: ReportReader): Promise<number> {
  const limits = limitsIn(reader.timezone, new Date())
  const { figures } = await readQueue(db, {
    filter: everyOrderFor(reader),
    limits,
    step: undefined,
    due: ['overdue'],
    limit: 1,
    after: undefined,
  })
  return figures.reduce((sum, { due, total }) => sum + (due === 'overdue' ? total : 0), 0)
}

export function pagesOf(publicUrl: string, { language }: Pick<ReportReader, 'language'>): string {
  return `${publicUrl}${prefixOf(language)}`
}
