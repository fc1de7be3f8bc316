/** Uploads spreadsheets and runs their imports as the worker does. */
import { writeXlsx } from 'hucre/xlsx'
import type { Reply } from '../../contract/endpoints.ts'
import { connectors } from '../../connectors/registry.ts'
import { createRunImport } from '../../server/listings/imports/run-import.ts'
import { createLog } from '../../server/log.ts'
import type { Account, TestConsole } from '../start-test-console.ts'

export type ImportEntry = Reply<'GET /imports/{id}'>['data']
export type ProblemEntry = Reply<'GET /imports/{id}/rows'>['data'][number]
export type Sheet = (string | number | Date | null)[][]

export function csvOf(rows: Sheet): Buffer {
  const cell = (value: Sheet[number][number]) =>
    value === null
      ? ''
      : typeof value === 'number'
        ? String(value)
        : `"${String(value).replaceAll('"', '""')}"`
  return Buffer.from(rows.map((row) => `${row.map(cell).join(',')}\r\n`).join(''))
}

export async function xlsxOf(rows: Sheet): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }))
}

export async function upload(
  running: Pick<TestConsole, 'url'>,
  account: Pick<Account, 'token'>,
  bytes: Buffer,
  { name = 'prices.csv', language = 'en', kind = 'products' } = {},
): Promise<{
  status: number
  body: { data: ImportEntry; invalid_fields?: Record<string, string>; code?: string }
}> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  const headers = { authorization: `Bearer ${account.token}`, 'x-localization': language }
  const reply = await fetch(`${running.url}/api/v2/imports/${kind}`, { method: 'POST', headers, body: form })
  return { status: reply.status, body: (await reply.json()) as Awaited<ReturnType<typeof upload>>['body'] }
}

/** Takes turns until the import waits for its user. `turns`: how often the worker lives on. */
export async function runImport(
  running: TestConsole,
  account: Account,
  importId: number,
): Promise<ImportEntry> {
  const channels = { connectorOf: (id: number) => connectors.find((one) => one.id === id) }
  const run = createRunImport({ db: running.db, channels, log: createLog('silent') })
  for (;;) {
    await run({ ownerId: account.ownerId, importId }, { abortSignal: new AbortController().signal })
    const entry = (await account.call(`GET /imports/${importId}`)).at<ImportEntry>('data')
    if (!['checking', 'importing', 'undoing'].includes(entry.status)) return entry
  }
}

/** Uploads and checks. */
export async function checkFile(
  running: TestConsole,
  account: Account,
  bytes: Buffer,
  name = 'prices.csv',
  kind = 'products',
): Promise<ImportEntry> {
  const answer = await upload(running, account, bytes, { name, kind })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return runImport(running, account, answer.body.data.id)
}

export async function take(
  running: TestConsole,
  account: Account,
  importId: number,
  step: 'commit' | 'undo',
): Promise<ImportEntry> {
  const answer = await account.call(`POST /imports/${importId}/${step}`)
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body))
  return runImport(running, account, importId)
}

export async function problemsOf(account: Account, importId: number): Promise<ProblemEntry[]> {
  return (await account.call(`GET /imports/${importId}/rows?limit=100`)).at('data')
}
