/** Imports and the problems of their rows, for the API. */
import type { Reply } from '../../../contract/endpoints.ts'
import type { Language } from '../../../model/language.ts'
import { undoHours } from '../../../model/import.ts'
import { translate } from '../../i18n/translate.ts'
import { cellReader } from './find-subject.ts'
import type { Problem, ProblemRow } from './import-rows-store.ts'
import type { Import } from './import-store.ts'

type Shown = Reply<'GET /imports/{id}'>['data']

export function presentImport(one: Import, language: Language, isRemembered = false): Shown {
  return {
    id: one.id,
    kind: one.kind,
    file_name: one.fileName,
    bytes: one.bytes,
    status: one.state,
    fault: one.fault && translate(language, `import_fault.${one.fault}`),
    fault_code: one.fault,
    rows: one.rows,
    processed: one.processed,
    columns: one.headings.map((heading, at) => ({
      heading,
      sample: one.samples[at] ?? '',
      field: one.columns[at]?.field ?? null,
      is_guess: one.columns[at]?.isGuess ?? false,
    })),
    is_remembered: isRemembered,
    summary: one.summary,
    requested_by: { id: one.userId, name: one.userName },
    requested_at: one.requestedAt.toISOString(),
    ended_at: one.endedAt?.toISOString() ?? null,
    undo_until: one.state === 'done' ? (undoUntil(one)?.toISOString() ?? null) : null,
  }
}

export function undoUntil({ endedAt }: Import): Date | undefined {
  return endedAt ? new Date(+endedAt + undoHours * 3_600_000) : undefined
}

export function presentProblemRow(
  { headings, columns }: Import,
  { number, cells, problems }: ProblemRow,
  language: Language,
): Reply<'GET /imports/{id}/rows'>['data'][number] {
  const cell = cellReader(columns, cells)
  const subject = cell('product_key') ?? cell('seller_code') ?? cell('sku_code') ?? cell('channel_variant_id')
  return {
    row: number,
    subject: String(subject?.value ?? ''),
    problems: problems.map((problem) => ({
      column: problem.column,
      heading: problem.column === null ? null : (headings[problem.column] ?? null),
      value: problem.column === null ? null : String(cells[problem.column] ?? ''),
      code: problem.code.split('.').at(-1) ?? '',
      group: problem.group,
      message: messageOf(problem, language),
      remedies: problem.remedies,
    })),
  }
}

function messageOf({ code, values }: Problem, language: Language): string {
  return translate(language, code, values)
}

/** The same sheet with a last column that says what is wrong, as a CSV that an import takes back. */
export function badRowsCsv(
  { headings }: Import,
  rows: ProblemRow[],
  language: Language,
): Uint8Array<ArrayBuffer> {
  const lines = [
    [...headings, translate(language, 'import_problem.heading')],
    ...rows.map(({ cells, problems }) => [
      ...headings.map((_, at) => cells[at] ?? null),
      problems
        .map((problem) => {
          const heading = problem.column === null ? undefined : headings[problem.column]
          return `${heading ? `${heading}: ` : ''}${messageOf(problem, language)}`
        })
        .join(' '),
    ]),
  ]
  const text = lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')
  return new TextEncoder().encode(`\uFEFF${text}`)
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
