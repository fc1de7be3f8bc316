/** Goods and money that buyers want to give and have back. Source: "Return and Refund API" in Lazada's API reference. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { ReturnPage, ReturnResults, Returns } from '../../returns.ts'
import { readAgain } from '../../read-again.ts'
import type { ReturnAnswer, ReturnCase, ReturnStatus } from '../../../model/return-case.ts'
import type { Currency } from '../../../model/money.ts'
import { call } from './auth.ts'
import {
  answeredSchema,
  decode,
  reasonsSchema,
  refuseInside,
  reverseListSchema,
  reverseOrderSchema,
} from './selling-wire.ts'
import type { ReverseLine, ReverseOrder } from './selling-wire.ts'
import { describeIssue } from './wire.ts'

const pageSize = 50
const day = 86_400_000

export const returns: Returns = {
  async list(session, period, cursor): Promise<ReturnPage> {
    const page = cursor === null ? 1 : pageOf(cursor)
    const { items, total } = await readPage(session, page, {
      ReverseOrderLineModifiedTimeRangeStart: String(period.from.getTime()),
      // No end: what changes while pages are read must not leave the list, for all behind it would move up.
      ReverseOrderLineModifiedTimeRangeEnd: String(session.now().getTime() + day),
    })
    const read = items.flatMap((raw) => readReturn(session, raw))
    const isLast = items.length === 0 || (items.length < pageSize && page * pageSize >= total)
    return { ...resultsOf(read), nextCursor: isLast ? null : String(page + 1) }
  },

  async get(session, channelReturnIds): Promise<ReturnResults> {
    const read: Read[] = []
    for (const channelReturnId of channelReturnIds) {
      const { items } = await readPage(session, 1, { reverse_order_id: channelReturnId })
      const unknown = {
        channelId: channelReturnId,
        reason: ownMessage('refusal.unknown_return', { channel: 'Lazada' }),
        raw: null,
      }
      read.push(...(items.length === 0 ? [unknown] : items.flatMap((raw) => readReturn(session, raw))))
    }
    return resultsOf(read)
  },

  async rejectReasons(session, channelReturnId) {
    const [found] = await findReverse(session, { reverse_order_id: channelReturnId })
    if (!found) throw new ChannelError('refused', ownMessage('refusal.unknown_return', { channel: 'Lazada' }))
    // Money alone is refused in Seller Center only.
    if (found.request_type === 'ONLY_REFUND') return []
    const reasons = await readReasons(session, String(found.reverse_order_lines[0]?.reverse_order_line_id))
    return reasons.map(({ id, text }) => ({ id, name: text || id }))
  },

  async answer(session, channelReturnId, answer) {
    const [found] = await findReverse(session, { reverse_order_id: channelReturnId })
    if (!found) throw new ChannelError('refused', ownMessage('refusal.unknown_return', { channel: 'Lazada' }))
    const caller = { ...session, now: session.now() }
    const { path, query } = await queryOf(session, found, answer)
    await call(caller, path, query, answeredSchema)
  },
}

type Read = ReturnCase | ReturnResults['failures'][number]

function resultsOf(read: Read[]): ReturnResults {
  return {
    items: read.flatMap((one) => ('status' in one ? [one] : [])),
    failures: read.flatMap((one) => ('raw' in one ? [one] : [])),
  }
}

/** Finds the return orders that match a filter, on its first page: a filter for one order or one return has no second page. */
export async function findReverse(session: Session, filter: Record<string, string>): Promise<ReverseOrder[]> {
  const { items } = await readPage(session, 1, filter)
  return items.map((raw) => decode(raw, reverseOrderSchema))
}

async function readPage(session: Session, page: number, filter: Record<string, string>) {
  const query = { page_no: String(page), page_size: String(pageSize), ...filter }
  const { result } = await readAgain(async () => {
    const caller = { ...session, now: session.now() }
    const reply = await call(caller, '/reverse/getreverseordersforseller', query, reverseListSchema)
    refuseInside(reply)
    return reply
  })
  return { items: result.items ?? [], total: Number(result.total ?? 0) }
}

function pageOf(cursor: string): number {
  if (!/^\d{1,6}$/.test(cursor)) throw new ChannelError('changed-shape', 'refusal.cursor')
  return Number(cursor)
}

function readReturn(session: Session, raw: unknown): Read[] {
  const read = reverseOrderSchema.safeParse(raw)
  if (!read.success) {
    const id = partOf(raw, 'reverse_order_id')
    const channelReturnId = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
    return [
      { channelId: channelReturnId, reason: `return ${channelReturnId}: ${describeIssue(read.error)}`, raw },
    ]
  }
  // A buyer who calls an order off gives nothing back: the order tells of it.
  return read.data.request_type === 'CANCEL' ? [] : [caseOf(session, read.data)]
}

function caseOf(session: Session, row: ReverseOrder): ReturnCase {
  const { reverse_order_lines: lines } = row
  const slowest = lines.map((line) => ({ line, status: statusOf(line) })).sort(byProgress)[0]
  // Once it is refunded, lines that were refused or withdrawn bring the buyer nothing.
  const isRefunded = slowest?.status === 'refunded'
  const refundIn = (some: ReverseLine[]) =>
    some
      .filter((line) => !isRefunded || statusOf(line) === 'refunded')
      .reduce((sum, line) => sum + refundOf(line, session.currency), 0)
  const asked = Math.min(...lines.map((line) => line.return_order_line_gmt_create))
  const changed = lines.map(
    (line) => line.return_order_line_gmt_modified ?? line.return_order_line_gmt_create,
  )
  const sla = Math.min(...lines.map((line) => line.sla || Infinity))
  const isOpen = slowest?.status === 'requested'
  return {
    channelReturnId: String(row.reverse_order_id),
    channelOrderId: String(row.trade_order_id),
    status: slowest?.status ?? 'requested',
    channelStatus: slowest?.line.reverse_status ?? '',
    kind: row.request_type === 'ONLY_REFUND' ? 'refund' : 'return',
    reason: lines.map((line) => line.reason_text).find(Boolean) ?? null,
    currency: session.currency,
    refund: refundIn(lines),
    requestedAt: new Date(asked),
    changedAt: new Date(Math.max(...changed)),
    answerBy: isOpen ? deadlineOf(sla, asked) : null,
    trackingNumber: lines.map((line) => line.tracking_number).find(Boolean) ?? null,
    images: [],
    lines: [...Map.groupBy(lines, skuOf)].map(([shopSku, pieces]) => ({
      shopSku,
      quantity: pieces.length,
      refund: refundIn(pieces),
    })),
  }
}

/** In cents, whatever the currency has of them, and whole in Vietnam. */
function refundOf({ refund_amount: amount }: ReverseLine, currency: Currency): number {
  const given = Number(amount ?? 0)
  const value = currency === 'IDR' ? given / 100 : given
  return Number.isFinite(value) ? Math.round(value) : 0
}

/** A moment, or how long the seller has: which of them is not documented. */
function deadlineOf(sla: number, asked: number): Date | null {
  if (!Number.isFinite(sla)) return null
  return new Date(sla > 1_000_000_000_000 ? sla : asked + sla)
}

function skuOf({ product, platform_sku_id: platform, seller_sku_id: seller }: ReverseLine): string {
  return product?.product_sku || platform || seller || ''
}

const order: ReturnStatus[] = [
  'disputed',
  'requested',
  'accepted',
  'in_transit',
  'received',
  'refunded',
  'rejected',
  'closed',
]

function byProgress(a: { status: ReturnStatus }, b: { status: ReturnStatus }): number {
  return order.indexOf(a.status) - order.indexOf(b.status)
}

/** The first that fits a line's word; the rest, new words among them, waits for the seller to look. */
const statuses: [RegExp, ReturnStatus][] = [
  [/^(REFUND_SUCCESS|REQUEST_COMPLETE|REFUND_ISSUED|CANCEL_REFUND_ISSUED)$/, 'refunded'],
  [/CANCEL/, 'closed'],
  [/REJECT/, 'rejected'],
  [/RECEIVE_ITEM/, 'received'],
  [/SHIPPING_BACK|BUYER_RETURN_ITEM/, 'in_transit'],
  [/DISPUTE|CS_APPROVING/, 'disputed'],
  [/AGREE|REFUND_PENDING|REFUND_AUTHORIZED/, 'accepted'],
]

function statusOf({
  reverse_status: word,
  ofc_status: parcel,
  is_dispute: isDisputed,
}: ReverseLine): ReturnStatus {
  const status = statuses.find(([pattern]) => pattern.test(word))?.[1] ?? 'requested'
  if (isDisputed && !['refunded', 'closed'].includes(status)) return 'disputed'
  // The parcel's own word is the later one once the seller has agreed.
  if (status === 'accepted' && /DELIVERED/.test(parcel ?? '')) return 'received'
  if (status === 'accepted' && /PICKEDUP|IN_TRANSIT/.test(parcel ?? '')) return 'in_transit'
  return status
}

async function queryOf(session: Session, found: ReverseOrder, answer: ReturnAnswer) {
  const ids = found.reverse_order_lines.map((line) => String(line.reverse_order_line_id))
  const base = {
    reverse_order_id: String(found.reverse_order_id),
    reverse_order_item_ids: `[${ids.join(',')}]`,
  }
  if (found.request_type === 'ONLY_REFUND') {
    if (answer.decision === 'reject') throw new ChannelError('refused', 'refusal.lazada_refund_only')
    const path = '/order/reverse/onlyrefund/seller/decide'
    return { path, query: { ...base, action: 'agreeRefund' } }
  }
  const path = '/order/reverse/return/update'
  if (answer.decision !== 'reject') {
    const action = answer.decision === 'accept' ? 'agreeReturn' : 'confirmDelivery'
    return { path, query: { ...base, action } }
  }
  const reason = await reasonOf(session, ids[0] ?? '', answer.reasonId)
  const said = { reason_id: reason.id, comment: answer.note || reason.text }
  return { path, query: { ...base, action: 'refuseReturn', ...said } }
}

/** A refusal has a reason of Lazada's and a comment; what the seller leaves out is taken from its list. */
async function reasonOf(session: Session, lineId: string, wanted: string | null) {
  const reasons = await readReasons(session, lineId)
  const found = reasons.find(({ id }) => wanted === null || id === wanted)
  if (!found) throw new ChannelError('refused', ownMessage('refusal.no_such_reason', { channel: 'Lazada' }))
  return found
}

async function readReasons(session: Session, lineId: string): Promise<{ id: string; text: string }[]> {
  const query = { reverse_order_line_id: lineId }
  const { data } = await readAgain(() =>
    call({ ...session, now: session.now() }, '/order/reverse/reason/list', query, reasonsSchema),
  )
  return (data ?? []).map((one) => ({
    id: String(one.reason_id),
    text: one.text || one.muti_language_text || '',
  }))
}

function partOf(raw: unknown, name: string): unknown {
  return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[name] : undefined
}
