/** Terms of the text index, each behind its owner's number, so that one owner's words are no other's. */
import { cutTerm, keywordTerms } from '../../model/keyword.ts'

/** A text index entry takes 1 MB, four bytes to a letter. What comes last, such as the SKUs of a very long order, is left out. */
const mostLetters = 200_000

export function searchTerms(ownerNumber: number, found: Iterable<string>): string[] {
  const terms = new Set<string>()
  let letters = 0
  for (const one of found) {
    const term = `${ownerNumber}/${one}`
    if (terms.has(term) || letters + term.length > mostLetters) continue
    terms.add(term)
    letters += term.length
  }
  return [...terms]
}

/** The text search query for a keyword; null when the keyword has no letter or digit. All words must be there. */
export function keywordQuery(ownerNumber: number, keyword: string): string | null {
  const terms = keywordTerms(keyword).map((alternatives) => {
    const choices = alternatives.map(
      ({ term, prefix }) => `'${ownerNumber}/${cutTerm(term)}'${prefix ? ':*' : ''}`,
    )
    return choices.length > 1 ? `(${choices.join(' | ')})` : choices.join('')
  })
  return terms.length > 0 ? terms.join(' & ') : null
}
