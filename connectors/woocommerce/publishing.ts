/**
 * Listings created and made like a draft. Source: "Create a product", "Update a product" and "Batch update product variations" of
 * the REST API v3 documentation.
 *
 * A product with variations takes several calls. It is created as a draft under a code of its own, gets its variations, and is
 * published last: a call that was cut off is gone on with, and nobody can buy half of it.
 */
import type { ListingDraft, ListingImage, ListingSku, PublishedListing } from '../../model/listing.ts'
import { ChannelError, ownMessage } from '../channel-error.ts'
import type { Listings } from '../listings.ts'
import type { Session } from '../session.ts'
import { call } from './calls.ts'
import { attributeOf, priceFieldsOf, skuFields } from './draft-fields.ts'
import {
  create,
  listVariations,
  madeSchema,
  put,
  read,
  rowsWith,
  writeBatch,
  type Made,
  type Variation,
} from './goods-calls.ts'
import { imageRow, imagesOf, packageFields } from './listing-edit.ts'
import { unitsOf } from './products.ts'
import type { Profile } from './profile.ts'
import { updateGoods } from './update-goods.ts'

const channel = 'WooCommerce'
export function createPublishing(
  profile: Profile,
): Pick<Listings, 'uploadImage' | 'publish' | 'find' | 'update'> {
  async function publish(session: Session, draft: ListingDraft): Promise<PublishedListing> {
    const [first] = draft.skus
    if (!first) throw new ChannelError('refused', ownMessage('refusal.no_reason', { channel }))
    if (draft.variantNames.length === 0) {
      const made = await create(session, {
        ...(await productFields(session, draft)),
        type: 'simple',
        status: 'publish',
        ...skuFields(profile, session, first),
        sku: first.sellerSku,
      })
      return {
        channelProductId: String(made.id),
        skus: [skuOf(made.id, first.sellerSku)],
        images: imagesOf(made),
      }
    }
    const code = familyCodeOf(draft)
    // Left by a call whose answer was lost.
    const begun = (await rowsWith(session, [code])).find(({ type }) => type === 'variable')
    const fields = await productFields(session, draft, begun)
    const made = begun
      ? await put(session, begun.id, fields)
      : await create(session, { ...fields, type: 'variable', status: 'draft', sku: code })
    try {
      const skus = await writeVariations(profile, session, made, draft)
      await put(session, made.id, { status: 'publish' })
      return { channelProductId: String(made.id), skus, images: imagesOf(made) }
    } catch (error) {
      // Refused, it would stay behind as a draft that holds the code.
      if (error instanceof ChannelError && error.kind === 'refused')
        await call(
          session,
          { method: 'DELETE', path: `/products/${made.id}`, query: { force: 'true' } },
          madeSchema,
        ).catch(() => {})
      throw error
    }
  }

  return {
    // The store copies pictures from an address of ours when it takes the product.
    uploadImage(_session, { url }): Promise<ListingImage> {
      if (url) return Promise.resolve({ id: null, url })
      return Promise.reject(new ChannelError('refused', ownMessage('refusal.image_no_address', { channel })))
    },

    publish,

    async find(session, sellerSkus) {
      const codes = sellerSkus.filter(Boolean)
      if (codes.length === 0) return null
      const [found] = await rowsWith(session, codes)
      if (!found) return null
      const id = found.parent_id || found.id
      const product = found.parent_id ? await read(session, id) : found
      // One that was begun and not published is gone on with by `publish`.
      if (product.status === 'draft' || product.status === 'trash') return null
      if (!found.parent_id) return { channelProductId: String(id), skus: [skuOf(id, found.sku ?? null)] }
      const variations = await listVariations(session, id)
      return {
        channelProductId: String(id),
        skus: variations.map((one) => skuOf(one.id, one.sku?.trim() || null)),
      }
    },

    update: (session, channelProductId, draft, parts) =>
      updateGoods(profile, session, channelProductId, draft, parts),
  }
}

/** Code of a product whose variations have the codes of the draft. The store takes no code twice, whatever has it. */
function familyCodeOf({ skus }: ListingDraft): string {
  return `${skus[0]?.sellerSku ?? ''}-ALL`
}

const skuOf = (id: number, sellerSku: string | null) => ({ channelSkuId: String(id), sellerSku })

async function productFields(session: Session, draft: ListingDraft, known?: Made): Promise<object> {
  const ids = new Map((known?.images ?? []).map(({ id, src }) => [src, id]))
  const category = Number(draft.channelCategoryId)
  const brand = Number(draft.brand?.channelBrandId ?? Number.NaN)
  return {
    name: draft.name,
    description: draft.description,
    ...(draft.shortDescription !== undefined && { short_description: draft.shortDescription }),
    images: draft.images.map((image) => ({
      ...(ids.has(image.url) ? { id: ids.get(image.url) } : imageRow(image)),
      ...(image.alt !== undefined && { alt: image.alt }),
    })),
    ...(category > 0 && { categories: [{ id: category }] }),
    ...(brand > 0 && { brands: [{ id: brand }] }),
    attributes: [
      ...draft.attributes.filter(({ values }) => values.length > 0).map(attributeOf),
      ...draft.variantNames.map((name, at) => ({
        name,
        visible: true,
        variation: true,
        options: [...new Set(draft.skus.map(({ options }) => options[at] ?? ''))],
      })),
    ],
    ...packageFields(draft.package, await unitsOf(session)),
  }
}

/** Attributes of the whole store have numbers; others are known by their names. */
/** Creates what is missing and makes the rest like the draft: a product that was begun has some already. Stock is set of new ones. */
async function writeVariations(
  profile: Profile,
  session: Session,
  product: Made,
  draft: ListingDraft,
): Promise<PublishedListing['skus']> {
  const { id } = product
  const known = await listVariations(session, id)
  // An image of the product was copied with it.
  const copied = new Map(imagesOf(product).map((image, at) => [draft.images[at]?.url, image]))
  const knownOf = (sku: ListingSku) =>
    known.find((one) => (one.sku?.trim() ? one.sku.trim() === sku.sellerSku : hasOptions(one, sku)))
  const kept = new Set(draft.skus.flatMap((sku) => knownOf(sku)?.id ?? []))
  const fieldsOf = (sku: ListingSku) => ({
    sku: sku.sellerSku,
    attributes: draft.variantNames.map((name, at) => ({ name, option: sku.options[at] ?? '' })),
    ...(sku.image && { image: imageRow(copied.get(sku.image.url) ?? sku.image) }),
  })
  const body = {
    create: draft.skus
      .filter((sku) => !knownOf(sku))
      .map((sku) => ({ ...fieldsOf(sku), ...skuFields(profile, session, sku) })),
    update: draft.skus.flatMap((sku) => {
      const one = knownOf(sku)
      return one ? { id: one.id, ...fieldsOf(sku), ...priceFieldsOf(profile, session, sku) } : []
    }),
    delete: known.filter((one) => !kept.has(one.id)).map((one) => one.id),
  }
  await writeBatch(session, id, body)
  const now = await listVariations(session, id)
  return draft.skus.flatMap((sku) => {
    const one = now.find((row) => (row.sku?.trim() ? row.sku.trim() === sku.sellerSku : hasOptions(row, sku)))
    return one ? skuOf(one.id, sku.sellerSku) : []
  })
}

function hasOptions({ attributes }: Variation, { options }: ListingSku): boolean {
  return JSON.stringify((attributes ?? []).map(({ option }) => option)) === JSON.stringify(options)
}
