import { z } from 'zod'
import { dataSince } from './analytics.ts'
import { codeList, day, endpoints, idList, segmentId } from './endpoint.ts'

const cohort = z.object({
  month: z.string().describe('Month of the first sale: "2026-11".'),
  from: day,
  to: day,
  customers: z
    .int()
    .nullable()
    .describe(
      'Customers who bought for the first time in it, a person of several shops once; null: no sale of it is known.',
    ),
  returned: z
    .array(
      z.object({
        later: z.int().describe('Months after that of the first sale.'),
        from: day,
        to: day,
        customers: z.int().nullable().describe('Those of them with a sale in that month; null as above.'),
        percent: z.number().nullable(),
      }),
    )
    .describe('Months that have begun, eleven at most.'),
})

export const cohorts = endpoints({
  'GET /analytics/customers/cohorts': {
    summary:
      'First-time buyers of the last twelve months, and how many of them came back in each month after.',
    access: 'analytics.view',
    query: z.strictObject({
      to: day.optional().describe('A day of the last month; today unless given.'),
      shop_id: idList.optional(),
      platform_id: codeList.optional(),
      segment_id: segmentId,
    }),
    reply: z.object({ data: z.array(cohort), meta: z.object({ from: day, to: day, data_since: dataSince }) }),
  },
})
