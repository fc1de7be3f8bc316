/** Tables for people, JSON for comparing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const resultsFolder = fileURLToPath(new URL('results', import.meta.url))

export type Cell = string | number | undefined
export type Table = { title: string; command: string; columns: string[]; rows: Cell[][]; notes?: string[] }

export function printTable({ title, command, columns, rows, notes = [] }: Table): void {
  const lines = [columns, ...rows.map((row) => row.map(show))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const text = lines.map((line) =>
    columns
      .map((_, at) => line[at] ?? '-')
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  )
  text.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '))
  process.stdout.write(
    `\n${title}\n${text.join('\n')}\n${notes.map((note) => `${note}\n`).join('')}Again: ${command}\n`,
  )
}

function show(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if (cell === undefined || !Number.isFinite(cell)) return '-'
  if (Math.abs(cell) >= 100) return Math.round(cell).toLocaleString('en')
  return cell.toFixed(Math.abs(cell) >= 10 ? 1 : 2)
}

/** One file a run, beside the earlier ones. */
export function saveResults(options: object, tables: Table[], folder = resultsFolder): string {
  mkdirSync(folder, { recursive: true })
  const at = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const path = `${folder}/${at}.json`
  writeFileSync(
    path,
    `${JSON.stringify({ at: new Date(), machine: machine(), options, tables }, undefined, 2)}\n`,
  )
  return path
}

export function machine(): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}
