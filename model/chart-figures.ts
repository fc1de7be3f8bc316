/** Steps of a chart. */
export const chartGroups = ['hour', 'day', 'week', 'month'] as const
export type ChartGroup = (typeof chartGroups)[number]

/** The step that shows a range of days best, where nobody chose one. */
export function chartGroupOf(days: number): ChartGroup {
  if (days <= 1) return 'hour'
  if (days <= 31) return 'day'
  return days <= 180 ? 'week' : 'month'
}

/** Change in per cent, one decimal; null where there was nothing before. */
export function percentChange(now: number, before: number): number | null {
  return before <= 0 ? null : Math.round(((now - before) / before) * 1000) / 10
}

/** Per cent of a total, one decimal; null where the total is nothing. */
export function percentOf(part: number, total: number): number | null {
  return total <= 0 ? null : Math.round((part / total) * 1000) / 10
}
