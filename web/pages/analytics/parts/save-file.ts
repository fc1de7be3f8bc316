/** Tables and charts as files, made in the browser from what it shows. */
import { loadChunk } from '../../../chunk-reload.ts'
import type { PictureHead } from '../later/draw-png.ts'

export type CsvCell = string | number | null

/** A spreadsheet would take it for a formula, a Japanese one in wide letters too. A number may begin with a minus. */
const formula = /^[=+\-@＝＋－＠\t\n\r]/

export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  // Excel reads UTF-8 by this mark alone.
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  save(`${name}.csv`, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
}

/** Saves an element as it is drawn on the screen. */
export async function savePng(name: string, element: HTMLElement, head: PictureHead): Promise<void> {
  const { drawPng } = await loadChunk(() => import('../later/draw-png.ts'))
  save(`${name}.png`, await drawPng(element, head))
}

function save(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
