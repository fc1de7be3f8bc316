/** The state of an order's parcel, from its label to the check by scanning: the same words in rows and in filters. */
import type { TFunction } from 'i18next'
import { shortTime, type Clock } from '../../parts/dates.ts'
import { count } from '../../parts/figures.ts'
import type { OrderRow } from '../../parts/queries/order-queries.ts'
import type { OrdersSearch } from './list/orders-search.ts'

type ParcelFilter = Pick<OrdersSearch, 'is_printed' | 'is_checked' | 'is_partly_scanned'>

export const parcelStates = ['notPrinted', 'printed', 'partlyScanned', 'notChecked', 'checked'] as const
export type ParcelState = (typeof parcelStates)[number]

const filters: Record<ParcelState, ParcelFilter> = {
  notPrinted: { is_printed: 0 },
  printed: { is_printed: 1 },
  partlyScanned: { is_partly_scanned: 1 },
  notChecked: { is_checked: 0 },
  checked: { is_checked: 1 },
}
export const noParcelFilter: ParcelFilter = {
  is_printed: undefined,
  is_checked: undefined,
  is_partly_scanned: undefined,
}

/** One of them at a time. */
export const parcelFilter = (state: ParcelState | undefined): ParcelFilter => ({
  ...noParcelFilter,
  ...(state && filters[state]),
})

export function parcelStatesIn(search: ParcelFilter): ParcelState[] {
  return parcelStates.filter((state) =>
    Object.entries(filters[state]).every(([key, value]) => search[key as keyof ParcelFilter] === value),
  )
}

type Row = Pick<OrderRow, 'printed_at' | 'checked_at' | 'scanned_quantity' | 'total_quantity'>

/** "not printed", "printed 10:47", "2 of 3 scanned", "checked 11:02" */
export function parcelStateOf(row: Row, t: TFunction, now: Date, clock: Clock): string {
  const at = (moment: string) => shortTime(new Date(moment), now, clock)
  if (row.checked_at) return t('queue.checkedAt', { time: at(row.checked_at) })
  const { scanned_quantity: scanned, total_quantity: total } = row
  if (scanned > 0) return t('queue.scannedOf', { done: count(scanned), total: count(total) })
  return row.printed_at ? t('queue.printedAt', { time: at(row.printed_at) }) : t('queue.notPrinted')
}
