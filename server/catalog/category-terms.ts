/** Words of categories for the text index. Few rows have them, so that each word of a keyword is looked for by itself. */
import { cutTerm, splitWords, termsOfName, unspaced } from '../../model/keyword.ts'
import { searchTerms } from '../db/search-terms.ts'

/** Latin words match from their start once this much of them is typed, and whole before. */
const shortestStart = 3
const mostWords = 10

export function categoryTerms(ownerNumber: number, names: Iterable<string>): string[] {
  const words = [...names].flatMap((name) => splitWords(name))
  return searchTerms(ownerNumber, words.flatMap(termsOfName))
}

/** Null: the keyword has no letter or digit. */
export function categoryQuery(ownerNumber: number, keyword: string): string | null {
  const words = splitWords(keyword).slice(0, mostWords)
  const terms = words.map((word) => {
    const isStart = unspaced.test(word) || word.length >= shortestStart
    return `'${ownerNumber}/${cutTerm(word)}'${isStart ? ':*' : ''}`
  })
  return terms.length > 0 ? terms.join(' & ') : null
}
