/** Figures of orders that a test fed in, computed with nothing of the server's: for the check of the figures of analytics. */

/** Amounts in minor units: MYR and USD have two decimals, VND none. */
export type Fact = {
  shop: number
  placed: Date
  sold: Date | null
  isCanceled: boolean
  isReturned?: boolean
  currency: 'MYR' | 'VND' | 'USD'
  total: number
  lines: { shopSku: string; quantity: number; total: number; isGift: boolean }[]
  region: string
  refund: { at: Date; amount: number } | null
}

/** In force from their day: as a fraction, so that nothing is rounded on the way. */
export const rates: Record<string, { from: string; rate: string; over: bigint; of: bigint }[]> = {
  // MYR for 1 VND: 100 minor units for each.
  VND: [
    { from: '2026-03-24', rate: '0.000168', over: 168n * 100n, of: 1_000_000n },
    { from: '2026-03-29', rate: '0.0001715', over: 1715n * 100n, of: 10_000_000n },
  ],
}

/** "2026-03-29T13" as the clocks of a time zone say it. */
export function clockOf(timezone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment)
  return parts.slice(0, 13).replace(' ', 'T')
}

export type Money = { over: bigint; of: bigint }
export const nothing: Money = { over: 0n, of: 1n }
export const plus = (a: Money, b: Money): Money => ({ over: a.over * b.of + b.over * a.of, of: a.of * b.of })
const cents = ({ over, of }: Money): number => {
  const [size, sign] = over < 0n ? [-over, -1] : [over, 1]
  return sign * Number((size * 2n + of) / (of * 2n))
}
/** Minor units of MYR; null: no rate. */
export function inMyr(currency: string, day: string, minor: number): Money | null {
  if (currency === 'MYR') return { over: BigInt(minor), of: 1n }
  const rate = rates[currency]?.findLast(({ from }) => from <= day)
  return rate ? { over: BigInt(minor) * rate.over, of: rate.of } : null
}

type Sums = {
  orders: number
  pieces: number
  canceled: number
  revenue: Money
  refunds: Money
  priced: number
}
export const empty = (): Sums => ({
  orders: 0,
  pieces: 0,
  canceled: 0,
  revenue: nothing,
  refunds: nothing,
  priced: 0,
})

/** Sums by whatever name a moment and its order get; null: left out. */
export function tally(
  facts: Fact[],
  timezone: string,
  nameOf: (hour: string, fact: Fact, of: 'sale' | 'refund' | 'cancellation') => string | null,
): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  const at = (
    moment: Date,
    fact: Fact,
    of: 'sale' | 'refund' | 'cancellation',
    add: (sum: Sums, day: string) => void,
  ) => {
    const hour = clockOf(timezone, moment)
    const name = nameOf(hour, fact, of)
    if (name === null) return
    const sum = sums.get(name) ?? empty()
    add(sum, hour.slice(0, 10))
    sums.set(name, sum)
  }
  for (const fact of facts) {
    if (fact.sold)
      at(fact.sold, fact, 'sale', (sum, day) => {
        const value = inMyr(fact.currency, day, fact.total)
        sum.orders++
        sum.pieces += fact.lines.reduce((all, { quantity, isGift }) => all + (isGift ? 0 : quantity), 0)
        if (!value) return
        sum.priced++
        sum.revenue = plus(sum.revenue, value)
      })
    if (fact.isCanceled) at(fact.placed, fact, 'cancellation', (sum) => sum.canceled++)
    const { refund } = fact
    if (refund)
      at(refund.at, fact, 'refund', (sum, day) => {
        sum.refunds = plus(sum.refunds, inMyr(fact.currency, day, refund.amount) ?? nothing)
      })
  }
  return sums
}

export const minus = (a: Money, b: Money) => plus(a, { ...b, over: -b.over })
export const amount = (money: Money) => cents(money) / 100

/** Days of the account, both ends included. */
export type Range = { from: string; to: string }

export const within = ({ from, to }: Range, hour: string) =>
  hour.slice(0, 10) >= from && hour.slice(0, 10) <= to

export type Sold = { quantity: number; revenue: Money; orders: Set<Fact> }

/** Pieces, money and orders of what was sold within a range, gifts aside, by the name of each product. */
export function soldByName(
  facts: readonly Fact[],
  { timezone, range }: { timezone: string; range: Range },
  nameOf: (shop: number, shopSku: string) => string,
): Map<string, Sold> {
  const sold = new Map<string, Sold>()
  for (const fact of facts) {
    if (!fact.sold || !within(range, clockOf(timezone, fact.sold))) continue
    for (const { shopSku, quantity, total, isGift } of fact.lines) {
      if (isGift) continue
      const name = nameOf(fact.shop, shopSku)
      const sum = sold.get(name) ?? { quantity: 0, revenue: nothing, orders: new Set<Fact>() }
      sum.quantity += quantity
      const value = inMyr(fact.currency, clockOf(timezone, fact.sold).slice(0, 10), total)
      sum.revenue = plus(sum.revenue, value ?? nothing)
      sum.orders.add(fact)
      sold.set(name, sum)
    }
  }
  return sold
}

/** A currency other than MYR has a rate on some days of the sales, and none on others: their amounts are compared with nothing. */
export function isPartlyConverted(timezone: string, ...sold: (Sold | undefined)[]): boolean {
  const known = new Map<string, Set<boolean>>()
  for (const fact of sold.flatMap((one) => [...(one?.orders ?? [])])) {
    const day = clockOf(timezone, fact.sold ?? new Date(0)).slice(0, 10)
    const rated = known.get(fact.currency) ?? new Set()
    known.set(fact.currency, rated.add(inMyr(fact.currency, day, 1) !== null))
  }
  return [...known.values()].some((rated) => rated.size === 2)
}

/** Pieces, orders and revenue by product. */
export function amountsOf(sold: Map<string, Sold>) {
  return Object.fromEntries(
    [...sold].map(([name, { quantity, orders, revenue }]) => [
      name,
      [quantity, orders.size, amount(revenue)],
    ]),
  )
}
