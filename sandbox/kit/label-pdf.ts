/**
 * A4 pages with some lines of text and a barcode each, as a PDF that any viewer opens. The bars say the page's code, a
 * tracking number, which is its second line unless it is given.
 */
export function createLabelPdf(
  pages: readonly (readonly string[])[],
  codes: readonly string[] = pages.map(([, second = '']) => second),
): Buffer {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  add('<</Type/Catalog/Pages 2 0 R>>')
  // The page tree is object 2 and names pages that follow it: each page takes two objects, after the font.
  const kids = pages.map((_page, index) => `${4 + index * 2} 0 R`)
  add(`<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`)
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  for (const [index, lines] of pages.entries()) {
    const content = `BT /F1 16 Tf 56 760 Td 24 TL ${lines.map((line) => `(${escapePdf(line)}) Tj T*`).join(' ')} ET ${bars(codes[index] ?? '')}`
    const number = add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${objects.length + 2} 0 R>>`,
    )
    if (number % 2 !== 0) throw new Error('a page must have an even number')
    add(`<</Length ${content.length}>>\nstream\n${content}\nendstream`)
  }
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`
  file += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** The built-in font has western letters only: others lose their marks or turn into a question mark. */
const escapePdf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[đĐ]/g, 'd')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '?')
    .replace(/[\\()]/g, (letter) => `\\${letter}`)

/** Code 128, set B: a start, the letters, a check sum and a stop; bars and gaps in turn, eleven modules a letter. */
export function code128(text: string): string {
  const letters = Array.from(text, (letter) => letter.charCodeAt(0) - 32)
  const sum = letters.reduce((total, letter, index) => total + letter * (index + 1), START_B)
  return [START_B, ...letters, sum % 103, STOP].map((letter) => PATTERNS[letter] ?? '').join('')
}

const START_B = 104
const STOP = 106
// ISO/IEC 15417, table 1.
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')

/** Points a module is wide. */
const MODULE = 1.6

function bars(code: string): string {
  const plain = code.replace(/[^\x20-\x7e]/g, '?')
  let x = 56
  let drawn = ''
  if (plain === '') return ''
  for (const [index, width] of Array.from(code128(plain), Number).entries()) {
    if (index % 2 === 0) drawn += `${x.toFixed(1)} 500 ${(width * MODULE).toFixed(1)} 70 re `
    x += width * MODULE
  }
  return `${drawn}f`
}
