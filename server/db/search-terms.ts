/** Terms of the text index, each behind its owner's number, so that one owner's words are no other's. */
import { cutTerm, keywordTerms, type KeywordPart } from '../../model/keyword.ts'

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

/** The text search query for products, SKUs and templates; null when the keyword has no letter or digit. */
export function keywordQuery(ownerNumber: number, keyword: string): string | null {
  return queryOf(ownerNumber, keywordTerms(keyword, 'things'))
}

/** The same for orders and customers, whose names are those of people. */
export function buyerKeywordQuery(ownerNumber: number, keyword: string): string | null {
  return queryOf(ownerNumber, keywordTerms(keyword, 'people'))
}

function queryOf(ownerNumber: number, part: KeywordPart | undefined): string | null {
  return part ? written(ownerNumber, part) : null
}

function written(ownerNumber: number, part: KeywordPart): string {
  if ('term' in part) return `'${ownerNumber}/${cutTerm(part.term)}'${part.prefix ? ':*' : ''}`
  const [parts, sign] = 'all' in part ? [part.all, ' & '] : [part.any, ' | ']
  return `(${parts.map((one) => written(ownerNumber, one)).join(sign)})`
}
