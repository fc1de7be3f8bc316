/** Prices of a row, by the rules of every change of prices; what stands already in the listing is no change. */
import { readAmount, type AmountProblem } from '../../../model/amount-text.ts'
import { AppError } from '../../../model/errors.ts'
import { fromMinor, isFarOff, toMinor, type Currency } from '../../../model/money.ts'
import { priceChangesOf } from '../changes/price-changes-of.ts'
import { problem, type CheckContext, type CheckedRow } from './checked-row.ts'
import type { CellOf } from './find-subject.ts'
import type { ListingTarget } from './import-targets-store.ts'
import { bothReadings } from '../../../model/plain-moment.ts'
import { isSameMinute, readMoment } from './read-moment.ts'

type Wanted = Parameters<typeof priceChangesOf>[2][number]

const codes: Record<AmountProblem, string> = {
  ambiguous: 'ambiguous',
  not_amount: 'not_amount',
  too_fine: 'field.price_decimals',
  not_above_zero: 'not_above_zero',
}

export function checkPrices(
  context: CheckContext,
  cell: CellOf,
  listings: ListingTarget[],
  row: CheckedRow,
): void {
  const currency = listings[0]?.currency as Currency
  const price = amountOf(cell('price'), currency, row)
  const special = amountOf(cell('special_price'), currency, row)
  const from = momentOf('special_from', context, cell, row)
  const to = momentOf('special_to', context, cell, row)
  if (row.problems.length > 0) return
  for (const listing of listings) {
    const wanted = wantedOf(listing, { price, special, from, to })
    if (wanted === 'no_dates') {
      row.problems.push(problem(cell('special_price')?.column ?? null, 'special_no_dates', 'rule'))
      return
    }
    if (wanted) addChange(context, cell, listing, wanted, row)
    if (row.problems.length > 0) return
  }
}

/** Undefined where the cell is empty or wrong, which the row's problems say. */
export function amountOf(
  found: ReturnType<CellOf>,
  currency: Currency,
  row: CheckedRow,
  range: { mayBeZero?: boolean } = {},
): number | undefined {
  if (!found) return undefined
  const read = readAmount(found.value, currency, range)
  if ('amount' in read) return read.amount
  const [first = '', second = first] = read.remedies
  const isBelow = range.mayBeZero && read.problem === 'not_above_zero'
  const isWhole = read.problem === 'ambiguous' && first === second
  const code = isBelow ? 'below_zero' : isWhole ? 'ambiguous_whole' : codes[read.problem]
  row.problems.push(problem(found.column, code, 'number', { first, second }, read.remedies))
  return undefined
}

function momentOf(
  field: string,
  { timezone, isMonthFirst }: CheckContext,
  cell: CellOf,
  row: CheckedRow,
): Date | undefined {
  const found = cell(field)
  const both = found && isMonthFirst && bothReadings(String(found.value))
  if (found && both) {
    const [first, second] = both
    row.problems.push(problem(found.column, 'ambiguous_moment', 'number', { first, second }, both))
    return undefined
  }
  const read = found && readMoment(found.value, timezone)
  if (found && !read) row.problems.push(problem(found.column, 'moment', 'number'))
  return read
}

/** Null: nothing changes. Empty cells keep what is there. */
function wantedOf(
  { id, currency, price: now, specialPrice, pending }: ListingTarget,
  cells: {
    price?: number | undefined
    special?: number | undefined
    from?: Date | undefined
    to?: Date | undefined
  },
): Wanted | 'no_dates' | null {
  const known = pending?.specialPrice === undefined ? specialPrice : pending.specialPrice
  const minor = (amount: number) => toMinor(String(amount), currency as Currency)
  const wanted: Wanted = { id }
  if (cells.price !== undefined && minor(cells.price) !== (pending?.price ?? now)) wanted.price = cells.price
  if (cells.special === undefined && !known) return wanted.price === undefined ? null : wanted
  const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null)
  const [knownFrom, knownTo] = [dateOf(known?.from), dateOf(known?.to)]
  const isOther =
    (cells.special !== undefined && minor(cells.special) !== known?.price) ||
    (cells.from !== undefined && !isSameMinute(cells.from, knownFrom)) ||
    (cells.to !== undefined && !isSameMinute(cells.to, knownTo))
  if (isOther) {
    // A date that is the same to the minute stays as the channel has it.
    const from = cells.from && !isSameMinute(cells.from, knownFrom) ? cells.from : (knownFrom ?? cells.from)
    const to = cells.to && !isSameMinute(cells.to, knownTo) ? cells.to : (knownTo ?? cells.to)
    if (!from || !to) return 'no_dates'
    const amount = cells.special ?? fromMinor(known?.price ?? 0, currency as Currency)
    wanted.special_price = { price: amount, from: from.toISOString(), to: to.toISOString() }
  }
  return wanted.price === undefined && wanted.special_price === undefined ? null : wanted
}

function addChange(
  context: CheckContext,
  cell: CellOf,
  listing: ListingTarget,
  wanted: Wanted,
  row: CheckedRow,
): void {
  const priceColumn = cell('price')?.column ?? null
  const specialColumn = cell('special_price')?.column ?? cell('special_to')?.column ?? priceColumn
  if (!context.isEditable(listing.platformId)) {
    row.problems.push(problem(priceColumn ?? specialColumn, 'field.channel_not_editable', 'rule'))
    return
  }
  if (listing.isBeingSent) {
    row.problems.push(problem(priceColumn ?? specialColumn, 'being_sent', 'other'))
    return
  }
  const { productId, ...rest } = listing
  const open = listing.pending
    ? [
        {
          kind: 'set_prices' as const,
          variantId: listing.id,
          after: listing.pending,
          state: 'queued' as const,
        },
      ]
    : []
  try {
    const changes = priceChangesOf({ ...rest, id: productId }, [listing], [wanted], open, context.now)
    row.prices.push(...changes)
    for (const { after } of changes) {
      if (after.price !== undefined) row.fields.push('price')
      if (after.price !== undefined && isFarOff(listing.price, after.price)) row.fields.push('price:far')
      if (after.specialPrice !== undefined) row.fields.push('special_price')
    }
    row.fields = [...new Set(row.fields)]
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.invalidFields) throw error
    for (const [path, rule] of Object.entries(error.details.invalidFields)) {
      const field = path.endsWith('.from') ? 'special_from' : path.endsWith('.to') ? 'special_to' : null
      const column = field
        ? (cell(field)?.column ?? specialColumn)
        : path.includes('special_price')
          ? specialColumn
          : priceColumn
      row.problems.push(problem(column, rule, 'rule'))
    }
  }
}
