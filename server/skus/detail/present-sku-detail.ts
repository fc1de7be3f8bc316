/** A SKU with its listings and its stock, for the API. */
import type { Reply } from '../../../contract/endpoints.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import { presentSku } from '../list/present-sku.ts'
import { type BundlePart, freeOfBundle, stockOfferOf } from '../../../model/stock-offer.ts'
import { undoableUntil, type MergeOf, type NamedSku, type ShownMerge } from '../merges/merges-store.ts'
import type { BundleOfPart, PartOfBundle } from '../parts/parts-store.ts'
import type { LinkableListing, ListingOfSku, SkuDetail, StockOfSku } from './sku-detail-store.ts'

type Detail = Reply<'GET /sku-centers/{id}'>['data']

export function presentSkuDetail(
  sku: SkuDetail,
  {
    listings,
    stock,
    ...facts
  }: {
    listings: ListingOfSku[]
    stock: StockOfSku[]
    freeOfBundle: number | null
    parts: PartOfBundle[]
    bundles: BundleOfPart[]
    version: string | null
    mayEdit: boolean
    mergeOf: MergeOf | undefined
    merges: ShownMerge[]
  },
): Detail {
  const sum = (of: 'onHand' | 'reserved') =>
    stock.length > 0 ? stock.reduce((all, one) => all + one[of], 0) : null
  const [onHand, reserved] = [sum('onHand'), sum('reserved')]
  const free = onHand === null || reserved === null ? null : onHand - reserved
  const updatedAt = facts.version ?? sku.updatedAt.toISOString()
  const row = {
    ...sku,
    listings,
    onHand,
    reserved,
    available: sku.partCount > 0 ? facts.freeOfBundle : free,
    createdAt: sku.createdAt.toISOString(),
    updatedAt,
  }
  return {
    ...presentSku(row, Object.fromEntries(listings.map((listing) => [listing.shopId, listing]))),
    own_threshold: sku.ownThreshold,
    may_edit: facts.mayEdit,
    merged: facts.mergeOf ? presentMergeOf(facts.mergeOf) : null,
    merges: { data: facts.merges.map(presentMerge) },
    listings: { data: listings.map(presentListing) },
    parts: { data: facts.parts.map(presentPart).toSorted(byScarcity) },
    bundles: { data: facts.bundles.map(({ id, primeSku, name }) => ({ id, prime_sku: primeSku, name })) },
    warehouses: {
      data: stock
        .filter(({ isSeen }) => isSeen)
        .map(({ warehouseId, name, onHand, reserved }) => ({
          warehouse_id: warehouseId,
          name,
          on_hand: onHand,
          reserved,
          available: onHand - reserved,
        })),
    },
  }
}

function presentMergeOf({ into, merge }: MergeOf): Detail['merged'] {
  return {
    into: presentNamed(into),
    at: merge?.at.toISOString() ?? null,
    by: merge?.userName ?? null,
    undo: merge && undoableUntil(merge.at) > new Date() ? undoOf(merge) : null,
  }
}

function presentMerge(merge: ShownMerge): Detail['merges']['data'][number] {
  return {
    ...undoOf(merge),
    kind: merge.kind,
    at: merge.at.toISOString(),
    by: merge.userName,
    of: merge.of ? presentNamed(merge.of) : null,
    others: merge.others.map(presentNamed),
  }
}

const undoOf = ({ id, at }: { id: number; at: Date }) => ({ id, undo_until: undoableUntil(at).toISOString() })

const presentNamed = ({ id, primeSku, name }: NamedSku) => ({ id, prime_sku: primeSku, name })

function presentListing(one: ListingOfSku): Detail['listings']['data'][number] {
  return {
    ...presentIdentity(one),
    shop_sku: one.shopSku,
    price: fromMinor(one.price, one.currency as Currency),
    currency: one.currency,
    is_active: one.isActive,
    sent: one.sent,
    shown: one.shown,
    refusal: one.refusal,
    offer:
      one.free === null
        ? null
        : { ...stockOfferOf(one.free, one.rule), warehouse: one.warehouse, is_own: one.hasOwnRule },
    push:
      one.pushState && one.pushAt
        ? { state: one.pushState, reason: one.refusal ?? one.lockReason, at: one.pushAt.toISOString() }
        : null,
  }
}

type PartDetail = Detail['parts']['data'][number]

function presentPart(part: PartOfBundle): PartDetail {
  const { skuId, primeSku, name, imageUrl, quantity, free } = part
  return {
    sku_id: skuId,
    prime_sku: primeSku,
    name,
    image: imageUrl,
    quantity,
    available: free,
    enough_for: enoughFor(part),
  }
}

function enoughFor({ free, quantity }: BundlePart): number | null {
  return freeOfBundle([{ free, quantity }])
}

/** A part that was never counted limits a bundle most. */
function byScarcity(a: PartDetail, b: PartDetail): number {
  return (
    (a.enough_for ?? Number.MIN_SAFE_INTEGER) - (b.enough_for ?? Number.MIN_SAFE_INTEGER) ||
    a.sku_id - b.sku_id
  )
}

export function presentLinkable(one: LinkableListing): Reply<'GET /sku-centers/linkable'>['data'][number] {
  const { skuId, primeSku, skuName } = one
  const sku = skuId === null ? null : { id: skuId, prime_sku: primeSku ?? '', name: skuName ?? '' }
  return { ...presentIdentity(one), sku }
}

function presentIdentity(one: Omit<LinkableListing, 'skuId' | 'primeSku' | 'skuName'>) {
  return {
    id: one.id,
    product_id: one.productId,
    name: one.name,
    variant: one.options.map(({ value }) => value).join(', '),
    image: one.imageUrl,
    shop: { data: { id: one.shopId, system_name: one.systemName, platform_id: one.platformId } },
    seller_sku: one.sellerSku,
  }
}
