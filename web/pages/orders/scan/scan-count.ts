import type { Reply } from '../../../../contract/endpoints.ts'
import { scannedCode } from '../../../../model/scan-check.ts'

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
  const own = [order.code, order.tracking_number ?? '']
  return { is: own.some((one) => scannedCode(one) === code) ? 'order' : 'wrong' }
}

export function countOf(counts: Counts, { id }: Pick<ScannedLine, 'id'>): number {
  return counts.get(id) ?? 0
}

export function leftOf({ lines }: ScannedOrder, counts: Counts): number {
  return lines.reduce((sum, line) => sum + line.quantity - countOf(counts, line), 0)
}
