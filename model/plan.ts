/** State of a plan by its end and the clock. Null: it never ends. */
const dayMs = 86_400_000

/** From so many days before the end on it is said that it comes. */
export const endingDays = 7
/** Data from channels is imported for this many days after the end. */
export const syncDaysAfterEnd = 30

export const planFigures = ['shops', 'staff', 'orders', 'skus', 'storage'] as const
export type PlanFigure = (typeof planFigures)[number]

export const planStatuses = ['trial', 'active', 'past_due', 'canceled'] as const
export type PlanStatus = (typeof planStatuses)[number]

export function hasEnded(end: Date | null, now = new Date()): boolean {
  return end !== null && end <= now
}

export function endsSoon(end: Date | null, now = new Date()): boolean {
  return end !== null && end > now && +end - +now <= endingDays * dayMs
}

/** When the syncs begin to rest. */
export function syncsEnd(end: Date): Date {
  return new Date(+end + syncDaysAfterEnd * dayMs)
}
