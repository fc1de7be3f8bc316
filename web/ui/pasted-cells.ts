/** A cell in quotes, as spreadsheets copy one with a line break or a tab in it; a quote inside it is doubled. */
const quoted = /"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)/y
const plain = /[^\t\r\n]*/y

/**
 * Rows and columns of what a spreadsheet put on the clipboard as text: there, merged cells keep their places, which they lose in its
 * HTML. The line break at the end is no row.
 */
export function cellsIn(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  for (;;) {
    const form = [quoted, plain].find((one) => {
      one.lastIndex = at
      return one.test(text)
    })
    const found = text.slice(at, form?.lastIndex)
    at += found.length
    rows.at(-1)?.push(form === quoted ? found.slice(1, -1).replaceAll('""', '"') : found)
    if (at >= text.length) return rows
    if (text[at] === '\t') {
      at++
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (at >= text.length) return rows
    rows.push([])
  }
}
