import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Library } from './library.tsx'

type Props = {
  bars: { name: string; value: number }[]
  label: string
  /** Drawn as a dotted line. */
  mean: number | null
  format: (value: number) => string
  axisWidth?: number
}

/** Bars from zero, the last one in accent. Loaded by itself: it brings the drawing library. */
export function BarPlot({ bars, label, mean, format, axisWidth = 34 }: Props) {
  const rows = bars.map(({ name, value }, at) => ({
    name,
    [at === bars.length - 1 ? 'last' : 'before']: value,
  }))
  return (
    <Library>
      <BarChart
        h={150}
        data={rows}
        dataKey="name"
        type="stacked"
        series={[
          { name: 'before', label, color: 'var(--faint)' },
          { name: 'last', label, color: 'var(--accent)' },
        ]}
        tickLine="none"
        gridAxis="x"
        xAxisProps={{ minTickGap: 40 }}
        yAxisProps={{ width: axisWidth, allowDecimals: false, interval: 0, tickFormatter: format }}
        referenceLines={mean === null ? [] : [{ y: mean, color: 'var(--muted)', strokeDasharray: '2 3' }]}
        valueFormatter={format}
        maxBarWidth={12}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </Library>
  )
}
