import { z } from 'zod'
import { cancelInitiators } from '../model/cancel-reason.ts'
import { auditActions, auditSubjects } from '../model/audit.ts'
import { customerTypes } from '../model/customer-type.ts'
import { currencies, type Currency } from '../model/money.ts'
import { mostAtOnce } from '../model/order-action.ts'
import { orderStatuses, type OrderStatus } from '../model/order-status.ts'
import { templateStatuses, uploadStatuses } from '../model/product-template.ts'
import { productStatuses, type ProductStatus } from '../model/product.ts'
import { dueFilters, queueSteps } from '../model/queue-groups.ts'
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
import { productSorts, stockFilters } from './products.ts'

/** Most filters that a user may save for one list. */
export const mostSavedFilters = 20

const both = <T extends string>(fields: readonly T[]) =>
  z.enum(fields.flatMap((field) => [field, `-${field}`] as const))
const shops = {
  shop_id: z.array(id).max(200).optional(),
  platform_id: z.array(z.int().min(1).max(99)).max(20).optional(),
}
const days = { from: day.optional(), to: day.optional() }
const amount = z.number().min(0).max(1_000_000_000_000).optional()
const count = z.int().min(0).max(1_000_000_000).optional()
const range = z
  .string()
  .regex(/^[a-z0-9_]{1,30}$/)
  .optional()
  .describe('A period that moves with the day, such as last_7_days.')
const keyword = channelText(1, 255).optional()

/** Lists whose filters can be kept, each with its filters in the screen's address, without the page. */
const filtersOfLists = {
  orders: z.strictObject({
    view: z.literal('queue').optional(),
    step: z.enum(queueSteps).optional(),
    due: z.enum(dueFilters).optional(),
    ids: z.array(id).max(mostAtOnce).optional(),
    keyword,
    status: z.enum(orderStatuses as [OrderStatus, ...OrderStatus[]]).optional(),
    ...shops,
    payment_method: z.array(z.int().min(1).max(99)).max(20).optional(),
    shipment_id: z.array(z.int().min(0).max(99)).max(20).optional(),
    range,
    ...days,
    date_field: z.enum(dateFields).optional(),
    is_star: flag.optional(),
    is_printed: flag.optional(),
    is_checked: flag.optional(),
    is_partly_scanned: flag.optional(),
    has_cancel_request: flag.optional(),
    has_return_request: flag.optional(),
    region: channelText(1, 200).optional(),
    hour: z.array(z.int().min(0).max(23)).max(24).optional(),
    has_courier: flag.optional(),
    sold_hour: z.array(z.int().min(0).max(23)).max(24).optional(),
    sold_weekday: z.array(z.int().min(1).max(7)).max(7).optional(),
    sku_id: z.array(z.int().min(1)).max(20).optional(),
    shop_sku: channelText(1, 255).optional(),
    also_sku_id: id.optional(),
    also_shop_sku: channelText(1, 255).optional(),
    cancel_reason: channelText(1, 400).optional(),
    cancel_initiator: z.enum(cancelInitiators).optional(),
    customer_type: z.enum(customerTypes).optional(),
    customer_id: z.int().min(1).optional(),
    segment_id: z.int().min(1).optional(),
    sort: both(orderSorts).optional(),
  }),
  products: z.strictObject({
    keyword,
    status: z.enum(productStatuses as [ProductStatus, ...ProductStatus[]]).optional(),
    ...shops,
    category_id: channelText(1, 100).optional(),
    stock: z.array(z.enum(stockFilters)).max(3).optional(),
    linked: flag.optional(),
    refused: flag.optional(),
    is_sold: flag.optional(),
    sold_from: days.from,
    sold_to: days.to,
    sort: both(productSorts).optional(),
  }),
  skus: z.strictObject({
    keyword,
    shop_id: shops.shop_id,
    stock: z.enum(stockFilters).optional(),
    shop_count: z.int().min(0).max(999).optional(),
    sort: both(['updated_at', 'prime_sku']).optional(),
  }),
  templates: z.strictObject({
    keyword,
    status: z.enum(templateStatuses.map(({ code }) => code)).optional(),
    platform_id: shops.platform_id,
    problem_field: channelText(1, 255).optional(),
    upload_status: z
      .array(z.enum(uploadStatuses.map(({ code }) => code)))
      .max(8)
      .optional(),
    sort: both(['updated_at', 'name']).optional(),
  }),
  customers: z.strictObject({
    keyword,
    ...shops,
    range,
    ...days,
    first_sold_from: days.from,
    first_sold_to: days.to,
    sold_from: days.from,
    sold_to: days.to,
    total_price_min: amount,
    total_price_max: amount,
    total_order_min: count,
    total_order_max: count,
    level_value: z.int().min(1).max(9).optional(),
    delivered_rate: z.int().min(1).max(3).optional(),
    shortlist_id: z.array(id).max(1).optional(),
    sort: both(['latest_order_date', 'total_price', 'total_order', 'name']).optional(),
  }),
  settlements: z.strictObject({
    keyword,
    ...shops,
    range,
    ...days,
    currency: z.enum(Object.keys(currencies) as [Currency, ...Currency[]]).optional(),
    has_difference: flag.optional(),
  }),
  audit: z.strictObject({
    keyword,
    ...days,
    user: id.optional().describe('Who did it.'),
    action: z.enum(auditActions).optional(),
    target: z.enum(auditSubjects).optional().describe('What it was done to.'),
  }),
}
export type FilteredList = keyof typeof filtersOfLists
export const filteredLists = Object.keys(filtersOfLists) as [FilteredList, ...FilteredList[]]

const filters = z
  .record(z.string().max(50), z.unknown())
  .describe('Filters of that list, as its address has them.')
export type SavedFilters = z.infer<typeof filters>

/** Faults of a list's filters, by the path within them; a filter that the list does not have is one. */
export function findFilterFaults(list: FilteredList, given: SavedFilters): { path: string; code: string }[] {
  const { error } = filtersOfLists[list].safeParse(given)
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: key, code: 'field.other_list' }))
      : [{ path: issue.path.join('.'), code: 'field.filter_value' }],
  )
}

const list = z.enum(filteredLists).default('orders').describe('For whoever may see that list.')
const savedFilter = z.object({
  id,
  list: z.enum(filteredLists),
  name: z.string(),
  filters,
  updated_at: instant,
})
const name = requiredText(60)

export const savedFilters = endpoints({
  'GET /saved-filters': {
    summary: "The user's own filters of a list, by name.",
    access: 'signed-in',
    query: z.strictObject({ list }),
    reply: item(z.array(savedFilter)),
  },
  'POST /saved-filters': {
    summary: `Saves filters under a name. A user keeps ${mostSavedFilters} of a list at most.`,
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({ list, name, filters }).check(({ value, issues }) => {
      for (const { path, code } of findFilterFaults(value.list, value.filters))
        issues.push({ code: 'custom', input: value, path: ['filters', path], message: code })
    }),
    status: 201,
    reply: item(savedFilter),
    errors: ['conflict'],
  },
  'PUT /saved-filters/{id}': {
    summary: 'Gives saved filters another name, or other filters to a name.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    params: idParam,
    body: z
      .strictObject({ name: name.optional(), filters: filters.optional(), updated_at: readVersion })
      .refine(changesSomething, { error: 'field.nothing_to_change' }),
    reply: item(savedFilter),
    errors: ['changed_by_other'],
  },
  'DELETE /saved-filters/{id}': {
    summary: 'Forgets saved filters.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    params: idParam,
    reply: done,
  },
})
