/** Fees and payouts of Lazada. Source: QueryTransactionDetails in Lazada's API reference. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { SettlementPage, Settlements } from '../../settlements.ts'
import { readAgain } from '../../read-again.ts'
import { toMinor } from '../../../model/money.ts'
import type { Settlement } from '../../../model/settlement.ts'
import { call } from './auth.ts'
import { hoursAhead } from './product-mapping.ts'
import { transactionSchema, transactionsSchema } from './selling-wire.ts'
import type { Transaction } from './selling-wire.ts'
import { describeIssue } from './wire.ts'
import type { Failure } from '../../results.ts'

/** Lines of a statement: a page is some dozen orders, each of which is then read whole. */
const pageSize = 100
const wholeSize = 500
const day = 86_400_000
/** The furthest that one call looks back. */
const longestDays = 179

export const settlements: Settlements = {
  async list(session, period, cursor): Promise<SettlementPage> {
    const offset = cursor === null ? 0 : offsetOf(cursor)
    const rows = await readLines(session, period, { limit: String(pageSize), offset: String(offset) })
    const ids = [...new Set(rows.map(orderOf).filter((id) => id !== ''))]
    const whole = await Promise.all(ids.map((id) => readOrder(session, id)))
    return {
      items: whole.flatMap((one) => ('amount' in one ? [one] : [])),
      failures: whole.flatMap((one) => ('reason' in one ? [one] : [])),
      nextCursor: rows.length < pageSize ? null : String(offset + rows.length),
    }
  },
}

async function readLines(
  session: Session,
  { from, to }: { from: Date; to: Date },
  more: Record<string, string>,
): Promise<unknown[]> {
  const query = {
    start_time: dayOf(session, from),
    end_time: dayOf(session, to),
    trans_type: '-1',
    ...more,
  }
  const { data } = await readAgain(() =>
    call({ ...session, now: session.now() }, '/finance/transaction/details/get', query, transactionsSchema),
  )
  return data ?? []
}

/** Days of a statement are the country's own. */
function dayOf({ credentials }: Session, at: Date): string {
  return new Date(at.getTime() + hoursAhead(credentials.more?.country ?? '') * 3_600_000)
    .toISOString()
    .slice(0, 10)
}

/** All lines of an order, those of other days included: a settlement is the whole of it. */
async function readOrder(session: Session, channelOrderId: string): Promise<Settlement | Failure> {
  const now = session.now().getTime()
  const period = { from: new Date(now - (longestDays - 1) * day), to: new Date(now + day) }
  const rows: unknown[] = []
  for (;;) {
    const more = { trade_order_id: channelOrderId, limit: String(wholeSize), offset: String(rows.length) }
    const page = await readLines(session, period, more)
    rows.push(...page)
    if (page.length < wholeSize) break
  }
  const fail = (reason: string): Failure => ({
    channelId: channelOrderId,
    reason: `order ${channelOrderId}: ${reason}`,
    raw: rows,
  })
  const read = transactionSchema.array().safeParse(rows)
  if (!read.success) return fail(describeIssue(read.error))
  if (read.data.length === 0) return fail(ownMessage('refusal.no_income', { channel: 'Lazada' }))
  try {
    return settlementOf(session, channelOrderId, read.data)
  } catch (error) {
    // Amounts and days that are none. Whatever else it may be, it concerns this order and no other.
    return fail(error instanceof Error ? error.message : 'refusal.item_unreadable')
  }
}

type Part = 'revenue' | 'shipping' | 'refund' | 'tax' | 'fee' | 'adjustment'

const parts: Record<string, Part> = {
  13: 'revenue',
  118: 'revenue',
  121: 'revenue',
  7: 'shipping',
  8: 'shipping',
  14: 'refund',
}

const feeCodes: Record<string, string> = { 16: 'commission', 15: 'commission', 3: 'payment' }

function partOf({ fee_type: type, fee_name: name }: Transaction): Part {
  const known = parts[String(type ?? '')]
  if (known) return known
  const words = name ?? ''
  if (/withh(e|o)ld|\bWHT\b|\btax\b|\bVAT\b|\bGST\b/i.test(words)) return 'tax'
  if (/adjustment|claim|compensation/i.test(words)) return 'adjustment'
  if (/^reversal item/i.test(words)) return 'refund'
  return 'fee'
}

function settlementOf(session: Session, channelOrderId: string, lines: Transaction[]): Settlement {
  const { currency } = session
  const counted = lines.map((line) => ({ line, part: partOf(line), amount: toMinor(line.amount, currency) }))
  const sum = (part: Part) => counted.reduce((all, row) => (row.part === part ? all + row.amount : all), 0)
  const charges = (part: Part) => {
    const rows = counted.filter((row) => row.part === part)
    return [...Map.groupBy(rows, ({ line }) => codeOf(line))]
      .map(([code, own]) => ({ code, amount: -own.reduce((all, row) => all + row.amount, 0) }))
      .filter(({ amount }) => amount !== 0)
  }
  const days = lines.map((line) => momentOf(session, line.transaction_date))
  return {
    channelOrderId,
    currency,
    settledAt: new Date(Math.max(...days)),
    amount: counted.reduce((all, row) => all + row.amount, 0),
    revenue: sum('revenue'),
    shipping: sum('shipping'),
    fees: charges('fee'),
    taxes: charges('tax'),
    refund: 0 - sum('refund'),
    adjustment: sum('adjustment'),
  }
}

/** A fee that we have no word for keeps Lazada's name. */
function codeOf({ fee_type: type, fee_name: name }: Transaction): string {
  return feeCodes[String(type ?? '')] ?? (name || `fee ${type ?? 'without a name'}`)
}

/** The beginning of that day where the shop is, written "2026-01-31" or "31 Jan 2026". */
function momentOf({ credentials }: Session, text: string): number {
  const time = /^\d{4}-\d\d-\d\d/.test(text)
    ? Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
    : Date.parse(`${text} 00:00:00 UTC`)
  if (Number.isNaN(time)) throw new RangeError(`transaction_date: no day: ${text.slice(0, 40)}`)
  return time - hoursAhead(credentials.more?.country ?? '') * 3_600_000
}

function orderOf(raw: unknown): string {
  const id = typeof raw === 'object' && raw !== null && 'order_no' in raw ? raw.order_no : undefined
  return (typeof id === 'string' && /^\d+$/.test(id)) || typeof id === 'number' ? String(id) : ''
}

function offsetOf(cursor: string): number {
  if (!/^\d{1,9}$/.test(cursor)) throw new ChannelError('changed-shape', 'refusal.cursor')
  return Number(cursor)
}
