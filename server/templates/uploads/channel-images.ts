/** Pictures of drafts as a channel takes them: each is uploaded to a shop's channel once, and used again by later listings. */
import { ChannelError } from '../../../connectors/channel-error.ts'
import { createsListings } from '../../../connectors/listings.ts'
import type { ImageFile, ListingImage } from '../../../model/listing.ts'
import { AppError, ruleWith } from '../../../model/errors.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { isGifOrWebp } from '../../http/pictures.ts'
import { createImageLinks } from '../../images/image-link.ts'
import { drawListingImage, type DrawnImage } from '../../images/draw-listing-image.ts'
import { listListingImages, saveListingImage, templateShop } from '../../images/listing-image-store.ts'
import { storedImageIdOfUrl } from '../../images/stored-image.ts'
import type { ChannelCalls } from '../../outbox/command.ts'
import { mostTemplateImages } from '../template-image-routes.ts'
import { fetchPicture } from './fetch-picture.ts'
import { refusedImage } from './refused-image.ts'
import { listChannelImages, saveChannelImages } from './upload-store.ts'

export type ChannelImages = {
  /** By the address that a picture has in the draft. @throws ChannelError of the field `images` */
  upload(calls: ChannelCalls, images: ListingImage[]): Promise<Map<string, ListingImage>>
}

type Settings = Pick<Config, 'publicUrl' | 'secretKey' | 'oldSecretKeys'>

export function createChannelImages(
  db: Database,
  { publicUrl, secretKey, oldSecretKeys }: Settings,
  fetchPublic: typeof fetch,
): ChannelImages {
  const links = createImageLinks(publicUrl, [secretKey, ...oldSecretKeys])

  return {
    async upload(calls, images) {
      const key = { ownerId: calls.shop.ownerId, shopId: calls.shop.id }
      // One that the channel keeps by an id of its own is there already.
      const sources = [...new Set(images.filter(({ id }) => id === null).map(({ url }) => url))]
      const known = await db.asOwner(key.ownerId, (tx) => listChannelImages(tx, key, sources))
      for (const source of sources) {
        if (known.has(source)) continue
        const file = await readPicture(key.ownerId, source)
        const uploaded = await calls.read((session, { listings }) => {
          if (!createsListings(listings)) throw new ChannelError('refused', 'refusal.no_publishing')
          return listings.uploadImage(session, file)
        })
        // An address of ours ends; the channel copies the picture with the listing.
        if (uploaded.url !== file.url)
          await db.asOwner(key.ownerId, (tx) => saveChannelImages(tx, key, [[source, uploaded]]))
        known.set(source, uploaded)
      }
      return known
    },
  }

  async function readPicture(ownerId: string, source: string): Promise<ImageFile> {
    const id = storedImageIdOfUrl(source)
    if (id !== undefined) {
      const [stored] = await db.read(ownerId, (tx) => listListingImages(tx, ownerId, [id]))
      if (!stored) throw refusedImage('field.image-not-found')
      return fileOf(`image-${id}.jpg`, stored.bytes, links.linkTo({ ownerId, id }))
    }
    const fetched = await fetchPicture(fetchPublic, source)
    try {
      const drawn = await drawListingImage(fetched, { takesGifAndWebp: true })
      return fileOf('image.jpg', drawn.bytes, isGifOrWebp(fetched) ? await keep(ownerId, drawn) : source)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw refusedImage(error.details.invalidFields?.['image'] ?? 'field.image-invalid-type')
    }
  }

  /** A store that fetches pictures by itself may take neither GIF nor WebP: it is given the address of the one that was drawn. */
  async function keep(ownerId: string, drawn: DrawnImage): Promise<string> {
    const place = { ownerId, shopId: templateShop }
    const id = await db.asOwner(ownerId, (tx) => saveListingImage(tx, place, drawn, mostTemplateImages))
    if (id === undefined)
      throw refusedImage(ruleWith('field.image_account_full', { most: mostTemplateImages }))
    return links.linkTo({ ownerId, id })
  }
}

function fileOf(name: string, bytes: Uint8Array, url: string): ImageFile {
  return { bytes: new Uint8Array(bytes), mediaType: 'image/jpeg', name, url }
}
