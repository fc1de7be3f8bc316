/**
 * Limits of a listing's fields by the number of its platform. Source: specification, section 5, "Per-channel product limits";
 * the number of images is the channel's own. Lengths are in characters, sizes in kilograms and centimetres.
 */
import type { EditableField, ListingEdit } from './listing.ts'
import { plainTextOf } from './listing-html.ts'

type Span = { least: number; most: number }

export type ListingLimits = {
  name: Span
  /** Length of the text without its marks. */
  description: Span
  images: Span
  /** Pixels of the main picture's smaller side, below which the channel refuses it or shows it unsharp. */
  pictureSide: number
  weight: Span
  /** Length, width and height. */
  side: Span
  /** The channel's buyers read no Chinese. */
  isWithoutChinese?: true
}

const usual: ListingLimits = {
  name: { least: 20, most: 120 },
  description: { least: 100, most: 3000 },
  images: { least: 1, most: 20 },
  pictureSide: 600,
  weight: { least: 0, most: 999 },
  side: { least: 0, most: 199 },
}

const byPlatform: Partial<Record<number, Partial<ListingLimits>>> = {
  1: { images: { least: 1, most: 8 }, pictureSide: 330 },
  2: { images: { least: 1, most: 9 } },
  5: {
    name: { least: 25, most: 120 },
    images: { least: 1, most: 9 },
    weight: { least: 1, most: 29 },
    side: { least: 1, most: 99 },
    isWithoutChinese: true,
  },
}

export function listingLimitsOf(platformId: number): ListingLimits {
  return { ...usual, ...byPlatform[platformId] }
}

/** Characters, not halves of them. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/** A rule that a field breaks, and the figures that its message names. `path` is below the field. */
export type BrokenLimit = {
  field: EditableField
  path?: string
  rule: 'text_length' | 'no_chinese' | 'image_count' | 'number_range'
  values?: Record<string, number>
}

/** All limits that the given fields break. */
export function brokenLimits(
  platformId: number,
  edit: Omit<ListingEdit, 'images'> & { images?: unknown[] },
): BrokenLimit[] {
  const limits = listingLimitsOf(platformId)
  const { name, description, images, package: box } = edit
  return [
    ...(name === undefined ? [] : brokenText('name', name, limits)),
    ...(description === undefined ? [] : brokenText('description', plainTextOf(description), limits)),
    ...(images && !isWithin(images.length, limits.images)
      ? [{ field: 'images', rule: 'image_count', values: { ...limits.images } } as const]
      : []),
    ...(box ? (['weight', 'length', 'width', 'height'] as const) : []).flatMap((path): BrokenLimit[] => {
      const size = box?.[path] ?? null
      const span = path === 'weight' ? limits.weight : limits.side
      if (size === null || isWithin(size, span)) return []
      return [{ field: 'package', path, rule: 'number_range', values: { ...span } }]
    }),
  ]
}

function brokenText(field: 'name' | 'description', text: string, limits: ListingLimits): BrokenLimit[] {
  const now = lengthOf(text)
  if (!isWithin(now, limits[field]))
    return [{ field, rule: 'text_length', values: { ...limits[field], now } }]
  return limits.isWithoutChinese && /\p{Script=Han}/u.test(text) ? [{ field, rule: 'no_chinese' }] : []
}

function isWithin(figure: number, { least, most }: Span): boolean {
  return figure >= least && figure <= most
}
