/** Orders called off. Source: "v2.order.cancel_order" and "v2.order.handle_buyer_cancellation" API reference. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Cancelling } from '../../order-changes.ts'
import { cancelReasonIn } from '../../cancel-words.ts'
import { readAgain } from '../../read-again.ts'
import type { CancelReason } from '../../../model/cancel-reason.ts'
import { boughtItemsSchema, get, nothingSchema, post } from './selling-wire.ts'
import { describeIssue, orderDetailSchema } from './wire.ts'

/** All that Shopee takes from sellers. */
const reasons: CancelReason[] = [
  { code: 'out_of_stock', channelReasonId: 'OUT_OF_STOCK', name: 'Out of stock' },
  { code: 'buyer_changed_mind', channelReasonId: 'CUSTOMER_REQUEST', name: 'Customer request' },
  { code: 'wrong_address', channelReasonId: 'UNDELIVERABLE_AREA', name: 'Undeliverable area' },
  { code: 'other', channelReasonId: 'COD_NOT_SUPPORTED', name: 'COD not supported' },
]

/** Our code for one of Shopee's or for its words, beside its name; what a buyer wrote stays as it is. */
export function cancelReasonOf(word: string): ReturnType<typeof cancelReasonIn> {
  const known = reasons.find(({ channelReasonId }) => channelReasonId === word)
  return known ? cancelReasonIn(known.name, known.code) : cancelReasonIn(word)
}

/** Reason for shops in Taiwan and Malaysia only. */
const regional = 'UNDELIVERABLE_AREA'
const regionalCurrencies = ['TWD', 'MYR']

/** Before the courier has the parcel. A buyer's own request (IN_CANCEL) is answered, not overtaken. */
const cancellable = new Set([
  'UNPAID',
  'PENDING',
  'INVOICE_PENDING',
  'READY_TO_SHIP',
  'PROCESSED',
  'RETRY_SHIP',
])

export const cancelling: Cancelling = {
  async reasons(session, { channelStatus }) {
    if (!cancellable.has(channelStatus)) return []
    return reasons.filter(
      ({ channelReasonId }) => channelReasonId !== regional || regionalCurrencies.includes(session.currency),
    )
  },

  async cancel(session, { channelOrderId, channelReasonId }) {
    const query = { order_sn_list: channelOrderId, response_optional_fields: 'item_list' }
    const body: Record<string, unknown> = { order_sn: channelOrderId, cancel_reason: channelReasonId }
    // Shopee then wants to hear what is out of stock; to us it is the whole order.
    if (channelReasonId === 'OUT_OF_STOCK') {
      const { response } = await readAgain(() =>
        get(session, 'order/get_order_detail', query, orderDetailSchema),
      )
      const order = boughtItemsSchema.safeParse(response.order_list[0])
      if (!order.success)
        throw new ChannelError(
          'changed-shape',
          ownMessage('refusal.unreadable', { channel: 'Shopee', detail: describeIssue(order.error) }),
        )
      body.item_list = order.data.item_list.map((item) => ({
        item_id: item.item_id,
        model_id: item.model_id ?? 0,
      }))
    }
    await post(session, 'order/cancel_order', body, nothingSchema)
  },

  async answer(session, { channelOrderId, isAccepted }) {
    const body = { order_sn: channelOrderId, operation: isAccepted ? 'ACCEPT' : 'REJECT' }
    await post(session, 'order/handle_buyer_cancellation', body, nothingSchema)
  },
}
