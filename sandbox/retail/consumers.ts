import type { OrderRecord } from '../kit/order-record.ts'
import { createRandom, hash } from '../kit/random.ts'
import type { Invoice } from './invoices.ts'

const LARGEST_ORDER = 6
const LARGEST_QUANTITY = 6
const DAY = 86_400

/** A dozen for a shop is three or four for a home: the square root keeps ones and shrinks crates most. */
export const homeQuantity = (wholesale: number): number =>
  Math.min(Math.max(Math.round(Math.sqrt(wholesale)), 1), LARGEST_QUANTITY)

/**
 * A wholesaler's long invoice as the orders of several people: consecutive lines, each part somebody else's and some
 * minutes to hours later. What all buyers of an invoice have in common is its customer's number, which seeds them.
 */
export function toConsumerSales(sale: Invoice): Invoice[] {
  const random = createRandom(`divide:${sale.number}`)
  const lines = sale.lines.map((line) => ({
    ...line,
    quantity: homeQuantity(line.quantity),
    ...takenOf(line),
  }))
  if (lines.length <= LARGEST_ORDER && lines.length <= random.pick([2, 4, 6])) return [{ ...sale, lines }]
  const parts: Invoice[] = []
  let time = sale.time
  for (let start = 0; start < lines.length;) {
    const length = random.pick([1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6])
    const part = parts.length + 1
    const customer = sale.customer === '' ? '' : `${sale.customer}-${part % 3}`
    parts.push({
      number: `${sale.number}-${part}`,
      time,
      customer,
      lines: lines.slice(start, start + length),
    })
    start += length
    time += random.int(60, 3_600)
  }
  return parts
}

function takenOf({ quantity, taken }: Invoice['lines'][number]): Partial<Invoice['lines'][number]> {
  return taken ? { taken: { ...taken, quantity: (taken.quantity / quantity) * homeQuantity(quantity) } } : {}
}

/** A shop that grows: this many orders on a day so long ago. */
const wantedOn = (age: number): number => Math.round(20 + 88 * Math.exp(-age / 9))

/** So many orders of each day, first those that were taken back, then by chance; the last one is the youngest. */
export function selectSample(records: OrderRecord[]): OrderRecord[] {
  const days = Map.groupBy(records, (record) => Math.floor((record.age ?? 0) / DAY))
  const rank = (record: OrderRecord): number =>
    record.outcome === 'CANCELLED' ? 0 : 1 + hash(`select:${record.ref}`)
  const chosen = [...days]
    .flatMap(([age, ofDay]) => ofDay.toSorted((a, b) => rank(a) - rank(b)).slice(0, wantedOn(age)))
    .sort((a, b) => (b.age ?? 0) - (a.age ?? 0))
  const youngest = chosen.at(-1)?.age ?? 0
  return chosen.map((record) => ({ ...record, age: (record.age ?? 0) - youngest }))
}
