/** Items made and changed. Source: "v2.product" and "v2.media_space" API reference, guide "Creating product". */
import { allTold } from '../../all-told.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { Listing, ListingOutcome } from '../../stock.ts'
import { isPlainPrice, type ListingResult, type Listings, type PriceFigure } from '../../listings.ts'
import { readAgain } from '../../read-again.ts'
import { editableFields, type ListingDraft, type PublishedListing } from '../../../model/listing.ts'
import { fromMinor } from '../../../model/money.ts'
import { batchesOf, openCall } from './auth.ts'
import { catalog } from './catalog.ts'
import { checkDraft, newItemOf, reducedElsewhere, saysDay, withFields } from './listing-draft.ts'
import { editItem } from './listing-edit.ts'
import { initTiers, readModels } from './listing-models.ts'
import { deletedStatuses, isAboutItem, isGoneItem, meansGone } from './product-wire.ts'
import { requestItems } from './products.ts'
import {
  addedSchema,
  batchSchema,
  foundSchema,
  get,
  nothingSchema,
  ownItemSchema,
  post,
  uploadSchema,
} from './selling-wire.ts'
import { readItem, updateToldFields } from './listing-update.ts'
import { describeIssue } from './wire.ts'

const searchSize = 50

export const listings: Listings = {
  async uploadImage(session, { bytes, mediaType, name }) {
    const body = new FormData()
    body.set('image', new Blob([bytes], { type: mediaType }), name)
    const caller = { ...session, now: session.now() }
    const { response } = await openCall(caller, '/api/v2/media_space/upload_image', body, uploadSchema)
    const [{ error, message, image_info: info } = {}] = response.image_info_list
    const urls = info?.image_url_list ?? []
    const own = urls.find((one) => one.image_url_region === session.currency.slice(0, 2)) ?? urls[0]
    if (!info?.image_id || error) {
      const words = message || error || 'refusal.shopee_image'
      const code = error ? { channelCode: error } : {}
      throw new ChannelError('refused', words, { ...code, fields: [{ field: 'images', message: words }] })
    }
    return { id: info.image_id, url: own?.image_url ?? '' }
  },

  async publish(session, draft) {
    checkDraft(draft)
    const dates = await toldFields(dateAttributesOf(session, draft))
    const item = newItemOf(draft, dates, session.currency)
    const { response } = await toldFields(post(session, 'product/add_item', item, addedSchema))
    if (draft.variantNames.length === 0) return singleOf(response.item_id, draft)
    try {
      return await initTiers(session, response.item_id, draft)
    } catch (error) {
      // Refused, it would stay behind as an item without stock. After a lost answer nobody knows: `find` tells.
      if (error instanceof ChannelError && error.kind === 'refused')
        await post(session, 'product/delete_item', { item_id: response.item_id }, nothingSchema).catch(
          () => {},
        )
      throw withFields(error)
    }
  },

  async find(session, sellerSkus) {
    // Searched for by no code at all, everything would be found.
    const wanted = new Set(sellerSkus.filter(Boolean))
    for (const code of wanted) {
      const query = { offset: '', page_size: String(searchSize), item_sku: code }
      const { response } = await readAgain(() => get(session, 'product/search_item', query, foundSchema))
      const ids = (response.item_id_list ?? []).map(String)
      const read = await Promise.all(
        (await requestItems(session, ids)).map((raw) => readPublished(session, raw)),
      )
      // The newest of several: the others were there before.
      const found = read.filter((one) => one !== null).sort(byNumberDown)
      const known = found.find(({ skus }) => skus.some(({ sellerSku }) => wanted.has(sellerSku ?? '')))
      if (known) return known
    }
    return null
  },

  async update(session, channelProductId, draft, parts) {
    checkDraft(draft)
    await updateToldFields(session, channelProductId, draft, parts, {
      datesOf: dateAttributesOf,
      setPrices: (caller, figures) => listings.setPrices(caller, figures),
    })
    const published = await readPublished(session, await readItem(session, channelProductId))
    if (!published)
      throw new ChannelError(
        'refused',
        ownMessage('refusal.unknown_product', { channel: 'Shopee', id: channelProductId }),
      )
    return published
  },

  async setPrices(session, figures) {
    const items = Map.groupBy(figures, (figure) => figure.channelProductId)
    const jobs = [...items].map(([id, list]) => setItemPrices(session, id, list))
    return (await allTold(jobs)).flat()
  },

  async setActive(session, channelProductIds, isActive) {
    return (
      await allTold(batchesOf(channelProductIds).map((ids) => setBatchActive(session, ids, isActive)))
    ).flat()
  },

  remove: (session, channelProductIds) => allTold(channelProductIds.map((id) => removeItem(session, id))),

  editableFields,

  edit: (session, channelProductId, edit) =>
    editItem(session, channelProductId, edit, (image) => listings.uploadImage(session, image)),
}

async function toldFields<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw withFields(error)
  }
}

/** Only a category's attributes tell a date from words that look like one. */
async function dateAttributesOf(session: Session, draft: ListingDraft): Promise<Set<string>> {
  if (!draft.attributes.some(saysDay)) return new Set()
  const attributes = await catalog.attributes(session, draft.channelCategoryId, 'en')
  return new Set(attributes.filter(({ input }) => input === 'date').map((one) => one.channelAttributeId))
}

function singleOf(itemId: number, draft: ListingDraft): PublishedListing {
  const sellerSku = draft.skus[0]?.sellerSku || null
  return { channelProductId: String(itemId), skus: [{ channelSkuId: '0', sellerSku }] }
}

/** Null for one that was deleted. */
async function readPublished(session: Session, raw: unknown): Promise<PublishedListing | null> {
  const item = ownItemSchema.safeParse(raw)
  if (!item.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Shopee', detail: describeIssue(item.error) }),
    )
  const { item_id: itemId, item_sku: code, item_status: status, has_model: hasModel } = item.data
  if (deletedStatuses.includes(status)) return null
  const skus = hasModel
    ? ((await readModels(session, itemId)).model ?? []).map((model) => ({
        channelSkuId: String(model.model_id),
        sellerSku: model.model_sku?.trim() || null,
      }))
    : [{ channelSkuId: '0', sellerSku: code?.trim() || null }]
  return { channelProductId: String(itemId), skus }
}

function byNumberDown(a: PublishedListing, b: PublishedListing): number {
  return Number(b.channelProductId) - Number(a.channelProductId)
}

type Outcome = Listing & ListingOutcome

async function setItemPrices(session: Session, itemId: string, all: PriceFigure[]): Promise<Outcome[]> {
  const figures = all.filter(isPlainPrice)
  const reduced = all
    .filter((figure) => !isPlainPrice(figure))
    .map((figure) => refusalOf(figure, reducedElsewhere, false))
  if (figures.length === 0) return reduced
  const price_list = figures.map(({ channelSkuId, price }) => ({
    // An item without models is asked for as itself.
    ...(channelSkuId !== '0' && { model_id: Number(channelSkuId) }),
    original_price: fromMinor(price, session.currency),
  }))
  const body = { item_id: Number(itemId), price_list }
  try {
    const { response } = await post(
      session,
      'product/update_price',
      body,
      batchSchema,
      'error_update_price_fail',
    )
    const reasons = new Map(
      response?.failure_list?.map((row) => [String(row.model_id ?? 0), row.failed_reason || 'refused']),
    )
    const done = new Set(response?.success_list?.map((row) => String(row.model_id ?? 0)))
    const outcomes = figures.map((figure): Outcome => {
      const reason = reasons.get(figure.channelSkuId)
      if (reason === undefined && done.has(figure.channelSkuId)) return { ...listingOf(figure), isDone: true }
      return refusalOf(
        figure,
        reason ?? ownMessage('refusal.figure_unanswered', { channel: 'Shopee' }),
        meansGone(reason ?? ''),
      )
    })
    return [...outcomes, ...reduced]
  } catch (error) {
    if (!isAboutItem(error)) throw error
    return [...figures.map((figure) => refusalOf(figure, error.message, isGoneItem(error))), ...reduced]
  }
}

function listingOf({ channelProductId, channelSkuId }: Listing): Listing {
  return { channelProductId, channelSkuId }
}

function refusalOf(listing: Listing, reason: string, isGone: boolean): Outcome {
  return { ...listingOf(listing), isDone: false, reason, isGone }
}

async function setBatchActive(session: Session, ids: string[], isActive: boolean): Promise<ListingResult[]> {
  const body = { item_list: ids.map((id) => ({ item_id: Number(id), unlist: !isActive })) }
  try {
    const { response } = await post(
      session,
      'product/unlist_item',
      body,
      batchSchema,
      'error_unlist_item_all_failed',
    )
    const reasons = new Map(
      response?.failure_list?.map((row) => [String(row.item_id), row.failed_reason || 'refused']),
    )
    const done = new Set(response?.success_list?.map((row) => String(row.item_id)))
    return ids.map((channelProductId) => {
      const reason = reasons.get(channelProductId)
      if (reason === undefined && done.has(channelProductId)) return { channelProductId, isDone: true }
      const words = reason ?? 'Shopee did not say whether it did so'
      return { channelProductId, isDone: false, reason: words, isGone: meansGone(words) }
    })
  } catch (error) {
    if (!isAboutItem(error)) throw error
    // One item's refusal may fail them all: each is asked for alone.
    if (ids.length > 1)
      return (await allTold(ids.map((id) => setBatchActive(session, [id], isActive)))).flat()
    const [channelProductId = ''] = ids
    return [{ channelProductId, isDone: false, reason: error.message, isGone: isGoneItem(error) }]
  }
}

async function removeItem(session: Session, channelProductId: string): Promise<ListingResult> {
  try {
    await post(session, 'product/delete_item', { item_id: Number(channelProductId) }, nothingSchema)
    return { channelProductId, isDone: true }
  } catch (error) {
    // It is gone, as was requested.
    if (isGoneItem(error)) return { channelProductId, isDone: true }
    if (!isAboutItem(error)) throw error
    return { channelProductId, isDone: false, reason: error.message, isGone: false }
  }
}
