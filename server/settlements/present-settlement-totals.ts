import type { Reply } from '../../contract/endpoints.ts'
import { fromMinor, type Currency } from '../../model/money.ts'
import type { SettlementSums, SettlementTotals } from './settlement-list-store.ts'

type Totals = Reply<'GET /settlements/totals'>['data']

/** The rows by shop, and what they add up to in each currency. */
export function presentTotals(found: SettlementTotals, into: string): Totals {
  const { shops, converted, withoutRate } = found
  const currencies = [...Map.groupBy(shops, ({ currency }) => currency).values()].map((rows) => addUp(rows))
  return {
    shops: shops.map(({ shopId: id, systemName, platformId, ...sums }) => ({
      shop: { data: { id, system_name: systemName, platform_id: platformId } },
      ...presentSums(sums),
    })),
    currencies: currencies.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)).map(presentSums),
    converted: currencies.every(({ currency }) => currency === into)
      ? null
      : {
          currency: into,
          settled_value: fromMinor(converted, into as Currency),
          without_rate: withoutRate.map(({ currency, paid }) => ({
            currency,
            settled_value: fromMinor(paid, currency),
          })),
        },
  }
}

const summed = [
  'orders',
  'paid',
  'charged',
  'buyerPaid',
  'expected',
  'difference',
  'differing',
  'unmatched',
] as const

function addUp(rows: SettlementSums[]): SettlementSums {
  return rows.reduce((all, row) => ({
    ...all,
    ...Object.fromEntries(summed.map((key) => [key, all[key] + row[key]])),
  }))
}

function presentSums(sums: SettlementSums): Totals['currencies'][number] {
  const amount = (minor: number) => fromMinor(minor, sums.currency)
  return {
    currency: sums.currency,
    order_count: sums.orders,
    settled_value: amount(sums.paid),
    fee_value: amount(sums.charged),
    buyer_paid_value: amount(sums.buyerPaid),
    expected_value: amount(sums.expected),
    difference_value: amount(sums.difference),
    difference_count: sums.differing,
    unmatched_count: sums.unmatched,
  }
}
