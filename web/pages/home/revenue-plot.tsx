import '@mantine/charts/styles.css'
import { CompositeChart } from '@mantine/charts'
import type { Reply } from '../../../contract/endpoints.ts'
import { monthDay } from '../../parts/dates.ts'
import { amountText, compact } from '../../parts/figures.ts'
import { useClock } from '../../parts/when.tsx'

export type Revenue = Reply<'GET /dashboard/total-revenue'>['data']

type Props = { data: Revenue; text: { now: string; before: string } }

/**
 * Bars from zero, downwards on a day on which more was given back than sold, and the period before as a thin grey line behind
 * them. Loaded by itself: it brings the drawing library.
 */
export function RevenuePlot({ data, text }: Props) {
  const clock = useClock()
  const rows = data.chart.map(({ date, revenue, previous_revenue: before }) => ({
    day: monthDay(date, clock),
    revenue,
    before,
  }))
  const isBelow = rows.some(({ revenue, before }) => revenue < 0 || before < 0)
  const still = { isAnimationActive: false }
  return (
    <CompositeChart
      h={220}
      data={rows}
      dataKey="day"
      series={[
        { name: 'revenue', label: text.now, color: 'var(--accent)', type: 'bar' },
        { name: 'before', label: text.before, color: 'var(--faint)', type: 'line' },
      ]}
      curveType="linear"
      withDots={false}
      strokeWidth={1}
      tickLine="none"
      gridAxis="x"
      xAxisProps={{ minTickGap: 24 }}
      yAxisProps={{ tickFormatter: compact, width: 64 }}
      referenceLines={isBelow ? [{ y: 0, color: 'var(--muted)' }] : []}
      valueFormatter={(value) => amountText(value, data.currency)}
      maxBarWidth={22}
      barProps={still}
      lineProps={still}
      composedChartProps={{ accessibilityLayer: false }}
    />
  )
}
