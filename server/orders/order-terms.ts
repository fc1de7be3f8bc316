/** What an order can be found by: its code, tracking numbers, phone, names and SKUs. */
import { keywordTerms, termsOfCode, termsOfName, termsOfPhone, termsOfSku } from '../../model/keyword.ts'
import type { ChannelOrder } from '../../model/order.ts'

/** Lexemes for the text index, each behind its owner's number, so that one owner's words are no other's. */
export function orderTerms(ownerNumber: number, order: ChannelOrder): string[] {
  const terms = new Set<string>([
    ...termsOfCode(order.channelOrderId),
    ...termsOfCode(order.shortCode ?? ''),
    ...order.packages.flatMap(({ trackingNumber }) => (trackingNumber ? termsOfCode(trackingNumber) : [])),
    ...(order.address?.phone ? termsOfPhone(order.address.phone) : []),
    ...termsOfName(order.buyer?.name ?? ''),
    ...termsOfName(order.address?.name ?? ''),
    ...order.lines.flatMap(({ sellerSku, shopSku }) => [
      ...termsOfSku(sellerSku ?? ''),
      ...termsOfSku(shopSku),
    ]),
  ])
  return [...new Set([...terms].map((term) => `${ownerNumber}/${cut(term)}`))]
}

/** The text search query for a keyword; null when the keyword has no letter or digit. All words must be there. */
export function keywordQuery(ownerNumber: number, keyword: string): string | null {
  const words = keywordTerms(keyword).map((alternatives) => {
    const choices = alternatives.map(
      ({ term, prefix }) => `'${ownerNumber}/${cut(term)}'${prefix ? ':*' : ''}`,
    )
    return choices.length > 1 ? `(${choices.join(' | ')})` : choices.join('')
  })
  return words.length > 0 ? words.join(' & ') : null
}

/** The text index takes words of 2 kB at most; nobody looks for more than the first letters of one. */
function cut(term: string): string {
  return term.length <= longestTerm ? term : Array.from(term).slice(0, longestTerm).join('')
}

const longestTerm = 64
