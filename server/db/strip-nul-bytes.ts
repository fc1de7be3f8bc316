/**
 * PostgreSQL keeps neither NUL nor half of a surrogate pair, and would refuse a whole page of orders for one such
 * character in one of them. Both are dropped or replaced, as text without them says the same.
 */
export function stripNulBytes<T>(value: T, json: string): T {
  return refused.test(json) ? (clean(value) as T) : value
}

/** Words of somebody else that are kept to be shown, and not endless. */
export function storedWords(words: string): string {
  return clean(cutText(words, 500)) as string
}

/** The beginning of a text that is clean, of at most so many units, without half of a pair at its end. */
export function cutText(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
}

/** The refused characters as JSON.stringify escapes them. */
const refused = /\\u(?:0000|d[89a-f])/i

export function hasNoNulBytes(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

export function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '')
  if (Array.isArray(value)) return value.map(clean)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [clean(key), clean(part)]))
}
