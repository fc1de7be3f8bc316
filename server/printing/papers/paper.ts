/** A sheet that is written from top to bottom, and goes on with another one when it is full. Lengths in points. */
import { rgb, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import type { Scripts } from './scripts-font.ts'

export type Paper = {
  readonly scripts: Scripts
  readonly width: number
  readonly height: number
  readonly margin: number
  /** Between the margins. */
  readonly room: number
  /** Distance of the next line from the top. */
  y: number
  page: PDFPage
  /** Stands at the head of each further sheet. Null: all that there is stays on one sheet. */
  heading: string | null
  /** Free height above the lower margin. */
  left(): number
  /** Turns to a new sheet unless so much is still free. */
  need(height: number): void
  /** Writes at `y` and moves on below it. Returns how many lines the text took. */
  write(text: string, style: Style): number
  /** A line across. */
  rule(): void
  /** An empty square at the left margin, beside the line that is written next, for a tick by hand. */
  tickBox(side: number): void
  space(height: number): void
}

export type Style = {
  size: number
  /** From the left margin. */
  x?: number
  width?: number
  align?: 'left' | 'right' | 'center'
  mostLines?: number
  isFaint?: boolean
  /** `y` stays where it is, for what stands beside something else. */
  isBeside?: boolean
}

const lineHeight = 1.32
const ink = rgb(0, 0, 0)
const faint = rgb(0.35, 0.35, 0.35)

export function openPaper(
  pdf: PDFDocument,
  scripts: Scripts,
  { width, height }: { width: number; height: number },
  margin: number,
): Paper {
  const room = width - 2 * margin
  const paper: Paper = {
    scripts,
    width,
    height,
    margin,
    room,
    y: margin,
    page: pdf.addPage([width, height]),
    heading: null,
    left: () => height - margin - paper.y,
    need(wanted) {
      if (paper.left() >= wanted) return
      paper.page = pdf.addPage([width, height])
      paper.y = margin
      if (paper.heading) paper.write(paper.heading, { size: 8, mostLines: 1, isFaint: true })
    },
    write(text, style) {
      const { size, x = 0, align = 'left', mostLines = Infinity } = style
      const within = style.width ?? room - x
      const all = scripts.wrap(text, size, within)
      const lines = all.slice(0, mostLines)
      const last = lines.at(-1)
      if (last !== undefined && all.length > lines.length)
        lines[lines.length - 1] = shorten(last, size, within)
      let before = paper.y
      for (const line of lines) {
        if (paper.heading !== null && paper.left() < size * lineHeight) {
          paper.need(Infinity)
          before = paper.y
        }
        const free = within - scripts.width(line, size)
        const shift = align === 'right' ? free : align === 'center' ? free / 2 : 0
        scripts.draw(paper.page, line, {
          x: margin + x + shift,
          y: height - paper.y - size,
          size,
          color: style.isFaint ? faint : ink,
        })
        paper.y += size * lineHeight
      }
      if (style.isBeside) paper.y = before
      return lines.length
    },
    rule() {
      const y = height - paper.y - 2
      const [start, end] = [
        { x: margin, y },
        { x: width - margin, y },
      ]
      paper.page.drawLine({ start, end, thickness: 0.6, color: ink })
      paper.y += 5
    },
    tickBox(side) {
      const y = height - paper.y - side - 2
      // Without a colour of its own the border would fill the square.
      paper.page.drawRectangle({
        x: margin,
        y,
        width: side,
        height: side,
        borderWidth: 0.8,
        borderColor: ink,
      })
    },
    space(more) {
      paper.y += more
    },
  }
  function shorten(line: string, size: number, within: number): string {
    let kept = line
    while (kept !== '' && scripts.width(`${kept}…`, size) > within)
      kept = Array.from(kept).slice(0, -1).join('')
    return `${kept}…`
  }
  return paper
}
