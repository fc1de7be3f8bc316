/** Decides what a keyword of the palette finds. */
import { fold, splitWords } from '../../../model/keyword.ts'

/** Shorter ones find half the shop. */
const leastLetters = 3
/** Writing without spaces says as much with fewer signs: 佐藤 is a whole name. */
const wholeWord = /\p{Script=Han}|[\p{Script=Hiragana}\p{Script=Katakana}ー]{2}/u

/** Answers whether a keyword says enough to look for it in the account. */
export function saysEnough(keyword: string): boolean {
  const plain = keyword.normalize('NFC').trim()
  return Array.from(plain).length >= leastLetters || wholeWord.test(plain)
}

/** Answers whether an entry has all words of the keyword, whatever its accents and width. */
export function matches(
  { label, detail = '', terms = '' }: { label: string; detail?: string; terms?: string },
  keyword: string,
): boolean {
  const text = fold(`${label} ${detail} ${terms}`)
  return splitWords(keyword).every((word) => text.includes(word))
}
