import type { Reply } from '../../../../contract/endpoints.ts'
import { scannedCode } from '../../../../model/scan-check.ts'
import type { KeptScan } from './kept-scans.ts'

export type ScannedOrder = Reply<'GET /orders/scan'>['data']
export type ScannedLine = ScannedOrder['lines'][number]
/** Number of scanned pieces by the line's id. */
export type Counts = ReadonlyMap<string, number>

export type Verdict =
  | { is: 'counted'; line: ScannedLine; counts: Counts }
  /** All of it is in the parcel already. */
  | { is: 'surplus'; line: ScannedLine }
  /** Not in this order. */
  | { is: 'wrong' }
  /** The order itself was scanned once more. */
  | { is: 'order' }

/** Judges a scanned code of an order that is being checked. Two lines of one product, such as a gift, fill in turn. */
export function countScan(order: ScannedOrder, counts: Counts, text: string): Verdict {
  const code = scannedCode(text)
  const lines = order.lines.filter(({ codes }) => codes.some((one) => scannedCode(one) === code))
  const open = lines.find((line) => countOf(counts, line) < line.quantity)
  if (open)
    return { is: 'counted', line: open, counts: new Map(counts).set(open.id, countOf(counts, open) + 1) }
  const [full] = lines
  if (full) return { is: 'surplus', line: full }
  return { is: isCodeOf(order, code) ? 'order' : 'wrong' }
}

/** Q and a figure: so many pieces of the item that was scanned last. Null: the code of something. */
export function quantityIn(text: string): number | null {
  const [, figure] = /^q\s*(\d{1,4})$/i.exec(text.trim()) ?? []
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
    const line = order.lines.find(({ codes }) => codes.some((one) => scannedCode(one) === code))
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
