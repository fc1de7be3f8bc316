import { fromMinor, isCurrency } from '../../../model/money.ts'
import { amountText } from '../../parts/figures.ts'
import type { AuditEntry } from './audit-search.ts'

/** `path`: the field, and the parts within it that lead to what changed. */
export type AuditRow = { path: [string, ...string[]]; name: string; before: unknown; after: unknown }

/** Lists an entry's changes part by part: of an object that differs in one part, that part alone. */
export function auditRows(changes: AuditEntry['changes']): AuditRow[] {
  return changes.flatMap(({ field, name, before, after }) => {
    const [then, now] = field === 'customer_ranks' ? [amountsOf(before), amountsOf(after)] : [before, after]
    return rowsOf({ path: [field], name, before: then, after: now })
  })
}

function rowsOf({ path, name, before, after }: AuditRow): AuditRow[] {
  if (!isObject(before) && !isObject(after)) {
    if (isNothing(before) && isNothing(after)) return []
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, name, before, after }]
  }
  const then = isObject(before) ? before : {}
  const now = isObject(after) ? after : {}
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].flatMap((part) =>
    rowsOf({ path: [...path, part], name, before: then[part] ?? null, after: now[part] ?? null }),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The limits by their level, as money. */
function amountsOf(value: unknown): unknown {
  if (!isObject(value)) return value
  const { currency, limits } = value
  if (typeof currency !== 'string' || !isCurrency(currency) || !Array.isArray(limits)) return value
  return Object.fromEntries(
    limits.map((limit: number, place) => [
      String(place + 1),
      amountText(fromMinor(limit, currency), currency),
    ]),
  )
}
