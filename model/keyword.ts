/**
 * Terms of the text index. A keyword matches at the start of a word of the order's text, regardless of accents and width; text
 * without spaces (Japanese, Chinese) matches anywhere, and codes and phone numbers also match at their end.
 */
import { halfWidth, plainPhone } from './half-width.ts'

/** Lower case, half width, no accents: "Lê Thị Hồng" and "le thi hong" become the same. */
export function fold(text: string): string {
  // Codes, SKUs and most names have nothing to fold, and a first sync folds a million of them.
  if (isPlain(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[đĐ]/g, 'd')
    .normalize('NFC')
    .toLowerCase()
}

function isPlain(text: string): boolean {
  return !/\P{ASCII}/u.test(text)
}

/** Writing whose words have no spaces between them. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
const word = /[\p{L}\p{N}\p{M}]+/gu
/** Runs of either unspaced script or of anything else, so that "田中kenji" is two words. */
const run =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu

/** The words of a text, in search form. */
export function splitWords(text: string): string[] {
  if (isPlain(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return [...fold(text).matchAll(word)].flatMap(([found]) => [...found.matchAll(run)].map(([part]) => part))
}

/** Nobody looks for what comes later; each letter without spaces begins a term, so text without end would make terms without end. */
const longestText = 255
/** The text index takes words of 2 kB at most. */
const longestTerm = 64

/** Cuts a term to the length that is stored and searched. */
export function cutTerm(term: string): string {
  return term.length <= longestTerm ? term : Array.from(term).slice(0, longestTerm).join('')
}

/**
 * Everything that a keyword may start at, for the text index: the words of a name, and each two of them written as one, in
 * either order. Two words together belong to few people where each alone belongs to thousands, and "田中智子" finds 田中 智子.
 */
export function termsOfName(name: string): string[] {
  const words = splitWords(name.slice(0, longestText))
  const paired = words.slice(0, mostPaired)
  return [
    ...words.flatMap((found) => startsIn(found, '')),
    ...paired.flatMap((first, at) => paired.toSpliced(at, 1).flatMap((second) => startsIn(first, second))),
  ]
}

/** The five words of Muhammad Haziq bin Abdul Rahman are twenty pairs. */
const mostPaired = 5

/** SKUs are found from the start of any of their words: LAMP-RED-01 by "lamp", "red" and "red-01". */
export function termsOfSku(sku: string): string[] {
  const words = splitWords(sku.slice(0, longestText))
  return words.map((_, at) => cutTerm(words.slice(at).join('')))
}

/**
 * Order codes, tracking numbers and phones are found by their end too: the last term is the code backwards, so that an
 * ending is the start of it.
 */
export function termsOfCode(code: string): string[] {
  const ending = splitWords(code.slice(-longestText)).join('')
  return ending ? [...new Set([...termsOfSku(code), cutTerm(backwards(ending))])] : []
}

/** A phone number is found by its international form, its national form with a leading 0, and its last digits. */
export function termsOfPhone(phone: string): string[] {
  const digits = phone.replaceAll(/\D/g, '').slice(-longestText)
  const national = /^(?:60|65|66|62|63|81|84)(\d{7,})$/.exec(digits)?.[1]
  return national ? [...termsOfCode(digits), `0${national}`] : termsOfCode(digits)
}

/** A term to look for, or several of which each or any must be there. */
export type KeywordPart = { term: string; prefix: boolean } | { all: KeywordPart[] } | { any: KeywordPart[] }

/** Names of people are searched by pairs alone, which is quicker; those of things have more words than are paired. */
export type Searched = 'people' | 'things'

/**
 * Returns what to search for; undefined for a keyword without a letter or digit. A part is a code (its end also matches), two
 * neighbouring words of a name, or a single word (code or name). Only the last part may be unfinished, from three letters on.
 * A keyword of several words may as well be one code with spaces in it.
 */
export function keywordTerms(keyword: string, searched: Searched): KeywordPart | undefined {
  const typed = halfWidth(keyword)
  if (/^\+?[\d\s().-]{5,}$/.test(plainPhone(typed))) return codePart(typed.replaceAll(/\D/g, ''), true)
  const tokens = typed.split(/\s+/).filter((token) => splitWords(token).length > 0)
  const [only = ''] = tokens
  // The end of a code need not have a digit.
  if (tokens.length === 1 && !unspaced.test(only) && splitWords(only).length === 1)
    return codePart(splitWords(only).join(''), true)
  const parts = partsOf(tokens, searched)
  if (parts.length === 0) return undefined
  return anyOf(tokens.length > 1 ? [allOf(parts), joinedPart(keyword)] : [allOf(parts)])
}

function partsOf(tokens: string[], searched: Searched): KeywordPart[] {
  const parts: KeywordPart[] = []
  let name: string[] = []
  for (const [at, token] of tokens.entries()) {
    const isLast = at === tokens.length - 1
    const isCode = /\d/.test(token) && !unspaced.test(token)
    if (!isCode) name.push(...splitWords(token))
    if (name.length > 0 && (isCode || isLast)) {
      parts.push(namePart(name, isLast && !isCode, searched))
      name = []
    }
    if (isCode) parts.push(codePart(splitWords(token).join(''), isLast))
  }
  return parts
}

function codePart(term: string, isLast: boolean): KeywordPart {
  const prefix = isLast && term.length >= shortestStart
  const whole = { term, prefix }
  return term.length >= 4 ? { any: [whole, { term: backwards(term), prefix }] } : whole
}

/** The whole keyword as the code "SKU WITH SPACE 1", which is stored without its spaces. */
function joinedPart(keyword: string): KeywordPart {
  const term = splitWords(keyword).join('')
  return /\d/.test(term) ? codePart(term, true) : { term, prefix: term.length >= shortestStart }
}

function namePart(words: string[], isLast: boolean, searched: Searched): KeywordPart {
  const each = (terms: string[], hasLast: boolean) =>
    terms.map((term, at) => {
      const isUnfinished = isLast && hasLast && at === terms.length - 1 && term.length >= shortestStart
      return { term, prefix: isUnfinished || unspaced.test(term) }
    })
  if (words.length === 1) return allOf(each(words, true))
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`)
  // Pairs find SKUs written with dashes and the first words of a name; single words find it from any word on.
  if (searched === 'things') return anyOf([allOf(each(pairs, true)), allOf(each(words, true))])
  const behind = words.slice(mostPaired)
  return allOf([...each(pairs.slice(0, mostPaired - 1), behind.length === 0), ...each(behind, true)])
}

function allOf(parts: KeywordPart[]): KeywordPart {
  const [first, ...more] = parts
  return first && more.length === 0 ? first : { all: parts }
}

function anyOf(parts: KeywordPart[]): KeywordPart {
  const unlike = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()]
  const [first, ...more] = unlike
  return first && more.length === 0 ? first : { any: unlike }
}

/** The beginning of a Latin word matches from here on; writing without spaces says enough with one sign. */
const shortestStart = 3

function backwards(text: string): string {
  return `<${Array.from(text).toReversed().join('')}`
}

/**
 * Returns the terms that match a keyword whose word is followed by another: from its first letter, or from any letter if
 * unspaced.
 */
function startsIn(found: string, next: string): string[] {
  if (!unspaced.test(found)) return [cutTerm(found + next)]
  const letters = Array.from(found)
  return letters.map((_, at) => cutTerm(letters.slice(at, at + longestTerm).join('') + next))
}
