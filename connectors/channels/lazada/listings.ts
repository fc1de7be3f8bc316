/** Making, changing and ending products. Source: "Product API" in Lazada's API reference. */
import { allTold } from '../../all-told.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { ListingOutcome } from '../../stock.ts'
import type { ListingResult, Listings, PriceFigure } from '../../listings.ts'
import { readAgain } from '../../read-again.ts'
import { editableFields, type ListingEdit, type PublishedListing } from '../../../model/listing.ts'
import { call, post, upload } from './auth.ts'
import { amountText, editPayload, localText, payloadOf } from './listing-draft.ts'
import {
  doneSchema,
  isAboutSkus,
  isDeleted,
  isGone,
  productListSchema,
  spellAsInList,
} from './product-wire.ts'
import { findProduct } from './products.ts'
import { createdSchema, decode, skusSchema, uploadedSchema } from './selling-wire.ts'
import { digitsOf, inHalves } from './stock.ts'
import { ofDraft, placeOf } from './listing-fields.ts'
import { filledAmong, updateOf } from './listing-update.ts'

/** A call takes 50; Lazada advises 20, for more run into time-outs. */
const pricesPerCall = 20
const removedPerCall = 50

export const listings: Listings = {
  async uploadImage(session, { bytes, mediaType, name }) {
    const file = new File([bytes], name, { type: mediaType })
    const { data } = await upload(callerOf(session), '/image/upload', { image: file }, uploadedSchema)
    return { id: null, url: data.image.url }
  },

  async publish(session, draft) {
    const fields = { payload: payloadOf(draft, shopOf(session)) }
    const { data } = await post(callerOf(session), '/product/create', fields, createdSchema).catch(ofDraft)
    return {
      channelProductId: String(data.item_id),
      skus: data.sku_list.map((sku) => ({
        channelSkuId: String(sku.sku_id),
        sellerSku: sku.seller_sku?.trim() || null,
      })),
    }
  },

  async find(session, sellerSkus) {
    const query = { filter: 'all', limit: '50', offset: '0', sku_seller_list: JSON.stringify(sellerSkus) }
    const { data } = await readAgain(() => call(callerOf(session), '/products/get', query, productListSchema))
    for (const raw of data.products ?? []) {
      const found = publishedOf(raw)
      // A match that has none of the codes now is another product, or a deleted one.
      if (found?.skus.some(({ sellerSku }) => sellerSku !== null && sellerSkus.includes(sellerSku)))
        return found
    }
    return null
  },

  async update(session, channelProductId, draft, parts) {
    const update = await updateOf(session, channelProductId, draft, parts, shopOf(session))
    const { payload, removed, cleared, kept } = update
    if (payload !== null)
      await post(callerOf(session), '/product/update', { payload }, doneSchema).catch(ofDraft)
    if (removed.length > 0) await removeSkus(session, channelProductId, removed)
    const found = await readListing(session, channelProductId, cleared)
    const pictures = kept.map((sellerSku) => ({
      field: 'image',
      sellerSku,
      message: 'refusal.lazada_picture_kept',
    }))
    return pictures.length === 0 ? found : { ...found, kept: [...(found.kept ?? []), ...pictures] }
  },

  async setPrices(session, figures) {
    const batches = inBatches(figures, pricesPerCall)
    const results = []
    for (const batch of batches) results.push(...(await inHalves(batch, (part) => sendPrices(session, part))))
    return results
  },

  setActive(session, channelProductIds, isActive) {
    const change = isActive ? activate : deactivate
    return allTold(channelProductIds.map((id) => outcomeOf(id, () => change(session, id))))
  },

  remove: (session, channelProductIds) =>
    allTold(channelProductIds.map((id) => outcomeOf(id, () => remove(session, id), true))),

  editableFields,

  edit: (session, channelProductId, edit) =>
    outcomeOf(channelProductId, () => editProduct(session, channelProductId, edit)),
}

const callerOf = (session: Session) => ({ ...session, now: session.now() })

function shopOf({ currency, credentials }: Session) {
  return { currency, country: credentials.more?.country ?? '' }
}

function inBatches<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/** Null for a product that is gone. */
function publishedOf(raw: unknown, cleared: ReadonlySet<string> = new Set()): PublishedListing | null {
  const product = decode(spellAsInList(raw), skusSchema)
  const skus = product.skus.filter((sku) => !isDeleted(sku.Status))
  if (isDeleted(product.status) || skus.length === 0) return null
  return {
    channelProductId: String(product.item_id),
    skus: skus.map((sku) => ({ channelSkuId: String(sku.SkuId), sellerSku: sku.SellerSku?.trim() || null })),
    ...(cleared.size > 0 && { kept: filledAmong(product.attributes ?? {}, cleared).map(keptField) }),
  }
}

const keptField = (name: string) => ({
  field: placeOf(name),
  message: 'refusal.lazada_attribute_kept',
})

/** @param cleared attributes that it should have no values of any more */
async function readListing(
  session: Session,
  id: string,
  cleared?: ReadonlySet<string>,
): Promise<PublishedListing> {
  const raw = await findProduct(session, id)
  const found = raw === undefined ? null : publishedOf(raw, cleared)
  // The words and the code are those of Lazada's own calls.
  if (!found)
    throw new ChannelError('refused', ownMessage('refusal.unknown_product', { channel: 'Lazada', id }), {
      channelCode: '4137',
    })
  return found
}

async function removeSkus(session: Session, id: string, skuIds: string[]): Promise<void> {
  const rows = skuIds.map((skuId) => `<Sku><SkuId>${digitsOf(skuId)}</SkuId></Sku>`)
  const payload = `<Request><Product><ItemId>${digitsOf(id)}</ItemId><Skus>${rows.join('')}</Skus></Product></Request>`
  await post(callerOf(session), '/product/sku/remove', { payload }, doneSchema)
}

async function sendPrices(session: Session, figures: PriceFigure[]): Promise<void> {
  const shop = shopOf(session)
  const rows = figures.map(({ channelProductId, channelSkuId, price, specialPrice: special }) => {
    const reduced =
      special === undefined
        ? ''
        : special === null
          ? '<SalePrice></SalePrice><SaleStartDate></SaleStartDate><SaleEndDate></SaleEndDate>'
          : `<SalePrice>${amountText(special.price, shop.currency)}</SalePrice>` +
            `<SaleStartDate>${localText(special.from, shop)}</SaleStartDate>` +
            `<SaleEndDate>${localText(special.to, shop)}</SaleEndDate>`
    const names = `<ItemId>${digitsOf(channelProductId)}</ItemId><SkuId>${digitsOf(channelSkuId)}</SkuId>`
    const plain = price === undefined ? '' : `<Price>${amountText(price, shop.currency)}</Price>`
    return `<Sku>${names}${plain}${reduced}</Sku>`
  })
  const payload = `<Request><Product><Skus>${rows.join('')}</Skus></Product></Request>`
  await post(callerOf(session), '/product/price_quantity/update', { payload }, doneSchema)
}

async function activate(session: Session, id: string): Promise<void> {
  const { skus } = await readListing(session, id)
  const rows = skus.map(({ channelSkuId }) => ({ SkuId: channelSkuId, Status: 'active' }))
  const payload = JSON.stringify({ Request: { Product: { ItemId: digitsOf(id), Skus: { Sku: rows } } } })
  await post(callerOf(session), '/product/update', { payload }, doneSchema)
}

/** Each SKU has a parcel of its own, so that all of them get the new one. */
async function editProduct(session: Session, id: string, edit: ListingEdit): Promise<void> {
  const skus = edit.package ? (await readListing(session, id)).skus : []
  const images = edit.images && (await addressesOf(session, edit.images))
  const payload = editPayload(digitsOf(id), edit, images, skus)
  await post(callerOf(session), '/product/update', { payload }, doneSchema)
}

async function addressesOf(session: Session, images: NonNullable<ListingEdit['images']>): Promise<string[]> {
  const urls: string[] = []
  for (const image of images)
    urls.push(
      typeof image === 'string'
        ? image
        : ('bytes' in image ? await listings.uploadImage(session, image) : image).url,
    )
  return urls
}

async function deactivate(session: Session, id: string): Promise<void> {
  const apiRequestBody = `<Request><Product><ItemId>${digitsOf(id)}</ItemId></Product></Request>`
  try {
    await post(callerOf(session), '/product/deactivate', { apiRequestBody }, doneSchema)
  } catch (error) {
    // Off sale already.
    if (!(error instanceof ChannelError) || error.channelCode !== 'E0004') throw error
  }
}

async function remove(session: Session, id: string): Promise<void> {
  const { skus } = await readListing(session, id)
  for (const batch of inBatches(skus, removedPerCall)) {
    const list = batch.map(({ channelSkuId }) => `SkuId_${digitsOf(id)}_${digitsOf(channelSkuId)}`)
    await post(callerOf(session), '/product/remove', { sku_id_list: JSON.stringify(list) }, doneSchema)
  }
}

/** A refusal of one product is a result; whoever removes what is gone has what they want. */
async function outcomeOf(
  channelProductId: string,
  change: () => Promise<void>,
  isRemoval = false,
): Promise<ListingResult> {
  const outcome = await change().then(
    (): ListingOutcome => ({ isDone: true }),
    (error: unknown): ListingOutcome => {
      if (!(error instanceof ChannelError) || !isAboutProduct(error)) throw error
      const isLost = isGone(error) || error.channelCode === 'E0002'
      return isRemoval && isLost ? { isDone: true } : { isDone: false, reason: error.message, isGone: isLost }
    },
  )
  return { channelProductId, ...outcome }
}

/** The call for taking off sale has codes of its own, which begin with an E. */
function isAboutProduct(error: ChannelError): boolean {
  return (error.kind === 'refused' && /^E\d{4}$/.test(error.channelCode ?? '')) || isAboutSkus(error)
}
