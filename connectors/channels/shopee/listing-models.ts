/** The models of an item made like those of a draft. Source: "v2.product.init_tier_variation" and its neighbours. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { ListingDraft, PublishedListing } from '../../../model/listing.ts'
import { planSkus, type ListingParts, type SkuPlan } from '../../../model/listing-parts.ts'
import { fromMinor } from '../../../model/money.ts'
import { modelPayload, tierPayload, tierRows } from './listing-draft.ts'
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
type Row = SkuPlan<OwnModel>['rows'][number]

/** A model as the item is to have it. `own`: the one that it is now. */
type Target = { options: string[]; own: OwnModel | undefined; row: Row | undefined; imageId: string | null }

/** Makes all models of a new item. */
export async function initTiers(
  session: Session,
  itemId: number,
  draft: ListingDraft,
): Promise<PublishedListing> {
  const model = draft.skus.map((sku) => modelPayload(draft, sku, session.currency))
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

/** Writes what has changed of the models, and answers the new prices of those that stay: they have a call of their own. */
export async function changeModels(
  session: Session,
  itemId: number,
  draft: ListingDraft,
  parts: ListingParts,
): Promise<{ modelId: number; price: number }[]> {
  const isTouched = parts.skus.some((sku) => sku.parts.size > 0)
  if (!isTouched && parts.removedSkus.length === 0 && !parts.areVariantNamesChanged) return []
  const own = await readModels(session, itemId)
  const names = (own.tier_variation ?? []).map(({ name }) => name ?? '')
  const plan = planOf(own, draft, parts)
  const priced = (rows: Row[]) =>
    rows.flatMap(({ own: model, parts: changed, sku }) =>
      model && changed.has('price') ? { modelId: model.model_id, price: sku.price } : [],
    )
  if (names.length !== draft.variantNames.length) {
    // The number of tiers is the channel's own matter unless the draft has changed it.
    if (parts.areVariantNamesChanged) return remakeModels(session, itemId, draft, parts, own, plan)
    if (names.length === 0)
      return draft.skus.length === 1 && parts.skus[0]?.parts.has('price')
        ? [{ modelId: 0, price: draft.skus[0]?.price ?? 0 }]
        : []
    return priced(plan.rows)
  }
  if (names.length === 0)
    return parts.skus[0]?.parts.has('price') ? [{ modelId: 0, price: draft.skus[0]?.price ?? 0 }] : []
  for (const { model_id: modelId } of plan.removed)
    await post(session, 'product/delete_model', { item_id: itemId, model_id: modelId }, nothingSchema)
  await changeTiers(session, itemId, draft, parts, own, plan)
  return priced(plan.rows)
}

/** Shopee never lets all models of an item go: one of them becomes another SKU then. */
function planOf(own: OwnModels, draft: ListingDraft, parts: ListingParts): SkuPlan<OwnModel> {
  const plan = planSkus(draft, parts, own.model ?? [], {
    code: (model) => model.model_sku,
    options: (model) => optionsOf(own, model),
  })
  const [taken, ...removed] = plan.removed
  const isLeftAlone = plan.others.length === 0 && plan.rows.every((row) => row.own === undefined)
  const [first, ...rows] = plan.rows
  if (!taken || !first || !isLeftAlone) return plan
  return { ...plan, removed, rows: [{ ...first, own: taken }, ...rows] }
}

function optionsOf(own: OwnModels, { tier_index: places }: OwnModel): string[] {
  return places.map((index, tier) => own.tier_variation?.[tier]?.option_list[index]?.option ?? '')
}

function targetsOf(
  draft: ListingDraft,
  parts: ListingParts,
  own: OwnModels,
  plan: SkuPlan<OwnModel>,
): Target[] {
  const imageAt = (model: OwnModel) =>
    own.tier_variation?.[0]?.option_list[model.tier_index[0] ?? -1]?.image?.image_id ?? null
  const rowOf = new Map(plan.rows.flatMap((row) => (row.own ? [[row.own, row] as const] : [])))
  const isGone = new Set(plan.removed)
  const staying = (own.model ?? [])
    .filter((model) => !isGone.has(model))
    .map((model): Target => {
      const row = rowOf.get(model)
      const isChosenAnew = row && (row.parts.has('options') || parts.areVariantNamesChanged)
      return {
        own: model,
        row,
        options: isChosenAnew ? row.sku.options : optionsOf(own, model),
        imageId: row?.parts.has('sku_image') ? (row.sku.image?.id ?? null) : imageAt(model),
      }
    })
  const fresh = plan.rows.filter((row) => row.own === undefined)
  return [
    ...staying,
    ...fresh.map((row) => ({
      own: undefined,
      row,
      options: row.sku.options,
      imageId: row.sku.image?.id ?? null,
    })),
  ]
}

/**
 * Options with the places of the models that stay, then the new models. update_tier_variation takes all options and places at
 * once: those that have not changed are the item's own.
 */
async function changeTiers(
  session: Session,
  itemId: number,
  draft: ListingDraft,
  parts: ListingParts,
  own: OwnModels,
  plan: SkuPlan<OwnModel>,
): Promise<void> {
  const targets = targetsOf(draft, parts, own, plan)
  const names = parts.areVariantNamesChanged
    ? draft.variantNames
    : (own.tier_variation ?? []).map(({ name }) => name ?? '')
  const tiers = tierRows(
    names,
    targets.map((one) => ({ ...one, places: one.own?.tier_index })),
  )
  const placeOf = ({ options }: Target) =>
    tiers.map((tier, at) => tier.options.findIndex(({ name }) => name === options[at]))
  const added = targets.filter((one) => one.own === undefined)
  const isChanged =
    plan.removed.length + added.length > 0 ||
    parts.areVariantNamesChanged ||
    plan.rows.some((row) => row.parts.has('options') || row.parts.has('sku_image'))
  if (isChanged) {
    const model_list = targets.flatMap((one) =>
      one.own ? { model_id: one.own.model_id, tier_index: placeOf(one) } : [],
    )
    const body = { item_id: itemId, ...tierPayload(draft, tiers), model_list }
    await post(session, 'product/update_tier_variation', body, nothingSchema)
  }
  if (added.length > 0) {
    const model_list = added.flatMap((one) =>
      one.row ? { ...modelPayload(draft, one.row.sku, session.currency), tier_index: placeOf(one) } : [],
    )
    await post(session, 'product/add_model', { item_id: itemId, model_list }, nothingSchema)
  }
  const model = plan.rows.flatMap(({ own: known, parts: changed, sku }) =>
    known && changed.has('code') && known.model_sku !== sku.sellerSku
      ? { model_id: known.model_id, model_sku: sku.sellerSku }
      : [],
  )
  if (model.length > 0) await post(session, 'product/update_model', { item_id: itemId, model }, nothingSchema)
}

/**
 * Another number of tiers makes all models anew, or none any more; init_tier_variation takes them whole. A SKU that was there keeps
 * what has not changed of code and price, and its stock unless the ledger says it.
 */
async function remakeModels(
  session: Session,
  itemId: number,
  draft: ListingDraft,
  parts: ListingParts,
  own: OwnModels,
  plan: SkuPlan<OwnModel>,
): Promise<[]> {
  const rowOf = new Map(plan.rows.map((row) => [row.sku, row]))
  const model = draft.skus.map((sku) => {
    const row = rowOf.get(sku)
    const known = row?.own
    const listed = sku.isStockKept ? undefined : known?.stock_info_v2?.summary_info?.total_available_stock
    const price = known?.price_info?.[0]?.original_price
    return {
      ...modelPayload(draft, sku, session.currency, listed ?? sku.quantity),
      ...(known && !row.parts.has('code') && known.model_sku && { model_sku: known.model_sku }),
      original_price:
        price === undefined || row?.parts.has('price') ? fromMinor(sku.price, session.currency) : price,
    }
  })
  const body = { item_id: itemId, ...tierPayload(draft), model }
  await post(session, 'product/init_tier_variation', body, madeModelsSchema)
  return []
}
