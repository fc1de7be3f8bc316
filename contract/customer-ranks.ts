import { z } from 'zod'
import { customerLevels, highestLimit } from '../model/customer-rank.ts'
import { endpoints, id, readVersion, version } from './endpoint.ts'

/** A customer's level. */
export const customerLevel = z.object({ level_value: id, name: z.string() })

const ranks = z.object({
  data: z.array(
    customerLevel.extend({
      limit: z.number().describe('The least that a customer of this level has spent, for life.'),
      currency: z.string().describe("The account's. Orders in others count for no level."),
      total_customer: z.int().describe('In the shops that the user may see.'),
    }),
  ),
  meta: z.object({
    updated_at: version,
    recomputing: z
      .object({ percent: z.int() })
      .nullable()
      .describe('While customers get the levels of new limits.'),
  }),
})

const wanted = z
  .array(z.strictObject({ level_value: z.int(), limit: z.number() }))
  .length(customerLevels.length)
  .check(({ value, issues }) => {
    const complain = (place: number, field: 'level_value' | 'limit', message: string) =>
      issues.push({ code: 'custom', input: value[place]?.[field], path: [place, field], message })
    for (const [place, { level_value: level, limit }] of value.entries()) {
      const before = value[place - 1]
      if (level !== place + 1) complain(place, 'level_value', 'field.rank_level')
      if (!before && limit !== 0) complain(place, 'limit', 'field.rank_first')
      if (before && limit <= before.limit) complain(place, 'limit', 'field.rank_order')
      if (limit > highestLimit) complain(place, 'limit', 'field.rank_most')
    }
  })
  .describe('All levels, from the first. The first limit is 0, each other one above the one before it.')

export const customerRanks = endpoints({
  'GET /settings/customer-rank': {
    summary: 'From which spend on a customer has which level, and how many customers have it.',
    access: 'settings.customers',
    reply: ranks,
  },
  'PUT /settings/update-rank-limit': {
    summary: 'Changes the limits of the levels. Customers get their new levels, higher or lower, by and by.',
    access: 'settings.customers',
    body: z.strictObject({ ranks: wanted, updated_at: readVersion }),
    reply: ranks,
    errors: ['changed_by_other'],
  },
})
