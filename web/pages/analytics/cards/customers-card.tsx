import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Clock, dayOf } from '../../../parts/dates.ts'
import { percent } from '../../../parts/figures.ts'
import { Money } from '../../../parts/money-amount.tsx'
import { UnlikeDays } from '../../../parts/unlike-days.tsx'
import { useClock } from '../../../parts/when.tsx'
import type { AnalyticsPage } from '../../../paths.ts'
import { type CustomerFigures, figuresQuery } from '../analytics-queries.ts'
import { buyersOf } from '../customers-of-figure.ts'
import { sales, salesOfStep, type Scope, stepScope } from '../orders-of-figure.ts'
import { axisText, stepTitle } from '../parts/axis-texts.ts'
import { Card } from '../parts/card.tsx'
import { counted, shortened } from '../parts/formats-of.ts'
import type { FormulaPart } from '../parts/formula.tsx'
import { type Kpi, KpiCells } from '../parts/kpi-cells.tsx'
import { MoneyNotes } from '../parts/money-notes.tsx'
import type { Step, StepSeries } from '../parts/chart-step.ts'
import { StepChart } from '../parts/step-chart.tsx'
import { useFigures } from '../use-figures.ts'
import styles from '../analytics.module.css'

type Props = {
  page: AnalyticsPage
  call: 'GET /analytics/customers-metrics' | 'GET /analytics/customers/customers-metrics'
  /** Beside another chart, whose figures the address names. */
  isShort?: boolean
}

const drawnNames = ['customers', 'new_customers', 'returning_customers'] as const
type DrawnName = (typeof drawnNames)[number]

/** New and returning customers over the range. */
export function CustomersCard({ page, call, isShort = false }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const { search, change, charted, scopeOf } = useFigures(page)
  const result = useQuery(figuresQuery(call, charted))
  const drawn = (!isShort && drawnNames.find((name) => name === search.figure)) || 'customers'
  return (
    <Card title={t('analytics.figure.customers')} isTitleHidden result={result} height={402}>
      {({ data }) => (
        <>
          <KpiCells
            kpis={kpisOf(data, scopeOf(data), isShort)}
            drawn={drawn}
            onDraw={(name) => change({ figure: name === 'customers' ? undefined : name }, true)}
          />
          <UnlikeDays
            partly={data.partly_converted}
            since={isShort ? [] : data.data_since}
            className={styles['moneyNotes']}
          />
          {!isShort && <MoneyNotes money={data} />}
          <StepChart
            file={`${page}-${drawn}`}
            meta={{ from: data.from, to: data.to }}
            label={t(`analytics.figure.${drawn}`)}
            steps={stepsOf(data, drawn, scopeOf(data), clock)}
            series={seriesOf(drawn, {
              new: t('analytics.figure.new_customers'),
              returning: t('analytics.figure.returning_customers'),
            })}
            beforeLabel={null}
            meaning={t(`analytics.means.${drawn}`)}
            format={counted}
            axisFormat={shortened}
          />
        </>
      )}
    </Card>
  )
}

function seriesOf(drawn: DrawnName, labels: { new: string; returning: string }): StepSeries[] {
  const ofNew = { key: 'new', label: labels.new, color: 'var(--accent)' }
  const ofReturning = { key: 'returning', label: labels.returning, color: 'var(--tint-2)' }
  if (drawn === 'new_customers') return [ofNew]
  return drawn === 'returning_customers' ? [ofReturning] : [ofNew, ofReturning]
}

function kpisOf(data: CustomerFigures, scope: Scope, isShort: boolean): Kpi[] {
  const rows: Kpi[] = [
    {
      name: 'customers',
      figure: data.total,
      format: counted,
      orders: sales(scope, { customer_type: 'known' }),
      customers: buyersOf(scope),
      isDrawn: !isShort,
    },
    {
      name: 'new_customers',
      figure: data.new,
      format: counted,
      orders: sales(scope, { customer_type: 'new' }),
      customers: buyersOf(scope, 'new'),
      isDrawn: !isShort,
    },
    {
      name: 'returning_customers',
      figure: data.returning,
      format: counted,
      orders: sales(scope, { customer_type: 'returning' }),
      customers: buyersOf(scope, 'returning'),
      isDrawn: !isShort,
    },
  ]
  if (isShort) return rows
  return [
    ...rows,
    {
      name: 'returning_rate',
      figure: data.returning_rate,
      format: percent,
      orders: null,
      formula: [
        {
          name: 'returning_customers',
          value: counted(data.returning.value),
          orders: null,
          customers: buyersOf(scope, 'returning'),
        },
        {
          sign: '÷',
          name: 'customers',
          value: counted(data.total.value),
          orders: null,
          customers: buyersOf(scope),
        },
      ],
      isDrawn: false,
    },
    {
      name: 'average_spend',
      figure: data.average_spend,
      format: (value) => <Money value={value} currency={data.currency} />,
      orders: null,
      formula: spendingOf(data, scope),
      isDrawn: false,
    },
  ]
}

/** Revenue by customers. Those whose sales have no amount in the reporting currency are no list of their own. */
function spendingOf({ spent, total, currency }: CustomerFigures, scope: Scope): FormulaPart[] {
  const isWhole = spent.customers === total.value
  return [
    {
      name: 'revenue',
      value: <Money value={spent.revenue} currency={currency} />,
      orders: sales(scope, { customer_type: 'known' }),
    },
    {
      sign: '÷',
      name: 'customers',
      value: counted(spent.customers),
      orders: null,
      ...(isWhole && { customers: buyersOf(scope) }),
    },
  ]
}

function stepsOf(data: CustomerFigures, drawn: DrawnName, scope: Scope, clock: Clock): Step[] {
  const today = dayOf(new Date(), clock.timeZone)
  return data.chart.map((step, at): Step => {
    const { from, to } = stepScope(data.chart, at, scope)
    const type = drawn === 'customers' ? 'known' : drawn === 'new_customers' ? 'new' : 'returning'
    return {
      key: step.date,
      axis: axisText(step.date, data, clock),
      title: stepTitle(step.date, data.group, to, clock),
      isOpen: from <= today && today <= to,
      values: { new: step.new, returning: step.returning },
      before: null,
      beforeTitle: null,
      orders: salesOfStep(data.chart, at, scope, { customer_type: type }),
      orderCount: null,
    }
  })
}
