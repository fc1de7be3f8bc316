/** A row of the order list, as the list's statement reads it and its presenter takes it. */
import { columnName, pick, type JsonRow } from '../../db/column-list.ts'
import type { StoredAction } from '../actions/order-action-store.ts'
import { orderColumns } from '../orders-table.ts'

export const rowOfOrder = pick(
  orderColumns,
  'id',
  'shopId',
  'channelOrderId',
  'shortCode',
  'status',
  'paymentMethod',
  'currency',
  'total',
  'quantity',
  'lineCount',
  'preview',
  'customerId',
  'buyerName',
  'buyerPhone',
  'place',
  'provider',
  'courier',
  'trackingNumber',
  'pickupFailed',
  'isStar',
  'printedAt',
  'packedAt',
  'checkedAt',
  'scanned',
  'cancelRequestedAt',
  'cancelDeadline',
  'cancelReason',
  'returnStatus',
  'shipBy',
  'note',
  'placedAt',
  'soldAt',
  'updatedAt',
)
export const rowOfShop = { systemName: 'text', platformId: 'smallint' } as const

/** Amounts in minor units, instants as ISO text. */
export type OrderRow = JsonRow<typeof rowOfOrder & typeof rowOfShop> & {
  /** Latest action, unless it ended long ago. */
  action: StoredAction | null
}

const columnsOf = (of: string, columns: object) =>
  Object.keys(columns).map((field) => `${of}.${columnName(field)}`)

/** Columns of the order `o`, its shop `s` and its latest action `w`. */
export const rowColumns = [...columnsOf('o', rowOfOrder), ...columnsOf('s', rowOfShop), 'w.action'].join(', ')
export const rowFields = [
  ...Object.keys(rowOfOrder),
  ...Object.keys(rowOfShop),
  'action',
] as (keyof OrderRow)[]
