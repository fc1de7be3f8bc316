/** Returns that buyers request. Source: "v2.returns" API reference, guide "Return and refund management". */
import { ChannelError } from '../../channel-error.ts'
import type { Period, Session } from '../../session.ts'
import type { ReturnPage, ReturnResults, Returns } from '../../returns.ts'
import { readAgain } from '../../read-again.ts'
import { isCurrency, toMinor } from '../../../model/money.ts'
import type { ReturnCase, ReturnStatus } from '../../../model/return-case.ts'
import { decodeWindow, encodeWindow, firstWindow, halfOf, windowAfter } from './orders.ts'
import {
  disputeReasonsSchema,
  get,
  nothingSchema,
  post,
  returnDetailSchema,
  returnListSchema,
  returnSchema,
  wholeReturnSchema,
} from './selling-wire.ts'
import type { ShopeeReturn } from './selling-wire.ts'
import { describeIssue } from './wire.ts'

const pageSize = 100

export const returns: Returns = {
  async list(session, period: Omit<Period, 'by'>, cursor): Promise<ReturnPage> {
    const window = cursor === null ? firstWindow(period) : decodeWindow(cursor)
    const page = Number(window.cursor || '0')
    const query = {
      page_no: String(page),
      page_size: String(pageSize),
      update_time_from: String(window.from),
      update_time_to: String(window.to),
    }
    const { response } = await readAgain(() =>
      get(session, 'returns/get_return_list', query, returnListSchema),
    )
    const half = response.more ? halfOf(window) : null
    const read = half ? [] : (response.return ?? []).map(readReturn)
    const next =
      half ?? (response.more ? { ...window, cursor: String(page + 1) } : windowAfter(window, period))
    return {
      items: read.flatMap((one) => ('returned' in one ? [one.returned] : [])),
      failures: read.flatMap((one) => ('reason' in one ? [one] : [])),
      nextCursor: next && encodeWindow(next),
    }
  },

  async get(session, channelReturnIds): Promise<ReturnResults> {
    const read: Read[] = []
    for (const id of channelReturnIds) read.push(await requestReturn(session, id))
    return {
      items: read.flatMap((one) => ('returned' in one ? [one.returned] : [])),
      failures: read.flatMap((one) => ('reason' in one ? [one] : [])),
    }
  },

  /** Leaves out reasons that require pictures: pictures can be added only on Shopee's own page. */
  async rejectReasons(session, channelReturnId) {
    const named = { return_sn: channelReturnId }
    const { response } = await readAgain(() =>
      get(session, 'returns/get_return_dispute_reason', named, disputeReasonsSchema),
    )
    return (response.dispute_reason_list ?? [])
      .filter(({ evidence_module_list: wanted }) => !wanted?.some((one) => one.is_required))
      .map(({ dispute_reason: id, dispute_requirement: name }) => ({ id, name: name || id }))
  },

  async answer(session, channelReturnId, answer) {
    const named = { return_sn: channelReturnId }
    switch (answer.decision) {
      case 'received':
        await post(session, 'returns/confirm', named, nothingSchema)
        return
      case 'accept':
        await accept(session, named)
        return
      case 'reject':
        await post(session, 'returns/dispute', { ...named, ...disputeOf(answer) }, nothingSchema)
    }
  },
}

async function requestReturn(session: Session, channelReturnId: string): Promise<Read> {
  try {
    const { response } = await readAgain(() =>
      get(session, 'returns/get_return_detail', { return_sn: channelReturnId }, wholeReturnSchema),
    )
    return readReturn(response)
  } catch (error) {
    if (!(error instanceof ChannelError) || error.channelCode !== 'error_not_found') throw error
    return { channelId: channelReturnId, reason: error.message, raw: null }
  }
}

/** To confirm is to pay: whoever asks to send goods back is offered that, and paid when they are here. */
async function accept(session: Session, named: { return_sn: string }): Promise<void> {
  const { response } = await readAgain(() =>
    get(session, 'returns/get_return_detail', named, returnDetailSchema),
  )
  if (response.status === 'REQUESTED' && response.needs_logistics) {
    await post(session, 'returns/offer', { ...named, proposed_solution: 'RETURN_REFUND' }, nothingSchema)
    return
  }
  await post(session, 'returns/confirm', named, nothingSchema)
}

function disputeOf({
  reasonId,
  note,
  email,
}: {
  reasonId: string | null
  note: string | null
  email?: string | undefined
}): object {
  const fields = [
    ...(reasonId === null
      ? [{ field: 'reasonId', message: 'Shopee wants one of its reasons for a dispute' }]
      : []),
    ...(email ? [] : [{ field: 'email', message: 'Shopee wants an e-mail address for a dispute' }]),
  ]
  const [first] = fields
  if (first) throw new ChannelError('refused', first.message, { fields })
  return { email, dispute_reason_id: Number(reasonId), ...(note !== null && { dispute_text_reason: note }) }
}

// "Data Definition - ReturnStatus". PROCESSING is told apart below.
const statuses: Record<string, ReturnStatus> = {
  REQUESTED: 'requested',
  PROCESSING: 'accepted',
  // A confirmed refund: Shopee pays the buyer with it.
  ACCEPTED: 'refunded',
  REFUND_PAID: 'refunded',
  COMPLETED: 'refunded',
  SELLER_DISPUTE: 'disputed',
  JUDGING: 'disputed',
  CANCELLED: 'closed',
  CLOSED: 'closed',
}

function statusOf({ status, tracking_number: number }: ShopeeReturn): ReturnStatus {
  if (status === 'PROCESSING' && number) return 'in_transit'
  return statuses[status] ?? 'requested'
}

type Read = { returned: ReturnCase } | ReturnResults['failures'][number]

function readReturn(raw: unknown): Read {
  const parsed = returnSchema.safeParse(raw)
  const sn = typeof raw === 'object' && raw !== null && 'return_sn' in raw ? raw.return_sn : ''
  const channelReturnId = typeof sn === 'string' ? sn : ''
  if (!parsed.success) return { channelId: channelReturnId, reason: describeIssue(parsed.error), raw }
  try {
    return { returned: toReturn(parsed.data) }
  } catch (error) {
    return {
      channelId: channelReturnId,
      reason: error instanceof Error ? error.message : 'refusal.item_unreadable',
      raw,
    }
  }
}

function toReturn(one: ShopeeReturn): ReturnCase {
  const { currency } = one
  if (!isCurrency(currency)) throw new RangeError(`currency: ${currency} is not supported`)
  const refund = toMinor(one.refund_amount, currency)
  const items = one.item ?? []
  const shares = sharesOf(
    refund,
    items.map((item) => toMinor(item.item_price, currency) * item.amount),
  )
  const due = one.return_seller_due_date || one.due_date
  return {
    channelReturnId: one.return_sn,
    channelOrderId: one.order_sn,
    status: statusOf(one),
    channelStatus: one.status,
    kind: one.needs_logistics ? 'return' : 'refund',
    reason: one.text_reason || one.reason || null,
    currency,
    refund,
    requestedAt: new Date(one.create_time * 1000),
    changedAt: new Date(one.update_time * 1000),
    answerBy: due ? new Date(due * 1000) : null,
    trackingNumber: one.tracking_number || null,
    images: one.image ?? [],
    lines: items.map((item, index) => ({
      shopSku: `${item.item_id}_${item.model_id ?? 0}`,
      quantity: item.amount,
      refund: shares[index] ?? 0,
    })),
  }
}

/** Shopee refunds a sum, less vouchers: each line has its part of it by price, and the last one what is left over. */
function sharesOf(refund: number, worths: number[]): number[] {
  const all = worths.reduce((sum, worth) => sum + worth, 0)
  let left = refund
  return worths.map((worth, index) => {
    const isLast = index === worths.length - 1
    const share = isLast ? left : all > 0 ? Math.round(refund * (worth / all)) : 0
    left -= share
    return share
  })
}
