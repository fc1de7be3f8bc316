/** Decides whether a listing shows what is wanted, or will by what was requested of it. */
import type { ListingFields, SpecialPrice } from '../../../model/listing-change.ts'

/** The sync that a change enqueues has read its product by then. */
const readWithinMs = 5 * 60_000

/** Changes that ended after this instant may not be in the stored product yet. */
export const recentlyDone = () => new Date(Date.now() - readWithinMs)

export type Requested = { state: string; endedAt?: Date | null; after: ListingFields }

/** Answers whether a change is under way, or ended so recently that its product may not have been read since. */
export function isExpected({ state, endedAt }: Requested): boolean {
  const isDone = state === 'done' && (!endedAt || endedAt > recentlyDone())
  return isDone || state === 'queued' || state === 'running'
}

/**
 * Answers whether nothing has to be sent: the last change that concerns the field wants the same. One that has ended counts beside
 * the stored value, because either of the two may be the later one.
 */
export function standsSo<Field extends keyof ListingFields>(
  field: Field,
  wanted: ListingFields[Field],
  stored: ListingFields,
  requested: Requested[],
): boolean {
  return expectedValues(field, stored, requested).every((shown) => isSame(shown, wanted))
}

/** Values that a field may have at its channel: the one of the open change, else the stored one and those that have ended. */
export function expectedValues<Field extends keyof ListingFields>(
  field: Field,
  stored: ListingFields,
  requested: Requested[],
): ListingFields[Field][] {
  const ofField = requested.filter(({ after }) => after[field] !== undefined)
  const open = ofField.find(({ state }) => state !== 'done')
  return open ? [open.after[field]] : [stored, ...ofField.map(({ after }) => after)].map((one) => one[field])
}

function isSame(a: ListingFields[keyof ListingFields], b: ListingFields[keyof ListingFields]): boolean {
  if (isSpecial(a) && isSpecial(b)) return isSameSpecial(a, b)
  // Images and sizes, which are written in one order.
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

const isSpecial = (value: unknown): value is SpecialPrice =>
  typeof value === 'object' && value !== null && 'price' in value

function isSameSpecial(a: SpecialPrice, b: SpecialPrice): boolean {
  const isSameTime = (x: string | null, y: string | null) => (x && +new Date(x)) === (y && +new Date(y))
  return a.price === b.price && isSameTime(a.from, b.from) && isSameTime(a.to, b.to)
}
