/** Checks rows of a file beside each other: no two may give one listing or SKU different values. */
import type { Permission } from '../../../model/permissions.ts'
import type { Tx } from '../../db/database.ts'
import type { Cell } from '../../http/sheet-file.ts'
import { findOwnerCurrency } from '../../settings/owners-store.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { listWarehouses } from '../../warehouses/warehouses-store.ts'
import { checkRow } from './check-row.ts'
import { problem, type CheckContext, type CheckedRow } from './checked-row.ts'
import { namesOf } from './find-subject.ts'
import {
  listEarlier,
  listEarlierOfSkus,
  type ChangedSku,
  type RowCheck,
  type StoredRow,
} from './import-rows-store.ts'
import type { Import, ImportKey } from './import-store.ts'
import { findTargets } from './import-targets-store.ts'

export async function checkContext(
  tx: Tx,
  ownerId: string,
  one: Import,
  rows: { cells: Cell[] }[],
  channels: Pick<ChannelSessions, 'connectorOf'>,
  isMonthFirst = false,
): Promise<CheckContext> {
  const { columns, shopIds: visible, rights, timezone } = one
  const targets = await findTargets(tx, ownerId, namesOf(columns, rows), visible)
  const warehouses = await listWarehouses(tx, ownerId, visible)
  const currency = await findOwnerCurrency(tx, ownerId)
  return {
    columns,
    targets,
    timezone,
    isMonthFirst,
    currency,
    visible,
    now: new Date(),
    warehouseIds: new Set(warehouses.map(({ id }) => id)),
    may: (permission: Permission) => rights.includes(permission),
    isEditable: (platformId) => channels.connectorOf(platformId)?.listings !== undefined,
  }
}

/** A second row about the same listing or SKU is an error, unless it says the same; of listings that share a SKU, one that gives the SKU another value. */
export async function checkRows(
  tx: Tx,
  key: ImportKey,
  context: CheckContext,
  rows: StoredRow[],
): Promise<RowCheck[]> {
  const checked = rows.map((row) => ({ row, found: checkRow(context, row.cells) }))
  const subjects = [...new Set(checked.flatMap(({ found }) => found.subject ?? []))]
  const start = rows[0]?.number ?? 0
  const before = await listEarlier(tx, key, subjects, start)
  const first = new Map(before.map((row) => [row.subject, row]))
  const skuIds = checked.flatMap(({ found }) => changedSku(found)?.id ?? [])
  const values = valuesOfSkus(await listEarlierOfSkus(tx, key, [...new Set(skuIds)], start))
  return checked.map(({ row: { number, cells }, found }): RowCheck => {
    const { problems, fields, subject } = found
    const earlier = subject === null ? undefined : first.get(subject)
    if (subject !== null && (!earlier || earlier.number > number))
      first.set(subject, { subject, number, cells })
    if (problems.length > 0) return { number, state: 'error', problems, fields: [], subject }
    const isAgain = earlier !== undefined && earlier.number < number
    if (isAgain && JSON.stringify(earlier.cells) === JSON.stringify(cells))
      return { number, state: 'same', fields: [], subject }
    const sku = changedSku(found)
    const other = isAgain ? earlier.number : sku && values.take(number, sku)
    if (other) {
      const twice = problem(null, 'twice', 'twice', { row: other })
      return { number, state: 'error', problems: [twice], fields: [], subject }
    }
    return { number, state: fields.length > 0 ? 'change' : 'same', fields, subject, sku }
  })
}

/** Prices are told by listing: one row may be about those of all shops, and another about one of them. */
function changedSku({ skuId, edit, stock, prices }: CheckedRow): ChangedSku | null {
  const values = Object.fromEntries<unknown>([
    ...Object.entries(edit?.after ?? {}),
    ...stock.map(({ warehouseId, counted }) => [`on_hand:${warehouseId}`, counted] as const),
    ...prices.flatMap(({ variantId, after: { price, specialPrice: special } }) => [
      ...(price === undefined ? [] : [[`price:${variantId}`, price] as const]),
      ...(special === undefined
        ? []
        : [[`special:${variantId}`, special && [special.price, special.from, special.to]] as const]),
    ]),
  ])
  return skuId === null || Object.keys(values).length === 0 ? null : { id: skuId, values }
}

/** Values that rows give SKUs, the first of each field. */
function valuesOfSkus(earlier: { number: number; sku: ChangedSku }[]) {
  const known = new Map<string, { number: number; value: string }>()
  /** Answers the row that gives the SKU another value, unless there is none. */
  function take(number: number, { id, values }: ChangedSku): number | undefined {
    const fields = Object.entries(values).map(([field, value]) => ({
      key: `${id} ${field}`,
      value: JSON.stringify(value),
    }))
    const other = fields.map(({ key, value }) => {
      const found = known.get(key)
      return found && found.value !== value ? found.number : undefined
    })
    const first = other.find((one) => one !== undefined)
    if (first !== undefined) return first
    for (const { key, value } of fields) if (!known.has(key)) known.set(key, { number, value })
    return undefined
  }
  for (const { number, sku } of earlier) take(number, sku)
  return { take }
}
