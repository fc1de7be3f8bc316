/** Kinds of changes that edit texts, images and packages, or delete a listing at its channel. One listing a call. */
import type { ListingEdit } from '../../../model/listing.ts'
import type { ListingFields } from '../../../model/listing-change.ts'
import { saysTheSame } from '../../../model/listing-html.ts'
import type { ChannelProduct, ProductPackage } from '../../../model/product.ts'
import type { Command } from '../../outbox/command.ts'
import { storedImageIdOf } from '../../images/stored-image.ts'
import { listingsOf, outcomeOf, whenProduct, type ListingChangeSender } from './listing-change-kinds.ts'
import type { RequestedChange } from './listing-change-store.ts'

type OpenChange = Command & RequestedChange

/** Reads uploaded images of an account, by number. */
export type ReadImages = (ownerId: string, ids: number[]) => Promise<Map<number, UploadedImage>>
export type UploadedImage = Exclude<NonNullable<ListingEdit['images']>[number], string>

export function createEditKinds(readImages: ReadImages) {
  const edit = (isFulfilled: ListingChangeSender['isFulfilled']): ListingChangeSender => ({
    async send(changes, calls) {
      const [change] = changes
      if (!change) return new Map()
      const wanted = await editOf(change, calls.shop.ownerId)
      const told = await calls.send((session, connector) =>
        listingsOf(connector).edit(session, change.channelProductId, wanted),
      )
      return new Map([[change, outcomeOf(told)]])
    },
    isFulfilled,
  })

  async function editOf({ after }: OpenChange, ownerId: string): Promise<ListingEdit> {
    const { name, description, package: box, images } = after
    return {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(box && { package: box }),
      ...(images && { images: await filesOf(images, ownerId) }),
    }
  }

  /** An uploaded image that is there no more is left to the channel to refuse, as one that it does not know. */
  async function filesOf(images: string[], ownerId: string): Promise<NonNullable<ListingEdit['images']>> {
    const ids = images.flatMap((name) => storedImageIdOf(name) ?? [])
    const stored = await readImages(ownerId, ids)
    return images.map((name) => stored.get(storedImageIdOf(name) ?? 0) ?? name)
  }

  return {
    texts: edit(whenProduct((product, { after }) => hasTexts(product, after))),
    package: edit(whenProduct((product, { after }) => hasPackage(product.package, after.package))),
    images: edit(whenProduct((product, change) => hasImages(product, change))),
    remove,
  }
}

const remove: ListingChangeSender = {
  async send(changes, calls) {
    const [change] = changes
    if (!change) return new Map()
    const [told] = await calls.send((session, connector) =>
      listingsOf(connector).remove(session, [change.channelProductId]),
    )
    return told ? new Map([[change, outcomeOf(told)]]) : new Map()
  },
  // A product that cannot be read is deleted once more, which is harmless.
  isFulfilled: whenProduct(({ status }) => status === 'deleted_on_channel'),
}

function hasTexts(product: ChannelProduct, { name, description }: ListingFields): boolean {
  return (
    (name === undefined || name === product.name.trim()) &&
    (description === undefined || saysTheSame(description, product.description ?? ''))
  )
}

/** Some channels keep whole centimetres. */
function hasPackage(now: ProductPackage, wanted: ProductPackage | undefined): boolean {
  const isSame = (size: number | null, other: number | null) =>
    size === null || (other !== null && (Math.abs(size - other) < 0.011 || Math.ceil(size) === other))
  return (['weight', 'length', 'width', 'height'] as const).every((name) =>
    isSame(wanted?.[name] ?? null, now[name]),
  )
}

/** Images that stay are where they were wanted; at the places of new ones there are images that were not there before. */
function hasImages(product: ChannelProduct, { before, after }: RequestedChange): boolean {
  const wanted = after.images ?? []
  return (
    wanted.length === product.images.length &&
    wanted.every((name, at) => {
      const shown = product.images[at] ?? ''
      return storedImageIdOf(name) === undefined ? shown === name : !before.images?.includes(shown)
    })
  )
}
