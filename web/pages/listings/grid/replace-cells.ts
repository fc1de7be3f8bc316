/** Changes of many cells at once: a text for another, or prices by per cent or by an amount. */
import { amountIn, plainAmount } from '../../../parts/figures.ts'
import { newPriceBy } from '../bulk/price-rule.ts'
import { replacedText } from '../bulk/replaced-text.ts'
import type { GridField } from './grid-draft.ts'
import { decimalsOf, isAmbiguous } from './grid-rows.ts'

export type CellText = { row: number; key: GridField; text: string; currency: string }
export type CellsChange =
  | { kind: 'text'; find: string; by: string }
  | { kind: 'percent' | 'add'; value: number }

/** The cells whose text changes, with their new texts. Cells that have no amount keep theirs under a change of amounts. */
export function changedCells(
  cells: CellText[],
  change: CellsChange,
): { row: number; key: GridField; text: string }[] {
  return cells.flatMap(({ row, key, text, currency }) => {
    const next =
      change.kind === 'text'
        ? replacedText(text, change.find, change.by)
        : changed(text, key, currency, change)
    return next === undefined || next === text ? [] : [{ row, key, text: next }]
  })
}

function changed(
  text: string,
  key: GridField,
  currency: string,
  change: { kind: 'percent' | 'add'; value: number },
): string | undefined {
  const isAmount = (key === 'price' || key === 'special') && !isAmbiguous(text)
  const amount = isAmount ? amountIn(text) : undefined
  const price = amount === undefined ? undefined : newPriceBy(change, amount, currency)
  return price === undefined ? undefined : plainAmount(price, decimalsOf(currency))
}
