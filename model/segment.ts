/**
 * Rules of segments that keep themselves. Rules joined by `or` are one group with the rule before them, of which a customer has to fit
 * any; a group that begins with `except` none. A customer is in a segment who fits all of its groups.
 */

/** Figures of a customer that rules are about, and the unit of their values. */
export const segmentFields = {
  spent: 'money',
  orders: 'count',
  delivered: 'count',
  last_order: 'days',
  first_seen: 'days',
  level: 'level',
  delivered_rate: 'rate',
  shop: 'shop',
} as const
export type SegmentField = keyof typeof segmentFields

export const segmentTests = ['at_least', 'at_most', 'is'] as const
export type SegmentTest = (typeof segmentTests)[number]

/** `days` are days ago: last_order at_least 90 has not bought for 90 days. Money is in main units of the account's currency. */
export type FigureRule = { field: SegmentField; test: SegmentTest; value: number }

/** Pieces of these SKUs together, gifts aside, in sales of so many days up to now; null: of all time. */
export type BoughtRule = {
  field: 'bought'
  test: 'at_least' | 'at_most'
  value: number
  sku_ids: number[]
  days: number | null
}

/** A sale went to one of these places, as analytics names them: "MY/selangor"; "MY" is all of the country. */
export type RegionRule = { field: 'region'; test: 'is'; places: string[] }

/** Absent: `and`. */
export const ruleJoins = ['and', 'or', 'except'] as const
export type RuleJoin = (typeof ruleJoins)[number]

export type SegmentRule = (FigureRule | BoughtRule | RegionRule) & { joined?: RuleJoin | undefined }

export type RuleGroup = {
  isExcept: boolean
  /** Places of its rules in the list of all. */
  at: number[]
}

export function groupsOf(rules: readonly Pick<SegmentRule, 'joined'>[]): RuleGroup[] {
  const groups: RuleGroup[] = []
  for (const [at, { joined }] of rules.entries()) {
    const last = groups.at(-1)
    if (joined === 'or' && last) last.at.push(at)
    else groups.push({ isExcept: joined === 'except', at: [at] })
  }
  return groups
}

export const segmentLimits = {
  rules: 10,
  customers: 100_000,
  atOnce: 1_000,
  segments: 500,
  /** SKUs or places of one rule. */
  choices: 20,
  fileBytes: 2 * 1024 * 1024,
} as const

/** Why nobody fits a rule; `none_left`: nobody whom the rules before it leave. `everybody`: all fit what is excepted. */
export const ruleFaults = [
  'no_such_level',
  'no_such_rate',
  'no_such_shop',
  'no_listing',
  'not_sold',
  'no_sale_there',
  'nobody',
  'none_left',
  'everybody',
] as const
export type RuleFault = (typeof ruleFaults)[number]
