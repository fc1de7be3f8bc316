/** Rules of segments that keep themselves. A customer is in a segment who fits all of its rules. */

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

export type SegmentRule = FigureRule | BoughtRule | RegionRule

export const segmentLimits = {
  rules: 10,
  customers: 100_000,
  atOnce: 1_000,
  segments: 500,
  /** SKUs or places of one rule. */
  choices: 20,
  fileBytes: 2 * 1024 * 1024,
} as const

/** Why nobody fits a rule; `none_left`: nobody whom the rules before it leave. */
export const ruleFaults = [
  'no_such_level',
  'no_such_rate',
  'no_such_shop',
  'no_listing',
  'not_sold',
  'no_sale_there',
  'nobody',
  'none_left',
] as const
export type RuleFault = (typeof ruleFaults)[number]
