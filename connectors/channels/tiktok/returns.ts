/** Goods and money that buyers want to give and have back. Source: "Search Returns", "Approve Return", "Reject Return". */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { ReturnPage, ReturnResults, Returns } from '../../returns.ts'
import { readAgain } from '../../read-again.ts'
import type { ReturnCase, ReturnStatus } from '../../../model/return-case.ts'
import { isCurrency, toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import { findRejectReason, readRejectReasons } from './cancelling.ts'
import { decodeCursor, encodeCursor, firstPlace, isRecord, nextPlace, request } from './orders.ts'
import { decode, nothingSchema, returnSchema, returnsSchema } from './selling-wire.ts'
import type { TiktokReturn } from './selling-wire.ts'
import { describeIssue } from './wire.ts'

const pageSize = 50

export const returns: Returns = {
  async list(session, period, cursor): Promise<ReturnPage> {
    const place = cursor === null ? firstPlace(period) : decodeCursor(cursor)
    const body = { update_time_ge: place.from, update_time_lt: place.to }
    const { return_orders: found, next_page_token: token } = await search(session, body, place.token)
    const rows = found ?? []
    const next = token ? nextPlace(place, rows, 'update_time', token) : null
    const read = rows.map((raw) => readReturn(session, raw))
    return { ...resultsOf(read), nextCursor: next && encodeCursor(next) }
  },

  async get(session, channelReturnIds): Promise<ReturnResults> {
    const found = await search(session, { return_ids: channelReturnIds })
    const { items: returns, failures } = resultsOf(
      (found.return_orders ?? []).map((raw) => readReturn(session, raw)),
    )
    const known = new Set([
      ...returns.map((one) => one.channelReturnId),
      ...failures.map((one) => one.channelId),
    ])
    const unknown = channelReturnIds
      .filter((id) => !known.has(id))
      .map((channelReturnId) => ({
        channelId: channelReturnId,
        reason: ownMessage('refusal.unknown_return', { channel: 'TikTok Shop' }),
        raw: null,
      }))
    return { items: returns, failures: [...failures, ...unknown] }
  },

  async rejectReasons(session, channelReturnId) {
    const reasons = await readRejectReasons(session, channelReturnId)
    return reasons.map(({ name, text }) => ({ id: name, name: text || name }))
  },

  async answer(session, channelReturnId, answer) {
    const { return_orders: rows } = await search(session, { return_ids: [channelReturnId] })
    const [raw] = rows ?? []
    if (raw === undefined)
      throw new ChannelError('refused', ownMessage('refusal.unknown_return', { channel: 'TikTok Shop' }))
    const found = decode(raw, returnSchema)
    const isReject = answer.decision === 'reject'
    const subject = answer.decision === 'received' ? 'RECEIVED_PACKAGE' : subjectOf(found)
    const path = `/return_refund/202309/returns/${encodeURIComponent(channelReturnId)}/${isReject ? 'reject' : 'approve'}`
    const body = isReject
      ? {
          decision: `REJECT_${subject}`,
          reject_reason: await findRejectReason(session, channelReturnId, answer.reasonId),
          ...(answer.note ? { comment: answer.note } : {}),
        }
      : { decision: `APPROVE_${subject}` }
    await request(session, { method: 'POST', path, query: {}, body }, nothingSchema)
  },
}

type Read = ReturnCase | ReturnResults['failures'][number]

function resultsOf(read: Read[]): ReturnResults {
  return {
    items: read.flatMap((one) => ('status' in one ? [one] : [])),
    failures: read.flatMap((one) => ('raw' in one ? [one] : [])),
  }
}

/** In rising order of the time of change, as orders are read. */
function search(session: Session, body: Record<string, unknown>, token = '') {
  const path = '/return_refund/202309/returns/search'
  const query = {
    page_size: String(pageSize),
    sort_field: 'update_time',
    sort_order: 'ASC',
    ...(token ? { page_token: token } : {}),
  }
  return readAgain(() => request(session, { method: 'POST', path, query, body }, returnsSchema))
}

/** Answers what the decision is about: the request, or the parcel that is on its way back. */
function subjectOf({ return_type: type, return_status: word }: TiktokReturn): string {
  if (word === 'BUYER_SHIPPED_ITEM') return 'RECEIVED_PACKAGE'
  if (type === 'REFUND') return 'REFUND'
  return type === 'REPLACEMENT' ? 'REPLACEMENT' : 'RETURN'
}

function readReturn(session: Session, raw: unknown): Read {
  const id = isRecord(raw) && typeof raw.return_id === 'string' ? raw.return_id : ''
  const fail = (reason: string) => ({ channelId: id, reason: `return ${id}: ${reason}`, raw })
  const read = returnSchema.safeParse(raw)
  if (!read.success) return fail(describeIssue(read.error))
  try {
    return caseOf(session, read.data)
  } catch (error) {
    // Amounts that are no amounts. Whatever else it may be, it concerns this return and no other.
    return fail(error instanceof Error ? error.message : 'refusal.item_unreadable')
  }
}

function caseOf(session: Session, row: TiktokReturn): ReturnCase {
  const currency = currencyOf(row, session.currency)
  const items = row.return_line_items ?? []
  const refundOf = (one: TiktokReturn['refund_amount']) => toMinor(one?.refund_total || '0', currency)
  const deadline = row.seller_next_action_response?.map((one) => one.deadline).find(Boolean)
  const status = statusOf(row)
  return {
    channelReturnId: row.return_id,
    channelOrderId: row.order_id,
    status,
    channelStatus: row.return_status,
    kind: kinds[row.return_type] ?? 'return',
    reason: row.return_reason_text || row.return_reason || null,
    currency,
    refund: refundOf(row.refund_amount),
    requestedAt: new Date(row.create_time * 1000),
    changedAt: new Date((row.update_time ?? row.create_time) * 1000),
    answerBy: status === 'requested' && deadline ? new Date(deadline * 1000) : null,
    trackingNumber: row.return_tracking_number || null,
    images: [],
    lines: [...Map.groupBy(items, (item) => item.sku_id)].map(([shopSku, pieces]) => ({
      shopSku,
      quantity: pieces.length,
      refund: pieces.reduce((sum, piece) => sum + refundOf(piece.refund_amount), 0),
    })),
  }
}

const kinds: Record<string, ReturnCase['kind']> = {
  REFUND: 'refund',
  RETURN_AND_REFUND: 'return',
  REPLACEMENT: 'replacement',
}

function currencyOf({ refund_amount: refund }: TiktokReturn, usual: Currency): Currency {
  const named = refund?.currency || usual
  if (!isCurrency(named)) throw new RangeError(`refund_amount.currency: ${named} is not supported`)
  return named
}

/** The first that fits; the rest, new words among them, waits for the seller to look. */
const statuses: [RegExp, ReturnStatus][] = [
  [/(REFUND_SUCCESS|RETURN_OR_REFUND_REQUEST_COMPLETE)$/, 'refunded'],
  [/(CANCEL|COMPLETE)$/, 'closed'],
  [/REJECT/, 'rejected'],
  [/^BUYER_SHIPPED_ITEM$/, 'in_transit'],
  [/^AWAITING_BUYER_SHIP$/, 'accepted'],
]

function statusOf(row: TiktokReturn): ReturnStatus {
  const { return_type: type, return_status: word, arbitration_status: arbitration } = row
  const isSuccess = word === 'RETURN_OR_REFUND_REQUEST_SUCCESS'
  const agreed: ReturnStatus = type === 'REFUND' ? 'accepted' : 'received'
  const status = isSuccess ? agreed : statuses.find(([pattern]) => pattern.test(word))?.[1]
  const isOver = status === 'refunded' || status === 'closed'
  return arbitration === 'IN_PROGRESS' && !isOver ? 'disputed' : (status ?? 'requested')
}
