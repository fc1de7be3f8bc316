/** Printed pages as a scanner and a reader see them: drawn to pixels, with their barcodes and words read back. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// From the package itself: without it the reader asks the network.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })

export type SeenPage = {
  /** In points. */
  width: number
  height: number
  /** In the order of their formats, then as they are found. */
  codes: { format: string; text: string }[]
  words: string
}

/**
 * Draws each page at three pixels a point, large paper a bit coarser. `thermal`: in the black and white dots of a label
 * printer of 203 dpi.
 */
export async function seePages(file: Uint8Array, printer: 'any' | 'thermal' = 'any'): Promise<SeenPage[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(file)
    const seen: SeenPage[] = []
    for (const page of document.pages()) seen.push(await seePage(page, printer))
    document.destroy()
    return seen
  } finally {
    library.destroy()
  }
}

async function seePage(page: PDFiumPage, printer: 'any' | 'thermal'): Promise<SeenPage> {
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  // Drawing and reading hold up everybody else in this process, whose connections would run out of time meanwhile.
  await turn()
  const scale = printer === 'thermal' ? 203 / 72 : Math.min(3, 1000 / width)
  const words = page.getText()
  const drawn = await page.render({ scale, render: 'bitmap', colorSpace: 'BGRA' })
  const data = Uint8ClampedArray.from(drawn.data, (shade) =>
    printer === 'any' ? shade : shade < 128 ? 0 : 255,
  )
  const pixels = { data, width: drawn.width, height: drawn.height }
  await turn()
  const found = await readBarcodes({ ...pixels, colorSpace: 'srgb' } as ImageData, { tryHarder: true })
  await turn()
  const codes = found.map(({ format, text }) => ({ format: String(format), text }))
  return { width, height, codes: codes.toSorted((a, b) => (a.format < b.format ? -1 : 1)), words }
}

type Area = { x: number; y: number; width: number; height: number }

/** Counts the dark pixels of an area of a page; in points from its upper left corner, at three pixels a point. */
export async function inkOf(file: Uint8Array, area: Area, pageIndex = 0): Promise<number> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(file)
    const drawn = await document.getPage(pageIndex).render({ scale: 3, render: 'bitmap', colorSpace: 'BGRA' })
    let dark = 0
    for (let y = area.y * 3; y < Math.min(drawn.height, (area.y + area.height) * 3); y++) {
      for (let x = area.x * 3; x < Math.min(drawn.width, (area.x + area.width) * 3); x++)
        if ((drawn.data[(y * drawn.width + x) * 4] ?? 255) < 128) dark++
    }
    document.destroy()
    return dark
  } finally {
    library.destroy()
  }
}
