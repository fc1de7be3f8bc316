/** The HTML that people may write on papers: bold, italic, line breaks and lists. Everything else is left out, its text kept. */

export type HtmlRun = { text: string; isBold: boolean; isItalic: boolean }
/** `mark` stands before an item of a list. */
export type HtmlLine = { mark: string; runs: HtmlRun[] }

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const tag = /<(\/?)([a-z]+)[^>]*>|<!--.*?-->|\r?\n/gis

/** The lines of a text that may be HTML. */
export function linesOfHtml(html: string): HtmlLine[] {
  // Scripts and styles are not text.
  const source = html.replaceAll(/<(script|style)\b[^>]*>.*?(<\/\1\s*>|$)/gis, '')
  const lines: HtmlLine[] = [{ mark: '', runs: [] }]
  const lists: { next: number | null }[] = []
  let [bold, italic] = [0, 0]
  const line = () => lines.at(-1) as HtmlLine
  const startLine = (mark = '') => {
    if (line().runs.length === 0) line().mark ||= mark
    else lines.push({ mark, runs: [] })
  }
  const write = (raw: string) => {
    const text = raw.replaceAll(/&(#39|\w+);/g, (all, name: string) => entities[name] ?? all)
    if (text === '' || (text.trim() === '' && line().runs.length === 0)) return
    line().runs.push({ text, isBold: bold > 0, isItalic: italic > 0 })
  }
  let at = 0
  for (const found of source.matchAll(tag)) {
    write(source.slice(at, found.index))
    at = found.index + found[0].length
    const isEnd = found[1] === '/'
    switch (found[2]?.toLowerCase()) {
      case 'b':
      case 'strong':
        bold = Math.max(0, bold + (isEnd ? -1 : 1))
        break
      case 'i':
      case 'em':
        italic = Math.max(0, italic + (isEnd ? -1 : 1))
        break
      case 'ul':
      case 'ol':
        if (isEnd) lists.pop()
        else lists.push({ next: found[2].toLowerCase() === 'ol' ? 1 : null })
        startLine()
        break
      case 'li': {
        const list = lists.at(-1)
        startLine(isEnd ? '' : list?.next ? `${list.next++}. ` : '• ')
        break
      }
      case 'p':
      case 'div':
        startLine()
        break
      case 'br':
      case undefined:
        if (!found[0].startsWith('<!')) lines.push({ mark: '', runs: [] })
    }
  }
  write(source.slice(at))
  while (lines.length > 0 && line().runs.length === 0) lines.pop()
  return lines
}

/** The same with nothing in it but what is allowed, as it is kept and shown. */
export function simpleHtml(html: string): string {
  return linesOfHtml(html)
    .map(({ mark, runs }) => escapeHtml(mark) + runs.map(runHtml).join(''))
    .join('<br>')
}

function runHtml({ text, isBold, isItalic }: HtmlRun): string {
  const italic = isItalic ? `<i>${escapeHtml(text)}</i>` : escapeHtml(text)
  return isBold ? `<b>${italic}</b>` : italic
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
