/** Changes of many cells at once: a text for another, or prices by per cent or by an amount. */
import { plainAmount } from '../../../parts/figures.ts'
import { newPriceBy } from '../bulk/price-rule.ts'
import { replacedText } from '../bulk/replaced-text.ts'
import type { GridField } from './grid-draft.ts'
import { decimalsOf, readAmount } from './grid-rows.ts'

export type CellText = { row: number; key: GridField; text: string; currency: string }
export type CellsChange = { kind: 'text'; find: string; by: string } | PriceChange

/** `currency`: the one that the value is an amount of; without it prices of all are changed. */
type PriceChange = { kind: 'percent' | 'add'; value: number; currency?: string | undefined }

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

function changed(text: string, key: GridField, currency: string, change: PriceChange): string | undefined {
  if (!isPrice(key) || (change.currency !== undefined && change.currency !== currency)) return undefined
  const read = readAmount(text, currency)
  const price = 'amount' in read ? newPriceBy(change, read.amount, currency) : undefined
  return price === undefined ? undefined : plainAmount(price, decimalsOf(currency))
}

export function isPrice(key: GridField): boolean {
  return key === 'price' || key === 'special'
}
