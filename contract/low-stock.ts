import { z } from 'zod'
import { endpoints, item } from './endpoint.ts'

const setting = z.object({
  threshold: z.int().min(0).max(999_999).describe('Pieces left to sell at which a SKU runs low.'),
  is_enabled: z.boolean().describe('Whether anybody is told. Sold out is told always.'),
})

export const lowStock = endpoints({
  'GET /settings/low-stock': {
    summary: 'When a SKU is said to run low.',
    access: 'settings.stock',
    reply: item(setting),
  },
  'PUT /settings/low-stock': {
    summary: 'Changes when a SKU is said to run low. Counts from the next piece that is sold.',
    access: 'settings.stock',
    body: z.strictObject(setting.shape),
    reply: item(setting),
  },
})
