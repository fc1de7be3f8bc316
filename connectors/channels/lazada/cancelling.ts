/** Calling orders off. Source: OrderCancelValidate, InitReverseOrderCancel and its decision in Lazada's API reference. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Cancelling } from '../../order-changes.ts'
import type { Session } from '../../session.ts'
import { readAgain } from '../../read-again.ts'
import type { CancelReasonCode } from '../../../model/cancel-reason.ts'
import { call } from './auth.ts'
import { findReverse } from './returns.ts'
import { answeredSchema, tipSchema } from './selling-wire.ts'
import { readItems } from './shipping.ts'
import { isCanceled } from './status.ts'

export const cancelling: Cancelling = {
  async reasons(session, { channelOrderId }) {
    const query = await queryOf(session, channelOrderId)
    const { data } = await readAgain(() =>
      call({ ...session, now: session.now() }, '/order/reverse/cancel/validate', query, tipSchema),
    )
    // Its words say why an order can no longer be called off; a warning is none.
    if (data.tip_type === 'error') return []
    return (data.reason_options ?? []).map(({ reason_id: id, reason_name: name }) => ({
      code: codeOf(String(id), name ?? ''),
      channelReasonId: String(id),
      name: name || String(id),
    }))
  },

  async cancel(session, { channelOrderId, channelReasonId }) {
    const query = { ...(await queryOf(session, channelOrderId)), reason_id: channelReasonId }
    const caller = { ...session, now: session.now() }
    const { data } = await call(caller, '/order/reverse/cancel/create', query, tipSchema)
    if (data.tip_type === 'error')
      throw new ChannelError(
        'refused',
        data.tip_content || ownMessage('refusal.no_cancel', { channel: 'Lazada' }),
      )
  },

  async answer(session, { channelOrderId, isAccepted }) {
    const request = await findReverse(session, {
      trade_order_id: channelOrderId,
      request_type_list: '["CANCEL"]',
    })
    const open = request.find(({ reverse_order_lines: lines }) =>
      lines.some(({ reverse_status: word }) => /INIT/i.test(word)),
    )
    if (!open) throw new ChannelError('refused', 'refusal.no_request')
    const query = { reverse_order_id: String(open.reverse_order_id), agree_cancel: String(isAccepted) }
    const caller = { ...session, now: session.now() }
    await call(caller, '/order/reverse/cancel/seller/decide', query, answeredSchema)
  },
}

/** All pieces that stand: Lazada cancels rows, and the rows of a package together. */
async function queryOf(session: Session, channelOrderId: string): Promise<Record<string, string>> {
  const items = await readItems(session, channelOrderId)
  const live = items.filter((item) => !isCanceled(item))
  const ids = (live.length > 0 ? live : items).map((item) => String(item.order_item_id))
  return { order_id: channelOrderId, order_item_id_list: `[${ids.join(',')}]` }
}

/** The ids differ by country; these three are documented. */
const codes: Record<string, CancelReasonCode> = {
  10000021: 'out_of_stock',
  10000023: 'wrong_price',
  10000019: 'out_of_stock',
}

const words: [RegExp, CancelReasonCode][] = [
  [/stock|sourcing|inventory/i, 'out_of_stock'],
  [/pric/i, 'wrong_price'],
  [/address/i, 'wrong_address'],
  [/duplicate/i, 'duplicate_order'],
  [/payment|unpaid/i, 'payment_timeout'],
  [/fraud|suspicious|risk/i, 'fraud_suspected'],
  [/contact|reach|unreachable/i, 'unreachable_buyer'],
  [/change.* mind|customer|buyer/i, 'buyer_changed_mind'],
  [/deliver|courier|logistic/i, 'delivery_failed'],
]

function codeOf(id: string, name: string): CancelReasonCode {
  return codes[id] ?? words.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
}
