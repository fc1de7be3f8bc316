/** The models of an item made like those of a draft. Source: "v2.product.init_tier_variation" and its neighbours. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { ListingDraft, ListingSku, PublishedListing } from '../../../model/listing.ts'
import { modelPayload, placeOf, tierPayload } from './listing-draft.ts'
import { requestModels } from './products.ts'
import { madeModelsSchema, nothingSchema, ownModelsSchema, post } from './selling-wire.ts'
import type { OwnModels } from './selling-wire.ts'
import { describeIssue } from './wire.ts'

export async function readModels(session: Session, itemId: number): Promise<OwnModels> {
  const models = ownModelsSchema.safeParse(await requestModels(session, itemId))
  if (!models.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Shopee', detail: describeIssue(models.error) }),
    )
  return models.data
}

type OwnModel = NonNullable<OwnModels['model']>[number]

/** Makes all models anew, or none any more. A SKU that was there keeps its stock. */
export async function initTiers(
  session: Session,
  itemId: number,
  draft: ListingDraft,
  kept = new Map<ListingSku, OwnModel>(),
): Promise<PublishedListing> {
  const model = draft.skus.map((sku) => {
    const stock = kept.get(sku)?.stock_info_v2?.summary_info?.total_available_stock
    return modelPayload(draft, sku, session.currency, stock ?? sku.quantity)
  })
  const body = { item_id: itemId, ...tierPayload(draft), model }
  const { response } = await post(session, 'product/init_tier_variation', body, madeModelsSchema)
  return {
    channelProductId: String(itemId),
    skus: response.model.map((row) => ({
      channelSkuId: String(row.model_id),
      sellerSku: row.model_sku?.trim() || null,
    })),
  }
}

/** Finds the current model of each SKU of the draft: by its code, else by its options. */
function keptModels(own: OwnModels, draft: ListingDraft): Map<ListingSku, OwnModel> {
  const left = new Set(own.model ?? [])
  const kept = new Map<ListingSku, OwnModel>()
  const take = (sku: ListingSku, fits: (model: OwnModel) => boolean) => {
    const model = kept.has(sku) ? undefined : [...left].find(fits)
    if (!model) return
    kept.set(sku, model)
    left.delete(model)
  }
  const optionsOf = (model: OwnModel) =>
    model.tier_index.map((index, tier) => own.tier_variation?.[tier]?.option_list[index]?.option ?? '')
  for (const sku of draft.skus) take(sku, (model) => model.model_sku?.trim() === sku.sellerSku.trim())
  for (const sku of draft.skus) take(sku, (model) => optionsOf(model).join('\n') === sku.options.join('\n'))
  const [first] = draft.skus
  // Shopee never lets all models of an item go: one of them becomes another SKU then.
  if (first && kept.size === 0) take(first, () => true)
  return kept
}

/** Removed models first, then the options with the places of those that stay, then the new ones. */
export async function changeModels(session: Session, itemId: number, draft: ListingDraft): Promise<void> {
  const own = await readModels(session, itemId)
  const kept = keptModels(own, draft)
  if ((own.tier_variation ?? []).length !== draft.variantNames.length) {
    await initTiers(session, itemId, draft, kept)
    return
  }
  if (draft.variantNames.length === 0) return
  const staying = new Set(kept.values())
  for (const { model_id: modelId } of (own.model ?? []).filter((model) => !staying.has(model)))
    await post(session, 'product/delete_model', { item_id: itemId, model_id: modelId }, nothingSchema)
  const places = [...kept].map(([sku, model]) => ({
    model_id: model.model_id,
    tier_index: placeOf(draft, sku),
  }))
  const tiers = { item_id: itemId, ...tierPayload(draft), model_list: places }
  await post(session, 'product/update_tier_variation', tiers, nothingSchema)
  const added = draft.skus.filter((sku) => !kept.has(sku))
  if (added.length > 0) {
    const models = added.map((sku) => modelPayload(draft, sku, session.currency))
    await post(session, 'product/add_model', { item_id: itemId, model_list: models }, nothingSchema)
  }
  const renamed = [...kept].filter(([sku, model]) => model.model_sku !== sku.sellerSku)
  if (renamed.length === 0) return
  const model = renamed.map(([sku, { model_id: id }]) => ({ model_id: id, model_sku: sku.sellerSku }))
  await post(session, 'product/update_model', { item_id: itemId, model }, nothingSchema)
}
