/**
 * Parts of a listing that publishing again is about: those in which the draft differs from the one that was sent last. A
 * connector writes these and no others, for what is alike in both drafts may have been changed at the channel since.
 */
import { draftDifferences, draftFields, type DraftField } from './draft-differences.ts'
import type { ListingAttribute, ListingDraft, ListingSku } from './listing.ts'

export type SkuPart = 'code' | 'options' | 'price' | 'special_price' | 'sku_image'

/** A SKU as it was known when the listing was last sent. */
export type SentSku = Pick<ListingSku, 'sellerSku' | 'options'>

export type SkuChange = {
  /** Code in the draft. */
  sellerSku: string
  /** Null: it was not sent yet. */
  was: SentSku | null
  parts: ReadonlySet<SkuPart>
}

export type ListingParts = {
  /** SKUs stand in `skus` and `removedSkus`. */
  fields: ReadonlySet<DraftField>
  /** Null: none was sent. */
  formerCategoryId: string | null
  /** Ids of attributes that are new or have other values. */
  attributes: ReadonlySet<string>
  removedAttributes: ReadonlySet<string>
  removedDeliveryIds: ReadonlySet<string>
  addedDeliveryIds: ReadonlySet<string>
  isCashOnDeliveryChanged: boolean
  /** Other names, or another number of them. */
  areVariantNamesChanged: boolean
  /** All SKUs of the draft, in its order. */
  skus: SkuChange[]
  removedSkus: SentSku[]
}

/** @param sent draft that was sent last; null: the whole draft is to be written */
export function listingParts(sent: ListingDraft | null, next: ListingDraft): ListingParts {
  const differences = sent && draftDifferences(sent, next)
  const [before, after] = [attributeTexts(sent), attributeTexts(next)]
  const [was, will] = [new Set(sent?.deliveryIds), new Set(next.deliveryIds)]
  const formers = formerSkus(sent?.skus ?? [], next.skus)
  const used = new Set(formers.values())
  return {
    fields: new Set(differences ? differences.map(({ field }) => field) : draftFields),
    formerCategoryId: sent?.channelCategoryId || null,
    attributes: new Set([...after].filter(([id, text]) => before.get(id) !== text).map(([id]) => id)),
    removedAttributes: new Set([...before.keys()].filter((id) => !after.has(id))),
    removedDeliveryIds: was.difference(will),
    addedDeliveryIds: will.difference(was),
    isCashOnDeliveryChanged: sent?.isCashOnDelivery !== next.isCashOnDelivery,
    areVariantNamesChanged: sent?.variantNames.join('\n') !== next.variantNames.join('\n'),
    skus: next.skus.map((sku) => skuChange(formers.get(sku) ?? null, sku)),
    removedSkus: (sent?.skus ?? []).filter((sku) => !used.has(sku)).map(sentSku),
  }
}

/** Plan for the SKUs that a listing has at its channel. */
export type SkuPlan<Own> = {
  /** SKUs of the draft that the listing has, and those that it is to get; the others are passed over. */
  rows: { sku: ListingSku; parts: ReadonlySet<SkuPart>; own: Own | undefined }[]
  /** SKUs that the draft had and has no more. */
  removed: Own[]
  /** SKUs that no draft of ours knows: somebody has added them at the channel. */
  others: Own[]
}

/**
 * A channel's SKU is found by the code that it was sent with, by its code in the draft, else by its options: somebody may have
 * changed either at the channel. One that is gone there comes back only if something about it has changed in the draft.
 */
export function planSkus<Own>(
  { skus }: ListingDraft,
  parts: ListingParts,
  own: readonly Own[],
  facts: { code(own: Own): string | null | undefined; options(own: Own): string[] },
): SkuPlan<Own> {
  const left = new Set(own)
  const take = (fits: (one: Own) => boolean): Own | undefined => {
    const found = [...left].find(fits)
    if (found !== undefined) left.delete(found)
    return found
  }
  const coded = (code: string) => (one: Own) => facts.code(one)?.trim() === code
  const chosen = (options: string[]) => (one: Own) => optionsText(facts.options(one)) === optionsText(options)
  const found = new Map<number, Own>()
  const changeAt = (at: number): SkuChange => parts.skus[at] ?? unchanged
  const passes: ((sku: ListingSku, change: SkuChange) => (one: Own) => boolean)[] = [
    ({ sellerSku }, { was }) => coded(was?.sellerSku ?? sellerSku),
    ({ sellerSku }) => coded(sellerSku),
    ({ options }, { was }) => chosen(was?.options ?? options),
  ]
  for (const pass of passes)
    for (const [at, sku] of skus.entries()) {
      const one = found.has(at) ? undefined : take(pass(sku, changeAt(at)))
      if (one !== undefined) found.set(at, one)
    }
  const removed = parts.removedSkus.flatMap(
    ({ sellerSku, options }) => take(coded(sellerSku)) ?? take(chosen(options)) ?? [],
  )
  const rows = skus
    .map((sku, at) => ({ sku, parts: changeAt(at).parts, own: found.get(at) }))
    .filter((row) => row.own !== undefined || row.parts.size > 0)
  return { rows, removed, others: [...left] }
}

const unchanged: SkuChange = { sellerSku: '', was: null, parts: new Set() }
const optionsText = (options: string[]) => options.map((option) => option.trim()).join('\n')
const sentSku = ({ sellerSku, options }: ListingSku): SentSku => ({ sellerSku, options })

/** One without values is none. */
function attributeTexts(draft: ListingDraft | null): Map<string, string> {
  const filled = (draft?.attributes ?? []).filter(({ values }) => values.length > 0)
  return new Map(filled.map((one) => [one.channelAttributeId, textOf(one)]))
}

function textOf({ values }: ListingAttribute): string {
  return JSON.stringify(values.map(({ id, name, unit }) => [id, name, unit]))
}

/** The same SKU in the draft before: the one with its code, else one with its options whose code is gone. */
function formerSkus(before: ListingSku[], next: ListingSku[]): Map<ListingSku, ListingSku> {
  const codes = new Set(next.map(({ sellerSku }) => sellerSku))
  const byCode = new Map(before.map((sku) => [sku.sellerSku, sku]))
  const renamed = new Map(
    before.filter(({ sellerSku }) => !codes.has(sellerSku)).map((sku) => [optionsText(sku.options), sku]),
  )
  return new Map(
    next.flatMap((sku) => {
      const was = byCode.get(sku.sellerSku) ?? renamed.get(optionsText(sku.options))
      return was ? [[sku, was] as const] : []
    }),
  )
}

function skuChange(was: ListingSku | null, sku: ListingSku): SkuChange {
  const special = (one: ListingSku) =>
    one.specialPrice && [
      one.specialPrice.price,
      +new Date(one.specialPrice.from),
      +new Date(one.specialPrice.to),
    ]
  const values = (one: ListingSku): [SkuPart, unknown][] => [
    ['code', one.sellerSku],
    ['options', one.options],
    ['price', one.price],
    ['special_price', special(one)],
    ['sku_image', one.image && (one.image.id ?? one.image.url)],
  ]
  const before = was && new Map(values(was).map(([part, value]) => [part, JSON.stringify(value)]))
  const parts = values(sku).flatMap(([part, value]) =>
    before?.get(part) === JSON.stringify(value) ? [] : part,
  )
  return { sellerSku: sku.sellerSku, was: was && sentSku(was), parts: new Set(parts) }
}
