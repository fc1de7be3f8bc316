/** Finds answers by words, and marks what was found. Small enough to be read through at each question. */
import { fold, unspaced, splitWords } from '../../model/keyword.ts'
import type { FaqEntry } from './faq-texts.ts'

export type FoundAnswer = FaqEntry & { highlight: { question: string; answer: string } }

/** Every word has to be in the question or the answer; what is in the question comes first. */
export function searchFaq(entries: FaqEntry[], keyword: string): FoundAnswer[] {
  const terms = [...new Set(splitWords(keyword))]
  if (terms.length === 0) return []
  const found = entries.flatMap((entry) => {
    const question = foldedOf(entry.question)
    const parts = partsOf(entry.answer)
    const texts = [question, ...parts.flatMap((part) => (part.isTag ? [] : [foldedOf(part.text)]))]
    if (!terms.every((word) => texts.some((text) => placesOf(text, word).length > 0))) return []
    const isInQuestion = terms.every((word) => placesOf(question, word).length > 0)
    const highlight = {
      question: marked(escape(entry.question), terms),
      answer: parts.map((part) => (part.isTag ? part.text : marked(part.text, terms))).join(''),
    }
    return [{ isInQuestion, answer: { ...entry, highlight } }]
  })
  return [
    ...found.filter(({ isInQuestion }) => isInQuestion),
    ...found.filter(({ isInQuestion }) => !isInQuestion),
  ].map(({ answer }) => answer)
}

type Folded = {
  text: string
  /** For each letter of the folded text where its own begins, and one more for the end. */ from: number[]
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** In search form, with the way back: one letter may become two, and several one. */
function foldedOf(text: string): Folded {
  let folded = ''
  const from: number[] = []
  for (const { segment, index } of letters.segment(text)) {
    const plain = fold(segment)
    folded += plain
    for (let at = 0; at < plain.length; at++) from.push(index)
  }
  return { text: folded, from: [...from, text.length] }
}

const spaced = /[\p{L}\p{N}]/u

/** Returns the positions of a word: at the start of a word, or anywhere in text without spaces. */
function placesOf({ text }: Folded, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? ' '
    if (unspaced.test(word) || unspaced.test(before) || !spaced.test(before)) places.push(at)
  }
  return places
}

/** HTML text without tags, with each place of a word in mark. */
function marked(html: string, terms: string[]): string {
  const folded = foldedOf(html)
  const spans = terms
    .flatMap((word) =>
      placesOf(folded, word).map((at) => [
        folded.from[at] ?? 0,
        folded.from[at + word.length] ?? html.length,
      ]),
    )
    .toSorted(([a = 0], [b = 0]) => a - b)
  let result = ''
  let done = 0
  for (const [start = 0, end = 0] of spans) {
    if (start < done) continue
    result += `${html.slice(done, start)}<mark>${html.slice(start, end)}</mark>`
    done = end
  }
  return result + html.slice(done)
}

function partsOf(html: string): { text: string; isTag: boolean }[] {
  return html
    .split(/(<[^>]*>)/)
    .filter(Boolean)
    .map((text) => ({ text, isTag: text.startsWith('<') }))
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
