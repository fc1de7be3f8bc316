/** Refusal of a row of a bulk request, which fails alone. */
import type { Reply } from '../../../contract/endpoints.ts'

export type Refusal = {
  field: Reply<'POST /products/bulk-changes'>['meta']['refused'][number]['field']
  /** Key of the text. */
  rule: string
  values?: Record<string, string>
}

export type BulkRefusal = Refusal & { variantId: number | null; productId: number | null }

export const ofVariant = (id: number) => ({ variantId: id, productId: null })
export const ofProduct = (id: number) => ({ variantId: null, productId: id })
