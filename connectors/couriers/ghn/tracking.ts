/** The 23 statuses and what they mean. Source: shipping-order/detail and "Webhook". */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ShipmentEvent, ShipmentMeaning, ShipmentStatus } from '../../../model/delivery.ts'
import { callEach, checkReply, parseMessage, readEach } from '../../courier.ts'
import type { Courier, CourierSession, CourierWebhooks } from '../../courier.ts'
import { isUnknownOrder, post, shopOf } from './wire.ts'

const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'no time')

export const detailSchema = z.object({
  order_code: z.string().min(1),
  status: z.string(),
  leadtime: z.string().nullish(),
  log: z.array(z.unknown()).nullish(),
})
const logRowSchema = z.object({ status: z.string(), updated_date: time })

const statuses: Record<ShipmentStatus, string[]> = {
  created: [],
  booked: ['ready_to_pick', 'picking', 'money_collect_picking'],
  picked_up: ['picked'],
  in_transit: ['storing', 'transporting', 'sorting'],
  out_for_delivery: ['delivering', 'money_collect_delivering'],
  delivered: ['delivered'],
  failed_attempt: ['delivery_fail'],
  returning: [
    'waiting_to_return',
    'return',
    'return_transporting',
    'return_sorting',
    'returning',
    'return_fail',
  ],
  returned: ['returned'],
  lost_or_damaged: ['exception', 'damage', 'lost', 'scrap'],
  canceled: ['cancel'],
}

const words = new Map(
  Object.entries(statuses).flatMap(([status, some]) =>
    some.map((word): [string, ShipmentMeaning] => [word, { status: status as ShipmentStatus }]),
  ),
)

export const meaningOf = (word: string): ShipmentMeaning | null => words.get(word) ?? null

export async function detailOf(session: CourierSession, order_code: string) {
  const call = { path: '/v2/shipping-order/detail', body: { order_code }, shopId: shopOf(session) }
  try {
    return await post(session, call, detailSchema)
  } catch (error) {
    if (isUnknownOrder(error)) return null
    throw error
  }
}

export const track: NonNullable<Courier['track']> = async (session, numbers) => {
  const details = await callEach(numbers, (number) => detailOf(session, number))
  const known = details.filter((detail) => detail !== null)
  return readEach(known, ({ order_code: trackingNumber, log }) => ({
    trackingNumber,
    events: readEach(log ?? [], (row) => {
      const { updated_date: at, status } = checkReply('GHN', row, logRowSchema)
      return eventOf(at, status)
    }),
  }))
}

const eventOf = (at: string, word: string, description = word): ShipmentEvent => ({
  at: new Date(at),
  meaning: meaningOf(word),
  courierStatus: word,
  description,
  place: null,
})

const messageSchema = z.object({
  OrderCode: z.string().min(1),
  ClientOrderCode: z.string().nullish(),
  Type: z.string(),
  Status: z.string(),
  Time: time,
  Description: z.string().nullish(),
  Reason: z.string().nullish(),
  Warehouse: z.string().nullish(),
})

export const webhooks: CourierWebhooks = {
  /** GHN signs nothing: it sends along the header that the owner entered beside the address. */
  verify({ keys, headers }) {
    const expected = Buffer.from(keys.webhook_secret ?? '')
    const given = Buffer.from(headers['x-console-secret'] ?? '')
    return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)
  },

  read({ body }) {
    const content = parseMessage('GHN', body)
    const message = checkReply('GHN', content, messageSchema)
    const event = eventOf(
      message.Time,
      message.Status,
      message.Reason || message.Description || message.Status,
    )
    // Messages about weights and fees repeat the status without telling of a move. Older ones capitalise the type.
    const isMove = /^(switch_status|create)$/i.test(message.Type)
    return [
      {
        trackingNumber: message.OrderCode,
        reference: message.ClientOrderCode ?? null,
        events: [{ ...event, meaning: isMove ? event.meaning : null, place: message.Warehouse || null }],
      },
    ]
  },

  // A refusal below 500 is not repeated.
  answer: (isBelieved) => ({ status: isBelieved ? 200 : 401, type: 'text/plain', body: '' }),
}
