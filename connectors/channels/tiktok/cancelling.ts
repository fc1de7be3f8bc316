/** Calling orders off. Source: "Cancel Order", "Search Cancellations" and the answers to them. */
import { ChannelError } from '../../connector.ts'
import type { Cancelling, Session } from '../../connector.ts'
import { readAgain } from '../../http.ts'
import type { CancelReason, CancelReasonCode } from '../../../model/cancel-reason.ts'
import type { Currency } from '../../../model/money.ts'
import { request } from './orders.ts'
import { canceledSchema, cancellationsSchema, nothingSchema, reasonsSchema } from './selling-wire.ts'

export const cancelling: Cancelling = {
  reasons({ currency }, { channelStatus }) {
    const rows = byStatus[channelStatus] ?? []
    return Promise.resolve(rows.filter(([, , isIn]) => isIn(currency)).map((row) => reasonOf(row, currency)))
  },

  async cancel(session, { channelOrderId, channelReasonId }) {
    const body = { order_id: channelOrderId, cancel_reason: channelReasonId }
    const path = '/return_refund/202309/cancellations'
    const reply = await request(session, { method: 'POST', path, query: {}, body }, canceledSchema)
    if (reply.cancel_status === 'CANCELLATION_REQUEST_CANCEL')
      throw new ChannelError('refused', 'TikTok Shop does not cancel this order')
  },

  async answer(session, { channelOrderId, isAccepted }) {
    const id = await findWish(session, channelOrderId)
    const path = `/return_refund/202309/cancellations/${encodeURIComponent(id)}/${isAccepted ? 'approve' : 'reject'}`
    const body = isAccepted ? {} : { reject_reason: await findRejectReason(session, id, null) }
    await request(session, { method: 'POST', path, query: {}, body }, nothingSchema)
  },
}

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

function reasonOf([id, code]: Row, currency: Currency): CancelReason {
  const words = id.replace(/^seller_cancel_(un)?(paid_)?(reason_)?/, '$1').replaceAll('_', ' ')
  const name = words.replace(/^un(?=[a-z])/, '').replace('hasnt', "hasn't")
  const channelReasonId = currency === 'GBP' ? `${id}_uk` : id
  return { code, channelReasonId, name: name.charAt(0).toUpperCase() + name.slice(1) }
}

async function findWish(session: Session, channelOrderId: string): Promise<string> {
  const path = '/return_refund/202309/cancellations/search'
  const body = { order_ids: [channelOrderId], cancel_types: ['BUYER_CANCEL'] }
  const { cancellations } = await readAgain(() =>
    request(session, { method: 'POST', path, query: { page_size: '50' }, body }, cancellationsSchema),
  )
  const open = (cancellations ?? []).find(({ cancel_status: word }) => word?.endsWith('PENDING'))
  if (!open) throw new ChannelError('refused', 'No buyer waits for an answer about this order')
  return open.cancel_id
}

/** Out of which a refusal takes one, of a request to cancel as of a return. */
export async function readRejectReasons(
  session: Session,
  id: string,
): Promise<{ name: string; text?: string | null | undefined }[]> {
  const path = '/return_refund/202309/reject_reasons'
  const { reasons } = await readAgain(() =>
    request(session, { method: 'GET', path, query: { return_or_cancel_id: id } }, reasonsSchema),
  )
  return reasons ?? []
}

/** A refusal has a reason out of a list, that of parcels which are packed already before all others. */
export async function findRejectReason(session: Session, id: string, wanted: string | null): Promise<string> {
  const names = (await readRejectReasons(session, id)).map(({ name }) => name)
  if (wanted !== null && names.includes(wanted)) return wanted
  const found = wanted === null ? (names.find((name) => /packed/.test(name)) ?? names[0]) : undefined
  if (found === undefined)
    throw new ChannelError('refused', 'TikTok Shop has no such reason for refusing this request')
  return found
}
