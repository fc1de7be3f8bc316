/** Single fields of an item changed. Source: "v2.product.update_item", which leaves alone what it is not sent. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { ListingResult } from '../../listings.ts'
import type { Session } from '../../session.ts'
import type { ImageFile, ListingEdit, ListingImage } from '../../../model/listing.ts'
import { listingTextOf } from '../../../model/listing-text.ts'
import { packagePayload } from './listing-draft.ts'
import { isAboutItem, isGoneItem } from './product-wire.ts'
import { requestItems } from './products.ts'
import { itemImagesSchema, nothingSchema, post } from './selling-wire.ts'

type Upload = (image: ImageFile) => Promise<ListingImage>

export async function editItem(
  session: Session,
  channelProductId: string,
  { name, description, images, package: box }: ListingEdit,
  upload: Upload,
): Promise<ListingResult> {
  try {
    const body = {
      item_id: Number(channelProductId),
      ...(name !== undefined && { item_name: name }),
      ...(description !== undefined && { description: listingTextOf(description) }),
      ...(images && { image: { image_id_list: await idsOf(session, channelProductId, images, upload) } }),
      ...(box && packagePayload(box)),
    }
    await post(session, 'product/update_item', body, nothingSchema)
    return { channelProductId, isDone: true }
  } catch (error) {
    if (!isAboutItem(error)) throw error
    return { channelProductId, isDone: false, reason: error.message, isGone: isGoneItem(error) }
  }
}

/** Images are known by their numbers, which stand beside their addresses in the item. */
async function idsOf(
  session: Session,
  channelProductId: string,
  images: NonNullable<ListingEdit['images']>,
  upload: Upload,
): Promise<string[]> {
  const [raw] = await requestItems(session, [channelProductId])
  const { image_id_list: ids, image_url_list: urls } = itemImagesSchema.safeParse(raw).data?.image ?? {}
  const known = new Map(urls?.map((url, at) => [url, ids?.[at]]))
  const found: string[] = []
  for (const image of images) {
    const id =
      typeof image === 'string' ? known.get(image) : ('bytes' in image ? await upload(image) : image).id
    if (!id)
      throw new ChannelError('refused', ownMessage('refusal.image_gone', { channel: 'Shopee' }), {
        channelCode: 'error_image_gone',
      })
    found.push(id)
  }
  return found
}
