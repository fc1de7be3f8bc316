import type { PlotSeries } from '../../../ui/step-plot.tsx'
import type { OrdersSearch } from '../orders-of-figure.ts'

/** A step of a chart: what is drawn, what is said, and the orders behind it. */
export type Step = {
  key: string
  /** Short, under the axis, and in whole. */
  axis: string
  title: string
  isOpen: boolean
  values: Record<string, number>
  before: number | null
  beforeTitle: string | null
  /** Orders that make it; null: no filter finds them. */
  orders: OrdersSearch | null
  orderCount: number | null
}

export type StepSeries = PlotSeries & { label: string }
