import { z } from 'zod'
import { instant } from './endpoint.ts'

/**
 * GET /api/v2/realtime/stream, server-sent events for the signed-in user. Not JSON, so it stands beside the endpoints.
 * On connecting, each channel sends its retained value once with `replay: true`; the client ignores that one.
 * With Last-Event-ID everything missed since follows. `:` lines every 20 s keep the connection open.
 */
export const realtimeChannels = [
  'order.sync',
  'order.change',
  'product.sync',
  'product.add',
  'shop.sync',
  'store.add',
] as const
export type RealtimeChannel = (typeof realtimeChannels)[number]

export const realtimeMessage = z.object({
  replay: z.boolean(),
  seq: z.int().nullable(),
  at: instant.nullable(),
  value: z.unknown(),
})
export type RealtimeMessage = z.infer<typeof realtimeMessage>

/** Value of `order.change`: orders that came in or changed, newest knowledge; ids are capped, the counts are exact. */
export const orderChange = z.object({
  shop_id: z.int(),
  created: z.int(),
  updated: z.int(),
  ids: z.array(z.int()).max(200),
})
export type OrderChange = z.infer<typeof orderChange>
