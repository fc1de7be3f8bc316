/**
 * Values of a category's attributes out of those of another channel: learnt of SKUs that are listed at both, and else of names that are the
 * same in both.
 */
import type { CategoryAttribute } from './category.ts'
import { splitWords } from './keyword.ts'
import type { ProductAttribute } from './product.ts'
import type { RequiredAttribute } from './product-template.ts'

/** Attributes of one SKU's listings at two channels. */
export type AttributePair = { from: ProductAttribute[]; to: ProductAttribute[] }

export type AttributeSource = { platformId: number; values: RequiredAttribute[]; pairs: AttributePair[] }

export type AttributeSuggestion = {
  attributeId: string
  name: string
  values: { valueId: string | null; value: string; unit: string | null }[]
  platformId: number
  reason: 'listings' | 'same_name'
  /** Listings that have it so; 0 where the names are the reason. */
  listings: number
  /** Per cent. */
  confidence: number
}

/** The same name and the same word of an option leave little to doubt. */
const confidenceOfName = 90
/** Attributes of another name are the same if their values are, in so many pairs and so large a share of them. */
const leastPairs = 3
const leastShare = 0.8

/** @param open attributes that have no value yet */
export function suggestAttributes(
  open: CategoryAttribute[],
  sources: AttributeSource[],
): AttributeSuggestion[] {
  return open.flatMap((attribute) => {
    const found = sources.flatMap((source) => suggestionOf(attribute, source) ?? [])
    return found.toSorted((a, b) => b.confidence - a.confidence)[0] ?? []
  })
}

function suggestionOf(
  attribute: CategoryAttribute,
  { platformId, values, pairs }: AttributeSource,
): AttributeSuggestion | undefined {
  const { channelAttributeId: attributeId, name } = attribute
  const known = { attributeId, name, platformId }
  for (const given of values) {
    const isNamedAlike = keysOf(given.attribute_id, given.name).some((key) =>
      keysOf(attributeId, name).includes(key),
    )
    if (!isNamedAlike && !hasSameValues(given, attribute, pairs)) continue
    const learnt = learn(given, attribute, pairs)
    if (learnt) return { ...known, ...learnt, reason: 'listings' }
    if (!isNamedAlike) continue
    const same = values.filter((one) => one.attribute_id === given.attribute_id)
    const taken = same
      .flatMap((one) => channelValueOf(attribute, joined(one)) ?? [])
      .slice(0, attribute.mostValues)
    if (taken.length > 0)
      return { ...known, values: taken, reason: 'same_name', listings: 0, confidence: confidenceOfName }
  }
  return undefined
}

/** The value that most listings have whose twins have the given one. */
function learn(
  given: RequiredAttribute,
  attribute: CategoryAttribute,
  pairs: AttributePair[],
): Pick<AttributeSuggestion, 'values' | 'listings' | 'confidence'> | undefined {
  const votes = new Map<string, { text: string; count: number }>()
  let all = 0
  for (const { from, to } of pairs) {
    if (!hasValue(from, given)) continue
    const theirs = textIn(to, attribute.channelAttributeId, attribute.name)
    if (theirs === undefined) continue
    const key = normalForm(theirs)
    votes.set(key, { text: theirs, count: (votes.get(key)?.count ?? 0) + 1 })
    all += 1
  }
  const [best] = [...votes.values()].toSorted((a, b) => b.count - a.count)
  if (!best) return undefined
  const texts = attribute.mostValues > 1 ? best.text.split(', ') : [best.text]
  const values = texts.flatMap((text) => channelValueOf(attribute, text) ?? []).slice(0, attribute.mostValues)
  if (values.length === 0) return undefined
  return { values, listings: best.count, confidence: Math.round((100 * best.count) / (all + 1)) }
}

function hasSameValues(
  given: RequiredAttribute,
  { channelAttributeId: id, name }: CategoryAttribute,
  pairs: AttributePair[],
): boolean {
  let [both, same] = [0, 0]
  const seen = new Set<string>()
  for (const { from, to } of pairs) {
    const own = textIn(from, given.attribute_id, given.name)
    const theirs = textIn(to, id, name)
    if (own === undefined || theirs === undefined) continue
    both += 1
    if (normalForm(own) !== normalForm(theirs)) continue
    same += 1
    seen.add(normalForm(own))
  }
  // Two attributes that are "Yes" everywhere are not the same because of it.
  return both >= leastPairs && seen.size > 1 && same / both >= leastShare
}

/** A value in the form that the channel takes; undefined for one that it does not know. */
export function channelValueOf(
  { options, isFreeText, input, units }: CategoryAttribute,
  text: string,
): AttributeSuggestion['values'][number] | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const option =
    options.find(({ name }) => name.toLowerCase() === typed.toLowerCase()) ??
    options.find(({ name }) => normalForm(name) !== '' && normalForm(name) === normalForm(typed))
  if (option) return { valueId: option.id, value: option.name, unit: null }
  const isChoice = ['select', 'multi', 'bool'].includes(input) && options.length > 0
  if (isChoice && !isFreeText) return undefined
  const measured = units.length > 0 ? /^([\d.]+)\s*(.*)$/.exec(typed) : null
  const unit = units.length > 0 ? (units.find((one) => one === measured?.[2]) ?? units[0] ?? null) : null
  const value = measured?.[1] ?? typed
  if (input === 'number' && !/^\d+(\.\d+)?$/.test(value)) return undefined
  return { valueId: null, value, unit }
}

function hasValue(listing: ProductAttribute[], given: RequiredAttribute): boolean {
  const text = textIn(listing, given.attribute_id, given.name)
  if (text === undefined) return false
  const wanted = [normalForm(joined(given)), normalForm(String(given.value))]
  return [text, ...text.split(', ')].some((part) => wanted.includes(normalForm(part)))
}

/** Listings name an attribute by its id at some channels, and by its name at others. */
function textIn(listing: ProductAttribute[], id: string, name: string): string | undefined {
  const keys = keysOf(id, name)
  return listing.find((one) => keys.includes(normalForm(one.name)))?.value
}

const joined = ({ value, unit }: RequiredAttribute) => (unit === null ? String(value) : `${value} ${unit}`)
const keysOf = (...names: string[]) => names.map(normalForm).filter(Boolean)

/** Words in small letters without accents: "Lê-Thị" and "le thi" are the same. */
function normalForm(text: string): string {
  return splitWords(text).join(' ')
}
