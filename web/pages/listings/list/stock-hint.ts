import type { TFunction } from 'i18next'
import { count } from '../../../parts/figures.ts'
import type { Tone } from '../../../parts/list/cells.tsx'
import type { ProductRow } from '../../../parts/queries/product-queries.ts'

/** "5", or "5–20" where variants differ. */
export function countsText({ min, max }: { min: number; max: number }): string {
  return min === max ? count(min) : `${count(min)}–${count(max)}`
}

/** Stock in words: "Low · alert at 20". */
export function stockHint(
  { stock_level: level, threshold }: Pick<ProductRow, 'stock_level' | 'threshold'>,
  t: TFunction,
): { label: string; tone: Tone } | null {
  if (level === 'out') return { label: t('products.out'), tone: 'danger' }
  if (!threshold) return null
  const alert = t('products.alertAt', { figure: countsText(threshold) })
  return level === 'low'
    ? { label: `${t('products.low')} · ${alert}`, tone: 'warning' }
    : { label: alert, tone: undefined }
}
