/** Rules of a segment as somebody writes them. */
import type { SegmentRule } from '../../../parts/queries/customer-queries.ts'

export const firstRule: SegmentRule = { field: 'orders', test: 'at_least', value: 2 }

/** A new rule about something else. */
export function ruleAbout(field: SegmentRule['field']): SegmentRule {
  if (field === 'bought') return { field, test: 'at_least', value: 1, sku_ids: [], days: null }
  if (field === 'region') return { field, test: 'is', places: [] }
  return { field, test: field === 'shop' ? 'is' : 'at_least', value: field === 'shop' ? 0 : 2 }
}

/** No rule is before the first one that it could replace. */
export function settledRules([first, ...others]: SegmentRule[]): SegmentRule[] {
  if (!first) return []
  return [first.joined === 'or' ? { ...first, joined: 'and' } : first, ...others]
}

export function movedRules(rules: SegmentRule[], at: number, to: number): SegmentRule[] {
  const moved = rules[at]
  return moved && rules[to] ? settledRules(rules.toSpliced(at, 1).toSpliced(to, 0, moved)) : rules
}

/** False while a rule names no product, place, shop or number yet. */
export function isComplete(rule: SegmentRule): boolean {
  if (rule.field !== 'region' && Number.isNaN(rule.value)) return false
  if (rule.field === 'bought') return rule.sku_ids.length > 0 && !Number.isNaN(rule.days)
  if (rule.field === 'region') return rule.places.length > 0
  return rule.field !== 'shop' || rule.value > 0
}

/** Rules before the first one that is not complete: they are counted while that one is being written. */
export function completeRules(rules: SegmentRule[]): SegmentRule[] {
  const end = rules.findIndex((rule) => !isComplete(rule))
  return end === -1 ? rules : rules.slice(0, end)
}
