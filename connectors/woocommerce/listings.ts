/**
 * Changes prices and status of products and moves them to the bin. Source: "Batch update products", "Batch update product
 * variations" and "Delete a product" of the REST API v3 documentation.
 */
import type { z } from 'zod'
import type { ListingChanges, ListingResult, PriceFigure } from '../listings.ts'
import type { Session } from '../session.ts'
import type { Listing, ListingOutcome } from '../stock.ts'
import { ChannelError, ownMessage } from '../channel-error.ts'
import { readAgain } from '../read-again.ts'
import { fromMinor, toMinor } from '../../model/money.ts'
import type { Currency } from '../../model/money.ts'
import { call } from './calls.ts'
import { pageSize } from './lists.ts'
import { pricedRowSchema, statusRowSchema, stockBatchSchema } from './product-wire.ts'
import { isAboutGone, parsed, pathOf } from './stock.ts'
import { idOf, listSchema, plain } from './wire.ts'

const channel = 'WooCommerce'
const done: ListingOutcome = { isDone: true }

export const listings: ListingChanges = {
  async setPrices(session, figures) {
    const groups = [...Map.groupBy(figures, pathOf)].flatMap(([path, group]) =>
      inPages(group).map((part) => ({ path, part })),
    )
    return (await Promise.all(groups.map(({ path, part }) => setBatch(session, path, part)))).flat()
  },

  async setActive(session, channelProductIds, isActive) {
    const pages = inPages(channelProductIds)
    return (await Promise.all(pages.map((ids) => setStatus(session, ids, isActive)))).flat()
  },

  remove: (session, channelProductIds) => Promise.all(channelProductIds.map((id) => moveToBin(session, id))),
}

function inPages<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / pageSize) }, (_, page) =>
    list.slice(page * pageSize, (page + 1) * pageSize),
  )
}

async function setBatch(
  session: Session,
  path: string,
  figures: PriceFigure[],
): Promise<(Listing & ListingOutcome)[]> {
  const update = figures.map((figure) => ({
    id: Number(figure.channelSkuId),
    ...priceFields(figure, session.currency),
  }))
  const outcomes = await writeRows(session, path, update, pricedRowSchema, (row) => {
    const figure = figures.find(({ channelSkuId }) => channelSkuId === String(row.id))
    return figure ? priceOutcome(row, figure, session.currency) : done
  })
  return figures.map(({ channelProductId, channelSkuId }) => ({
    channelProductId,
    channelSkuId,
    ...(outcomes.get(Number(channelSkuId)) ?? unanswered),
  }))
}

function priceFields({ price, specialPrice }: PriceFigure, currency: Currency): object {
  const amount = (minor: number) => String(fromMinor(minor, currency))
  const gmt = (time: Date) => time.toISOString().slice(0, 19)
  return {
    regular_price: amount(price),
    ...(specialPrice && {
      sale_price: amount(specialPrice.price),
      date_on_sale_from_gmt: gmt(specialPrice.from),
      date_on_sale_to_gmt: gmt(specialPrice.to),
    }),
    ...(specialPrice === null && { sale_price: '', date_on_sale_from_gmt: '', date_on_sale_to_gmt: '' }),
  }
}

/** A store drops what it does not take, such as a sale price above the price or the price of a product with variations. */
function priceOutcome(
  { status, regular_price: price, sale_price: special }: z.infer<typeof pricedRowSchema>,
  figure: PriceFigure,
  currency: Currency,
): ListingOutcome {
  const isSame = (text: string | number | null | undefined, minor: number) =>
    text !== null && text !== undefined && text !== '' && toMinor(text, currency) === minor
  if (status === 'trash') return refusal(ownMessage('refusal.not_sold', { channel }), true)
  if (!isSame(price, figure.price)) return refusal(ownMessage('refusal.price_dropped', { channel }), false)
  if (figure.specialPrice && !isSame(special, figure.specialPrice.price))
    return refusal(ownMessage('refusal.special_dropped', { channel }), false)
  return done
}

/** Reads the products that stand first: a status would take one out of the bin. */
async function setStatus(session: Session, ids: string[], isActive: boolean): Promise<ListingResult[]> {
  const query = { include: ids.join(','), per_page: String(pageSize), _fields: 'id' }
  const rows = await readAgain(() => call(session, { method: 'GET', path: '/products', query }, listSchema))
  const standing = new Set(rows.map(idOf))
  const status = isActive ? 'publish' : 'private'
  const update = ids.filter((id) => standing.has(id)).map((id) => ({ id: Number(id), status }))
  const outcomes = await writeRows(session, '/products/batch', update, statusRowSchema, (row) =>
    // The keys of somebody who may not publish leave it for review.
    row.status === status
      ? done
      : refusal(ownMessage('refusal.product_is', { channel, status: row.status }), row.status === 'trash'),
  )
  return ids.map((channelProductId) => ({
    channelProductId,
    ...(standing.has(channelProductId)
      ? (outcomes.get(Number(channelProductId)) ?? unanswered)
      : refusal(ownMessage('refusal.not_sold', { channel }), true)),
  }))
}

/** The bin gives it back to a seller who changes his mind; the shop shows it no more. */
async function moveToBin(session: Session, channelProductId: string): Promise<ListingResult> {
  try {
    await call(session, { method: 'DELETE', path: `/products/${channelProductId}`, query: {} }, rowSchema)
    return { channelProductId, isDone: true }
  } catch (error) {
    if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
    const code = error.channelCode ?? ''
    // It is gone, as was requested.
    if (isAboutGone(code) || code === 'woocommerce_rest_already_trashed')
      return { channelProductId, isDone: true }
    return { channelProductId, ...refusal(error.message, false) }
  }
}

const rowSchema = statusRowSchema.pick({ id: true })

const unanswered = refusal(ownMessage('refusal.figure_unanswered', { channel }), false)

/** Writes rows in one call. A refusal of the whole batch is one of each of its rows. */
async function writeRows<T extends { id: number; error?: RowError }>(
  session: Session,
  path: string,
  update: { id: number }[],
  schema: z.ZodType<T>,
  outcomeOf: (row: T) => ListingOutcome,
): Promise<Map<number, ListingOutcome>> {
  if (update.length === 0) return new Map()
  try {
    const request = { method: 'POST' as const, path, query: {}, body: { update } }
    const { update: written } = await call(session, request, stockBatchSchema)
    const rows = (written ?? []).map((raw) => parsed(raw, schema))
    return new Map(
      rows.map((row) => [
        row.id,
        row.error
          ? refusal(plain(row.error.message ?? '') || row.error.code, isAboutGone(row.error.code))
          : outcomeOf(row),
      ]),
    )
  } catch (error) {
    if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
    const outcome = refusal(error.message, isAboutGone(error.channelCode ?? ''))
    return new Map(update.map(({ id }) => [id, outcome]))
  }
}

type RowError = { code: string; message?: string | null | undefined } | null | undefined

function refusal(reason: string, isGone: boolean): ListingOutcome {
  return { isDone: false, reason, isGone }
}
