/** Sends the changes of the grid; loaded when there is something to send. */
import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import type { GridField } from './grid-draft.ts'

type Batch = Reply<'GET /products/change-batches/{id}'>['data']
type Refusal = Reply<'POST /products/bulk-changes'>['meta']['refused'][number]
type Body = Required<BodyInput<'POST /products/bulk-changes'>>
type Variant = Body['variants'][number]
type Product = Body['products'][number]

/** End of something that was sent: a variant's fields, or a product's status. */
export type Answer = {
  variantId: number | null
  productId: number | null
  fields: GridField[]
  /** Words of a refusal; null: it is done. */
  message: string | null
}

type ShopProgress = { shopId: number; total: number; done: number; failed: number }
export type Progress = { isRunning: boolean; total: number; ended: number; shops: ShopProgress[] }

const rowsPerCall = 500
const pollMs = 700
const priceFields: GridField[] = ['price', 'special', 'from', 'to']

/** Sends changes in batches and follows each to its end; `onAnswers` hears of what has ended. */
export async function sendChanges(
  { variants, products }: { variants: Variant[]; products: Product[] },
  onAnswers: (answers: Answer[]) => void,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const batches = new Map<number, Batch>()
  const show = (isRunning: boolean) => onProgress(progressOf(isRunning, [...batches.values()]))
  show(true)
  try {
    const bodies = [
      ...chunksOf(variants, rowsPerCall).map((some) => ({ variants: some, products: [] })),
      ...chunksOf(products, rowsPerCall).map((some) => ({ variants: [], products: some })),
    ]
    for (const body of bodies) {
      const { data, meta } = await api('POST /products/bulk-changes', { once: true, body })
      onAnswers(answersAtOnce(body, data, meta.refused))
      if (data.id !== null) batches.set(data.id, data)
      show(true)
    }
    for (const id of batches.keys()) await follow(id)
  } finally {
    show(false)
  }

  async function follow(id: number): Promise<void> {
    const told = new Set<number>()
    for (;;) {
      const { data } = await api('GET /products/change-batches/{id}', { params: { id } })
      const ended = data.changes.filter((one) => hasEnded(one) && !told.has(one.id))
      for (const one of ended) told.add(one.id)
      onAnswers(ended.map(answerOf))
      batches.set(id, data)
      show(true)
      if (data.open === 0) return
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }
}

/** Answers that need no channel: refusals, what was saved here, and what stood so already. */
export function answersAtOnce(
  { variants, products }: { variants: Variant[]; products: Product[] },
  { changes }: Batch,
  refused: Refusal[],
): Answer[] {
  const ofVariants = variants.flatMap(({ id, threshold, price, special_price: special }): Answer[] => {
    const own = refused.filter(({ variant_id: of }) => of === id)
    const messageFor = (...fields: Refusal['field'][]) =>
      own.find(({ field }) => field === 'row' || fields.includes(field))?.message ?? null
    const isSent = changes.some(({ variant_id: of }) => of === id)
    const asksPrices = price !== undefined || special !== undefined
    return [
      ...(asksPrices && !isSent
        ? [
            {
              variantId: id,
              productId: null,
              fields: priceFields,
              message: messageFor('price', 'special_price'),
            },
          ]
        : []),
      ...(threshold === undefined
        ? []
        : [
            {
              variantId: id,
              productId: null,
              fields: ['threshold' as const],
              message: messageFor('threshold'),
            },
          ]),
    ]
  })
  const ofProducts = products
    .filter(({ id }) => !changes.some((one) => one.product_id === id && one.variant_id === null))
    .map(({ id }): Answer => {
      const message = refused.find(({ product_id: of }) => of === id)?.message ?? null
      return { variantId: null, productId: id, fields: ['status'], message }
    })
  return [...ofVariants, ...ofProducts]
}

const hasEnded = ({ state }: { state: string }) => state === 'done' || state === 'failed'

export function answerOf(change: Batch['changes'][number]): Answer {
  return {
    variantId: change.variant_id,
    productId: change.product_id,
    fields: change.variant_id === null ? ['status'] : priceFields,
    message: change.state === 'failed' ? (change.message ?? change.error ?? '') : null,
  }
}

export function progressOf(isRunning: boolean, batches: Batch[]): Progress {
  const shops = new Map<number, ShopProgress>()
  for (const { shop_id: shopId, total, done, failed } of batches.flatMap((batch) => batch.shops)) {
    const seen = shops.get(shopId) ?? { shopId, total: 0, done: 0, failed: 0 }
    const sums = { total: seen.total + total, done: seen.done + done, failed: seen.failed + failed }
    shops.set(shopId, { shopId, ...sums })
  }
  const sum = (of: 'total' | 'open') => batches.reduce((all, batch) => all + batch[of], 0)
  return { isRunning, total: sum('total'), ended: sum('total') - sum('open'), shops: [...shops.values()] }
}
