/** TikTok's reasons for calling orders off. Source: "Cancel Order". */
import type { CancelReason, CancelReasonCode } from '../../../model/cancel-reason.ts'
import type { Currency } from '../../../model/money.ts'
import { cancelReasonIn } from '../../cancel-words.ts'

type Row = [id: string, code: CancelReasonCode, isIn: (currency: Currency) => boolean]

const everywhere = () => true
const inCountryOf =
  (...currencies: Currency[]) =>
  (currency: Currency) =>
    currencies.includes(currency)
const notInCountryOf =
  (...currencies: Currency[]) =>
  (currency: Currency) =>
    !currencies.includes(currency)

const paid: Row[] = [
  ['seller_cancel_reason_out_of_stock', 'out_of_stock', everywhere],
  ['seller_cancel_reason_wrong_price', 'wrong_price', everywhere],
  [
    'seller_cancel_paid_reason_address_not_deliver',
    'wrong_address',
    notInCountryOf('IDR', 'VND', 'THB', 'SGD', 'PHP'),
  ],
  ['seller_cancel_unable_to_deliver_to_buyer_address', 'wrong_address', inCountryOf('SGD')],
  ['seller_cancel_paid_reason_buyer_requested_cancellation', 'buyer_changed_mind', inCountryOf('PHP', 'USD')],
]

/** By the order's status; with any other one an order can no longer be called off. */
const byStatus: Record<string, Row[]> = {
  UNPAID: [
    ['seller_cancel_unpaid_reason_out_of_stock', 'out_of_stock', everywhere],
    ['seller_cancel_unpaid_reason_wrong_price', 'wrong_price', everywhere],
    ['seller_cancel_unpaid_reason_buyer_hasnt_paid_within_time_allowed', 'payment_timeout', everywhere],
    [
      'seller_cancel_unpaid_reason_buyer_requested_cancellation',
      'buyer_changed_mind',
      inCountryOf('PHP', 'USD'),
    ],
  ],
  ON_HOLD: paid,
  AWAITING_SHIPMENT: paid,
}

/** Lists the reasons that TikTok accepts from the sellers of a country for an order in this status. */
export function cancelReasonsIn(currency: Currency, channelStatus: string): CancelReason[] {
  const rows = byStatus[channelStatus] ?? []
  return rows.filter(([, , isIn]) => isIn(currency)).map((row) => reasonOf(row, currency))
}

function reasonOf([id, code]: Row, currency: Currency): CancelReason {
  return { code, channelReasonId: currency === 'GBP' ? `${id}_uk` : id, name: nameOf(id) }
}

function nameOf(id: string): string {
  const name = id
    .replace(/^(ecom_|seller_|buyer_)*(order_to_ship_)?cancel(ed)?_(unpaid_|paid_)?(reason_)?/, '')
    .replaceAll('_', ' ')
    .replace('hasnt', "hasn't")
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Our code for one of TikTok's, beside its name, and words for a code that is not documented; a sentence stays as it is. */
export function cancelReasonOf(word: string): ReturnType<typeof cancelReasonIn> {
  const known = Object.values(byStatus)
    .flat()
    .find(([id]) => id === word.replace(/_uk$/, ''))
  if (known) return cancelReasonIn(nameOf(known[0]), known[1])
  return cancelReasonIn(/^[a-z]+(_[a-z]+)+$/.test(word) ? nameOf(word) : word)
}
