/** Asks for files, writes them as the worker does, and reads them back by other means than they were written. */
import { readXlsx } from 'hucre/xlsx'
import type { Reply } from '../../contract/endpoints.ts'
import type { ExportKind } from '../../server/exports/export-kind.ts'
import { exportKinds } from '../../server/exports/export-kinds.ts'
import { createExportLinks } from '../../server/exports/export-link.ts'
import { createWriteExport } from '../../server/exports/write-export.ts'
import { createLog } from '../../server/log.ts'
import type { Account, TestConsole } from '../start-test-console.ts'

export type ExportEntry = Reply<'GET /exports'>['data'][number]

/** Asks, and writes without a worker. `rowsPerPart` stands in for the limit of the kind. */
export async function exportOrders(
  running: TestConsole,
  account: Account,
  query: string,
  { rowsPerPart = 200_000, language = 'en' } = {},
): Promise<ExportEntry> {
  const asked = await account.call(`GET /orders/export?${query}`, undefined, { 'x-localization': language })
  if (asked.status !== 202) throw new Error(JSON.stringify(asked.body))
  const exportId = asked.at<number>('export_id')
  // A turn ends after some seconds, and a busy machine needs several for a long file.
  for (;;) {
    await writeExport(running, account, exportId, { ...exportKinds.orders, rowsPerPart })
    const entry = await findExport(account, exportId)
    if (entry.status !== 'running') return entry
  }
}

/** A list as a file, written without a worker. */
export async function exportList(
  running: TestConsole,
  account: Account,
  call: `GET /${string}/export`,
  { query = 'format=csv', language = 'en' } = {},
): Promise<ExportEntry> {
  const asked = await account.call(`${call}?${query}`, undefined, { 'x-localization': language })
  if (asked.status !== 202) throw new Error(JSON.stringify(asked.body))
  const exportId = asked.at<number>('export_id')
  await writeExport(running, account, exportId)
  return findExport(account, exportId)
}

/** A turn of the worker. */
export async function writeExport(
  running: TestConsole,
  { ownerId }: Account,
  exportId: number,
  orders: ExportKind = exportKinds.orders,
): Promise<void> {
  const links = createExportLinks([running.config.secretKey])
  const write = createWriteExport(running.db, links, createLog('silent'), { ...exportKinds, orders })
  await write({ ownerId, exportId }, { abortSignal: new AbortController().signal })
}

export async function findExport(account: Account, exportId: number): Promise<ExportEntry> {
  const answer = await account.call('GET /exports?pagination=0')
  const found = answer.at<ExportEntry[]>('data').find(({ id }) => id === exportId)
  if (!found) throw new Error(`no export ${exportId}`)
  return found
}

export async function downloadPart(
  running: Pick<TestConsole, 'url'>,
  account: Pick<Account, 'token'>,
  url = '',
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const reply = await fetch(running.url + url, { headers: { authorization: `Bearer ${account.token}` } })
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

/** Every row of every part as text by its head; how many rows each part had is `sizes`. */
export async function readExport(
  running: TestConsole,
  account: Account,
  entry: ExportEntry,
): Promise<{ rows: Record<string, string>[]; sizes: number[]; heads: string[] }> {
  const tables: string[][][] = []
  for (const { url } of entry.parts) {
    const { bytes } = await downloadPart(running, account, url)
    tables.push(entry.format === 'csv' ? readCsv(bytes) : await readSheet(bytes))
  }
  const heads = tables[0]?.[0] ?? []
  const rows = tables.flatMap(([, ...lines]) =>
    lines.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? '']))),
  )
  return { rows, sizes: tables.map((lines) => lines.length - 1), heads }
}

/** RFC 4180, letter by letter. */
export function readCsv(bytes: Buffer): string[][] {
  const text = bytes.toString('utf8')
  if (!text.startsWith('\uFEFF')) throw new Error('the file has no mark of UTF-8')
  const lines: string[][] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === ',') {
      cells.push(cell)
      cell = ''
    } else if (!isQuoted && letter === '\r' && text[at + 1] === '\n') {
      lines.push([...cells, cell])
      cells = []
      cell = ''
      at++
    } else cell += letter
  }
  if (cell !== '' || cells.length > 0 || isQuoted) throw new Error('the last line has no end')
  return lines
}

export async function readSheet(bytes: Buffer): Promise<string[][]> {
  const { sheets } = await readXlsx(bytes)
  return (sheets[0]?.rows ?? []).map((cells) =>
    cells.map((cell) => (cell instanceof Date ? cell.toISOString() : cell === null ? '' : String(cell))),
  )
}
