/**
 * Sets and reads how many pieces a store may still sell. Source: "Batch update products", "Batch update product variations" and
 * the stock fields of both in the REST API v3 documentation.
 */
import { allTold } from '../all-told.ts'
import type { z } from 'zod'
import type { Session } from '../session.ts'
import type { Listing, Stock, StockFigure, StockResult } from '../stock.ts'
import { ChannelError, ownMessage } from '../channel-error.ts'
import { readAgain } from '../read-again.ts'
import { call } from './calls.ts'
import { pageSize } from './lists.ts'
import { countedOf } from './product-mapping.ts'
import { stockBatchSchema, stockRowSchema, writtenSchema } from './product-wire.ts'
import type { StockRow } from './product-wire.ts'
import type { Profile } from './profile.ts'
import { describeIssue, idOf, listSchema, plain } from './wire.ts'

/** Figure of a store that does not count stock: more than anybody may set, so that the target is sent again. */
const endless = 2_147_483_647

export function createStock(profile: Profile): Stock {
  return {
    /** A batch takes as many, and a page holds as many. */
    figuresPerCall: pageSize,

    async set(session, figures): Promise<StockResult[]> {
      const batches = [...Map.groupBy(figures, pathOf)]
      return (await allTold(batches.map(([path, batch]) => setBatch(profile, session, path, batch)))).flat()
    },

    async read(session, listings): Promise<StockFigure[]> {
      const rowsOf = async (path: string, ids: string[]) => byId(await listRows(profile, session, path, ids))
      const products = await rowsOf('/products', [
        ...new Set(listings.map(({ channelProductId }) => channelProductId)),
      ])
      const varied = Map.groupBy(
        listings.filter((listing) => !isWhole(listing) && products.has(listing.channelProductId)),
        ({ channelProductId }) => channelProductId,
      )
      const variations = new Map(
        (
          await Promise.all(
            [...varied].map(([id, group]) => rowsOf(`/products/${id}/variations`, group.map(skuOf))),
          )
        ).flatMap((rows) => [...rows]),
      )
      return listings.flatMap((listing) => {
        const product = products.get(listing.channelProductId)
        const row = isWhole(listing) ? wholeOf(product) : product && variations.get(listing.channelSkuId)
        return row ? [{ ...listing, quantity: wouldSell(row, product) }] : []
      })
    },
  }
}

function isWhole({ channelProductId, channelSkuId }: Listing): boolean {
  return channelProductId === channelSkuId
}

/** A product that got variations since is sold by them alone. */
function wholeOf(product: StockRow | undefined): StockRow | undefined {
  return product?.variations?.length ? undefined : product
}

function wouldSell(row: StockRow, product: StockRow | undefined): number {
  return countedOf(row, product) ?? (row.stock_status === 'outofstock' ? 0 : endless)
}

export function pathOf(listing: Listing): string {
  return isWhole(listing) ? '/products/batch' : `/products/${listing.channelProductId}/variations/batch`
}

function skuOf({ channelSkuId }: Listing): string {
  return channelSkuId
}

/** Lists rows without those in the trash, as they are not sold. */
async function listRows(
  profile: Profile,
  session: Session,
  path: string,
  ids: string[],
): Promise<StockRow[]> {
  if (ids.length === 0) return []
  const query = { include: ids.join(','), per_page: String(pageSize) }
  const rows = await readAgain(() => call(session, { method: 'GET', path, query }, listSchema))
  return rows.flatMap((raw) => {
    const view = viewOf(profile, session, raw)
    return view === null ? [] : [parsed(view, stockRowSchema)]
  })
}

function viewOf(profile: Profile, session: Session, raw: unknown): unknown {
  try {
    return profile.viewRow(raw, session.credentials.more)
  } catch (error) {
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'WooCommerce', detail: String(error) }),
    )
  }
}

export function parsed<T>(row: unknown, schema: z.ZodType<T>): T {
  const checked = schema.safeParse(row)
  if (checked.success) return checked.data
  throw new ChannelError(
    'changed-shape',
    ownMessage('refusal.unreadable', { channel: 'WooCommerce', detail: describeIssue(checked.error) }),
  )
}

function byId(rows: StockRow[]): Map<string, StockRow> {
  return new Map(rows.map((row) => [String(row.id), row]))
}

async function setBatch(
  profile: Profile,
  session: Session,
  path: string,
  figures: StockFigure[],
): Promise<StockResult[]> {
  const update = figures.map(({ channelSkuId, quantity }) => ({
    id: Number(channelSkuId),
    ...profile.stockFields(quantity, session.credentials.more),
  }))
  try {
    const request = { method: 'POST' as const, path, query: {}, body: { update } }
    const { update: written } = await call(session, request, stockBatchSchema)
    const rows = new Map((written ?? []).map((row) => [idOf(row), row]))
    return figures.map((figure) => resultOf(profile, session, figure, rows.get(figure.channelSkuId)))
  } catch (error) {
    // A refusal of the whole batch is about its product, or about what the keys may do.
    if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
    return figures.map((figure) => refusal(figure, error.message, isAboutGone(error.channelCode ?? '')))
  }
}

function resultOf(profile: Profile, session: Session, figure: StockFigure, raw: unknown): StockResult {
  if (raw === undefined)
    return refusal(figure, ownMessage('refusal.figure_unanswered', { channel: 'WooCommerce' }), false)
  const { error } = parsed(raw, writtenSchema)
  if (error) return refusal(figure, plain(error.message ?? '') || error.code, isAboutGone(error.code))
  const view = viewOf(profile, session, raw)
  if (view === null) return refusal(figure, ownMessage('refusal.not_sold', { channel: 'WooCommerce' }), true)
  const row = parsed(view, writtenSchema)
  // A row in the trash accepts the figure but is not sold.
  if (row.status === 'trash')
    return refusal(figure, ownMessage('refusal.not_sold', { channel: 'WooCommerce' }), true)
  // Stock counting is switched off for the whole store, or the product is sold elsewhere.
  if (row.manage_stock === false) return refusal(figure, 'refusal.not_counted', false)
  return { ...listingOf(figure), isDone: true }
}

function refusal(figure: StockFigure, reason: string, isGone: boolean): StockResult {
  return { ...listingOf(figure), isDone: false, reason, isGone }
}

export function isAboutGone(code: string): boolean {
  return /invalid_(id|parent)$/.test(code)
}

function listingOf({ channelProductId, channelSkuId }: Listing): Listing {
  return { channelProductId, channelSkuId }
}
