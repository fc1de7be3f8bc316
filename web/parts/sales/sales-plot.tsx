import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { monthDay } from '../dates.ts'
import { count } from '../figures.ts'
import type { SalesOfDays } from './sales-queries.ts'
import { useClock } from '../when.tsx'

type Props = { days: SalesOfDays['data']; mean: number | null; label: string }

/** Bars from zero, today's in accent, and the mean as a dotted line. Loaded by itself: it brings the drawing library. */
export function SalesPlot({ days, mean, label }: Props) {
  const clock = useClock()
  const rows = days.map(({ date, quantity }, at) => ({
    day: monthDay(date, clock),
    [at === days.length - 1 ? 'today' : 'before']: quantity,
  }))
  return (
    <BarChart
      h={150}
      data={rows}
      dataKey="day"
      type="stacked"
      series={[
        { name: 'before', label, color: 'var(--faint)' },
        { name: 'today', label, color: 'var(--accent)' },
      ]}
      tickLine="none"
      gridAxis="x"
      xAxisProps={{ minTickGap: 40 }}
      yAxisProps={{ width: 34, allowDecimals: false, tickFormatter: count }}
      referenceLines={mean === null ? [] : [{ y: mean, color: 'var(--muted)', strokeDasharray: '2 3' }]}
      valueFormatter={count}
      maxBarWidth={12}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false }}
    />
  )
}
