import { z } from 'zod'
import {
  changesSomething,
  channelText,
  countryCode,
  done,
  endpoints,
  flag,
  id,
  idParam,
  instant,
  item,
  page,
  paging,
  phoneNumber,
  readVersion,
} from './endpoint.ts'

const part = z.string().nullable()

export const warehouse = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  kind: z
    .enum(['virtual', 'physical'])
    .describe('A physical one is a place that a channel keeps: it is changed there, not here.'),
  shop_id: id.nullable().describe('Of a physical one: the shop whose place it is.'),
  delisted_at: instant
    .nullable()
    .describe('Of a physical one: since when its channel no longer lists it. It may be deleted then.'),
  contact_name: z.string().nullable(),
  phone: z.string().nullable(),
  address: z
    .object({ street: part, ward: part, district: part, province: part, postcode: part, country: part })
    .nullable(),
  is_default: z
    .boolean()
    .describe('Shops without a warehouse of their own sell from it. There is always one.'),
  priority: z.int(),
  status: flag,
  shops: z
    .array(z.object({ id, system_name: z.string() }))
    .describe('Bound to it; those that the user may not see are left out.'),
  on_hand: z.int().describe('Pieces, of all SKUs together.'),
  reserved: z.int().describe('Pieces that open orders have promised.'),
  created_at: instant,
  updated_at: instant,
})

/** Typed by people: the spaces that come along are dropped, and nothing at all clears the field. */
const text = (longest: number) => z.string().trim().pipe(channelText(0, longest)).nullable()

const address = z
  .strictObject({
    street: text(255).optional(),
    ward: text(100).optional(),
    district: text(100).optional(),
    province: text(100).optional(),
    postcode: text(20).optional(),
    country: countryCode.nullable().optional(),
  })
  .nullable()

const name = z.string().trim().pipe(channelText(1, 255))

const details = {
  code: text(50).optional(),
  contact_name: text(255).optional(),
  phone: phoneNumber.nullable().optional(),
  address: address.optional(),
  priority: z.int().min(0).max(9999).optional().describe('The lower, the sooner it is listed.'),
}

const newWarehouse = z
  .strictObject({
    name,
    ...details,
    kind: z.enum(['virtual', 'physical']).default('virtual'),
    shop_id: id.optional().describe('Of a physical one: the shop whose place it is.'),
  })
  .refine(({ kind, shop_id }) => (kind === 'physical') === (shop_id !== undefined), {
    path: ['shop_id'],
    error: 'field.warehouse_shop',
  })

export const beginAtZero = z
  .boolean()
  .optional()
  .describe('Confirms that SKUs without a figure in the new warehouse begin with 0 there.')

/** A confirmation alone changes nothing. */
export function changesBeyondConfirming(change: Record<string, unknown>): boolean {
  return changesSomething({ ...change, begin_at_zero: undefined })
}

const warehouseChange = z
  .strictObject({
    name: name.optional(),
    ...details,
    status: flag.optional(),
    is_default: z.literal(true).optional().describe('Takes the place of the default one until now.'),
    begin_at_zero: beginAtZero,
    updated_at: readVersion,
  })
  .refine(changesBeyondConfirming, { error: 'field.nothing_to_change' })

export const warehouses = endpoints({
  'GET /warehouses': {
    summary: "The account's warehouses, the default one first, with what lies in them.",
    access: 'settings.stock',
    query: z.strictObject({ ...paging }),
    reply: page(warehouse, {}),
  },
  'GET /warehouses/{id}': {
    summary: 'One warehouse.',
    access: 'settings.stock',
    params: idParam,
    reply: item(warehouse),
  },
  'POST /warehouses': {
    summary: 'Makes a warehouse, with nothing in it.',
    access: 'settings.stock',
    body: newWarehouse,
    reply: item(warehouse),
    status: 201,
    errors: ['conflict'],
  },
  'PUT /warehouses/{id}': {
    summary: 'Changes a warehouse, or makes it the default one. One field or more.',
    access: 'settings.stock',
    params: idParam,
    body: warehouseChange,
    reply: item(warehouse),
    errors: [
      'changed_by_other',
      'warehouse_physical',
      'warehouse_is_default',
      'warehouse_has_shops',
      'warehouse_in_sales_area',
      'warehouse_lacks_figures',
    ],
  },
  'DELETE /warehouses/{id}': {
    summary:
      'Removes a warehouse in which nothing lies, and from which no shop and no sales area takes anything.',
    access: 'settings.stock',
    params: idParam,
    reply: done,
    errors: [
      'warehouse_physical',
      'warehouse_is_default',
      'warehouse_has_shops',
      'warehouse_in_sales_area',
      'warehouse_has_stock',
    ],
  },
})
