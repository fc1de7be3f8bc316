/** Calling orders off. Source: "Cancel Order", "Search Cancellations" and the answers to them. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Cancelling } from '../../order-changes.ts'
import type { Session } from '../../session.ts'
import { readAgain } from '../../read-again.ts'
import { cancelReasonsIn } from './cancel-reasons.ts'
import { request } from './orders.ts'
import { canceledSchema, cancellationsSchema, nothingSchema, reasonsSchema } from './selling-wire.ts'

export const cancelling: Cancelling = {
  reasons({ currency }, { channelStatus }) {
    return Promise.resolve(cancelReasonsIn(currency, channelStatus))
  },

  async cancel(session, { channelOrderId, channelReasonId }) {
    const body = { order_id: channelOrderId, cancel_reason: channelReasonId }
    const path = '/return_refund/202309/cancellations'
    const reply = await request(session, { method: 'POST', path, query: {}, body }, canceledSchema)
    if (reply.cancel_status === 'CANCELLATION_REQUEST_CANCEL')
      throw new ChannelError('refused', ownMessage('refusal.no_cancel', { channel: 'TikTok Shop' }))
  },

  async answer(session, { channelOrderId, isAccepted }) {
    const id = await findAction(session, channelOrderId)
    const path = `/return_refund/202309/cancellations/${encodeURIComponent(id)}/${isAccepted ? 'approve' : 'reject'}`
    const body = isAccepted ? {} : { reject_reason: await findRejectReason(session, id, null) }
    await request(session, { method: 'POST', path, query: {}, body }, nothingSchema)
  },
}

async function findAction(session: Session, channelOrderId: string): Promise<string> {
  const path = '/return_refund/202309/cancellations/search'
  const body = { order_ids: [channelOrderId], cancel_types: ['BUYER_CANCEL'] }
  const { cancellations } = await readAgain(() =>
    request(session, { method: 'POST', path, query: { page_size: '50' }, body }, cancellationsSchema),
  )
  const open = (cancellations ?? []).find(({ cancel_status: word }) => word?.endsWith('PENDING'))
  if (!open) throw new ChannelError('refused', 'refusal.no_request')
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
    throw new ChannelError('refused', ownMessage('refusal.no_such_reason', { channel: 'TikTok Shop' }))
  return found
}
