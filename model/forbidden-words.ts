/** Words that an account keeps out of its listings, and ways to reach the seller that marketplaces take listings down for. */

export const mostForbiddenWords = 1_000
export const mostForbiddenLetters = 60

/** `platform_ids`: channels that it must not be sent to; empty: all. */
export type ForbiddenWord = { word: string; platform_ids: number[] }

/** One form of letters, widths and spaces, by which a word is known again. */
export function forbiddenKeyOf(word: string): string {
  return word.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** Words that a channel must not be sent. */
export function wordsAt(platformId: number, words: readonly ForbiddenWord[]): readonly ForbiddenWord[] {
  return words.filter(({ platform_ids: ids }) => ids.length === 0 || ids.includes(platformId))
}

/** The words of a list that a text holds, as the list spells them. Part of a longer word counts only in scripts without spaces. */
export function forbiddenIn(text: string, words: readonly ForbiddenWord[]): string[] {
  if (words.length === 0) return []
  const searched = forbiddenKeyOf(text)
  return words.filter(({ word }) => holds(searched, forbiddenKeyOf(word))).map(({ word }) => word)
}

function holds(text: string, word: string): boolean {
  if (word === '') return false
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + word.length)]
    if (!runsOn(lastLetter(before), lastLetter(word)) && !runsOn(firstLetter(word), firstLetter(after)))
      return true
  }
  return false
}

const firstLetter = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 32)
const lastLetter = (text: string) => firstLetter(/.$/su.exec(text)?.[0] ?? '')

const isLetter = (letter: string) => /[\p{L}\p{M}\p{N}]/u.test(letter)
const isUnspaced = (letter: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(letter)

function runsOn(one: string, next: string): boolean {
  return isLetter(one) && isLetter(next) && !isUnspaced(one) && !isUnspaced(next)
}

const mail = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu
const link =
  /(?:https?:\/\/|www\.)[^\s<>"]+|(?<![\w@.])(?=[\w-]*[a-z])[\w-]+\.(?:com|net|shop|store|vn|my|sg|jp|id|ph)(?:\/[^\s<>"]*)?(?![\w.])/giu
const phone =
  /(?<![\w+])\+\d[\d\s().-]{7,16}\d|(?:tel|hotline|phone|zalo|whatsapp|wechat|viber|sđt|điện thoại|telefon|電話)\W{0,3}\+?\d[\d\s().-]{6,16}\d/giu

/** Mail addresses, links and phone numbers in a text, each once. */
export function contactsIn(text: string): string[] {
  const mails = text.match(mail) ?? []
  const rest = mails.reduce((left, one) => left.replace(one, ' '), text)
  const found = [...mails, ...(rest.match(link) ?? []), ...(rest.match(phone) ?? [])]
  return [...new Set(found.map((one) => one.replace(/[.,;:!?)]+$/u, '').trim()))]
}
