import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Clock, dayOf, shortDay } from '../../../parts/dates.ts'
import { Money } from '../../../parts/money-amount.tsx'
import { UnlikeDays } from '../../../parts/unlike-days.tsx'
import { useClock } from '../../../parts/when.tsx'
import type { AnalyticsPage } from '../../../paths.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { figuresQuery, type RevenueFigures } from '../analytics-queries.ts'
import {
  canceled,
  canceledOfStep,
  refunded,
  refundedOfStep,
  sales,
  salesOfStep,
  type Scope,
  stepScope,
} from '../orders-of-figure.ts'
import { useFigures } from '../use-figures.ts'
import { axisText, earlierTitle, stepTitle } from './axis-texts.ts'
import { Card } from './card.tsx'
import type { FormulaPart } from './formula.tsx'
import { counted, formatsOf, isUnknown, shortened } from './formats-of.ts'
import { type Kpi, KpiCells } from './kpi-cells.tsx'
import { MoneyNotes } from './money-notes.tsx'
import type { Step } from './chart-step.ts'
import { StepChart } from './step-chart.tsx'
import styles from '../analytics.module.css'

export const revenueNames = [
  'revenue',
  'net_revenue',
  'orders',
  'average_order_value',
  'canceled_orders',
  'refund_value',
] as const
type RevenueName = (typeof revenueNames)[number]

type Props = {
  page: AnalyticsPage
  call: 'GET /analytics/revenue-metrics' | 'GET /analytics/sales/revenue-metrics'
  /** Figures of the page; the first is drawn until another one is chosen. */
  names?: readonly RevenueName[]
  /** Cells behind them that are not drawn. */
  more?: Kpi[]
}

/** Revenue, orders, cancellations and refunds over the range. */
export function RevenueChart({ page, call, names = revenueNames, more = [] }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const { search, change, charted, scopeOf } = useFigures(page)
  const result = useQuery(figuresQuery(call, charted))
  const drawn = names.find((name) => name === search.figure) ?? names[0] ?? 'revenue'
  const data = result.data?.data
  const isNone = data !== undefined && hasNoAmount(data)
  const kpis = data && kpisOf(data, names, scopeOf(data))
  return (
    <Card title={t(`analytics.title.${page}`)} isTitleHidden result={result} height={402}>
      {({ data: figures }) => {
        const { money, sign } = formatsOf(figures.currency)
        return (
          <>
            <KpiCells
              kpis={[...(kpis ?? []), ...more]}
              drawn={drawn}
              onDraw={(name) => change({ figure: name === names[0] ? undefined : name }, true)}
            />
            <UnlikeDays
              partly={figures.partly_converted}
              since={figures.data_since}
              className={styles['moneyNotes']}
            />
            {!names.every(isCount) && <MoneyNotes money={figures} isAlone={isNone} />}
            {isNone && !isCount(drawn) ? (
              <EmptyState title={t('analytics.noAmounts', { currency: figures.currency })} />
            ) : (
              <StepChart
                file={`${page}-${drawn}`}
                meta={isCount(drawn) ? { from: figures.from, to: figures.to } : figures}
                sign={isCount(drawn) ? undefined : sign}
                label={t(`analytics.figure.${drawn}`)}
                steps={stepsOf(figures, drawn, scopeOf(figures), clock)}
                series={[{ key: drawn, label: t(`analytics.figure.${drawn}`), color: 'var(--accent)' }]}
                beforeLabel={beforeLabel(figures, clock)}
                meaning={t(`analytics.means.${drawn}`)}
                format={isCount(drawn) ? counted : money}
                axisFormat={shortened}
              />
            )}
          </>
        )
      }}
    </Card>
  )
}

export function beforeLabel(
  { previous_from: from, previous_to: to }: { previous_from: string | null; previous_to: string | null },
  clock: Clock,
): string | null {
  if (from === null || to === null) return null
  return [...new Set([from, to])].map((day) => shortDay(day, clock)).join(' – ')
}

/** All others are of the sales. */
const ordersOf: Partial<Record<RevenueName, typeof sales>> = {
  canceled_orders: canceled,
  refund_value: refunded,
}
const ordersOfStep: Partial<Record<RevenueName, typeof canceledOfStep>> = {
  canceled_orders: canceledOfStep,
  refund_value: refundedOfStep,
}

function kpisOf(figures: RevenueFigures, names: readonly RevenueName[], scope: Scope): Kpi[] {
  const { currency } = figures
  const isNone = hasNoAmount(figures)
  const asMoney = (value: number) => (isNone ? '–' : <Money value={value} currency={currency} />)
  return names.map((name): Kpi => {
    return {
      name,
      figure: isNone && !isCount(name) ? noFigure : figures[name],
      format: isCount(name) ? counted : asMoney,
      orders: isComputed(name) ? null : (ordersOf[name]?.(scope) ?? sales(scope)),
      ...(isComputed(name) && { formula: formulaOf(name, figures, scope, asMoney) }),
      isDrawn: true,
    }
  })
}

/** All sales of the range are in money without a rate. */
const hasNoAmount = (figures: RevenueFigures) =>
  isUnknown({ orders: figures.orders.value, revenue: figures.revenue.value }, figures)
const noFigure = { value: null, previous: null, percent_change: null }

const isCount = (name: RevenueName) => name === 'orders' || name === 'canceled_orders'
const isComputed = (name: RevenueName) => name === 'net_revenue' || name === 'average_order_value'

/** Revenue less refunds, or over the orders. */
function formulaOf(
  name: RevenueName,
  { revenue, refund_value: refunds, orders }: RevenueFigures,
  scope: Scope,
  asMoney: (value: number) => ReactNode,
): FormulaPart[] {
  const gross: FormulaPart = { name: 'revenue', value: asMoney(revenue.value), orders: sales(scope) }
  if (name === 'net_revenue')
    return [
      gross,
      { sign: '−', name: 'refund_value', value: asMoney(refunds.value), orders: refunded(scope) },
    ]
  return [gross, { sign: '÷', name: 'orders', value: counted(orders.value), orders: sales(scope) }]
}

function stepsOf(figures: RevenueFigures, name: RevenueName, scope: Scope, clock: Clock): Step[] {
  const { chart, group } = figures
  const today = dayOf(new Date(), clock.timeZone)
  return chart.map((step, at): Step => {
    const { from, to } = stepScope(chart, at, scope)
    const before = step[`previous_${name}`]
    return {
      key: step.date,
      axis: axisText(step.date, figures, clock),
      title: stepTitle(step.date, group, to, clock),
      isOpen: from <= today && today <= to,
      values: { [name]: step[name] ?? 0 },
      before,
      beforeTitle: earlierTitle(step.previous_date, group, clock),
      orders: (ordersOfStep[name] ?? salesOfStep)(chart, at, scope),
      // Nothing counts the orders, of any day, that the refunds of a step are of.
      orderCount:
        name === 'refund_value' ? null : name === 'canceled_orders' ? step.canceled_orders : step.orders,
    }
  })
}
