import {
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'

export type PlotSeries = { key: string; color: string }
export type PlotStep = {
  key: string
  axis: string
  /** The step is not over yet. */
  isOpen: boolean
  before: number | null
  values: Record<string, number>
}

type Props = {
  steps: PlotStep[]
  /** Stacked on each other. */
  series: PlotSeries[]
  height: number
  axisWidth: number
  marginRight: number
  format: (value: number) => string
}

/** Top of the axis where everything is zero. */
const leastTop = 4
const usualTicks = 5
const still = { isAnimationActive: false }

/** Bars from zero, and earlier steps as a line that can be read over them. Loaded by itself: it brings the drawing library. */
export function StepPlot({ steps, series, height, axisWidth, marginRight, format }: Props) {
  const axisOf = new Map(steps.map(({ key, axis }) => [key, axis]))
  const data = steps.map(({ key, before, values }) => ({ key, before, ...values }))
  const top = Math.max(
    0,
    ...steps.map(({ before, values }) =>
      Math.max(
        before ?? 0,
        Object.values(values).reduce((sum, value) => sum + value, 0),
      ),
    ),
  )
  const isBelow = steps.some(
    ({ before, values }) => (before ?? 0) < 0 || Object.values(values).some((value) => value < 0),
  )
  const isEmpty = steps.every(
    ({ before, values }) => !before && Object.values(values).every((value) => value === 0),
  )
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart
        data={data}
        margin={{ top: 10, right: marginRight, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis
          dataKey="key"
          // Hours of several days have the day's name in common: it stands once, where the day begins.
          ticks={steps.filter(({ axis }, at) => axis !== steps[at - 1]?.axis).map(({ key }) => key)}
          tickFormatter={(key: string) => axisOf.get(key) ?? ''}
          tickLine={false}
          axisLine={{ stroke: 'var(--border-strong)' }}
          interval="equidistantPreserveStart"
          minTickGap={26}
          tick={{ fill: 'var(--muted)', fontSize: 11.5 }}
          tickMargin={6}
        />
        <YAxis
          width={axisWidth}
          domain={isEmpty ? [0, leastTop] : [isBelow ? 'auto' : 0, 'auto']}
          allowDecimals={false}
          // Marks of whole units: one unit on top leaves no room for more than two of them.
          tickCount={Math.min(usualTicks, Math.ceil(top || leastTop) + 1)}
          tickFormatter={format}
          tickLine={false}
          axisLine={false}
          tick={{ fill: 'var(--muted)', fontSize: 11.5 }}
        />
        {series.map(({ key, color }, at) => (
          <Bar
            key={key}
            dataKey={key}
            stackId="steps"
            fill={color}
            maxBarSize={30}
            radius={at === series.length - 1 ? [2, 2, 0, 0] : 0}
            {...still}
          >
            {steps.map((step) => (
              // A faded part of several would look like the part above it.
              <Cell key={step.key} fillOpacity={step.isOpen && series.length === 1 ? 0.5 : 1} />
            ))}
          </Bar>
        ))}
        {isBelow && <ReferenceLine y={0} stroke="var(--muted)" />}
        <Line dataKey="before" stroke="var(--surface)" strokeWidth={4.5} dot={false} {...still} />
        <Line dataKey="before" stroke="var(--grey-dot)" strokeWidth={1.5} dot={false} {...still} />
      </ComposedChart>
    </ResponsiveContainer>
  )
}
