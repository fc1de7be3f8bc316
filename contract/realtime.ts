import { z } from 'zod'
import { exportStates } from '../model/export.ts'
import { mostTold } from '../model/realtime-channels.ts'
import { instant } from './endpoint.ts'

/**
 * GET /api/v2/realtime/stream, server-sent events for the signed-in user. Not JSON, so it stands beside the endpoints.
 * On connecting, each channel sends its retained value once with `replay: true`; the client ignores that one, unless it is younger
 * than what it has read.
 * With Last-Event-ID everything missed since follows. An event `heartbeat` without a value every 20 s keeps the connection open. A user hears what the
 * own rights let him see, over 20 streams at most per process of the console (429 too_many_streams).
 */
export { realtimeChannels, type RealtimeChannel } from '../model/realtime-channels.ts'

export const realtimeMessage = z.object({
  replay: z.boolean(),
  seq: z.int().nullable(),
  at: instant.nullable(),
  /** Time since then by the server's clock: the reader's own may be wrong. */
  age_ms: z.int().nullable(),
  value: z.unknown(),
})
export type RealtimeMessage = z.infer<typeof realtimeMessage>

/** Value of `shop.change`: what the owner decides for a shop, or its sign-in with the channel, is not what it was. */
export const shopChange = z.object({
  shop_id: z.int(),
  /** Days until the shop's sign-in ends, if it soon does: 7, 3 or 1. */
  days_left: z.int().optional(),
})
export type ShopChange = z.infer<typeof shopChange>

/** Value of `order.change`: orders that came in or changed, newest knowledge; ids are capped, the counts are exact. */
export const orderChange = z.object({
  shop_id: z.int(),
  created: z.int(),
  updated: z.int(),
  ids: z.array(z.int()).max(mostTold),
})
export type OrderChange = z.infer<typeof orderChange>

/** Value of `settlement.change`: payouts of this shop that came in or changed. For those who may see payments. */
export const settlementChange = z.object({ shop_id: z.int(), changed: z.int() })
export type SettlementChange = z.infer<typeof settlementChange>

/** Value of `product.change`: products whose listing, stock or refusal changed here or at their channel; ids are capped. */
export const productChange = z.object({ ids: z.array(z.int()).max(mostTold) })
export type ProductChange = z.infer<typeof productChange>

/** Value of `stock.change`: SKUs whose stock changed, or listings whose figure was sent, refused or read back; ids are capped. */
export const stockChange = z.object({
  sku_ids: z.array(z.int()).max(mostTold).optional(),
  listing_ids: z.array(z.int()).max(mostTold).optional(),
})
export type StockChange = z.infer<typeof stockChange>

/** Value of `user.add`: somebody was added, or came by an invitation. For whoever may see the staff. */
export const userAdd = z.object({ user_id: z.int(), staff_name: z.string() })
export type UserAdd = z.infer<typeof userAdd>

/** Value of `customer.rank`: how far customers have the levels of new limits; 100 when all have. */
export const rankChange = z.object({ percent: z.int() })
export type RankChange = z.infer<typeof rankChange>

/** Value of `export.<type>`: how a file that this user asked for comes along. */
export const exportChange = z.object({
  export_id: z.int(),
  status: z.enum(exportStates),
  rows: z.int(),
  percent: z.int(),
})
export type ExportChange = z.infer<typeof exportChange>
