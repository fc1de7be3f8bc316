import type { Reply } from '../../../../contract/endpoints.ts'
import { halfWidth } from '../../../../model/half-width.ts'
import { scannedCode } from '../../../../model/scan-check.ts'
import type { KeptScan } from './kept-scans.ts'

export type ScannedOrder = Reply<'GET /orders/scan'>['data']
export type ScannedLine = ScannedOrder['lines'][number]
export type ScannedPart = ScannedLine['parts'][number]
/** Number of scanned pieces by the line's id, and of loose parts of a bundle by their `partKey`. */
export type Counts = ReadonlyMap<string, number>

export type Verdict =
  | { is: 'counted'; line: ScannedLine; counts: Counts }
  /** A part, with which its bundle is not whole yet. */
  | { is: 'part'; line: ScannedLine; part: ScannedPart; key: string; counts: Counts }
  /** All of it is in the parcel already. */
  | { is: 'surplus'; line: ScannedLine }
  /** Not in this order. */
  | { is: 'wrong' }
  /** The order itself was scanned once more. */
  | { is: 'order' }

/** Judges a scanned code of an order that is being checked. Two lines of one product, such as a gift, fill in turn. */
export function countScan(order: ScannedOrder, counts: Counts, text: string): Verdict {
  const code = scannedCode(text)
  const lines = order.lines.filter((line) => hasCode(line, code))
  const open = lines.find((line) => countOf(counts, line) < line.quantity)
  if (open)
    return { is: 'counted', line: open, counts: new Map(counts).set(open.id, countOf(counts, open) + 1) }
  const bundles = order.lines.flatMap((line) =>
    line.parts.flatMap((part, at) => (hasCode(part, code) ? [{ line, part, key: partKey(line, at) }] : [])),
  )
  const wanting = bundles.find(({ line, part, key }) => looseOf(counts, key) < partsLeft(counts, line, part))
  if (wanting) return countPart(counts, wanting)
  const full = lines[0] ?? bundles[0]?.line
  if (full) return { is: 'surplus', line: full }
  return { is: isCodeOf(order, code) ? 'order' : 'wrong' }
}

/** Loose parts make a piece of the bundle as soon as all of one lie in the parcel. */
function countPart(
  before: Counts,
  { line, part, key }: { line: ScannedLine; part: ScannedPart; key: string },
): Verdict {
  const counts = new Map(before).set(key, looseOf(before, key) + 1)
  const keys = line.parts.map((one, at) => ({ ...one, key: partKey(line, at) }))
  if (keys.some((one) => looseOf(counts, one.key) < one.quantity))
    return { is: 'part', line, part, key, counts }
  for (const one of keys) counts.set(one.key, looseOf(counts, one.key) - one.quantity)
  return { is: 'counted', line, counts: counts.set(line.id, countOf(before, line) + 1) }
}

/** Pieces of the part for what is left of the line. */
export function partsLeft(counts: Counts, line: ScannedLine, { quantity }: ScannedPart): number {
  return quantity * (line.quantity - countOf(counts, line))
}

/** Loose parts in the parcel that make no bundle yet. */
export function looseIn({ lines }: ScannedOrder, counts: Counts): [key: string, count: number][] {
  return lines.flatMap((line) =>
    line.parts.flatMap((_, at): [string, number][] => {
      const key = partKey(line, at)
      return looseOf(counts, key) > 0 ? [[key, looseOf(counts, key)]] : []
    }),
  )
}

/** Counts with the loose parts that lay in the parcel when it was left, unless bundles were counted elsewhere since. */
export function withLoose(
  { lines }: ScannedOrder,
  before: Counts,
  loose: [key: string, count: number][],
): Counts {
  const counts = new Map(before)
  const kept = new Map(loose)
  for (const line of lines)
    for (const [at, part] of line.parts.entries()) {
      const key = partKey(line, at)
      counts.set(key, Math.min(kept.get(key) ?? 0, partsLeft(before, line, part)))
    }
  return counts
}

export const partKey = ({ id }: ScannedLine, at: number) => `${id}/${at}`
export const looseOf = (counts: Counts, key: string) => counts.get(key) ?? 0

function hasCode({ codes }: { codes: string[] }, code: string): boolean {
  return codes.some((one) => scannedCode(one) === code)
}

/** Q and a figure: so many pieces of the item that was scanned last. Null: the code of something. */
export function quantityIn(text: string): number | null {
  const [, figure] = /^q\s*(\d{1,4})$/i.exec(halfWidth(text).trim()) ?? []
  return figure === undefined ? null : Number(figure)
}

/** Orders of which some pieces are checked, and which lie aside until the others are. */
export function setAside(orders: readonly ScannedOrder[], kept: readonly KeptScan[]) {
  const ofOrder = Map.groupBy(kept, (scan) => scan.order_id)
  return orders.flatMap((order) => {
    const total = leftOf(order, new Map())
    const left = leftOf(order, countsOf(order, ofOrder.get(order.id) ?? []))
    return left > 0 && left < total ? [{ order, done: total - left, total }] : []
  })
}

/** Pieces that the server knows of, and those that this device has not sent yet. */
export function countsOf({ lines }: ScannedOrder, kept: readonly KeptScan[]): Counts {
  const counts = new Map(lines.map((line) => [line.id, line.scanned]))
  for (const scan of kept) {
    if ('reset' in scan) for (const { id } of lines) counts.set(id, 0)
    else counts.set(scan.line_id, (counts.get(scan.line_id) ?? 0) + scan.add)
  }
  return counts
}

/** The line of the order that still has to be scanned, the first one first. */
export function nextLineOf({ lines }: ScannedOrder, counts: Counts): ScannedLine | undefined {
  return lines.find((line) => countOf(counts, line) < line.quantity)
}

/** Another order that this thing belongs to. */
export function wantedBy(
  orders: readonly ScannedOrder[],
  orderId: number,
  text: string,
): { order: ScannedOrder; line: ScannedLine } | undefined {
  const code = scannedCode(text)
  for (const order of orders) {
    const line = order.lines.find((one) => [one, ...one.parts].some((thing) => hasCode(thing, code)))
    if (line && order.id !== orderId) return { order, line }
  }
  return undefined
}

/** Answers whether the normalized code is that of the order itself. */
export function isCodeOf(order: ScannedOrder, code: string): boolean {
  const own = [order.code, order.tracking_number ?? '', ...order.package_ids]
  return own.some((one) => scannedCode(one) === code)
}

export function countOf(counts: Counts, { id }: Pick<ScannedLine, 'id'>): number {
  return counts.get(id) ?? 0
}

export function leftOf({ lines }: ScannedOrder, counts: Counts): number {
  return lines.reduce((sum, line) => sum + line.quantity - countOf(counts, line), 0)
}
