/**
 * The HTML of a listing's description: paragraphs, headings, lists, bold, italic, underlined, line breaks and images by https.
 * Everything else is left out and its text kept, so that nothing in it can run or point elsewhere.
 */
import { escapeHtml } from './simple-html.ts'

const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li'])
const inline = new Set(['b', 'i', 'u'])
const synonyms: Record<string, string> = {
  strong: 'b',
  em: 'i',
  div: 'p',
  tr: 'p',
  section: 'p',
  article: 'p',
  blockquote: 'p',
  h5: 'h4',
  h6: 'h4',
}
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi
const unseen = /<(script|style|iframe|object|template|svg|math|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const source = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** Clean, balanced HTML. Cleaning it again changes nothing. */
export function listingHtml(html: string): string {
  const text = html.replaceAll(unseen, '')
  const open: string[] = []
  let out = ''
  let at = 0
  const close = (name: string) => {
    const place = open.lastIndexOf(name)
    if (place === -1) return
    for (const one of open.splice(place).toReversed()) out += `</${one}>`
  }
  for (const found of text.matchAll(token)) {
    out += escapeText(text.slice(at, found.index))
    at = found.index + found[0].length
    const [, slash, word = '', attributes = ''] = found
    const name = synonyms[word.toLowerCase()] ?? word.toLowerCase()
    if (name === 'br') out += '<br>'
    else if (name === 'img') out += imageOf(attributes)
    else if (!blocks.has(name) && !inline.has(name)) continue
    else if (slash) close(name)
    else {
      // A paragraph ends where the next block begins; an item of a list ends where the next item does.
      if (blocks.has(name) && name !== 'li') close('p')
      if (name === 'li' && open.lastIndexOf('li') > Math.max(open.lastIndexOf('ul'), open.lastIndexOf('ol')))
        close('li')
      open.push(name)
      out += `<${name}>`
    }
  }
  out += escapeText(text.slice(at))
  for (const one of open.toReversed()) out += `</${one}>`
  return out.replaceAll(/<(b|i|u|p)>\s*<\/\1>/g, '').trim()
}

function imageOf(attributes: string): string {
  const [, double, single, bare] = source.exec(attributes) ?? []
  const address = decode(double ?? single ?? bare ?? '')
  return /^https:\/\/[^\s<>"']+$/i.test(address) ? `<img src="${escapeHtml(address)}">` : ''
}

/** Text between tags, its entities read and written anew. */
function escapeText(text: string): string {
  // Control characters say nothing, and no channel takes them.
  const seen = decode(text).replaceAll(/[\p{Cs}\p{Cc}]/gu, (one) => (/[\t\n\r]/.test(one) ? one : ''))
  return escapeHtml(seen)
}

function decode(text: string): string {
  return text.replaceAll(
    /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi,
    (all, name: string) => letterOf(name) ?? all,
  )
}

function letterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Text of a description without its marks: blocks become lines, runs of spaces one. */
export function plainTextOf(html: string): string {
  const clean = listingHtml(isHtml(html) ? html : htmlOfText(html))
  const lines = clean
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br>|<\/(?:p|h\d|li|ul|ol)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => decode(line).trim())
  return lines
    .join('\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

/** Some channels keep descriptions as plain text, in which a lone "<" is no tag. */
export function isHtml(text: string): boolean {
  return /<\/?(p|br|div|ul|ol|li|b|strong|i|em|u|h[1-6]|img|span|table|a)\b[^>]*>/i.test(text)
}

/** Plain text as HTML, a paragraph for each line. */
export function htmlOfText(text: string): string {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line.trim())}</p>`)
    .join('')
}

/** A description as the editor shows it, whatever the channel keeps. */
export function editableHtml(description: string | null): string {
  if (!description) return ''
  return isHtml(description) ? listingHtml(description) : htmlOfText(description)
}

/** True if the two say the same, whatever a channel made of the marks. "- " is how plain text writes an item of a list. */
export function saysTheSame(a: string, b: string): boolean {
  const words = (text: string) =>
    plainTextOf(text)
      .replaceAll(/^\s*[-•]\s+/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  return words(a) === words(b)
}
