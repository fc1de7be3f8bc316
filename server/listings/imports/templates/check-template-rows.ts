/** Checks rows of a file of templates, chunk by chunk: a product's rows may lie in several chunks. */
import { createsListings } from '../../../../connectors/listings.ts'
import { listOwnCategories } from '../../../catalog/category-store.ts'
import type { Tx } from '../../../db/database.ts'
import { findAccount } from '../../../settings/account-store.ts'
import { listShops } from '../../../shops/shops-store.ts'
import type { ChannelSessions } from '../../../syncs/channel-session.ts'
import { problem } from '../checked-row.ts'
import { saveChecks, type RowCheck, type StoredRow } from '../import-rows-store.ts'
import type { Import, ImportKey } from '../import-store.ts'
import { createProductRows } from './join-template-rows.ts'
import { nameKey, readTemplateRow, type TemplateContext, type TemplateRow } from './read-template-row.ts'
import { listProductRows, listTakenCodes, spreadErrors } from './template-rows-store.ts'

type Channels = Pick<ChannelSessions, 'connectorOf'>

export async function templateContext(
  tx: Tx,
  ownerId: string,
  { columns, timezone, shopIds }: Import,
  channels: Channels,
  isMonthFirst = false,
): Promise<TemplateContext> {
  const { currency } = await findAccount(tx, ownerId)
  const shops = (await listShops(tx, ownerId, shopIds)).filter(
    ({ platformId, status }) => status === 1 && createsListings(channels.connectorOf(platformId)?.listings),
  )
  const categories = await listOwnCategories(tx, ownerId, '', 5000)
  return {
    columns,
    timezone,
    isMonthFirst,
    currency,
    shops: new Map(shops.map(({ id, platformId, systemName }) => [nameKey(systemName), { id, platformId }])),
    categories: new Map(categories.map(({ id, name }) => [nameKey(name), id])),
  }
}

export function subjectOf({ key }: TemplateRow): string | null {
  return key === null ? null : `t${nameKey(key)}`
}

export async function checkTemplateRows(
  tx: Tx,
  key: ImportKey,
  one: Import,
  rows: StoredRow[],
  channels: Channels,
  isMonthFirst: boolean,
): Promise<RowCheck[]> {
  const context = await templateContext(tx, key.ownerId, one, channels, isMonthFirst)
  const read = rows.map(({ number, cells }) => ({ number, read: readTemplateRow(context, cells) }))
  const subjects = [...new Set(read.flatMap((row) => subjectOf(row.read) ?? []))]
  const taken = await listTakenCodes(
    tx,
    key.ownerId,
    subjects.map((subject) => subject.slice(1)),
  )
  const numbers = new Set(rows.map(({ number }) => number))
  const products = new Map(subjects.map((subject) => [subject, createProductRows()]))
  for (const { number, cells, subject } of await listProductRows(tx, key, subjects))
    if (!numbers.has(number)) products.get(subject)?.take({ number, read: readTemplateRow(context, cells) })
  return read.map((row): RowCheck => {
    const subject = subjectOf(row.read)
    const before = products.get(subject ?? '')
    const isFirst = before?.isEmpty() ?? false
    const problems = before?.take(row) ?? row.read.problems
    if (subject !== null && taken.has(subject.slice(1)))
      problems.push(problem(row.read.keyColumn, 'template_exists', 'twice'))
    if (problems.length > 0) return { number: row.number, state: 'error', problems, fields: [], subject }
    const fields = isFirst ? ['template', 'variant'] : ['variant']
    return { number: row.number, state: 'change', fields, subject }
  })
}

/** The end of a check, once all rows of every product are known. */
export async function endTemplateCheck(tx: Tx, key: ImportKey): Promise<void> {
  await spreadErrors(tx, key, problem(null, 'other_rows', 'other'))
}

/** Checks a corrected row again, with the rows of its product before and after the correction. */
export async function recheckProduct(
  tx: Tx,
  key: ImportKey,
  one: Import,
  row: StoredRow,
  channels: Channels,
  isMonthFirst: boolean,
): Promise<void> {
  const context = await templateContext(tx, key.ownerId, one, channels)
  const next = subjectOf(readTemplateRow(context, row.cells))
  const subjects = [row.subject, next].filter((subject) => subject !== null)
  const others = (await listProductRows(tx, key, subjects)).filter(({ number }) => number !== row.number)
  const rows = [...others, row].toSorted((a, b) => a.number - b.number)
  // Both products are read anew, so none of their rows may be met as an earlier one.
  await saveChecks(
    tx,
    key,
    rows.map(({ number }) => ({ number, state: 'new', fields: [], subject: '' })),
  )
  await saveChecks(tx, key, await checkTemplateRows(tx, key, one, rows, channels, isMonthFirst))
  await endTemplateCheck(tx, key)
}
