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

const tagStart = /<!--|<(\/?)([a-z][a-z0-9]*)\b/gi
const unseen = /<(script|style|iframe|object|template|svg|math|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const source = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** Clean, balanced HTML. Cleaning it again changes nothing. Takes time in proportion to the length, whatever is in it. */
export function listingHtml(html: string): string {
  const text = html.replaceAll(unseen, '')
  const open = new OpenTags()
  let out = ''
  let at = 0
  for (const { start, end, name, isEnd, attributes } of tagsOf(text)) {
    out += escapeText(text.slice(at, start))
    at = end
    if (name === 'br') out += '<br>'
    else if (name === 'img') out += imageOf(attributes)
    else if (!blocks.has(name) && !inline.has(name)) continue
    else if (isEnd) out += open.close(name)
    else {
      // A paragraph ends where the next block begins; an item of a list ends where the next item does.
      if (blocks.has(name) && name !== 'li') out += open.close('p')
      if (name === 'li' && open.last('li') > Math.max(open.last('ul'), open.last('ol')))
        out += open.close('li')
      open.push(name)
      out += `<${name}>`
    }
  }
  out += escapeText(text.slice(at)) + open.closeFrom(0)
  return out.replaceAll(/<(b|i|u|p)>\s*<\/\1>/g, '').trim()
}

/** Tags that are open, with the places of each kind, so that none is searched for. */
class OpenTags {
  private readonly names: string[] = []
  private readonly places = new Map<string, number[]>()

  /** -1: none of this name is open. */
  last(name: string): number {
    return this.places.get(name)?.at(-1) ?? -1
  }

  push(name: string): void {
    const places = this.places.get(name) ?? []
    this.places.set(name, places)
    places.push(this.names.length)
    this.names.push(name)
  }

  /** Ends of the last tag of this name and of all that were opened in it. */
  close(name: string): string {
    const place = this.last(name)
    return place === -1 ? '' : this.closeFrom(place)
  }

  closeFrom(place: number): string {
    const closed = this.names.splice(place).toReversed()
    for (const name of closed) this.places.get(name)?.pop()
    return closed.map((name) => `</${name}>`).join('')
  }
}

/** `end` is behind the tag. A comment has no name. */
type Tag = { start: number; end: number; name: string; isEnd: boolean; attributes: string }

function* tagsOf(text: string): Generator<Tag> {
  const ends = endsOfTags(text)
  const starts = new RegExp(tagStart)
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    const [all, slash, word] = found
    const start = found.index
    const behind = start + all.length
    if (word === undefined) {
      const close = text.indexOf('-->', behind)
      const end = close === -1 ? text.length : close + 3
      yield { start, end, name: '', isEnd: false, attributes: '' }
      starts.lastIndex = end
      continue
    }
    const close = ends[behind] ?? -1
    if (close === -1) continue
    const name = synonyms[word.toLowerCase()] ?? word.toLowerCase()
    yield { start, end: close + 1, name, isEnd: slash === '/', attributes: text.slice(behind, close) }
    starts.lastIndex = close + 1
  }
}

/** By place: where a tag ends whose attributes go on there, at the next ">" outside of quotes; -1: nowhere. */
function endsOfTags(text: string): Int32Array {
  const ends = new Int32Array(text.length + 1).fill(-1)
  const next: Record<string, number> = { '"': -1, "'": -1 }
  for (let at = text.length - 1; at >= 0; at--) {
    const letter = text[at] ?? ''
    const close = next[letter]
    if (letter === '>') ends[at] = at
    else if (close === undefined) ends[at] = ends[at + 1] ?? -1
    else {
      ends[at] = close === -1 ? -1 : (ends[close + 1] ?? -1)
      next[letter] = at
    }
  }
  return ends
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
  const start = /<\/?(?:p|br|div|ul|ol|li|b|strong|i|em|u|h[1-6]|img|span|table|a)\b/i.exec(text)
  return start !== null && text.includes('>', start.index)
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
