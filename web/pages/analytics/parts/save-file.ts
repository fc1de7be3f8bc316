/** Tables and charts as files, made in the browser from what it shows. */

export type CsvCell = string | number | null

/** A spreadsheet would take it for a formula. A number may begin with a minus. */
const formula = /^[=+\-@\t\r]/

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
export async function savePng(name: string, element: HTMLElement): Promise<void> {
  save(`${name}.png`, await pngOf(element))
}

function save(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const padding = 16
const sharpness = 2

async function pngOf(element: HTMLElement): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect()
  const size = { width: Math.ceil(width) + 2 * padding, height: Math.ceil(height) + 2 * padding }
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(element, width, size))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size.width * sharpness
  canvas.height = size.height * sharpness
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas')
  context.scale(sharpness, sharpness)
  const ground = element.closest('section') ?? document.body
  context.fillStyle = getComputedStyle(ground).getPropertyValue('background-color')
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(image, 0, 0)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png'),
  )
}

/** A copy of the element that carries its own styles, because an image sees none of the page's. */
function svgOf(element: HTMLElement, width: number, size: { width: number; height: number }): string {
  const copy = element.cloneNode(true) as HTMLElement
  const originals = [element, ...element.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, original] of originals.entries()) {
    const style = getComputedStyle(original)
    copies[at]?.setAttribute(
      'style',
      [...style].map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'),
    )
    if (original instanceof HTMLImageElement) copies[at]?.setAttribute('src', dataOf(original))
  }
  for (const hidden of copy.querySelectorAll('.visually-hidden, [data-unprinted]')) hidden.remove()
  copy.style.margin = `${padding}px`
  copy.style.width = `${width}px`
  const xhtml = new XMLSerializer().serializeToString(copy)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><foreignObject width="100%" height="100%">${xhtml}</foreignObject></svg>`
}

/** The image itself, because an image loads no other; blank where its host lets nobody read it, or it is not loaded. */
function dataOf(image: HTMLImageElement): string {
  const canvas = document.createElement('canvas')
  canvas.width = image.width * sharpness
  canvas.height = image.height * sharpness
  try {
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL()
  } catch {
    return document.createElement('canvas').toDataURL()
  }
}
