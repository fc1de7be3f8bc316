/** Making, changing and ending products. Source: "Create Product", "Edit Product", "Update Price" and those around them. */
import { allTold } from '../../all-told.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { Listing, ListingOutcome } from '../../stock.ts'
import { isPlainPrice, type ListingResult, type Listings } from '../../listings.ts'
import { readAgain } from '../../read-again.ts'
import { editableFields, type PublishedListing } from '../../../model/listing.ts'
import { upload } from './auth.ts'
import { findWarehouse, versionOf } from './catalog.ts'
import { amountText, payloadOf, problemsOf, reducedElsewhere } from './listing-draft.ts'
import { editProduct } from './listing-edit.ts'
import { request } from './orders.ts'
import { isDeleted } from './product-mapping.ts'
import { productSearchSchema } from './product-wire.ts'
import {
  batchSchema,
  namedProductSchema,
  nothingSchema,
  publishedSchema,
  uploadedSchema,
} from './selling-wire.ts'
import type { BatchError, NamedProduct } from './selling-wire.ts'
import { isGoneError } from './stock.ts'
import { ofDraft } from './listing-fields.ts'
import { updateParts } from './listing-update.ts'
import { isAboutRows } from './wire.ts'

/** Ids that one call puts on sale, takes off it or deletes. */
const batchSize = 20
/** Codes that one search takes. */
const codesPerSearch = 10

export const listings: Listings = {
  async uploadImage(session, { bytes, mediaType, name }) {
    const form = new FormData()
    form.append('data', new File([bytes], name, { type: mediaType }), name)
    form.append('use_case', 'MAIN_IMAGE')
    const caller = { ...session, now: session.now() }
    const { uri, url } = await upload(caller, '/product/202309/images/upload', form, uploadedSchema)
    return { id: uri, url }
  },

  async publish(session, draft) {
    refuseProblems(draft)
    const warehouseId = await findWarehouse(session)
    const target = { currency: session.currency, warehouseId }
    const body = { ...payloadOf(draft, target), ...versionOf(session) }
    const path = '/product/202309/products'
    const call = { method: 'POST' as const, path, query: {}, body }
    return publishedOf(await request(session, call, publishedSchema).catch(ofDraft))
  },

  async find(session, sellerSkus) {
    for (const codes of inBatches(sellerSkus, codesPerSearch)) {
      const found = await findByCodes(session, codes)
      if (found) return found
    }
    return null
  },

  async update(session, channelProductId, draft, parts) {
    refuseProblems(draft)
    const { prices, skus } = await updateParts(session, channelProductId, draft, parts).catch(ofDraft)
    const refused = (await listings.setPrices(session, prices)).find(({ isDone }) => !isDone)
    if (refused && !refused.isDone)
      throw new ChannelError('refused', refused.reason, {
        fields: [{ field: 'price', message: refused.reason }],
      })
    const now = skus ?? (await readListing(session, channelProductId)).skus ?? []
    return publishedOf({ product_id: channelProductId, skus: now })
  },

  async setPrices(session, all) {
    const figures = all.filter(isPlainPrice)
    const refused = all
      .filter((figure) => !isPlainPrice(figure))
      .map((figure) => ({
        ...listingOf(figure),
        isDone: false as const,
        reason: reducedElsewhere,
        isGone: false,
      }))
    const products = [...Map.groupBy(figures, ({ channelProductId }) => channelProductId)]
    const told = await allTold(products.map(([id, group]) => sendPrices(session, id, group)))
    return [...told.flat(), ...refused]
  },

  setActive(session, channelProductIds, isActive) {
    const path = `/product/202309/products/${isActive ? 'activate' : 'deactivate'}`
    return changeAll(session, channelProductIds, { method: 'POST', path })
  },

  async remove(session, channelProductIds) {
    const results = await changeAll(session, channelProductIds, {
      method: 'DELETE',
      path: '/product/202309/products',
    })
    // Removing a product that is already gone counts as done.
    return results.map((result) =>
      !result.isDone && result.isGone ? { channelProductId: result.channelProductId, isDone: true } : result,
    )
  },

  editableFields,

  edit: (session, channelProductId, edit) =>
    editProduct(session, channelProductId, edit, (image) => listings.uploadImage(session, image)),
}

function refuseProblems(draft: Parameters<typeof problemsOf>[0]): void {
  const fields = problemsOf(draft)
  if (fields.length > 0)
    throw new ChannelError('refused', fields.map(({ message }) => message).join('; '), { fields })
}

const pathOf = (id: string) => `/product/202309/products/${encodeURIComponent(id)}`

function inBatches<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

type Published = { product_id: string; skus: { id: string; seller_sku?: string | null | undefined }[] }

function publishedOf({ product_id: channelProductId, skus }: Published): PublishedListing {
  return {
    channelProductId,
    skus: skus.map(({ id, seller_sku: code }) => ({ channelSkuId: id, sellerSku: code?.trim() || null })),
  }
}

async function findByCodes(session: Session, codes: string[]): Promise<PublishedListing | null> {
  const path = '/product/202502/products/search'
  const body = { status: 'ALL', seller_skus: codes }
  const query = { page_size: '100' }
  const { products } = await readAgain(() =>
    request(session, { method: 'POST', path, query, body }, productSearchSchema),
  )
  for (const raw of products ?? []) {
    const row = namedProductSchema.safeParse(raw).data
    const skus = row?.skus ?? []
    // A deleted product, or one that no longer has the code, is another listing.
    const hasCode = skus.some(({ seller_sku: code }) => codes.includes(code?.trim() ?? ''))
    if (row && hasCode && !isDeleted(row.status)) return publishedOf({ product_id: row.id, skus })
  }
  return null
}

async function readListing(session: Session, id: string): Promise<NamedProduct> {
  const product = await readAgain(() =>
    request(session, { method: 'GET', path: pathOf(id), query: {} }, namedProductSchema),
  )
  if (isDeleted(product.status))
    throw new ChannelError('refused', ownMessage('refusal.product_deleted', { channel: 'TikTok Shop', id }), {
      channelCode: '12052031',
    })
  return product
}

type PriceResult = Listing & ListingOutcome

/** The call does all rows or none, so a refused one is halved until the culprits stand alone. */
async function sendPrices(
  session: Session,
  id: string,
  figures: (Listing & { price: number })[],
): Promise<PriceResult[]> {
  const { currency } = session
  const skus = figures.map(({ channelSkuId, price }) => ({
    id: channelSkuId,
    price: { amount: amountText(price, currency), currency },
  }))
  try {
    const path = `${pathOf(id)}/prices/update`
    await request(session, { method: 'POST', path, query: {}, body: { skus } }, nothingSchema)
    return figures.map((figure) => ({ ...listingOf(figure), isDone: true }))
  } catch (error) {
    if (!isAboutRows(error)) throw error
    const [first] = figures
    if (figures.length === 1 && first) {
      const isLost = isGoneError(error) || error.channelCode === '12052036'
      return [{ ...listingOf(first), isDone: false, reason: error.message, isGone: isLost }]
    }
    const middle = Math.ceil(figures.length / 2)
    const halves = [figures.slice(0, middle), figures.slice(middle)]
    return (await allTold(halves.map((half) => sendPrices(session, id, half)))).flat()
  }
}

type Change = { method: 'POST' | 'DELETE'; path: string }

async function changeAll(session: Session, ids: string[], change: Change): Promise<ListingResult[]> {
  const results: ListingResult[] = []
  for (const batch of inBatches(ids, batchSize)) {
    const body = { product_ids: batch }
    const { errors } = await request(session, { ...change, query: {}, body }, batchSchema)
    for (const id of batch) {
      const error = (errors ?? []).find(({ detail }) => !detail?.product_id || detail.product_id === id)
      results.push({
        channelProductId: id,
        ...(error ? await refusalOf(session, id, error) : { isDone: true }),
      })
    }
  }
  return results
}

/** A status that does not allow the change may be the one of a deleted product, so that it is looked at. */
async function refusalOf(
  session: Session,
  id: string,
  { code, message }: BatchError,
): Promise<ListingOutcome> {
  const reason = message || ownMessage('refusal.refused_code', { channel: 'TikTok Shop', code })
  const refusal = new ChannelError('refused', reason, { channelCode: String(code) })
  const isLost = isGoneError(refusal) || (await isGoneNow(session, id))
  return { isDone: false, reason, isGone: isLost }
}

async function isGoneNow(session: Session, id: string): Promise<boolean> {
  try {
    await readListing(session, id)
    return false
  } catch (error) {
    if (isGoneError(error)) return true
    throw error
  }
}

function listingOf({ channelProductId, channelSkuId }: Listing): Listing {
  return { channelProductId, channelSkuId }
}
