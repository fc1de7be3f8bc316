/** Bars and squares as drawn shapes, which stay sharp at every size of the paper. */
import {
  fill,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  setFillingRgbColor,
  type PDFOperator,
  type PDFPage,
} from '@cantoo/pdf-lib'
import bwipjs from 'bwip-js/node'

/** All at once: drawn one by one, the squares of a page would take longer than all the rest of it. */
function paint(page: PDFPage, shapes: PDFOperator[]): void {
  page.pushOperators(pushGraphicsState(), setFillingRgbColor(0, 0, 0), ...shapes, fill(), popGraphicsState())
}

/** The dot of a label printer of 203 dpi, in points. Bars that are no whole dots wide come out uneven. */
const dot = 72 / 203
/** Dots of the narrowest bar: with one a scanner reads nothing; wider than four the code is no longer seen at once. */
const [fewestDots, mostDots] = [2, 4]

/** Least side of a QR code, in points: that of an order's code has squares of three dots then. */
const leastSquare = 48

/**
 * Draws a code to scan and returns its height: Code 128 with its quiet zones of ten modules, or a QR code where bars would be
 * too narrow to be read, or have no such letters. `x`, `top`: the upper left corner of its place, in points.
 */
export function drawScanCode(
  page: PDFPage,
  text: string,
  { x, top, width, height }: { x: number; top: number; width: number; height: number },
): number {
  const bars = barsOf(text)
  const modules = bars.reduce((sum, one) => sum + one, 0) + 20
  const dots = Math.min(mostDots, Math.floor(width / modules / dot))
  if (bars.length === 0 || dots < fewestDots) {
    const size = Math.max(height, leastSquare)
    drawQr(page, text, { x: x + (width - size) / 2, y: page.getHeight() - top - size, size })
    return size
  }
  const y = page.getHeight() - top - height
  const unit = dots * dot
  // Narrow codes stay in the middle.
  let at = Math.round((x + (width - unit * modules) / 2) / dot) * dot + 10 * unit
  const shapes: PDFOperator[] = []
  for (const [index, bar] of bars.entries()) {
    if (index % 2 === 0) shapes.push(rectangle(at, y, bar * unit, height))
    at += bar * unit
  }
  paint(page, shapes)
  return height
}

/** Code 128 speaks ASCII alone; of other letters there are no bars. */
function barsOf(text: string): number[] {
  if (!/^[\x20-\x7e]{1,48}$/.test(text)) return []
  const [symbol] = bwipjs.raw('code128', text)
  if (!symbol || !('sbs' in symbol)) throw new Error('no bars came')
  return symbol.sbs
}

/** A QR code with its quiet zone of four modules, within a square of `size` points. `x`, `y`: its lower left corner. */
export function drawQr(
  page: PDFPage,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const [symbol] = bwipjs.raw('qrcode', text, 'eclevel=M')
  if (!symbol || !('pixs' in symbol)) throw new Error('no squares came')
  const { pixs, pixx, pixy } = symbol
  const unit = size / (pixx + 8)
  const shapes: PDFOperator[] = []
  for (let row = 0; row < pixy; row++) {
    for (let column = 0; column < pixx; column++) {
      if (pixs[row * pixx + column] !== 1) continue
      let last = column
      while (last + 1 < pixx && pixs[row * pixx + last + 1] === 1) last++
      const left = x + (column + 4) * unit
      shapes.push(rectangle(left, y + (pixy - row + 3) * unit, (last - column + 1) * unit, unit))
      column = last
    }
  }
  paint(page, shapes)
}
