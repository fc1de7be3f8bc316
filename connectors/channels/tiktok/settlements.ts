/** Fees and payouts of TikTok Shop. Source: "Get Statements" and the transactions by statement and by order. */
import { ChannelError } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { SettlementPage, Settlements } from '../../settlements.ts'
import { readAgain } from '../../read-again.ts'
import { isCurrency, toMinor } from '../../../model/money.ts'
import type { Settlement } from '../../../model/settlement.ts'
import { request } from './orders.ts'
import { settledOrderSchema, statementSchema, statementsSchema } from './selling-wire.ts'
import type { SettledOrder } from './selling-wire.ts'
import { isAboutRows } from './wire.ts'
import type { Failure } from '../../results.ts'

/** Orders of a statement that a page has, each of which costs a call of its own. */
const pageSize = 30

export const settlements: Settlements = {
  /** A statement after the other, page by page. A shop has one a day. */
  async list(session, period, cursor): Promise<SettlementPage> {
    const place = cursor === null ? { statements: '', orders: '' } : decodeCursor(cursor)
    const found = await readStatements(session, period, place.statements)
    const [statement] = found.statements ?? []
    if (!statement) return { items: [], failures: [], nextCursor: null }
    const page = await readStatement(session, statement.id, place.orders)
    // Lines about the shop as a whole, an advertisement for example, name no order.
    const ids = [...new Set((page.transactions ?? []).flatMap(({ order_id: id }) => id || []))]
    const settledAt = new Date(statement.statement_time * 1000)
    const whole = await Promise.all(ids.map((id) => readOrder(session, id, settledAt)))
    const next = page.next_page_token
      ? { ...place, orders: page.next_page_token }
      : found.next_page_token
        ? { statements: found.next_page_token, orders: '' }
        : null
    return {
      items: whole.flatMap((one) => ('amount' in one ? [one] : [])),
      failures: whole.flatMap((one) => ('reason' in one ? [one] : [])),
      nextCursor: next && JSON.stringify([next.statements, next.orders]),
    }
  },
}

type Place = { statements: string; orders: string }

function decodeCursor(cursor: string): Place {
  const match = /^\["([^"]*)","([^"]*)"\]$/.exec(cursor)
  if (!match) throw new ChannelError('changed-shape', 'refusal.cursor')
  return { statements: match[1] ?? '', orders: match[2] ?? '' }
}

/** One at a time, the oldest first, so that a new one does not move the others. */
function readStatements(session: Session, { from, to }: { from: Date; to: Date }, token: string) {
  const query = {
    page_size: '1',
    sort_field: 'statement_time',
    sort_order: 'ASC',
    statement_time_ge: String(Math.floor(from.getTime() / 1000)),
    statement_time_lt: String(Math.floor(to.getTime() / 1000) + 1),
    ...(token ? { page_token: token } : {}),
  }
  const path = '/finance/202309/statements'
  return readAgain(() => request(session, { method: 'GET', path, query }, statementsSchema))
}

function readStatement(session: Session, id: string, token: string) {
  const query = {
    page_size: String(pageSize),
    sort_field: 'order_create_time',
    ...(token ? { page_token: token } : {}),
  }
  const path = `/finance/202501/statements/${encodeURIComponent(id)}/statement_transactions`
  return readAgain(() => request(session, { method: 'GET', path, query }, statementSchema))
}

/** All of an order, what other statements say of it included: a settlement is the whole of it. */
async function readOrder(session: Session, id: string, settledAt: Date): Promise<Settlement | Failure> {
  const fail = (reason: string): Failure => ({
    channelId: id,
    reason: `order ${id}: ${reason}`,
    raw: null,
  })
  try {
    const path = `/finance/202501/orders/${encodeURIComponent(id)}/statement_transactions`
    const row = await readAgain(() =>
      request(session, { method: 'GET', path, query: {} }, settledOrderSchema),
    )
    return settlementOf(session, row, settledAt)
  } catch (error) {
    // Amounts that are no amounts, and refusals that are about this order and no other.
    const isOwn =
      error instanceof RangeError ||
      isAboutRows(error) ||
      (error instanceof ChannelError && error.kind === 'changed-shape')
    if (isOwn) return fail(error.message)
    throw error
  }
}

/** Both are negative and positive as revenue is: what goes back, and what of the discount comes back with it. */
const refundParts = ['refund_subtotal_before_discount_amount', 'seller_discount_refund_amount']

function settlementOf(session: Session, row: SettledOrder, settledAt: Date): Settlement {
  const currency = row.currency && isCurrency(row.currency) ? row.currency : session.currency
  const minor = (text: string | null | undefined) => toMinor(text || '0', currency)
  const skus = row.sku_transactions ?? []
  const revenues = skus.map((sku) => Object.entries(sku.revenue_breakdown ?? {})).flat()
  const refund = 0 - sum(revenues.map(([name, text]) => (refundParts.includes(name) ? minor(text) : 0)))
  const charges = (side: 'fee' | 'tax') => {
    const parts = skus.flatMap((sku) => Object.entries(sku.fee_tax_breakdown?.[side] ?? {}))
    return [...Map.groupBy(parts, ([name]) => name.replace(/_amount$/, ''))]
      .map(([code, own]) => ({ code, amount: 0 - sum(own.map(([, text]) => minor(text))) }))
      .filter(({ amount }) => amount !== 0)
  }
  const taxes = charges('tax')
  const named = charges('fee')
  const charged = 0 - minor(row.fee_and_tax_amount)
  const unnamed = charged - sum([...named, ...taxes].map(({ amount }) => amount))
  const fees = unnamed === 0 ? named : [...named, { code: 'other', amount: unnamed }]
  const amount = minor(row.settlement_amount)
  const shipping = minor(row.shipping_cost_amount)
  const revenue = minor(row.revenue_amount) + refund
  const adjustment = amount - (revenue + shipping - charged - refund)
  return {
    channelOrderId: row.order_id,
    currency,
    settledAt,
    amount,
    revenue,
    shipping,
    fees,
    taxes,
    refund,
    adjustment,
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
