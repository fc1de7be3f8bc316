/** Single fields of a product changed. Source: "Update a product" of the REST API v3 documentation. */
import type { z } from 'zod'
import type { ListingEdit, ListingImage } from '../../model/listing.ts'
import type { ProductPackage } from '../../model/product.ts'
import { ChannelError, ownMessage } from '../channel-error.ts'
import type { EditResult, ListingResult } from '../listings.ts'
import { readAgain } from '../read-again.ts'
import type { Session } from '../session.ts'
import { call } from './calls.ts'
import type { Units } from './product-mapping.ts'
import { editedRowSchema } from './product-wire.ts'
import { unitsOf } from './products.ts'
import { isAboutGone } from './stock.ts'

const channel = 'WooCommerce'
/** The store fetches new images before it answers. */
const timeoutMs = 60_000

export async function editProduct(
  session: Session,
  channelProductId: string,
  edit: ListingEdit,
): Promise<EditResult> {
  const path = `/products/${channelProductId}`
  try {
    const row = await readAgain(() => call(session, { method: 'GET', path, query: {} }, editedRowSchema))
    // A product in the bin takes changes, but nobody sees it.
    if (row.status === 'trash') return gone(channelProductId)
    const { name, description, images, package: box } = edit
    const body = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(images && { images: imageRows(images, row.images ?? []) }),
      ...(box && packageFields(box, await unitsOf(session))),
    }
    const written = await call(session, { method: 'PUT', path, query: {}, body, timeoutMs }, editedRowSchema)
    if (written.status === 'trash') return gone(channelProductId)
    return { channelProductId, isDone: true, ...(images && { images: imagesOf(written) }) }
  } catch (error) {
    if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
    const isGone = isAboutGone(error.channelCode ?? '')
    return { channelProductId, isDone: false, reason: error.message, isGone }
  }
}

function gone(channelProductId: string): ListingResult {
  const reason = ownMessage('refusal.not_sold', { channel })
  return { channelProductId, isDone: false, reason, isGone: true }
}

/** The store copies a new image from an address of ours; those that stay are named by number, or it would copy them again. */
function imageRows(
  images: NonNullable<ListingEdit['images']>,
  known: { id: number; src?: string | null | undefined }[],
): object[] {
  const ids = new Map(known.map(({ id, src }) => [src, id]))
  return images.map((image) => {
    if (typeof image !== 'string') {
      if (!('bytes' in image)) return imageRow(image)
      if (!image.url) throw new ChannelError('refused', ownMessage('refusal.image_no_address', { channel }))
      return { src: image.url, name: image.name }
    }
    const id = ids.get(image)
    if (id === undefined) throw new ChannelError('refused', ownMessage('refusal.image_gone', { channel }))
    return { id }
  })
}

/** An image that the store has copied before has a number there. */
export function imageRow({ id, url }: ListingImage): object {
  return id === null ? { src: url } : { id: Number(id) }
}

export function imagesOf({ images }: Pick<z.infer<typeof editedRowSchema>, 'images'>): ListingImage[] {
  return (images ?? []).map(({ id, src }) => ({ id: String(id), url: src ?? '' }))
}

/** In the units of the store. */
export function packageFields({ weight, length, width, height }: ProductPackage, units: Units): object {
  if ([weight, length, width, height].every((size) => size === null)) return {}
  if (units.weight === null || units.length === null)
    throw new ChannelError('refused', ownMessage('refusal.no_units', { channel }))
  const sizeOf = (size: number | null, unit: number) =>
    size === null ? undefined : String(Math.round((size / unit) * 1000) / 1000)
  const sides = Object.entries({ length, width, height }).map(
    ([side, size]) => [side, sizeOf(size, units.length ?? 1)] as const,
  )
  const given = sides.filter(([, size]) => size !== undefined)
  return {
    ...(weight !== null && { weight: sizeOf(weight, units.weight) }),
    ...(given.length > 0 && { dimensions: Object.fromEntries(given) }),
  }
}
