import type { TreeCategory } from '../../kit/category-tree.ts'
import type { Shop } from './types.ts'

type Span = readonly [min: number, max: number]

/** Limits that get_item_limit returns and add_item enforces. Lengths are in characters. */
export const LIMITS = {
  name: [5, 120],
  description: [10, 3_000],
  images: [1, 9],
  stock: [0, 10_000_000],
  tierName: [1, 14],
  option: [1, 20],
  models: [1, 50],
  /** Minor units. */
  price: (shop: Shop): Span => (shop.currency === 'VND' ? [1_000, 120_000_000] : [10, 10_000_000]),
  /** The dearest model may cost so many times the cheapest. */
  priceRatio: (shop: Shop): number => (shop.region === 'MY' ? 7 : 5),
  /** Kilograms. */
  weight: [0.01, 300],
} as const

/** Checks whether a category needs an invitation; get_category does not even list such categories. */
export const isDisabledFor = (category: TreeCategory): boolean => category.isDisabled

export const within = (value: number, [min, max]: Span): boolean => value >= min && value <= max

/** Characters, not halves of them. */
export const lengthOf = (text: string): number => Array.from(text).length
