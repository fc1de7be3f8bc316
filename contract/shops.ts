import { z } from 'zod'
import { warehouseTypes } from '../model/warehouse.ts'
import {
  channelText,
  endpoints,
  flag,
  id,
  idParam,
  include,
  instant,
  item,
  noContent,
  page,
  paging,
  readVersion,
  version,
} from './endpoint.ts'
import { beginAtZero, changesBeyondConfirming } from './warehouses.ts'

export const platform = z.object({
  id,
  code: z.string(),
  name: z.string(),
  type: z.enum(['marketplace', 'store', 'pos', 'crm']),
  logo: z.string().nullable(),
})

const syncTypes = ['order', 'product', 'customer', 'stock', 'settlement', 'return', 'warehouse'] as const
const syncType = z.enum(syncTypes)

const syncState = z.object({
  state: z.enum(['idle', 'running', 'done', 'partial', 'failed']),
  percent: z.int(),
  orders: z.int().describe('Orders taken in by the first sync so far; of a CRM: customers.'),
  failing: z.int().describe('Orders that the channel sent malformed and that wait for a retry.'),
  waiting: z.int().describe('Orders that the channel pointed at and that are still to be fetched.'),
  products: z.int().describe('Products that the shop lists, those that were deleted there left out.'),
  products_percent: z.int().nullable().describe('How far the first sync of the products is.'),
  products_error: z
    .string()
    .nullable()
    .describe("Why the last look at the products failed, in the channel's words."),
  kinds: z
    .array(
      z.object({
        type: syncType,
        state: z.enum(['idle', 'running', 'done', 'partial', 'failed']),
        percent: z.int(),
        failing: z.int(),
        waiting: z.int(),
        last_checked_at: instant.nullable(),
        error: z.string().nullable(),
      }),
    )
    .describe('The same for each kind of data that the channel has.'),
  stock_waiting: z.int().describe('Listings that are still to be told their stock, or to be read back.'),
  customers_waiting: z.int().describe('Customers of other shops whom the CRM is still to be told about.'),
  customers_sent: z.int().describe('Customers of other shops whom the CRM has.'),
  customers_refused: z
    .int()
    .describe('Customers of other shops whom the CRM refused; the log has the reasons.'),
  rate: z
    .object({ calls_left: z.int(), of: z.int(), at: instant })
    .nullable()
    .describe('Calls to the channel that could start at that moment; null while nothing is known.'),
  last_event_at: instant.nullable(),
  last_checked_at: instant.nullable(),
  error: z.string().nullable().describe("The channel's own words, or ours for a fault of the console."),
})

export const shop = z.object({
  id,
  name: z.string(),
  system_name: z.string(),
  platform_id: id,
  platform_url: z.string().nullable(),
  location_id: z.string().nullable().describe('Of a point of sale with several places: the one that sells.'),
  status: flag,
  auth_state: z.enum(['ok', 'expiring', 'expired', 'revoked', 'error']),
  token_expired_at: instant.nullable(),
  connected_at: instant.nullable(),
  last_synced_at: instant.nullable(),
  currency: z.string(),
  region: z.string(),
  warehouse_id: id.nullable().describe('Where its stock lies; null: in the default warehouse.'),
  is_order_sync: z.boolean().describe('Orders are fetched.'),
  is_stock_sync: z.boolean().describe("The console overwrites the shop's stock figures."),
  stock_buffer: z.int().describe('Pieces that the shop is never told about.'),
  stock_cap: z.int().nullable().describe('The most that the shop is told; null: no limit.'),
  stock_share: z.int().describe('Per cent of the pieces left that the shop is told, before its buffer.'),
  is_customer_push: z.boolean().describe('Of a CRM: the customers of the other shops are made known to it.'),
  customers_since: instant
    .nullable()
    .describe('Of a CRM: customers known before it are not sent; null: all are.'),
  default_shipment_id: z
    .int()
    .nullable()
    .describe('The courier that its orders go with unless somebody says otherwise; null: as its channel.'),
  updated_at: version,
  platform: z.object({ data: platform }).optional(),
  sync: z.object({ data: syncState }).optional(),
})

export const failingType = z.enum([
  'order',
  'product',
  'customer',
  'return',
  'settlement',
  'warehouse',
  'stock',
  'card',
])

const syncItem = z.object({
  id: z.string().describe('Names it for a retry.'),
  channel_id: z
    .string()
    .describe(
      'Of an order, a product, a customer or a return; of a settlement: of its order; of stock: the SKU as orders call it; of a card: our id of the customer whom the CRM refused.',
    ),
  type: failingType,
  reason: z.string().describe("What is wrong, in the channel's or the reader's own words."),
  attempts: z.int(),
  first_failed_at: instant,
  last_failed_at: instant,
})

const customersToSend = z
  .enum(['all', 'new'])
  .describe('Of a CRM. all: the customers that there are as well; new: those who are added from now on.')

/** Name of a shop. */
const shopName = z.string().trim().pipe(channelText(1, 255))

const shopSettings = z
  .strictObject({
    system_name: shopName.optional(),
    is_order_sync: z.boolean().optional(),
    is_stock_sync: z
      .boolean()
      .optional()
      .describe("On: from now on the console overwrites the shop's stock figures."),
    stock_buffer: z.int().min(0).max(999_999).optional(),
    stock_cap: z.int().min(0).max(999_999).nullable().optional(),
    stock_share: z.int().min(0).max(100).optional(),
    is_customer_push: z
      .boolean()
      .optional()
      .describe('Of a CRM. On: name, phone and e-mail of the customers of the other shops are sent to it.'),
    customers_to_send: customersToSend.optional(),
    warehouse_id: id
      .nullable()
      .optional()
      .describe("From now on the shop's sales move this warehouse's stock; null: the default one's."),
    begin_at_zero: beginAtZero,
    default_shipment_id: z
      .int()
      .min(0)
      .max(99)
      .nullable()
      .optional()
      .describe(
        'As `PUT /settings/delivery-platform`; needs settings.shipment as well. Null: as its channel.',
      ),
    updated_at: readVersion,
  })
  .refine(changesBeyondConfirming, { error: 'field.nothing_to_change' })

/** Copied out of the shop's settings: printable, and without the spaces that come along. */
const copied = (error: string) =>
  z
    .string()
    .trim()
    .refine((text) => /^[!-~]{1,255}$/.test(text), { error })

const shopAddress = z
  .string()
  .trim()
  .max(2000)
  .refine(isShopAddress, { error: 'field.shop_address' })
  .describe('Of the front page, such as https://shop.example.')

function isShopAddress(text: string): boolean {
  const url = URL.parse(text)
  return !!url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const expiredShop = z.object({
  shop_id: id,
  system_name: z.string(),
  platform_id: id,
  platform_name: z.string(),
  expired_at: instant.nullable().describe('Null when the channel took the permission back before its time.'),
  auth_state: z.enum(['expired', 'revoked']),
})

const expiredShops = z
  .record(z.string(), expiredShop)
  .describe('By the id of the shop; empty when all channels let us in.')

const tokenExpiry = z.object({
  shop_expired: expiredShops,
  data: z.object({ shop_expired: expiredShops }),
})

const warehouse = z.object({
  id: z.int().describe("The channel's id, as confirming an order wants it."),
  name: z.string(),
  code: z.string().nullable(),
  type: z
    .enum(warehouseTypes)
    .describe('Supplies the channel with goods, or takes back what buyers returned.'),
  is_primary: z.boolean(),
  status: flag.describe('0: closed.'),
  address: z.object({
    street: z.string(),
    ward: z.string(),
    district: z.string().nullable().describe('Null in addresses of two levels.'),
    region: z.string(),
    country: z.string(),
  }),
})

export const shops = endpoints({
  'GET /shops': {
    summary: "The account's shops that the user may see.",
    access: 'signed-in',
    query: z.strictObject({ include, ...paging, limit: z.coerce.number().int().min(1).max(999).default(20) }),
    reply: page(shop, {}),
  },
  'GET /shops/{id}': {
    summary: 'One shop, with its channel and its sync if asked for.',
    access: 'signed-in',
    params: idParam,
    query: z.strictObject({ include }),
    reply: item(shop),
  },
  'GET /shops/authorization-url': {
    summary: "Address of a channel's consent page. It comes back to /setting/channels.",
    access: 'settings.channels',
    writes: true,
    whenPlanEnded: 'refused',
    query: z.strictObject({
      platform_id: z.coerce.number().int().positive(),
      region: z
        .string()
        .regex(/^[A-Za-z]{2}$/, { error: 'field.country_capitals' })
        .transform((code) => code.toUpperCase())
        .optional()
        .describe(
          'ISO 3166 country of the shop: leads to the page of that country where the channel has several.',
        ),
    }),
    reply: item(z.object({ url: z.string(), state: z.string() })),
  },
  'GET /shops/platforms': {
    summary: 'The channels that this installation can link.',
    access: 'settings.channels',
    reply: item(
      z.array(
        platform.extend({
          is_configured: z.boolean(),
          software: z
            .string()
            .nullable()
            .describe('What such shops run on, where sellers know it by that name.'),
          linked_by: z
            .enum(['consent', 'keys', 'key'])
            .describe(
              "On the channel's own page, or with keys out of the shop's settings: a pair, or one without a secret.",
            ),
        }),
      ),
    ),
  },
  'POST /shops/callback': {
    summary: 'Links the shop that the consent page came back with and starts its first sync.',
    access: 'settings.channels',
    body: z
      .record(z.string().max(64), channelText(0, 2048))
      .describe('The query parameters of the callback, as they came; `state` among them.'),
    reply: item(shop),
    status: 201,
    errors: ['shop_linked_elsewhere', 'link_expired', 'plan_limit', 'channel_refused', 'channel_unreachable'],
  },
  'POST /shops': {
    summary: 'Links a shop with its keys, after they have been tried, and starts its first sync.',
    access: 'settings.channels',
    body: z.strictObject({
      platform_id: id,
      name: shopName,
      platform_url: shopAddress,
      api_key: copied('field.shop_key'),
      api_secret: copied('field.secret_refused').optional(),
      location_id: copied('field.location_unknown')
        .optional()
        .describe('Of a point of sale with several places: the one that sells.'),
      customers_to_send: customersToSend
        .optional()
        .describe('Of a CRM: the customers of the other shops that it is sent; left out: none.'),
    }),
    reply: item(shop),
    status: 201,
    errors: ['shop_linked_elsewhere', 'plan_limit', 'channel_refused', 'channel_unreachable'],
  },
  'GET /shops/customers-to-send': {
    summary: 'Number of customers with a phone number or e-mail whom a CRM could be sent and does not have.',
    access: 'settings.channels',
    query: z.strictObject({
      shop_id: z.coerce
        .number()
        .int()
        .positive()
        .optional()
        .describe('The CRM; left out: one that is not linked.'),
    }),
    reply: z.object({ data: z.object({ customers: z.int() }) }),
  },
  'GET /shops/check-token-expire': {
    summary: 'Shops whose channel no longer lets us in until they are linked again.',
    access: 'signed-in',
    reply: tokenExpiry,
  },
  'POST /shops/check-token-expire': {
    summary: 'The same as GET.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({}),
    reply: tokenExpiry,
  },
  'POST /shops/{id}/sync': {
    summary: 'Asks the channel for changes now: of one kind of data, or of all.',
    access: 'settings.channels',
    params: idParam,
    body: z.strictObject({ type: syncType.optional().describe('Left out: all that the channel has.') }),
    reply: item(z.object({ job_id: z.string(), status: z.literal('queued') })),
    status: 202,
    errors: ['conflict'],
  },
  'GET /shops/{id}/get-warehouses': {
    summary: "The seller's warehouses on the channel, asked for now; none where the channel knows of none.",
    access: 'signed-in',
    params: idParam,
    reply: item(z.array(warehouse)),
    errors: ['conflict', 'channel_refused', 'channel_unreachable'],
  },
  'GET /shops/{id}/stock-preview': {
    summary:
      'What syncing its stock would change at the channel: how many listings, and the largest changes.',
    access: 'settings.channels',
    params: idParam,
    reply: z.object({
      data: z.object({
        listings: z.int().describe('SKUs that are linked and on sale.'),
        changed: z.int().describe('Those whose figure at the channel would become another one.'),
        uncounted: z.int().describe("Those without a figure here, which take over the channel's."),
        first: z.array(z.object({ name: z.string(), shop_sku: z.string(), before: z.int(), after: z.int() })),
      }),
    }),
  },
  'GET /shops/{id}/sync-logs': {
    summary:
      'What of the shop could not be taken in, and stock and customers that it refused, with the reason.',
    access: 'settings.channels',
    params: idParam,
    query: z.strictObject({ ...paging }),
    reply: page(syncItem, {}),
  },
  'POST /shops/{id}/sync-items/{channel_id}/retry': {
    summary: 'Tries one failing item again.',
    access: 'settings.channels',
    params: z.object({ ...idParam.shape, channel_id: channelText(1, 100) }),
    body: z.strictObject({ type: failingType.default('order') }),
    reply: item(z.object({ job_id: z.string(), status: z.literal('queued') })),
    status: 202,
    errors: ['conflict'],
  },
  'POST /sync-items/{item_id}/retry': {
    summary: 'The same, by the id that the list of failing items gives.',
    access: 'settings.channels',
    params: z.object({ item_id: channelText(1, 150) }),
    reply: item(z.object({ job_id: z.string(), status: z.literal('queued') })),
    status: 202,
    errors: ['conflict'],
  },
  'PUT /shops/{id}': {
    summary:
      'Gives the shop another name in the console, and decides what is kept in step. One field or more.',
    access: 'settings.channels',
    params: idParam,
    body: shopSettings,
    reply: item(shop),
    errors: ['changed_by_other', 'warehouse_lacks_figures', 'courier_not_connected'],
  },
  'DELETE /shops/{id}': {
    summary: 'Unlinks the shop: nothing is fetched any more, its keys are forgotten, its orders stay.',
    access: 'settings.channels',
    params: idParam,
    reply: noContent,
    status: 204,
    errors: ['shop_has_warehouse'],
  },
})
