/** The changes that new texts, images and a new package of a listing make, or the rules that they break. */
import type { Body } from '../../../contract/endpoints.ts'
import { saysTheSame } from '../../../model/listing-html.ts'
import type { ListingChangeKind, ListingFields } from '../../../model/listing-change.ts'
import { brokenLimits } from '../../../model/listing-limits.ts'
import type { ProductDetail } from '../detail/product-detail-store.ts'
import { storedImageName } from '../images/stored-image.ts'
import type { NewChange, StoredChange } from './listing-change-store.ts'

export type WantedEdit = Pick<Body<'PUT /products/{id}'>, 'name' | 'images' | 'package'> & {
  /** Clean HTML. */
  description?: string | undefined
}

/** Rules that an edit breaks at this listing's channel, by the path of the field. `uploaded`: images that there are. */
export function brokenEdits(
  product: ProductDetail,
  { name, description, images, package: box }: WantedEdit,
  open: StoredChange[],
  uploaded: ReadonlySet<number>,
): Record<string, string> {
  const broken = brokenLimits(product.platformId, {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(images && { images }),
    ...(box && { package: box }),
  })
  const known = new Set([...product.images, ...(expectedOf(product, open).images ?? [])])
  const strange = (images ?? []).flatMap(({ id, url }, at): [string, string][] => {
    const isThere = id === undefined ? known.has(url ?? '') : uploaded.has(id)
    return isThere ? [] : [[`images.${at}`, 'field.no_such_image']]
  })
  const twice = namesOf(images ?? []).flatMap((one, at, all): [string, string][] =>
    all.indexOf(one) === at ? [] : [[`images.${at}`, 'field.image_twice']],
  )
  return Object.fromEntries([
    ...broken.map(({ field, path, rule, values }) => [
      [field, path].filter(Boolean).join('.'),
      values ? `field.${rule} ${JSON.stringify(values)}` : `field.${rule}`,
    ]),
    ...strange,
    ...twice,
  ]) as Record<string, string>
}

/** None for a field that stands so already, or will by a change that is under way. */
export function editChangesOf(
  product: ProductDetail,
  { name, description, images, package: box }: WantedEdit,
  open: StoredChange[],
): NewChange[] {
  const before = {
    name: product.name,
    description: product.description ?? '',
    package: product.package,
    images: product.images,
  }
  const expected = { ...before, ...expectedOf(product, open) }
  const texts: ListingFields = {
    ...(name !== undefined && name !== expected.name && { name }),
    ...(description !== undefined && !saysSame(description, expected.description) && { description }),
  }
  const wantedImages = images && namesOf(images)
  const isOther = wantedImages && JSON.stringify(wantedImages) !== JSON.stringify(expected.images)
  const wantedBox = box && withSizes(expected.package, box)
  const isBigger = wantedBox && JSON.stringify(wantedBox) !== JSON.stringify(withSizes(expected.package, {}))
  const changes: [ListingChangeKind, ListingFields][] = [
    ...(Object.keys(texts).length > 0 ? [['edit_texts', texts] as [ListingChangeKind, ListingFields]] : []),
    ...(wantedBox && isBigger
      ? [['edit_package', { package: wantedBox }] as [ListingChangeKind, ListingFields]]
      : []),
    ...(wantedImages && isOther
      ? [['edit_images', { images: wantedImages }] as [ListingChangeKind, ListingFields]]
      : []),
  ]
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

/** Fields of the listing as they will be once the open changes have been sent. */
function expectedOf(product: ProductDetail, open: StoredChange[]): ListingFields {
  const own = open.filter(({ productId }) => productId === product.id)
  return Object.assign({}, ...own.toReversed().map(({ after }) => after)) as ListingFields
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
