/**
 * How text is made findable. A keyword matches where a word of the order's text starts, whatever its accents and width;
 * writing without spaces (Japanese, Chinese) matches anywhere, and codes and phone numbers match at their end as well.
 */

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

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
const word = /[\p{L}\p{N}\p{M}]+/gu
/** Runs of either unspaced script or of anything else, so that "田中kenji" is two words. */
const run =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu

/** The words of a text, in search form. */
export function wordsOf(text: string): string[] {
  if (isPlain(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return [...fold(text).matchAll(word)].flatMap(([found]) => [...found.matchAll(run)].map(([part]) => part))
}

/** Everything that a keyword may start at, for the text index: names and titles. */
export function termsOfText(text: string): string[] {
  return wordsOf(text).flatMap((found) => (unspaced.test(found) ? suffixes(found, 1) : [found]))
}

/**
 * Codes, tracking numbers and phones are found by their start and by their end: the second term is the code backwards,
 * so that an ending is the start of it.
 */
export function termsOfCode(code: string): string[] {
  const plain = fold(code).replaceAll(/[^\p{L}\p{N}]/gu, '')
  return plain ? [...new Set([plain, ...wordsOf(code), backwards(plain)])] : []
}

/** A phone number is found by its international form, its national form with a leading 0, and its last digits. */
export function termsOfPhone(phone: string): string[] {
  const digits = phone.replaceAll(/\D/g, '')
  const national = /^(?:60|65|66|62|63|81|84)(\d{7,})$/.exec(digits)?.[1]
  return national ? [...termsOfCode(digits), `0${national}`] : termsOfCode(digits)
}

/**
 * What to look for, word by word: a word is there when one of its alternatives is. Of Latin words the
 * last may be unfinished, from three letters on; the others match whole. What has a digit in it may also be the end of a code.
 */
export function keywordTerms(keyword: string): { term: string; prefix: boolean }[][] {
  const phone = /^\+?[\d\s().-]{5,}$/.test(keyword.trim())
  const words = phone ? [keyword.replaceAll(/\D/g, '')] : wordsOf(keyword)
  return words.map((term, at) => {
    // Whoever types has finished every word but the last. (A whole word is also far cheaper to look up than a beginning.)
    const isUnfinished = at === words.length - 1 && term.length >= 3
    const prefix = unspaced.test(term) || isUnfinished
    const ending = term.length >= 4 && /\d/.test(term)
    return ending
      ? [
          { term, prefix },
          { term: backwards(term), prefix },
        ]
      : [{ term, prefix }]
  })
}

function backwards(text: string): string {
  return `<${Array.from(text).toReversed().join('')}`
}

function suffixes(text: string, shortest: number): string[] {
  const letters = Array.from(text)
  return letters.slice(0, letters.length - shortest + 1).map((_, at) => letters.slice(at).join(''))
}
