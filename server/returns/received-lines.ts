/** Checks the pieces that a person reports as received against those that were expected. */
import type { Body } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import type { BackPieces, ReceivedLine, ReturnLineRow } from './return-store.ts'

type KnownLine = Pick<ReturnLineRow, 'position' | 'shopSku' | 'quantity' | 'restocked' | 'writtenOff'>

/**
 * @param known what was to come, and what is noted of it already
 * @param back of the same order, by shop SKU: pieces that were sold, and that came back with other returns
 * @returns the lines, and whether they say what was received before
 * @throws AppError validation_failed for a line that is not the return's or said twice, for more pieces than were given
 *   back, for more than were sold, and for none at all
 */
export function receivedLines(
  known: KnownLine[],
  said: Body<'POST /returns/{id}/receive'>['lines'],
  back: Map<string, BackPieces>,
): { lines: ReceivedLine[]; isAsReceived: boolean } {
  const invalidFields: Record<string, string> = {}
  const seen = new Set<number>()
  const bySku = new Map<string, number>()
  for (const [at, { position, restock, write_off: writeOff }] of said.entries()) {
    const line = known.find((one) => one.position === position)
    const pieces = restock + writeOff
    if (!line || seen.has(position)) invalidFields[`lines.${at}.position`] = 'field.return_line'
    else {
      const all = (bySku.get(line.shopSku) ?? 0) + pieces
      bySku.set(line.shopSku, all)
      const sold = back.get(line.shopSku)
      const isMore = pieces > line.quantity || (sold && all + sold.back > sold.sold)
      if (isMore) invalidFields[`lines.${at}.restock`] = 'field.return_pieces'
    }
    seen.add(position)
  }
  if (said.every((line) => line.restock + line.write_off === 0)) invalidFields.lines = 'field.return_nothing'
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  const lines = said.map(({ write_off: writeOff, ...line }) => ({ ...line, writeOff }))
  const saidOf = new Map(lines.map((line) => [line.position, line]))
  const isAsReceived = known.every(({ position, restocked, writtenOff }) => {
    const line = saidOf.get(position)
    return (line?.restock ?? 0) === restocked && (line?.writeOff ?? 0) === writtenOff
  })
  return { lines, isAsReceived }
}
