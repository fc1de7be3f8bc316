import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { jsonReply } from '../../kit/courier-simulation.ts'
import type { CallReply } from '../../kit/serve-call.ts'

/** Published, and good for nothing else. */
export const ACCOUNT = {
  clientId: 'nv-client-id',
  clientSecret: 'nv-client-secret',
  prefix: 'NVMYAOI',
} as const

export const TOKEN_SECONDS = 12 * 3600

export class Refusal extends Error {
  readonly status: number
  readonly field: string | undefined
  constructor(status: number, message: string, field?: string) {
    super(message)
    this.status = status
    this.field = field
  }
}

const TITLES: Record<number, string> = { 400: 'Validation failed', 401: 'Unauthorized', 404: 'Not found' }

export function failure({ status, message, field }: Refusal, request: number): CallReply {
  const title = TITLES[status] ?? 'Refused'
  const details = [{ reason: title, ...(field !== undefined && { field }), message }]
  const error = { request_id: `sandbox-${request}`, title, message: title, details }
  return jsonReply(status, { error }, message)
}

export const signature = (body: string): string =>
  createHmac('sha256', ACCOUNT.clientSecret).update(body).digest('base64')

const SLOTS = ['09:00-12:00', '12:00-15:00', '15:00-18:00', '18:00-22:00', '09:00-18:00', '09:00-22:00']

const slot = z
  .object({
    start_time: z.string(),
    end_time: z.string(),
    timezone: z.literal('Asia/Kuala_Lumpur'),
  })
  .refine(({ start_time, end_time }) => SLOTS.includes(`${start_time}-${end_time}`), 'no such timeslot')

const date = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const person = z
  .object({
    name: z.string().min(3).max(255),
    phone_number: z.string().min(6).max(32).optional(),
    email: z.string().optional(),
    address: z.object({
      address1: z.string().min(1).max(255),
      country: z.literal('MY'),
      postcode: z.string().regex(/^\d{5}$/),
    }),
  })
  .refine(({ phone_number, email }) => phone_number ?? email, 'a phone number or an email address')

export const orderSchema = z.object({
  service_type: z.enum([
    'Parcel',
    'Marketplace',
    'Corporate',
    'International',
    'Bulky',
    'Document',
    'Return',
  ]),
  service_level: z.enum(['Standard', 'Express', 'Sameday', 'Nextday']),
  requested_tracking_number: z
    .string()
    .regex(/^[A-Za-z0-9-]{9,18}$/)
    .optional(),
  reference: z.object({ merchant_order_number: z.string().max(255).optional() }).optional(),
  from: person,
  to: person,
  parcel_job: z
    .object({
      is_pickup_required: z.boolean(),
      pickup_service_type: z.literal('Scheduled').optional(),
      pickup_service_level: z.enum(['Standard', 'Premium']).optional(),
      pickup_address_id: z.string().optional(),
      pickup_address: person.optional(),
      pickup_date: date.optional(),
      pickup_timeslot: slot.optional(),
      pickup_approximate_volume: z
        .enum([
          'Less than 3 Parcels',
          'Less than 10 Parcels',
          'Trolley Required',
          'Half-Van Load',
          'Full-Van Load',
          'Larger than Van Load',
        ])
        .optional(),
      delivery_start_date: date.optional(),
      delivery_timeslot: slot.optional(),
      delivery_instructions: z.string().max(255).optional(),
      cash_on_delivery: z.number().min(0).max(100_000).multipleOf(0.01).optional(),
      insured_value: z.number().min(0).optional(),
      dimensions: z.object({ weight: z.number().positive() }),
      items: z.array(z.object({ item_description: z.string().max(255) })).optional(),
    })
    .refine(
      (job) =>
        !job.is_pickup_required ||
        (job.pickup_date !== undefined &&
          job.pickup_timeslot !== undefined &&
          job.pickup_approximate_volume !== undefined),
      'a scheduled pickup needs its date, timeslot and volume',
    )
    .refine(
      (job) => (job.delivery_timeslot === undefined) === (job.delivery_start_date === undefined),
      'delivery_start_date and delivery_timeslot go together',
    ),
})
