/** Words and colours of products and their figures. */
import type { ProductStatus } from '../../model/product.ts'
import type { PillHue } from '../ui/pill.tsx'
import { amountRange, amountText } from './figures.ts'
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
  return min === max ? amountText(min, currency) : amountRange(min, max, currency)
}
