import { z } from 'zod'
import { phoneProblem } from '../model/delivery.ts'
import { plainPhone } from '../model/half-width.ts'
import { store, malaysianPhone } from './deliveries.ts'
import {
  changesSomething,
  channelText,
  done,
  endpoints,
  id,
  idParam,
  item,
  readVersion,
  version,
} from './endpoint.ts'

/** A courier whose accounts open several stores. */
const courier = z
  .string()
  .regex(/^\w{1,40}$/)
  .optional()
  .describe('Code of the courier. Left out: the first one whose accounts open several stores.')

const ownStore = store.extend({
  is_selected: z.boolean().describe('Parcels leave from it.'),
  role: z.enum(['manager', 'staff']).describe("The console's part in it, as assign-role has it."),
})

const vietnamesePhone = z
  .string()
  .overwrite(plainPhone)
  .refine((text) => text !== '', { error: 'field.required', abort: true })
  .refine((text) => text.length <= 30 && phoneProblem(text, 'VN') === null, { error: 'field.phone_vn' })
  .describe('Of Vietnam, such as 0987654321.')

const token = z
  .string()
  .trim()
  .refine((text) => /^[!-~]{0,500}$/.test(text), { error: 'field.courier_key' })
  .optional()
  .describe('Of an account that is not connected yet. Left out: that of the connected one.')

const storeId = z.union([
  id.transform(String),
  z
    .string()
    .trim()
    .regex(/^\d{1,15}$/),
])

const area = z.object({
  id: z.string(),
  name: z.string(),
  name_new: z.string().nullable().describe('Of the list of two levels that it belongs to since July 2025.'),
  is_merged: z.boolean().describe('Its name is another one since then.'),
})
const district = z.object({ id: z.string(), name: z.string() })
const ward = z.object({ code: z.string(), name: z.string() })

const areaId = z.string().regex(/^[\w-]{1,40}$/)
const failures = [
  'courier_not_connected',
  'courier_not_set_up',
  'courier_refused',
  'courier_unreachable',
] as const

const provinces = {
  summary: 'The provinces by the numbers of the courier.',
  access: 'orders.view',
  query: z.strictObject({
    levels: z
      .enum(['2', '3'])
      .default('3')
      .describe('3: with districts, as couriers quote. 2: those of July 2025, which have none.'),
    courier,
  }),
  reply: item(z.array(area)),
  errors: [...failures],
} as const
const districts = {
  summary: 'The districts of a province of the list of three levels.',
  access: 'orders.view',
  query: z.strictObject({ province_id: z.string().regex(/^\d{1,9}$/), courier }),
  reply: item(z.array(district)),
  errors: [...failures],
} as const
const wards = {
  summary: 'The wards of a district, or of a province of the list of two levels: one of both is named.',
  access: 'orders.view',
  query: z.strictObject({
    district_id: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
    province_id: areaId.optional(),
    courier,
  }),
  reply: item(z.array(ward)),
  errors: [...failures],
} as const

const text = (longest: number) => z.string().trim().pipe(channelText(0, longest))
const needed = (longest: number) => text(longest).refine((typed) => typed !== '', { error: 'field.required' })

const details = {
  name: needed(100),
  contact_name: needed(100),
  phone: malaysianPhone,
  address1: needed(255),
  address2: text(255).optional(),
  city: needed(60),
  state: needed(60),
  postcode: z
    .string()
    .trim()
    .refine((typed) => /^\d{5}$/.test(typed), { error: 'field.postcode_my' }),
  country: z.literal('MY').default('MY'),
  is_default: z.literal(true).optional().describe('Takes the place of the default one until now.'),
}

const place = z.object({
  id,
  name: z.string(),
  contact_name: z.string(),
  phone: z.string(),
  address1: z.string(),
  address2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
  is_default: z.boolean().describe('Parcels leave from it unless somebody says otherwise.'),
  updated_at: version,
})

export const deliveryPlaces = endpoints({
  'GET /deliveries/stores': {
    summary: 'The stores that the connected account opens; none while there is none.',
    access: 'settings.shipment',
    query: z.strictObject({ courier }),
    reply: item(z.array(ownStore)),
  },
  'POST /deliveries/stores/gen-otp': {
    summary: "Asks the courier to send a code to the phone of a store's owner. Once a minute.",
    access: 'settings.shipment',
    body: z.strictObject({ courier, phone: vietnamesePhone, token }),
    reply: item(z.object({ ttl: z.int().describe('Seconds that the code holds.') })),
    errors: [...failures, 'too_many_attempts'],
  },
  'POST /deliveries/stores/create-add-staff': {
    summary:
      'With the code: lets the account into a store, or into a new one. Five wrong codes end the code.',
    access: 'settings.shipment',
    body: z
      .strictObject({
        courier,
        phone: vietnamesePhone,
        otp: z
          .string()
          .trim()
          .regex(/^\d{4,8}$/, { error: 'field.otp_wrong' }),
        token,
        store_id: storeId.optional(),
        address: text(255).optional(),
        district_id: z.int().positive().optional(),
        ward_code: z
          .string()
          .trim()
          .regex(/^\w{1,20}$/)
          .optional(),
      })
      .superRefine((body, context) => {
        if (body.store_id !== undefined) return
        for (const name of ['address', 'district_id', 'ward_code'] as const)
          if (body[name] === undefined || body[name] === '')
            context.addIssue({ code: 'custom', path: [name], message: 'field.required' })
      }),
    reply: item(z.object({ store_id: z.string(), client_id: z.string().nullable() })),
    errors: [...failures, 'code_expired'],
  },
  'POST /deliveries/stores/assign-role': {
    summary: "Notes the console's part in a store. The courier itself knows only who is staff.",
    access: 'settings.shipment',
    body: z.strictObject({ courier, store_id: storeId, role: z.enum(['manager', 'staff']) }),
    reply: item(ownStore),
    errors: ['courier_not_connected'],
  },
  // Named by the specification, beside the same without a courier's name.
  'GET /deliveries/ghn/provinces': provinces,
  'GET /deliveries/provinces': provinces,
  'GET /deliveries/ghn/districts': districts,
  'GET /deliveries/districts': districts,
  'GET /deliveries/ghn/wards': wards,
  'GET /deliveries/wards': wards,
  // Named by the specification, as the three after it.
  'GET /deliveries/warehouse/ninjavan': {
    summary: 'The places from which the courier fetches parcels, the default one first.',
    access: 'settings.shipment',
    reply: item(z.array(place)),
  },
  'POST /deliveries/warehouse/ninjavan': {
    summary: 'Adds a place. The first one is the default.',
    access: 'settings.shipment',
    body: z.strictObject(details),
    reply: item(place),
    status: 201,
    errors: ['conflict'],
  },
  'PUT /deliveries/warehouse/ninjavan/{id}': {
    summary: 'Changes a place, or makes it the default one. What is left out stays as it was.',
    access: 'settings.shipment',
    params: idParam,
    body: z
      .strictObject({ ...details, country: z.literal('MY'), updated_at: readVersion })
      .partial()
      .refine(changesSomething, { error: 'field.nothing_to_change' }),
    reply: item(place),
    errors: ['changed_by_other'],
  },
  'DELETE /deliveries/warehouse/ninjavan/{id}': {
    summary: 'Removes a place that is not the default.',
    access: 'settings.shipment',
    params: idParam,
    reply: done,
    errors: ['courier_place_is_default'],
  },
})
