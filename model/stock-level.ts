/** Stock levels, in the order of need, by their numbers in the store. */
export const stockLevels = { out: 0, low: 1, in: 2 } as const

export type StockLevel = keyof typeof stockLevels

export function stockLevelOf(number: number | null): StockLevel | null {
  return number === null ? null : ((['out', 'low', 'in'] as const)[number] ?? null)
}
