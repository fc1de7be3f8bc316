import { z } from 'zod'
import { endpoints, item, readVersion, version } from './endpoint.ts'

const setting = z.object({
  threshold: z.int().min(0).max(999_999).describe('Pieces left to sell at which a SKU runs low.'),
  is_enabled: z.boolean().describe('Whether anybody is told. Sold out is told always.'),
})

const shown = setting.extend({ updated_at: version })

export const lowStock = endpoints({
  'GET /settings/low-stock': {
    summary: 'When a SKU is said to run low.',
    access: 'settings.stock',
    reply: item(shown),
  },
  'PUT /settings/low-stock': {
    summary: 'Changes when a SKU is said to run low. Counts from the next piece that is sold.',
    access: 'settings.stock',
    body: z.strictObject({
      ...setting.shape,
      apply: z
        .enum(['new', 'all'])
        .optional()
        .describe(
          '`all`: every SKU follows it, those with a threshold of their own too. `new`: the SKUs of today keep what counted for them. Left out: those without one of their own follow it.',
        ),
      updated_at: readVersion,
    }),
    reply: item(shown),
    errors: ['changed_by_other'],
  },
})
