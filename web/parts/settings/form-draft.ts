/** Answers what is left of a draft once a save has taken what was sent of it: what was typed since. */
export function leftOf<T extends object>(now: Partial<T>, sent: Partial<T>): Partial<T> {
  const left = Object.entries(now).filter(([name, value]) => !Object.is(value, sent[name as keyof T]))
  return Object.fromEntries(left) as Partial<T>
}

/** True if a draft has anything that is not as it was saved. */
export function differs<T extends object>(draft: Partial<T>, saved: T): boolean {
  return Object.entries(draft).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof T]),
  )
}
