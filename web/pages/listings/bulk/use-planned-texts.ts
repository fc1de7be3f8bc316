import { useEffect, useState } from 'react'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { type PlannedTexts, planTexts, type TextRow, type TextRules, type TextShop } from './text-rules.ts'

const rowsPerTurn = 50

/**
 * The listings that rules change. Thousands of long descriptions take seconds, so they are planned in turns, with what is typed in
 * between. Until all are, `texts` are those of the rules before, and undefined at first.
 */
export function usePlannedTexts(
  rows: TextRow[],
  shops: ReadonlyMap<number, TextShop>,
  rules: TextRules,
): { texts: PlannedTexts[] | undefined; isCurrent: boolean } {
  const [plan, setPlan] = useState<{ rules: TextRules; texts: PlannedTexts[] }>()
  useEffect(() => {
    let isOutdated = false
    const begin = async () => {
      const texts: PlannedTexts[] = []
      for (const some of chunksOf(rows, rowsPerTurn)) {
        await new Promise((resolve) => setTimeout(resolve))
        if (isOutdated) return
        texts.push(
          ...some.flatMap((row) => {
            const shop = shops.get(row.shop_id)
            return (shop && planTexts(row, shop, rules)) ?? []
          }),
        )
      }
      setPlan({ rules, texts })
    }
    void begin()
    return () => {
      isOutdated = true
    }
  }, [rows, shops, rules])
  return { texts: plan?.texts, isCurrent: plan?.rules === rules }
}
