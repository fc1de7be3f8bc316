import { z } from 'zod'
import { addressDraft, optionalText, phoneText, requiredText } from './order-address.ts'
import { channelText, endpoints, id, idParam, instant, item } from './endpoint.ts'

/** Payment methods of orders that are written by hand; marketplaces have others. */
export const writtenMethods = ['cod', 'cash', 'bank_transfer', 'card', 'e_wallet', 'other'] as const

const line = z
  .strictObject({
    product_sku_id: id.optional(),
    shop_sku: channelText(1, 200).optional(),
    quantity: z.int().min(1).max(9999),
    price: z
      .number()
      .min(0)
      .max(1_000_000_000)
      .nullable()
      .default(null)
      .describe("Of one piece, in the shop's currency; null: what the store asks for it."),
  })
  .refine((one) => (one.product_sku_id === undefined) !== (one.shop_sku === undefined), {
    error: 'field.one_product',
  })

const draftBody = z.strictObject({
  shop_id: id,
  customer: z.strictObject({
    name: requiredText(120),
    phone: phoneText,
    email: z
      .union([z.email().max(255), z.literal('').transform(() => null)])
      .nullable()
      .default(null),
  }),
  address: addressDraft.nullable().default(null),
  lines: z.array(line).min(1).max(100),
  payment_method: z.enum(writtenMethods),
  is_paid: z.boolean().default(false),
  note: optionalText(500),
})

const draft = z.object({
  id,
  state: z.enum(['queued', 'running', 'done', 'failed']),
  code: z.string().nullable().describe("The store's number of the order, once it is made."),
  order_id: id.nullable().describe('Of the order, once it has arrived by the sync.'),
  requested_by: z.object({ id, name: z.string() }),
  requested_at: instant,
  error: z.object({ code: z.string(), message: z.string(), channel_code: z.string().nullable() }).nullable(),
})

export const manualOrders = endpoints({
  'GET /orders/new/shops': {
    summary: 'The shops for which orders can be written by hand: own stores that are linked.',
    access: 'orders.edit',
    reply: item(
      z.array(
        z.object({
          id,
          system_name: z.string(),
          platform_id: id,
          currency: z.string(),
          region: z.string().describe('Country of the shop, which most of its orders go to.'),
          takes_address: z.boolean().describe('False where goods are handed over the counter.'),
        }),
      ),
    ),
  },
  'GET /orders/new/products': {
    summary: 'What a shop sells, for a keyword: at most twenty, by name or SKU.',
    access: 'orders.edit',
    query: z.strictObject({
      shop_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      keyword: channelText(0, 100).default(''),
    }),
    reply: item(
      z.array(
        z.object({
          product_sku_id: id,
          name: z.string(),
          variant_label: z.string().nullable(),
          shop_sku: z.string(),
          seller_sku: z.string().nullable(),
          price: z.number(),
          currency: z.string(),
          stock: z.int().nullable().describe('Null where the shop counts none.'),
          image: z.string().nullable(),
        }),
      ),
    ),
  },
  'POST /orders': {
    summary: 'Writes an order down for an own store, which is asked to make it. It arrives by the sync.',
    access: 'orders.edit',
    body: draftBody,
    status: 202,
    reply: item(draft),
    errors: ['order_action_refused'],
  },
  'GET /orders/drafts/{id}': {
    summary: 'What became of an order that was written by hand.',
    access: 'orders.edit',
    params: idParam,
    reply: item(draft),
  },
})
