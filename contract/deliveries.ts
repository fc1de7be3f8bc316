import { z } from 'zod'
import { deliveryDefaultNames, phoneProblem } from '../model/delivery.ts'
import { plainPhone } from '../model/half-width.ts'
import { channelText, done, endpoints, flag, id, instant, item, page, shortPaging } from './endpoint.ts'

/** Self delivery is 0. */
export const courierId = z.int().min(0).max(99)

export const courierName = {
  id: courierId,
  code: z.string().describe('Of a courier, self_delivery or a channel’s own logistics.'),
  name: z.string(),
}

const courier = z.object({
  ...courierName,
  logo: z.string().nullable(),
  country: z.enum(['MY', 'VN']).nullable().describe('Null: wherever the seller is.'),
  currency: z.string().nullable(),
  is_connected: z.boolean(),
  is_set_up: z.boolean().describe("The console's operator has given what the courier needs of him."),
  needs: z
    .array(
      z.object({
        name: z.string(),
        is_secret: z.boolean(),
        is_required: z.boolean(),
        standard: z.string().nullable().describe('What is taken where nothing is entered.'),
        choices: z.array(z.string()).describe('The allowed values; empty where every value is.'),
      }),
    )
    .describe('What connecting it asks for, in the order of the form.'),
  has_stores: z
    .boolean()
    .describe('Connected in two steps: its accounts open stores, one of which is chosen.'),
  has_pickup_places: z.boolean().describe('The console keeps the places from which it fetches parcels.'),
  defaults: z.array(z.enum(deliveryDefaultNames)).describe('What can be set once for all bookings with it.'),
})

export const store = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  address: z.string(),
})

export const connectedCourier = z.object({
  id: courierId,
  shipment_id: courierId,
  code: z.string(),
  name: z.string(),
  account_label: z.string(),
  status: flag.describe('0: the courier no longer takes the keys.'),
  keys: z
    .record(z.string(), z.string())
    .describe('As entered; of secrets `****` and the last four characters.'),
  stores: z.array(store).describe('That the account opens; empty where the courier knows none.'),
  store_id: z.string().nullable(),
  webhook_url: z
    .string()
    .nullable()
    .describe(
      'To be entered with the courier, so that it tells of parcels by itself. Null: it tells nothing.',
    ),
  connected_at: instant,
  updated_at: instant,
})

const provider = z.object({
  ...courierName,
  platform: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('The channel whose own logistics it is; null: a courier of the account.'),
  is_connected: z.boolean(),
})

const logistics = z.object({
  logistics_channel_id: z.int(),
  logistics_channel_name: z.string(),
  enabled: z.boolean(),
  mask_channel_id: z
    .int()
    .describe('0: sellers choose it. Else the channel behind which the marketplace itself sends with it.'),
  cod_enabled: z.boolean(),
  weight_limit: z.number().nullable().describe('Kilograms.'),
})

/** Copied out of a portal: printable, and without the spaces that come along. */
const key = z
  .string()
  .trim()
  .refine((text) => text !== '', { error: 'field.required', abort: true })
  .refine((text) => /^[!-~]{1,500}$/.test(text), { error: 'field.courier_key' })

/** Left empty it stays as it is. */
const storageKey = z
  .string()
  .trim()
  .refine((text) => /^[!-~]{0,500}$/.test(text), { error: 'field.courier_key' })
  .optional()

const line = z.string().trim().pipe(channelText(0, 100))
const name = line.refine((text) => text !== '', { error: 'field.required' })

export const malaysianPhone = z
  .string()
  .overwrite(plainPhone)
  .refine((text) => text !== '', { error: 'field.required', abort: true })
  .refine((text) => text.length <= 30 && phoneProblem(text, 'MY') === null, { error: 'field.phone_my' })
  .describe('Of Malaysia, such as 0123456789.')

const timeOfDay = z.string().refine((text) => text === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), {
  error: 'field.time_of_day',
})

/** Fields that are omitted or empty get the courier's standard. */
const contractKeys = {
  account_no: z
    .string()
    .trim()
    .refine((text) => /^[!-~]{0,50}$/.test(text), { error: 'field.courier_key' })
    .optional()
    .describe('Of corporate accounts.'),
  sender_name: name,
  sender_phone: malaysianPhone,
  sender_postcode: z
    .string()
    .trim()
    .refine((text) => /^(\d{5})?$/.test(text), { error: 'field.postcode_my' })
    .optional(),
  closing_time: timeOfDay.optional().describe('HH:mm: nobody is there to hand parcels over after it.'),
  contact_name: line.optional(),
  contact_number: z
    .string()
    .overwrite(plainPhone)
    .refine((text) => text === '' || (text.length <= 30 && phoneProblem(text, 'MY') === null), {
      error: 'field.phone_my',
    })
    .optional(),
  dialect: z
    .enum(['', 'prime', 'mygdex'])
    .optional()
    .describe('prime: a corporate account; mygdex: a prepaid wallet.'),
}
const customerKeys = { api_account: key, customer_code: key }
const clientKeys = {
  client_id: key,
  country: z
    .string()
    .trim()
    .refine((text) => /^([a-z]{2})?$/.test(text), { error: 'field.country_code' })
    .optional()
    .describe('my; sg on the test system.'),
  tracking_prefix: z
    .string()
    .trim()
    .refine((text) => /^[A-Za-z0-9]{0,9}$/.test(text), { error: 'field.tracking_prefix' })
    .optional()
    .describe('What the account’s tracking numbers begin with.'),
}

const failures = ['courier_not_set_up', 'courier_refused', 'courier_unreachable'] as const
const kept = [...failures, 'courier_not_connected'] as const
const connected = item(connectedCourier)

const connecting = <Keys extends z.ZodRawShape>(keys: Keys) =>
  ({
    summary:
      'Connects the courier, after the keys have been tried. Connecting again replaces what was there.',
    access: 'settings.shipment',
    body: z.strictObject(keys),
    reply: connected,
    status: 201,
    errors: [...failures],
  }) as const

const changing = <Keys extends z.ZodRawShape>(keys: Keys) =>
  ({
    summary: 'Changes the keys, after they have been tried. What is left out stays as it was.',
    access: 'settings.shipment',
    body: z.strictObject(keys).partial(),
    reply: connected,
    errors: [...kept],
  }) as const

const disconnecting = {
  summary: 'Disconnects the courier: its keys are forgotten, its settings and parcels stay.',
  access: 'settings.shipment',
  reply: done,
  errors: ['courier_not_connected', 'courier_in_use'],
} as const

const tokenAndStore = z.strictObject({
  token: storageKey.describe('Left out: the one of the connected account.'),
  store_id: z
    .union([
      id.transform(String),
      z
        .string()
        .trim()
        .regex(/^\d{0,15}$/),
    ])
    .optional()
    .describe('One of `stores`.'),
})

export const deliveries = endpoints({
  'GET /deliveries/shipments': {
    summary: 'All couriers that can be connected, and what each of them needs.',
    access: 'settings.shipment',
    reply: item(z.array(courier)),
  },
  'GET /deliveries/shipment-connected': {
    summary: 'The couriers that are connected, the longest first.',
    access: 'settings.shipment',
    reply: item(z.array(connectedCourier)),
  },
  'GET /shipment-providers': {
    summary: 'Who may bring parcels: the couriers, and the logistics of the linked channels.',
    access: 'signed-in',
    query: z.strictObject({
      include_self: z
        .enum(['0', '1'])
        .default('0')
        .describe('1: with self delivery, which needs no connecting.'),
      ...shortPaging,
    }),
    reply: page(provider, {}),
  },
  'GET /shipment-providers/get-shopee-shipment-providers': {
    summary: "The couriers that a shop's channel offers for its listings, asked for now.",
    access: 'signed-in',
    query: z.strictObject({ shop_id: z.coerce.number().int().positive() }),
    reply: item(z.array(logistics)),
    errors: ['conflict', 'channel_refused', 'channel_unreachable'],
  },
  // Named by the specification, as all paths with a courier's code.
  'POST /deliveries/integrate/gdex': connecting({ api_token: key, ...contractKeys }),
  'PUT /deliveries/integrate/gdex': changing({ api_token: storageKey, ...contractKeys }),
  'POST /deliveries/integrate/jnt': connecting({ private_key: key, password: key, ...customerKeys }),
  'PUT /deliveries/integrate/jnt': changing({
    private_key: storageKey,
    password: storageKey,
    ...customerKeys,
  }),
  'POST /deliveries/integrate/ninjavan': connecting({ client_secret: key, ...clientKeys }),
  'PUT /deliveries/integrate/ninjavan': changing({ client_secret: storageKey, ...clientKeys }),
  'POST /deliveries/integrate/ghn': {
    summary:
      'In two steps: with the token alone answers its stores and saves nothing; with one of them as well connects it.',
    access: 'settings.shipment',
    body: tokenAndStore,
    reply: item(
      z.object({
        client_name: z.string().nullable().describe('Whom the token belongs to, where the courier says so.'),
        stores: z.array(store),
        connected: connectedCourier.nullable().describe('Null: a store is still to be chosen.'),
        webhook: z
          .object({ url: z.string(), header: z.string(), secret: z.string() })
          .nullable()
          .describe(
            'To be entered in the portal. Told once, when the account is connected for the first time.',
          ),
      }),
    ),
    hasSecret: true,
    errors: [...failures],
  },
  'PUT /deliveries/integrate/ghn': {
    summary: 'Never done: it is connected anew by POST.',
    access: 'settings.shipment',
    body: tokenAndStore.partial(),
    reply: done,
    errors: ['method_not_allowed'],
  },
  'DELETE /deliveries/integrate/gdex': disconnecting,
  'DELETE /deliveries/integrate/ghn': disconnecting,
  'DELETE /deliveries/integrate/jnt': disconnecting,
  'DELETE /deliveries/integrate/ninjavan': disconnecting,
})
