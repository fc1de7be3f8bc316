/** Merging SKUs, splitting listings off one, and undoing either. */
import { z } from 'zod'
import { endpoints, id, idParam, instant, readVersion } from './endpoint.ts'
import { skuDetail, skuParts } from './sku-centers.ts'

const mostMerged = 50

/** Each one once; a second one is named. */
const onceEach = (most: number) =>
  z
    .array(id)
    .min(1)
    .max(most)
    .check(({ value, issues }) => {
      for (const [at, one] of value.entries())
        if (value.indexOf(one) < at)
          issues.push({ code: 'custom', input: one, path: [at], message: 'field.each_once' })
    })

const merge = z.object({ id, undo_until: instant })

export const skuMerges = endpoints({
  'POST /sku-centers/{id}/merge': {
    summary:
      'Merges SKUs into this one: their listings, stock, reservations, places in bundles, rules and codes. Undone within 24 hours.',
    access: 'sku.edit',
    params: idParam,
    body: z.strictObject({ sku_ids: onceEach(mostMerged), updated_at: readVersion.optional() }),
    reply: z.object({ data: skuDetail, meta: z.object({ merge }) }),
    status: 200,
    errors: ['changed_by_other', 'sku_in_stock_take', 'sku_merged'],
  },
  'POST /sku-centers/{id}/split': {
    summary:
      'Splits listings off into a new SKU, with some pieces of each warehouse. Open orders keep what they have reserved.',
    access: 'sku.edit',
    params: idParam,
    body: z.strictObject({
      prime_sku: skuParts.prime_sku,
      name: skuParts.name,
      product_sku_ids: onceEach(200),
      stock: z
        .array(z.strictObject({ warehouse_id: id, quantity: z.int().min(0).max(1_000_000) }))
        .max(100)
        .default([])
        .check(({ value, issues }) => {
          for (const [at, { warehouse_id: one }] of value.entries())
            if (value.findIndex((other) => other.warehouse_id === one) < at)
              issues.push({
                code: 'custom',
                input: one,
                path: [at, 'warehouse_id'],
                message: 'field.each_once',
              })
        })
        .describe('Pieces that are moved to the new SKU; none where it is left out.'),
      updated_at: readVersion.optional(),
    }),
    reply: z.object({ data: skuDetail, meta: z.object({ merge }) }),
    status: 201,
    errors: ['changed_by_other', 'sku_in_stock_take', 'sku_merged'],
  },
  'POST /sku-merges/{id}/undo': {
    summary: 'Undoes a merge or a split of SKUs, for 24 hours and unless something stands in the way.',
    access: 'sku.edit',
    params: idParam,
    reply: z.object({
      data: skuDetail,
      meta: z.object({ sku_ids: z.array(id).describe('The others of the merge or split.') }),
    }),
    status: 200,
    errors: [
      'merge_changed',
      'merge_code_taken',
      'merge_expired',
      'merge_stock_moved',
      'merge_undone',
      'sku_in_stock_take',
      'sku_merged',
    ],
  },
})
