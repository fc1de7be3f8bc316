import { z } from 'zod'
import { endpoints, item, readVersion, version } from './endpoint.ts'

const setting = z.object({
  reserve_unpaid: z
    .boolean()
    .describe(
      'Whether an order reserves its pieces before it is paid. Otherwise it does so once it is paid.',
    ),
})

const shown = setting.extend({ updated_at: version })

export const stockSetting = endpoints({
  'GET /settings/stock': {
    summary: 'How orders reserve stock.',
    access: 'settings.stock',
    reply: item(shown),
  },
  'PUT /settings/stock': {
    summary: 'Changes how orders reserve stock. Counts for orders that come in from then on.',
    access: 'settings.stock',
    body: z.strictObject({ ...setting.shape, updated_at: readVersion }),
    reply: item(shown),
    errors: ['changed_by_other'],
  },
})
