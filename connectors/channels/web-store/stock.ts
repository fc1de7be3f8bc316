/**
 * Sets and reads how many pieces a shop may still sell. Source: "Inventory Items" and "Product Variants" of the Admin API
 * reference.
 *
 * The shop stores two figures per location: stocked pieces, and how many of them are reserved for orders. It may sell the
 * difference, so a target is sent as the target plus the reserved pieces.
 */
import { allTold } from '../../all-told.ts'
import type { Session } from '../../session.ts'
import type { Listing, Stock, StockFigure, StockResult } from '../../stock.ts'
import { ChannelError } from '../../channel-error.ts'
import { readAgain } from '../../read-again.ts'
import { call } from './auth.ts'
import { countedOf } from './product-mapping.ts'
import { countedVariantFields, countedVariantsSchema, writtenLevelsSchema } from './product-wire.ts'
import type { CountedVariant, WrittenLevel } from './product-wire.ts'

/** Figure of a shop that does not count stock: more than anybody may set, so that the target is sent again. */
const endless = 2_147_483_647
/** A sale may come between reading what is promised and writing; so many in a row are a siege. */
const mostTries = 4

export const stock: Stock = {
  figuresPerCall: 50,

  set: (session, figures) => setFigures(session, figures),

  async read(session, listings): Promise<StockFigure[]> {
    const variants = await listVariants(session, listings)
    return listings.flatMap((listing) => {
      const variant = variants.get(listing.channelSkuId)
      if (!variant) return []
      const isCounted = variant.manage_inventory
      return [{ ...listing, quantity: isCounted ? countedOf(variant, placeOf(session)) : endless }]
    })
  },
}

/** `fresh`: variants as the shop has just told of them. The first try reads them otherwise. */
export async function setFigures(
  session: Session,
  figures: StockFigure[],
  fresh?: CountedVariant[],
): Promise<StockResult[]> {
  const results: StockResult[] = []
  let left = figures
  for (let tries = 1; left.length > 0; tries++) {
    const variants = tries === 1 && fresh ? byId(fresh) : await listVariants(session, left)
    const outcomes = await setOnce(session, left, variants)
    const again = outcomes.filter(({ isMoved }) => isMoved && tries < mostTries)
    results.push(...outcomes.filter((outcome) => !again.includes(outcome)).map(({ result }) => result))
    left = again.map(({ figure }) => figure)
  }
  return results
}

type Outcome = { figure: StockFigure; result: StockResult; isMoved: boolean }

async function setOnce(
  session: Session,
  figures: StockFigure[],
  variants: Map<string, CountedVariant>,
): Promise<Outcome[]> {
  const plans = figures.map((figure) => planOf(session, figure, variants.get(figure.channelSkuId)))
  const written = await writeLevels(
    session,
    plans.filter((plan) => 'write' in plan),
  )
  return plans.map((plan, at): Outcome => {
    const figure = figures[at] as StockFigure
    if ('refusal' in plan) return outcomeOf(figure, plan)
    const level = written.get(plan.write.inventory_item_id)
    if (!level) return outcomeOf(figure, { refusal: 'The shop said nothing about it', isGone: false })
    if ('refusal' in level) return outcomeOf(figure, level)
    // Somebody bought meanwhile, or gave back.
    const isMoved = level.reserved_quantity !== plan.reserved
    return { figure, result: { ...listingOf(figure), isDone: true }, isMoved }
  })
}

function outcomeOf(figure: StockFigure, { refusal, isGone }: Refusal): Outcome {
  return {
    figure,
    result: { ...listingOf(figure), isDone: false, reason: refusal, isGone },
    isMoved: false,
  }
}

type Write = { inventory_item_id: string; location_id: string; stocked_quantity: number }
type LevelChange = { write: Write; isNew: boolean; reserved: number }
type Refusal = { refusal: string; isGone: boolean }

function planOf(
  session: Session,
  { quantity }: StockFigure,
  variant: CountedVariant | undefined,
): LevelChange | Refusal {
  if (!variant) return { refusal: 'The variant is gone', isGone: true }
  if (!variant.manage_inventory)
    return { refusal: 'The shop does not count the stock of this variant', isGone: false }
  const [item, ...others] = variant.inventory_items ?? []
  if (!item) return { refusal: 'refusal.not_counted', isGone: false }
  if (others.length > 0)
    return { refusal: 'The variant is put together of several inventory items', isGone: false }
  const locationId = placeOf(session)
  if (locationId === '') return { refusal: 'refusal.no_stock_location', isGone: false }
  const level = item.inventory?.location_levels?.find(({ location_id: id }) => id === locationId)
  const reserved = level?.reserved_quantity ?? 0
  return {
    write: {
      inventory_item_id: item.inventory_item_id,
      location_id: locationId,
      stocked_quantity: quantity * item.required_quantity + reserved,
    },
    isNew: level === undefined,
    reserved,
  }
}

/** By the item. What is wrong with one of them is refused for all, so that then each goes alone. */
async function writeLevels(
  session: Session,
  changes: LevelChange[],
): Promise<Map<string, WrittenLevel | Refusal>> {
  if (changes.length === 0) return new Map()
  const body = {
    create: changes.filter(({ isNew }) => isNew).map(({ write }) => write),
    update: changes.filter(({ isNew }) => !isNew).map(({ write }) => write),
  }
  try {
    const request = {
      method: 'POST' as const,
      path: '/inventory-items/location-levels/batch',
      query: {},
      body,
    }
    const { created, updated } = await call(session, request, writtenLevelsSchema)
    return new Map([...(created ?? []), ...(updated ?? [])].map((row) => [row.inventory_item_id, row]))
  } catch (error) {
    if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
    const [only, ...others] = changes
    if (only && others.length === 0)
      return new Map([[only.write.inventory_item_id, { refusal: error.message, isGone: false }]])
    const each = await allTold(changes.map((change) => writeLevels(session, [change])))
    return new Map(each.flatMap((written) => [...written]))
  }
}

/** By their ids; those that were deleted are not among them. */
async function listVariants(session: Session, listings: Listing[]): Promise<Map<string, CountedVariant>> {
  if (listings.length === 0) return new Map()
  const ids = [...new Set(listings.map(({ channelSkuId }) => channelSkuId))]
  const query = { fields: countedVariantFields, limit: String(ids.length), id: ids }
  const request = { method: 'GET' as const, path: '/product-variants', query }
  const { variants } = await readAgain(() => call(session, request, countedVariantsSchema))
  return byId(variants)
}

const byId = (variants: CountedVariant[]) => new Map(variants.map((variant) => [variant.id, variant]))

/** The stock location that was chosen when the shop was linked. */
function placeOf({ credentials }: Session): string {
  return credentials.more?.locationId ?? ''
}

function listingOf({ channelProductId, channelSkuId }: Listing): Listing {
  return { channelProductId, channelSkuId }
}
