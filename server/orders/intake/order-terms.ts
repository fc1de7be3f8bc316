/** Search terms of an order: its code, tracking numbers, phone, names and SKUs. */
import {
  cutTerm,
  keywordTerms,
  termsOfCode,
  termsOfName,
  termsOfPhone,
  termsOfSku,
} from '../../../model/keyword.ts'
import type { ChannelOrder } from '../../../model/order.ts'

/** A text index entry takes 1 MB, four bytes to a letter. What comes last, the SKUs of a very long order, is left out. */
const mostLetters = 200_000

/** Lexemes for the text index, each behind its owner's number, so that one owner's words are no other's. */
export function orderTerms(ownerNumber: number, order: ChannelOrder): string[] {
  const terms = new Set<string>()
  let letters = 0
  const add = (found: string[]) => {
    for (const one of found) {
      const term = `${ownerNumber}/${one}`
      if (terms.has(term) || letters + term.length > mostLetters) continue
      terms.add(term)
      letters += term.length
    }
  }
  add(termsOfCode(order.channelOrderId))
  add(termsOfCode(order.shortCode ?? ''))
  for (const { trackingNumber } of order.packages) if (trackingNumber) add(termsOfCode(trackingNumber))
  if (order.address?.phone) add(termsOfPhone(order.address.phone))
  add(termsOfName(order.buyer?.name ?? ''))
  add(termsOfName(order.address?.name ?? ''))
  for (const { sellerSku, shopSku } of order.lines) {
    add(termsOfSku(sellerSku ?? ''))
    add(termsOfSku(shopSku))
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
