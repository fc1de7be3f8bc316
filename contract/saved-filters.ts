import { z } from 'zod'
import { orderStatuses, type OrderStatus } from '../model/order-status.ts'
import { requiredText } from './order-address.ts'
import { channelText, day, done, endpoints, flag, id, idParam, instant, item } from './endpoint.ts'
import { orderSorts } from './orders.ts'

/** How many a user may keep. */
export const mostSavedFilters = 20

const sorts = orderSorts.flatMap((field) => [field, `-${field}`] as const)

/** What the screen's address says of the list, its page apart. */
const filters = z.strictObject({
  keyword: channelText(1, 255).optional(),
  status: z.enum(orderStatuses as [OrderStatus, ...OrderStatus[]]).optional(),
  shop_id: z.array(id).max(200).optional(),
  payment_method: z.array(z.int().min(1).max(99)).max(20).optional(),
  range: z
    .string()
    .regex(/^[a-z0-9_]{1,30}$/)
    .optional()
    .describe('A period that moves with the day, such as last_7_days.'),
  from: day.optional(),
  to: day.optional(),
  is_star: flag.optional(),
  has_cancel_request: flag.optional(),
  has_return_request: flag.optional(),
  sort: z.enum(sorts).optional(),
})

const savedFilter = z.object({ id, name: z.string(), filters, updated_at: instant })
const name = requiredText(60)

export const savedFilters = endpoints({
  'GET /orders/saved-filters': {
    summary: "The user's own filters of the order list, by name.",
    access: 'orders.view',
    reply: item(z.array(savedFilter)),
  },
  'POST /orders/saved-filters': {
    summary: `Saves filters under a name. A user keeps ${mostSavedFilters} at most.`,
    access: 'orders.view',
    body: z.strictObject({ name, filters }),
    status: 201,
    reply: item(savedFilter),
    errors: ['conflict'],
  },
  'PUT /orders/saved-filters/{id}': {
    summary: 'Gives saved filters another name, or other filters to a name.',
    access: 'orders.view',
    params: idParam,
    body: z
      .strictObject({ name: name.optional(), filters: filters.optional() })
      .refine((body) => body.name !== undefined || body.filters !== undefined, {
        error: 'field.nothing_to_change',
      }),
    reply: item(savedFilter),
  },
  'DELETE /orders/saved-filters/{id}': {
    summary: 'Forgets saved filters.',
    access: 'orders.view',
    params: idParam,
    reply: done,
  },
})
