/** Reasons for cancellations as channels write them, in our codes, so that one reason is one however it is spelled. */
import type { CancelReasonCode } from '../model/cancel-reason.ts'
import type { ChannelOrder } from '../model/order.ts'

/** Whole texts, in lower case and without signs. What buyers write themselves is longer, and stays as it is. */
const known: [RegExp, CancelReasonCode][] = [
  [/^(seller |product |item )?(is )?out of stock|^sourcing delay|^insufficient stock$/, 'out_of_stock'],
  [/^(incorrect|wrong) (price|pricing)$|^pricing error$/, 'wrong_price'],
  [
    /^changed? (of|my) mind$|^no longer (needed|want(ed)?)$|^don'?t want( to buy)?( it)? any ?more$|^customer (request|cancell?ed)$/,
    'buyer_changed_mind',
  ],
  [/^buyer (requested cancell?ation|cancell?ed)$|^found (it )?cheaper( elsewhere)?$/, 'buyer_changed_mind'],
  [/^better price available$|^decided (for|on) (an )?(alternative|other) product$/, 'buyer_changed_mind'],
  [
    /^need to (input )?change (voucher|color|size|payment)|^(need to )?modify (existing )?order/,
    'buyer_changed_mind',
  ],
  [
    /^change payment method$|^forgot to use voucher|^payment procedure too troublesome$/,
    'buyer_changed_mind',
  ],
  [/^khách (hàng )?không còn nhu cầu$|^khách (hàng )?đổi ý$/, 'buyer_changed_mind'],
  [
    /^(need to )?change (of )?(the )?(delivery|shipping) address$|^(wrong|incorrect) address$|^undeliverable area$/,
    'wrong_address',
  ],
  [/^address (not|un) ?deliver|^unable to deliver to buyer address$/, 'wrong_address'],
  [
    /^(customer|buyer) (is )?(unreachable|not reachable)$|^unable to contact (customer|buyer)$/,
    'unreachable_buyer',
  ],
  [/^duplicated? order$|^đặt trùng đơn/, 'duplicate_order'],
  [
    /^unpaid order$|^payment time ?out$|^(customer|buyer) (overdue|hasn'?t paid)|^payment (issues?|failed|expired)$/,
    'payment_timeout',
  ],
  [
    /^failed delivery$|^delivery failed$|^(package|parcel) (lost|damaged)$|^lost (parcel|package)$/,
    'delivery_failed',
  ],
  [/^(suspicious|fraudulent) order$|^(suspected )?fraud$/, 'fraud_suspected'],
  [/^others?( reasons?)?$|^lý do khác$/, 'other'],
  [/^hết hàng$/, 'out_of_stock'],
]

/** @param code ours, where the channel's own code tells it */
export function cancelReasonIn(
  text: string,
  code = codeOf(text),
): Pick<ChannelOrder, 'cancelReason' | 'cancelText'> {
  if (!code || text === code) return { cancelReason: text || null }
  return text ? { cancelReason: code, cancelText: text } : { cancelReason: code }
}

function codeOf(text: string): CancelReasonCode | undefined {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()
  return known.find(([pattern]) => pattern.test(words))?.[1]
}
