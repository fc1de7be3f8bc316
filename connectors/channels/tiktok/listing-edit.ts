/** Single properties of a product changed. Source: "Partial Edit Product" of the Product API. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { ListingResult } from '../../listings.ts'
import { readAgain } from '../../read-again.ts'
import type { Session } from '../../session.ts'
import type { ImageFile, ListingEdit, ListingImage } from '../../../model/listing.ts'
import { editPayload } from './listing-draft.ts'
import { request } from './orders.ts'
import { isDeleted } from './product-mapping.ts'
import { nothingSchema, picturedProductSchema } from './selling-wire.ts'
import { isGoneError } from './stock.ts'
import { isAboutRows } from './wire.ts'

type Upload = (image: ImageFile) => Promise<ListingImage>

export async function editProduct(
  session: Session,
  channelProductId: string,
  edit: ListingEdit,
  upload: Upload,
): Promise<ListingResult> {
  const path = `/product/202309/products/${encodeURIComponent(channelProductId)}`
  try {
    const product = await readAgain(() =>
      request(session, { method: 'GET', path, query: {} }, picturedProductSchema),
    )
    // A deleted product can still be read; the edit says only that its status does not allow it.
    if (isDeleted(product.status)) return gone(channelProductId)
    const known = new Map(
      (product.main_images ?? []).flatMap(({ uri, urls }) => (urls ?? []).map((url) => [url, uri] as const)),
    )
    const uris = edit.images && (await urisOf(edit.images, known, upload))
    const partial = { method: 'POST' as const, path: `${path}/partial_edit`, query: {} }
    await request(session, { ...partial, body: editPayload(edit, uris) }, nothingSchema)
    return { channelProductId, isDone: true }
  } catch (error) {
    if (!isAboutRows(error)) throw error
    return { channelProductId, isDone: false, reason: error.message, isGone: isGoneError(error) }
  }
}

function gone(id: string): ListingResult {
  const reason = ownMessage('refusal.product_deleted', { channel: 'TikTok Shop', id })
  return { channelProductId: id, isDone: false, reason, isGone: true }
}

async function urisOf(
  images: NonNullable<ListingEdit['images']>,
  known: ReadonlyMap<string, string | null | undefined>,
  upload: Upload,
): Promise<string[]> {
  const uris: string[] = []
  for (const image of images) {
    const uri =
      typeof image === 'string' ? known.get(image) : ('bytes' in image ? await upload(image) : image).id
    if (!uri)
      throw new ChannelError('refused', ownMessage('refusal.image_gone', { channel: 'TikTok Shop' }), {
        channelCode: '12052990',
      })
    uris.push(uri)
  }
  return uris
}
