import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { ListingState } from './catalog.ts'
import { orderRecordSchema } from './order-record.ts'

/** Parts that the states of all marketplaces have. */
export const grantsSchema = z.array(
  z.tuple([z.string(), z.strictObject({ shopId: z.number(), expires: z.number() })]),
)
export const createdSchema = z.array(
  z.strictObject({ shop_id: z.union([z.number(), z.string()]), at: z.number(), record: orderRecordSchema }),
)
/** Left out in files that were written before listings could change. */
export const listingsSchema: z.ZodType<ListingState[]> = z
  .array(
    z.strictObject({
      shopId: z.union([z.number(), z.string()]),
      sku: z.string(),
      name: z.string(),
      price: z.number(),
      stock: z.number(),
      isInCampaign: z.boolean().optional(),
      sale: z.strictObject({ price: z.number(), from: z.number(), to: z.number() }).optional(),
      status: z.enum(['listed', 'unlisted', 'deleted']),
      createdAt: z.number(),
      changedAt: z.number(),
      published: z
        .strictObject({
          productId: z.union([z.number(), z.string()]),
          skuId: z.union([z.number(), z.string()]),
          base: z.string(),
          variant: z.string(),
          weight: z.number(),
          code: z.string(),
        })
        .optional(),
    }),
  )
  .default([])

export interface StateFile {
  /** Writes at once. */
  save: () => void
  /** Writes within a second. */
  saveSoon: () => void
  close: () => void
}

// A sandbox that is killed forgets at most this long; tokens are written at once.
const DELAY_MS = 1_000

/** Reads the state that an earlier run wrote; undefined at the first start. */
export function readState<T>(path: string, schema: z.ZodType<T>): T | undefined {
  if (!existsSync(path)) return undefined
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new Error(`${path} is no state of this sandbox; remove it to start anew`, { cause: error })
  }
}

/** Writes the state whole, under another name first, so that a crash never leaves half a file. */
export function createStateFile(path: string, dump: () => object): StateFile {
  let timer: NodeJS.Timeout | undefined
  const save = (): void => {
    clearTimeout(timer)
    timer = undefined
    writeFileSync(`${path}.new`, JSON.stringify(dump()), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  return {
    save,
    saveSoon() {
      timer ??= setTimeout(save, DELAY_MS).unref()
    },
    close: save,
  }
}
