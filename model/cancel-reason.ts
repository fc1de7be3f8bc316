/** Why an order is called off, in our words; a channel's reasons are mapped to them and kept in its own words beside. */
export const cancelReasonCodes = [
  'out_of_stock',
  'wrong_price',
  'buyer_changed_mind',
  'wrong_address',
  'unreachable_buyer',
  'duplicate_order',
  'payment_timeout',
  'delivery_failed',
  'fraud_suspected',
  'other',
] as const

export type CancelReasonCode = (typeof cancelReasonCodes)[number]

/** Parties that cancel an order; `unknown` where its channel does not say. */
export const cancelInitiators = ['buyer', 'seller', 'platform', 'system', 'unknown'] as const

/** `channelReasonId` is what the channel wants to hear, `name` what it calls it. */
export type CancelReason = { code: CancelReasonCode; channelReasonId: string; name: string }

/** Figures by the reason open their orders by its text, and addresses of pages have no line breaks and no spaces at an end. */
export function inOneLine(reason: string | null): string | null {
  return reason?.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || null
}
