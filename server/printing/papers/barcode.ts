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

/** Code 128 speaks ASCII alone. */
export function canBeBars(text: string): boolean {
  return /^[\x20-\x7e]{1,48}$/.test(text)
}

/** Code 128 as wide as `width`, its quiet zones of ten modules included. `x`, `y`: its lower left corner, in points. */
export function drawBars(
  page: PDFPage,
  text: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const [symbol] = bwipjs.raw('code128', text)
  if (!symbol || !('sbs' in symbol)) throw new Error('no bars came')
  const modules = symbol.sbs.reduce((sum, one) => sum + one, 0) + 20
  // No wider than a scanner of a courier likes; narrow codes stay in the middle.
  const unit = Math.min(width / modules, 1.5)
  let at = x + (width - unit * modules) / 2 + 10 * unit
  const shapes: PDFOperator[] = []
  for (const [index, bar] of symbol.sbs.entries()) {
    if (index % 2 === 0) shapes.push(rectangle(at, y, bar * unit, height))
    at += bar * unit
  }
  paint(page, shapes)
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
