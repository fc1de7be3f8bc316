import { z } from 'zod'
import { day, endpoints, id } from './endpoint.ts'

const anomaly = z.object({
  shop: z.object({ id, system_name: z.string(), platform_id: id }),
  weekday: z.int().min(1).max(7).describe('1 Monday to 7 Sunday.'),
  since: z.int().min(0).max(23).describe('The first hour that counts.'),
  until: z.int().min(1).max(23).describe('The present hour, which does not.'),
  orders: z.int().describe('Sales of today in these hours.'),
  usual: z.number().describe('Mean of the same hours of the days before, one decimal.'),
  percent: z.int().describe('Below 0: fewer than usual.'),
  before: z.array(z.object({ date: day, orders: z.int() })),
})

export const anomalies = endpoints({
  'GET /dashboard/anomalies': {
    // By half or more, with five or more expected, and by more than chance.
    summary: 'Shops whose orders of today depart from the same hours of the same weekday.',
    access: 'analytics.view',
    reply: z.object({ data: z.array(anomaly), meta: z.object({ date: day }) }),
  },
})
