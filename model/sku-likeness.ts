/** Why a listing may be a piece of a SKU, and how sure that is. Rules as data, so that the screen can say the reason. */
import { splitWords } from './keyword.ts'

export const matchReasons = ['barcode', 'code', 'name'] as const
export type MatchReason = (typeof matchReasons)[number]

/** Per cent. `name` is multiplied by the share of the words in common. */
const confidences: Record<MatchReason, number> = { barcode: 98, code: 90, name: 80 }

const shortestCode = 4
const leastShare = 0.75

type Facts = { barcode: string | null; code: string | null; name: string; shopIds: number[] }

/** The strongest reason; undefined: nothing speaks for it. */
export function matchOf(listing: Facts, sku: Facts): { reason: MatchReason; confidence: number } | undefined {
  if (listing.barcode !== null && listing.barcode === sku.barcode)
    return { reason: 'barcode', confidence: confidences.barcode }
  const code = codeKey(listing.code)
  if (code.length >= shortestCode && code === codeKey(sku.code))
    return { reason: 'code', confidence: confidences.code }
  // Variants and sizes of one shop have names that are much alike.
  if (listing.shopIds.some((id) => sku.shopIds.includes(id))) return undefined
  const share = shareOfWords(listing.name, sku.name)
  return share < leastShare ? undefined : { reason: 'name', confidence: Math.round(confidences.name * share) }
}

/** The code without spaces, dashes and capitals. */
export function codeKey(code: string | null): string {
  return splitWords(code ?? '').join('')
}

/** Share of words in common. 0 where each has words of its own, such as another colour or size, or one has another number. */
export function shareOfWords(one: string, other: string): number {
  const [words, others] = [new Set(splitWords(one)), new Set(splitWords(other))]
  const [own, theirs] = [[...words.difference(others)], [...others.difference(words)]]
  if (own.length > 0 && theirs.length > 0) return 0
  if ([...own, ...theirs].some((word) => /\d/.test(word))) return 0
  const all = words.union(others).size
  return all === 0 ? 0 : words.intersection(others).size / all
}
