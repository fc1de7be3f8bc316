import { z } from 'zod'
import { auditActions, auditSubjects } from '../model/audit.ts'
import { orderStatuses, type OrderStatus } from '../model/order-status.ts'
import { requiredText } from './order-address.ts'
import {
  changesSomething,
  channelText,
  day,
  done,
  endpoints,
  flag,
  id,
  idParam,
  instant,
  item,
  readVersion,
} from './endpoint.ts'
import { dateFields, orderSorts } from './orders.ts'

/** Lists whose filters can be kept. */
export const filteredLists = ['orders', 'audit'] as const
export type FilteredList = (typeof filteredLists)[number]

/** Most filters that a user may save for one list. */
export const mostSavedFilters = 20

const sorts = orderSorts.flatMap((field) => [field, `-${field}`] as const)

/** Filters of a list in the screen's address, without its page. */
const filters = z.strictObject({
  keyword: channelText(1, 255).optional(),
  status: z.enum(orderStatuses as [OrderStatus, ...OrderStatus[]]).optional(),
  shop_id: z.array(id).max(200).optional(),
  platform_id: z.array(z.int().min(1).max(99)).max(20).optional(),
  payment_method: z.array(z.int().min(1).max(99)).max(20).optional(),
  shipment_id: z.array(z.int().min(0).max(99)).max(20).optional(),
  range: z
    .string()
    .regex(/^[a-z0-9_]{1,30}$/)
    .optional()
    .describe('A period that moves with the day, such as last_7_days.'),
  from: day.optional(),
  to: day.optional(),
  date_field: z.enum(dateFields).optional(),
  is_star: flag.optional(),
  is_printed: flag.optional(),
  has_cancel_request: flag.optional(),
  has_return_request: flag.optional(),
  sort: z.enum(sorts).optional(),
  user: id.optional().describe('Of the audit log: who did it.'),
  action: z.enum(auditActions).optional().describe('Of the audit log.'),
  target: z.enum(auditSubjects).optional().describe('Of the audit log: what it was done to.'),
})
export type SavedFilters = z.infer<typeof filters>

const auditFilters = ['user', 'action', 'target'] as const
const sharedFilters = ['keyword', 'from', 'to'] as const

/** Filters among these that a list does not have. */
export function strangeFilters(list: FilteredList, given: SavedFilters): string[] {
  const isOf = (names: readonly string[], name: string) => names.includes(name)
  return Object.keys(given).filter(
    (name) => !isOf(sharedFilters, name) && isOf(auditFilters, name) !== (list === 'audit'),
  )
}

const list = z.enum(filteredLists).default('orders').describe('audit: for whoever may see the audit log.')
const savedFilter = z.object({
  id,
  list: z.enum(filteredLists),
  name: z.string(),
  filters,
  updated_at: instant,
})
const name = requiredText(60)

export const savedFilters = endpoints({
  'GET /orders/saved-filters': {
    summary: "The user's own filters of a list, by name.",
    access: 'orders.view',
    query: z.strictObject({ list }),
    reply: item(z.array(savedFilter)),
  },
  'POST /orders/saved-filters': {
    summary: `Saves filters under a name. A user keeps ${mostSavedFilters} of a list at most.`,
    access: 'orders.view',
    body: z.strictObject({ list, name, filters }).check(({ value, issues }) => {
      for (const filter of strangeFilters(value.list, value.filters))
        issues.push({ code: 'custom', input: value, path: ['filters', filter], message: 'field.other_list' })
    }),
    status: 201,
    reply: item(savedFilter),
    errors: ['conflict'],
  },
  'PUT /orders/saved-filters/{id}': {
    summary: 'Gives saved filters another name, or other filters to a name.',
    access: 'orders.view',
    params: idParam,
    body: z
      .strictObject({ name: name.optional(), filters: filters.optional(), updated_at: readVersion })
      .refine(changesSomething, { error: 'field.nothing_to_change' }),
    reply: item(savedFilter),
    errors: ['changed_by_other'],
  },
  'DELETE /orders/saved-filters/{id}': {
    summary: 'Forgets saved filters.',
    access: 'orders.view',
    params: idParam,
    reply: done,
  },
})
