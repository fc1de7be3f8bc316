/** A4 pages with some lines of text and a bar pattern each, as a PDF that any viewer opens. */
export function makeLabelPdf(pages: readonly (readonly string[])[]): Buffer {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  add('<</Type/Catalog/Pages 2 0 R>>')
  // The page tree is object 2 and names pages that follow it: each page takes two objects, after the font.
  const kids = pages.map((_page, index) => `${4 + index * 2} 0 R`)
  add(`<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`)
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  for (const lines of pages) {
    const content = `BT /F1 16 Tf 56 760 Td 24 TL ${lines.map((line) => `(${escapePdf(line)}) Tj T*`).join(' ')} ET ${bars(lines.join())}`
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

/** Looks like a barcode; nobody scans it. */
function bars(text: string): string {
  let x = 56
  let drawn = ''
  for (const letter of text.slice(0, 60)) {
    const width = 1 + (letter.charCodeAt(0) % 4)
    drawn += `${x} 500 ${width} 70 re `
    x += width + 2 + (letter.charCodeAt(0) % 3)
  }
  return `${drawn}f`
}
