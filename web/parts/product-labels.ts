/** Words and colours of products and their figures. */
import type { TFunction } from 'i18next'
import type { ProductStatus } from '../../model/product.ts'
import type { PillHue } from '../ui/pill.tsx'
import { amount, amountText, count } from './figures.ts'
import type { Tone } from './list/cells.tsx'
import type { ProductRow } from './queries/product-queries.ts'

export const productHues: Record<ProductStatus, PillHue> = {
  inactive: 'grey',
  active: 'green',
  pending_review: 'amber',
  rejected: 'red',
  banned: 'red',
  deleted_on_channel: 'grey',
  draft: 'blue',
}

export function productStatusOfRow(row: Pick<ProductRow, 'status'>): ProductStatus {
  return row.status.code as ProductStatus
}

/** "9,90 – 14,90 RM", or the one price that all variants have. */
export function priceText({ min, max }: { min: number; max: number }, currency: string): string {
  return min === max
    ? amountText(min, currency)
    : `${amount(min, currency).figure} – ${amountText(max, currency)}`
}

/** Stock in words: "Low · alert at 20". */
export function stockHint(
  { stock_level: level, threshold }: Pick<ProductRow, 'stock_level' | 'threshold'>,
  t: TFunction,
): { label: string; tone: Tone } | null {
  if (level === 'out') return { label: t('products.out'), tone: 'danger' }
  if (!threshold) return null
  const alert = t('products.alertAt', { figure: count(threshold.max) })
  return level === 'low'
    ? { label: `${t('products.low')} · ${alert}`, tone: 'warning' }
    : { label: alert, tone: undefined }
}
