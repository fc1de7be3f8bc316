import { z } from 'zod'
import { endpoints, id, item } from './endpoint.ts'

const syncPercent = z.object({
  total_shop: z.int(),
  percent: z.int().describe("Mean of the shops' progress, 0-100. 100 only when every shop has ended."),
  shops: z
    .array(z.object({ shop_id: id, type: z.literal('order'), percent: z.int(), state: z.string() }))
    .optional(),
})

export const dashboard = endpoints({
  'GET /dashboard/sync-percent': {
    summary: 'Progress of the first syncs that the user has not yet dismissed.',
    access: 'signed-in',
    reply: item(syncPercent),
  },
  'POST /dashboard/sync-percent/close': {
    summary: 'Dismisses the sync banner.',
    access: 'signed-in',
    reply: item(syncPercent),
  },
})
