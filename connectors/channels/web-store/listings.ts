/**
 * Changing products as they stand. Source: "Update a Product", "Manage Variants in a Product" and "Delete a Product" of the
 * Admin API reference. The API leaves alone what it is not sent; lists are replaced whole.
 */
import { allTold } from '../../all-told.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { ListingResult, Listings } from '../../listings.ts'
import type { Session } from '../../session.ts'
import type { ListingOutcome } from '../../stock.ts'
import type { ImageFile, ListingEdit } from '../../../model/listing.ts'
import { call } from './auth.ts'
import { publishing } from './publishing.ts'
import { removedSchema, statusRowSchema, uploadedSchema } from './selling-wire.ts'
import { isAboutGone, setPrices } from './listing-prices.ts'

const channel = 'Medusa'

export const listings: Listings = {
  ...publishing,

  async uploadImage(session, image) {
    return { id: null, url: await upload(session, image) }
  },

  setPrices,

  setActive: (session, channelProductIds, isActive) =>
    allTold(
      channelProductIds.map((id) => writeProduct(session, id, { status: isActive ? 'published' : 'draft' })),
    ),

  remove: (session, channelProductIds) => allTold(channelProductIds.map((id) => remove(session, id))),

  // Weights and lengths are numbers without a unit.
  editableFields: ['name', 'description', 'images'],

  async edit(session, channelProductId, { name, description, images }) {
    const urls = images && (await addressesOf(session, images))
    return writeProduct(session, channelProductId, {
      ...(name !== undefined && { title: name }),
      ...(description !== undefined && { description }),
      ...(urls && { images: urls.map((url) => ({ url })), thumbnail: urls[0] ?? null }),
    })
  },
}

const pathOf = (id: string) => `/products/${encodeURIComponent(id)}`

async function writeProduct(
  session: Session,
  channelProductId: string,
  body: object,
): Promise<ListingResult> {
  const request = { method: 'POST' as const, path: pathOf(channelProductId), query: { fields: 'id,status' } }
  return outcomeOf(channelProductId, () => call(session, { ...request, body }, statusRowSchema))
}

async function outcomeOf(
  channelProductId: string,
  write: () => Promise<unknown>,
  isRemoval = false,
): Promise<ListingResult> {
  const outcome = await write().then(
    (): ListingOutcome => ({ isDone: true }),
    (error: unknown): ListingOutcome => {
      if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
      const isGone = isAboutGone(error)
      return isRemoval && isGone ? { isDone: true } : { isDone: false, reason: error.message, isGone }
    },
  )
  return { channelProductId, ...outcome }
}

function remove(session: Session, id: string): Promise<ListingResult> {
  const request = { method: 'DELETE' as const, path: pathOf(id), query: {} }
  return outcomeOf(id, () => call(session, request, removedSchema), true)
}

async function addressesOf(session: Session, images: NonNullable<ListingEdit['images']>): Promise<string[]> {
  const urls: string[] = []
  for (const image of images)
    urls.push(typeof image === 'string' ? image : 'bytes' in image ? await upload(session, image) : image.url)
  return urls
}

async function upload(session: Session, { bytes, mediaType, name }: ImageFile): Promise<string> {
  const body = new FormData()
  body.append('files', new File([bytes], name, { type: mediaType }), name)
  const request = { method: 'POST' as const, path: '/uploads', query: {}, body }
  const { files } = await call(session, request, uploadedSchema)
  const [file] = files
  if (!file) throw new ChannelError('refused', ownMessage('refusal.no_reason', { channel }))
  return file.url
}
