/** Rules that make new names, descriptions, photos and parcels of those that listings have, and the limits that these would break. */
import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { type BrokenLimit, brokenLimits } from '../../../../model/listing-limits.ts'
import { replacedText } from './replaced-text.ts'

type Texts = Reply<'GET /products/texts'>
export type TextRow = Texts['data'][number]
export type TextShop = Texts['meta']['shops'][number]
type SentRow = Required<BodyInput<'POST /products/bulk-changes'>>['products'][number]

export const nameRuleKinds = ['replace', 'prepend', 'append', 'set'] as const
export const descriptionRuleKinds = ['prepend', 'append', 'set'] as const
export const photoRuleKinds = ['append', 'prepend', 'set'] as const
export const parcelRuleKinds = ['sizes'] as const

export type TextRules = {
  name?: { kind: (typeof nameRuleKinds)[number]; find: string; text: string }
  /** HTML. */
  description?: { kind: (typeof descriptionRuleKinds)[number]; html: string }
  /** Numbers of uploaded images, by shop. */
  photos?: { kind: (typeof photoRuleKinds)[number]; ids: ReadonlyMap<number, number[]> }
  /** Kilograms and centimetres; null: as it is. */
  parcel?: { kind: (typeof parcelRuleKinds)[number]; sizes: Sizes }
}

export type Sizes = TextRow['package']

export type PlannedTexts = {
  row: TextRow
  shop: TextShop
  /** Fields that change. */
  edit: Pick<SentRow, 'name' | 'description' | 'images' | 'package'>
  /** Limits of its channel that it would break, and locks. With one of them nothing of the listing is sent. */
  broken: BrokenText[]
  locks: string[]
}

type BrokenText = {
  field: keyof TextRules
  rule: BrokenLimit['rule']
  values?: BrokenLimit['values']
}

/** Undefined: nothing of the listing changes. */
export function planTexts(row: TextRow, shop: TextShop, rules: TextRules): PlannedTexts | undefined {
  const name = rules.name && newNameBy(rules.name, row.name)
  const description = rules.description && newDescriptionBy(rules.description, row.description_html)
  const images = rules.photos && newImagesBy(rules.photos, row)
  const box = rules.parcel && newSizesBy(rules.parcel.sizes, row.package)
  const edit = {
    ...(name !== undefined && name !== row.name && { name }),
    ...(description !== undefined && description !== row.description_html && { description }),
    ...(images && { images }),
    ...(box && { package: box }),
  }
  const fields = (['name', 'description', 'images', 'package'] as const).filter(
    (field) => edit[field] !== undefined,
  )
  if (fields.length === 0) return undefined
  return {
    row,
    shop,
    edit,
    broken: brokenLimits(shop.platform_id, edit).map(brokenText),
    locks: [...new Set(fields.flatMap((field) => shop.locks[field] ?? []))],
  }
}

const ruleOfField = { name: 'name', description: 'description', images: 'photos', package: 'parcel' } as const

function brokenText({ field, rule, values }: BrokenLimit): BrokenText {
  return { field: ruleOfField[field], rule, ...(values && { values }) }
}

/** Undefined: all sizes are as they were. */
function newSizesBy(sizes: Sizes, now: Sizes): Sizes | undefined {
  const isOther = (Object.keys(sizes) as (keyof Sizes)[]).some(
    (side) => sizes[side] !== null && sizes[side] !== now[side],
  )
  return isOther ? sizes : undefined
}

export function newNameBy({ kind, find, text }: NonNullable<TextRules['name']>, name: string): string {
  if (kind === 'replace') return replacedText(name, find, text).trim()
  if (text.trim() === '') return name
  if (kind === 'set') return text.trim()
  return kind === 'prepend' ? joined(text, name) : joined(name, text)
}

/** Words of scripts that have spaces do not run together. */
function joined(a: string, b: string): string {
  const isGap = endsWithWord.test(a) && beginsWithWord.test(b)
  return `${a}${isGap ? ' ' : ''}${b}`.trim()
}

const word = String.raw`(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])[\p{L}\p{N}]`
const endsWithWord = new RegExp(String.raw`${word}\p{M}*$`, 'u')
const beginsWithWord = new RegExp(`^${word}`, 'u')

function newDescriptionBy({ kind, html }: NonNullable<TextRules['description']>, now: string): string {
  if (html === '') return now
  // Both are clean, and so is one behind the other.
  return { set: html, prepend: html + now, append: now + html }[kind]
}

function newImagesBy(
  { kind, ids }: NonNullable<TextRules['photos']>,
  { shop_id: shopId, images }: TextRow,
): SentRow['images'] {
  const added = (ids.get(shopId) ?? []).map((id) => ({ id }))
  if (added.length === 0) return undefined
  const now = images.map((url) => ({ url }))
  if (kind === 'set') return added
  return kind === 'prepend' ? [...added, ...now] : [...now, ...added]
}
