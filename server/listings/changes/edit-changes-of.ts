/** The changes that new texts, images and a new package of a listing make, or the rules that they break. */
import type { Body } from '../../../contract/endpoints.ts'
import { ruleWith } from '../../../model/errors.ts'
import { forbiddenIn, type ForbiddenWord, wordsAt } from '../../../model/forbidden-words.ts'
import { plainTextOf, saysTheSame } from '../../../model/listing-html.ts'
import type { ListingChangeKind, ListingFields } from '../../../model/listing-change.ts'
import { brokenLimits } from '../../../model/listing-limits.ts'
import type { ProductDetail } from '../detail/product-detail-store.ts'
import { storedImageName } from '../../images/stored-image.ts'
import { expectedValues, type Requested, standsSo } from './expected-fields.ts'
import type { NewChange } from './listing-change-store.ts'

export type WantedEdit = Pick<Body<'PUT /products/{id}'>, 'name' | 'images' | 'package'> & {
  /** Clean HTML. */
  description?: string | undefined
}

/** A listing as it is stored. */
type EditedListing = Pick<
  ProductDetail,
  'id' | 'shopId' | 'platformId' | 'channelProductId' | 'name' | 'description' | 'package' | 'images'
>

/** Things of the account that an edit is held to. */
export type Held = {
  /** Uploaded images that there are. */
  uploaded: ReadonlySet<number>
  forbiddenWords: readonly ForbiddenWord[]
}

/** Rules that an edit breaks at this listing's channel, by the path of the field. */
export function brokenEdits(
  product: EditedListing,
  { name, description, images, package: box }: WantedEdit,
  requested: Requested[],
  { uploaded, forbiddenWords }: Held,
): Record<string, string> {
  const broken = brokenLimits(product.platformId, {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(images && { images }),
    ...(box && { package: box }),
  })
  const known = new Set([product.images, ...requested.map(({ after }) => after.images ?? [])].flat())
  const names = namesOf(images ?? [])
  const strange = (images ?? []).flatMap(({ id, url }, at): [string, string][] => {
    const isThere = id === undefined ? known.has(url ?? '') : uploaded.has(id)
    if (!isThere) return [[`images.${at}`, 'field.no_such_image']]
    return names.indexOf(names[at] ?? '') === at ? [] : [[`images.${at}`, 'field.image_twice']]
  })
  const words = wordsAt(product.platformId, forbiddenWords)
  const texts = { name, description: description && plainTextOf(description) }
  const forbidden = Object.entries(texts).flatMap(([field, text]): [string, string][] => {
    const found = forbiddenIn(text ?? '', words)
    return found.length > 0 ? [[field, ruleWith('field.forbidden_word', { words: found.join(', ') })]] : []
  })
  return Object.fromEntries([
    ...forbidden,
    ...broken.map(({ field, path, rule, values }) => [
      [field, path].filter(Boolean).join('.'),
      values ? ruleWith(`field.${rule}`, values) : `field.${rule}`,
    ]),
    ...strange,
  ]) as Record<string, string>
}

/** None for a field that stands so already, or will by what was requested of it. */
export function editChangesOf(
  product: EditedListing,
  { name, description, images, package: box }: WantedEdit,
  requested: Requested[],
): NewChange[] {
  const before = {
    name: product.name,
    description: product.description ?? '',
    package: product.package,
    images: product.images,
  }
  const stands = <Field extends keyof typeof before>(field: Field, wanted: (typeof before)[Field]) =>
    standsSo(field, wanted, before, requested)
  const saysSo = (text: string) =>
    expectedValues('description', before, requested).every((now) => saysSame(text, now ?? ''))
  const texts: ListingFields = {
    ...(name !== undefined && !stands('name', name) && { name }),
    ...(description !== undefined && !saysSo(description) && { description }),
  }
  const sizes = box && withSizes(expectedValues('package', before, requested)[0] ?? product.package, box)
  const list = images && namesOf(images)
  const changes: [ListingChangeKind, ListingFields][] = []
  if (Object.keys(texts).length > 0) changes.push(['edit_texts', texts])
  if (sizes && !stands('package', sizes)) changes.push(['edit_package', { package: sizes }])
  if (list && !stands('images', list)) changes.push(['edit_images', { images: list }])
  const { id: productId, shopId, channelProductId } = product
  return changes.map(([kind, after]) => ({
    productId,
    shopId,
    channelProductId,
    variantId: 0,
    channelSkuId: null,
    kind,
    before: pick(before, Object.keys(after)),
    after,
  }))
}

/** Marks that differ are a change as well, where the channel keeps them. */
function saysSame(wanted: string, now: string): boolean {
  return wanted === now || (!/<[a-z]/i.test(now) && saysTheSame(wanted, now))
}

function namesOf(images: NonNullable<WantedEdit['images']>): string[] {
  return images.map(({ id, url = '' }) => (id === undefined ? url : storedImageName(id)))
}

type Box = ProductDetail['package']

/** In one order, so that two can be compared. A size that is left out, or null, stays. */
function withSizes(now: Box, wanted: Partial<Box>): Box {
  const sizeOf = (name: keyof Box) => wanted[name] ?? now[name]
  return {
    weight: sizeOf('weight'),
    length: sizeOf('length'),
    width: sizeOf('width'),
    height: sizeOf('height'),
  }
}

function pick(fields: ListingFields, names: string[]): ListingFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as ListingFields
}
