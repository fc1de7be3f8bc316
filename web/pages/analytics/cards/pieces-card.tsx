import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Clock, dayOf } from '../../../parts/dates.ts'
import { UnlikeDays } from '../../../parts/unlike-days.tsx'
import { useClock } from '../../../parts/when.tsx'
import type { AnalyticsPage } from '../../../paths.ts'
import { figuresQuery, type PieceFigures } from '../analytics-queries.ts'
import { sales, salesOfStep, type Scope, stepScope } from '../orders-of-figure.ts'
import { axisText, earlierTitle, stepTitle } from '../parts/axis-texts.ts'
import { Card } from '../parts/card.tsx'
import { counted, shortened } from '../parts/formats-of.ts'
import { type Kpi, KpiCells } from '../parts/kpi-cells.tsx'
import { beforeLabel } from '../parts/revenue-chart.tsx'
import type { Step } from '../parts/chart-step.ts'
import { StepChart } from '../parts/step-chart.tsx'
import { useFigures } from '../use-figures.ts'
import styles from '../analytics.module.css'

type Props = {
  page: AnalyticsPage
  call: 'GET /analytics/products-sold' | 'GET /analytics/products/products-sold'
  /** Cells behind it that are not drawn. */
  more?: Kpi[]
}

/** Units sold over the range. */
export function PiecesCard({ page, call, more = [] }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const { charted, scopeOf } = useFigures(page)
  const result = useQuery(figuresQuery(call, charted))
  const label = t('analytics.figure.quantity')
  return (
    <Card title={label} isTitleHidden result={result} height={402}>
      {({ data }) => (
        <>
          <KpiCells
            kpis={[
              {
                name: 'quantity',
                figure: {
                  value: data.quantity,
                  previous: data.previous,
                  percent_change: data.percent_change,
                },
                format: counted,
                orders: sales(scopeOf(data)),
                isDrawn: false,
              },
              ...more,
            ]}
            drawn="quantity"
            onDraw={() => undefined}
          />
          {page === 'products' && <UnlikeDays since={data.data_since} className={styles['moneyNotes']} />}
          <StepChart
            file={`${page}-quantity`}
            meta={{ from: data.from, to: data.to }}
            label={label}
            steps={stepsOf(data, scopeOf(data), clock)}
            series={[{ key: 'quantity', label, color: 'var(--accent)' }]}
            beforeLabel={beforeLabel(data, clock)}
            meaning={t('analytics.means.quantity')}
            format={counted}
            axisFormat={shortened}
          />
        </>
      )}
    </Card>
  )
}

function stepsOf(data: PieceFigures, scope: Scope, clock: Clock): Step[] {
  const today = dayOf(new Date(), clock.timeZone)
  return data.chart.map((step, at): Step => {
    const { from, to } = stepScope(data.chart, at, scope)
    return {
      key: step.date,
      axis: axisText(step.date, data, clock),
      title: stepTitle(step.date, data.group, to, clock),
      isOpen: from <= today && today <= to,
      values: { quantity: step.quantity },
      before: step.previous_quantity,
      beforeTitle: earlierTitle(step.previous_date, data.group, clock),
      orders: salesOfStep(data.chart, at, scope),
      orderCount: null,
    }
  })
}
