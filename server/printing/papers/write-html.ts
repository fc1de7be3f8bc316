/** Writes the simple HTML of a template on paper. The fonts have one weight: bold is drawn twice, italic is slanted. */
import type { HtmlRun } from '../../../model/simple-html.ts'
import { linesOfHtml } from '../../../model/simple-html.ts'
import type { Paper } from './paper.ts'

const lineHeight = 1.32
/** Between words, and between ideographs, which have no spaces. */
const breaks = /(\s+|[\u3000-\u30FF\u3400-\u9FFF\uFF00-\uFFEF])/u

type Piece = HtmlRun & { x: number }

export function writeHtml(
  paper: Paper,
  html: string,
  { size, mostLines }: { size: number; mostLines: number },
) {
  for (const line of rowsOf(paper, html, size).slice(0, mostLines)) {
    if (paper.left() < size * lineHeight) return
    const y = paper.height - paper.y - size
    for (const { text, x, isBold, isItalic } of line)
      paper.scripts.draw(paper.page, text, { x: paper.margin + x, y, size, isBold, isItalic })
    paper.y += size * lineHeight
  }
}

/** Counts the rows of the text, to keep them free at the foot. */
export function rowsOfHtml(paper: Paper, html: string, size: number): number {
  return rowsOf(paper, html, size).length
}

function rowsOf(paper: Paper, html: string, size: number): Piece[][] {
  return linesOfHtml(html).flatMap(({ mark, runs }) => {
    const indent = paper.scripts.width(mark, size)
    const first: Piece[] = mark ? [{ text: mark, isBold: false, isItalic: false, x: 0 }] : []
    const rows = [first]
    let x = indent
    for (const { text, ...look } of runs)
      for (const part of text.split(breaks).flatMap((word) => fitted(word, paper.room - indent))) {
        const width = paper.scripts.width(part, size)
        if (x + width > paper.room && x > indent) {
          rows.push([])
          x = indent
          if (part.trim() === '') continue
        }
        rows.at(-1)?.push({ text: part, ...look, x })
        x += width
      }
    return rows
  })

  /** A word that is wider than the paper, such as the address of a site, is cut. */
  function fitted(word: string, room: number): string[] {
    return paper.scripts.width(word, size) <= room ? [word] : paper.scripts.wrap(word, size, room)
  }
}
