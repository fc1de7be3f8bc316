/** Payouts of Shopee. Source: "v2.payment.get_escrow_list" and "v2.payment.get_escrow_detail_batch" API reference. */
import { ownMessage } from '../../channel-error.ts'
import type { z } from 'zod'
import type { SettlementPage, Settlements } from '../../settlements.ts'
import { readAgain } from '../../read-again.ts'
import { toMinor } from '../../../model/money.ts'
import type { Currency } from '../../../model/money.ts'
import type { Settlement } from '../../../model/settlement.ts'
import { requestIncomes } from './orders.ts'
import { escrowSchema, feeFields, type ShopeeEscrow } from './payment.ts'
import { escrowListSchema, get } from './selling-wire.ts'
import { describeIssue } from './wire.ts'
import type { Failure } from '../../results.ts'

/** Half of what the list gives, and all that the details take: a page is one call of each. */
const pageSize = 50

type Released = NonNullable<z.infer<typeof escrowListSchema>['response']['escrow_list']>[number]

export const settlements: Settlements = {
  async list(session, period, cursor): Promise<SettlementPage> {
    const page = Number(cursor ?? '1')
    const from = Math.floor(period.from.getTime() / 1000)
    const query = {
      release_time_from: String(from),
      release_time_to: String(Math.max(from + 1, Math.ceil(period.to.getTime() / 1000))),
      page_no: String(page),
      page_size: String(pageSize),
    }
    const { response } = await readAgain(() =>
      get(session, 'payment/get_escrow_list', query, escrowListSchema),
    )
    const rows = response.escrow_list ?? []
    const ids = rows.map((row) => row.order_sn)
    const incomes = await readAgain(() => requestIncomes(session, ids))
    const read = rows.map((row) => readSettlement(row, incomes.get(row.order_sn), session.currency))
    return {
      items: read.flatMap((one) => ('settled' in one ? [one.settled] : [])),
      failures: read.flatMap((one) => ('reason' in one ? [one] : [])),
      nextCursor: response.more ? String(page + 1) : null,
    }
  },
}

function readSettlement(row: Released, raw: unknown, currency: Currency): { settled: Settlement } | Failure {
  const failure = (reason: string): Failure => ({
    channelId: row.order_sn,
    reason: `order ${row.order_sn}: ${reason}`,
    raw: raw ?? null,
  })
  if (raw === undefined) return failure(ownMessage('refusal.no_income', { channel: 'Shopee' }))
  const escrow = escrowSchema.safeParse(raw)
  if (!escrow.success) return failure(describeIssue(escrow.error))
  try {
    return { settled: toSettlement(row, escrow.data, currency) }
  } catch (error) {
    return failure(error instanceof Error ? error.message : 'refusal.item_unreadable')
  }
}

const taxCodes = new Set(['escrow_tax', 'withholding_tax'])

function toSettlement(row: Released, { order_income: income }: ShopeeEscrow, currency: Currency): Settlement {
  const minor = (amount: number | null | undefined) => (amount ? toMinor(amount, currency) : 0)
  const revenue = minor(income.original_cost_of_goods_sold) - minor(income.voucher_from_seller)
  const shipping =
    minor(income.buyer_paid_shipping_fee) +
    minor(income.shopee_shipping_rebate) +
    minor(income.shipping_fee_discount_from_3pl) -
    minor(income.actual_shipping_fee) -
    minor(income.reverse_shipping_fee)
  const refund = Math.abs(minor(income.seller_return_refund))
  const charges = Object.entries(feeFields)
    .map(([code, field]) => ({ code, amount: minor(income[field]) }))
    .filter(({ amount }) => amount !== 0)
  const named = charges.reduce((sum, { amount }) => sum + amount, 0)
  // Terms that a country or a year added are in Shopee's own sum and in none of ours.
  const rest = revenue + shipping - refund - named - minor(income.escrow_amount)
  const amount = minor(row.payout_amount)
  return {
    channelOrderId: row.order_sn,
    currency,
    settledAt: new Date(row.escrow_release_time * 1000),
    amount,
    revenue,
    shipping,
    fees: [
      ...charges.filter(({ code }) => !taxCodes.has(code)),
      ...(rest === 0 ? [] : [{ code: 'other', amount: rest }]),
    ],
    taxes: charges.filter(({ code }) => taxCodes.has(code)),
    refund,
    adjustment: amount - minor(income.escrow_amount),
  }
}
