/**
 * Changes prices and status of products and moves them to the bin. Source: "Batch update products", "Batch update product
 * variations" and "Delete a product" of the REST API v3 documentation.
 */
import { allTold } from '../all-told.ts'
import type { z } from 'zod'
import type { ListingResult, Listings, PriceFigure } from '../listings.ts'
import type { Session } from '../session.ts'
import type { Listing, ListingOutcome } from '../stock.ts'
import { ChannelError, ownMessage } from '../channel-error.ts'
import { readAgain } from '../read-again.ts'
import { editableFields } from '../../model/listing.ts'
import { fromMinor, toMinor } from '../../model/money.ts'
import type { Currency } from '../../model/money.ts'
import { call } from './calls.ts'
import { pageSize } from './lists.ts'
import { editProduct } from './listing-edit.ts'
import { familySchema, pricedRowSchema, statusRowSchema, stockBatchSchema } from './product-wire.ts'
import type { Profile } from './profile.ts'
import { createPublishing } from './publishing.ts'
import { isAboutGone, parsed, pathOf } from './stock.ts'
import { idOf, listSchema, plain } from './wire.ts'

const channel = 'WooCommerce'
const done: ListingOutcome = { isDone: true }

export function createListings(profile: Profile): Listings {
  return {
    ...createPublishing(profile),

    async setPrices(session, figures) {
      const groups = [...Map.groupBy(figures, pathOf)].flatMap(([path, group]) =>
        inPages(group).map((part) => ({ path, part })),
      )
      return (await allTold(groups.map(({ path, part }) => setBatch(profile, session, path, part)))).flat()
    },

    async setActive(session, channelProductIds, isActive) {
      const pages = inPages(channelProductIds)
      return (await allTold(pages.map((ids) => setStatus(profile, session, ids, isActive)))).flat()
    },

    async remove(session, channelProductIds) {
      // The bin would take it away from the other places of the site as well.
      if (profile.placeFields({ isSold: false }, session.credentials.more))
        return channelProductIds.map((channelProductId) => ({
          channelProductId,
          ...refusal('refusal.pos_no_remove', false),
        }))
      return allTold(channelProductIds.map((id) => moveToBin(session, id)))
    },

    editableFields,

    edit: editProduct,
  }
}

function inPages<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / pageSize) }, (_, page) =>
    list.slice(page * pageSize, (page + 1) * pageSize),
  )
}

async function setBatch(
  profile: Profile,
  session: Session,
  path: string,
  figures: PriceFigure[],
): Promise<(Listing & ListingOutcome)[]> {
  const { currency, credentials } = session
  const update = figures.map(({ channelSkuId, price, specialPrice }) => {
    const plain = price === undefined ? {} : { price: String(fromMinor(price, currency)) }
    return {
      id: Number(channelSkuId),
      ...(profile.placeFields(plain, credentials.more) ?? priceFields(plain, specialPrice, currency)),
    }
  })
  const outcomes = await writeRows(profile, session, path, update, pricedRowSchema, (row) => {
    const figure = figures.find(({ channelSkuId }) => channelSkuId === String(row.id))
    return figure ? priceOutcome(row, figure, session.currency) : done
  })
  return figures.map(({ channelProductId, channelSkuId }) => ({
    channelProductId,
    channelSkuId,
    ...(outcomes.get(Number(channelSkuId)) ?? unanswered),
  }))
}

function priceFields(
  { price }: { price?: string },
  specialPrice: PriceFigure['specialPrice'],
  currency: Currency,
): object {
  const gmt = (time: Date) => time.toISOString().slice(0, 19)
  return {
    ...(price !== undefined && { regular_price: price }),
    ...(specialPrice && {
      sale_price: String(fromMinor(specialPrice.price, currency)),
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
  if (figure.price !== undefined && !isSame(price, figure.price))
    return refusal(ownMessage('refusal.price_dropped', { channel }), false)
  if (figure.specialPrice && !isSame(special, figure.specialPrice.price))
    return refusal(ownMessage('refusal.special_dropped', { channel }), false)
  return done
}

/** Reads the products that stand first: a status would take one out of the bin. */
async function setStatus(
  profile: Profile,
  session: Session,
  ids: string[],
  isActive: boolean,
): Promise<ListingResult[]> {
  const query = { include: ids.join(','), per_page: String(pageSize), _fields: 'id,variations' }
  const rows = await readAgain(() => call(session, { method: 'GET', path: '/products', query }, listSchema))
  const standing = new Map(rows.map((row) => [idOf(row), parsed(row, familySchema).variations ?? []]))
  const status = isActive ? 'publish' : 'private'
  const own = profile.placeFields({ isSold: isActive }, session.credentials.more)
  const outcomeOf = (row: { status: string }): ListingOutcome =>
    // The keys of somebody who may not publish leave it for review.
    row.status === status
      ? done
      : refusal(ownMessage('refusal.product_is', { channel, status: row.status }), row.status === 'trash')
  const write = (path: string, rowIds: (string | number)[]) =>
    writeRows(
      profile,
      session,
      path,
      rowIds.map((id) => ({ id: Number(id), ...(own ?? { status }) })),
      statusRowSchema,
      outcomeOf,
    )
  // A place's sale stands in the variations of a product that has some.
  const varied = own ? [...standing].filter(([, variations]) => variations.length > 0) : []
  const parents = new Set(varied.map(([id]) => id))
  const whole = ids.filter((id) => standing.has(id) && !parents.has(id))
  const outcomes = await write('/products/batch', whole)
  for (const [id, variations] of varied)
    for (const page of inPages(variations)) {
      const told = await write(`/products/${id}/variations/batch`, page)
      const worst = [...told.values()].find((one) => !one.isDone) ?? outcomes.get(Number(id)) ?? done
      outcomes.set(Number(id), worst)
    }
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
const rowErrorSchema = statusRowSchema.pick({ id: true, error: true })

const unanswered = refusal(ownMessage('refusal.figure_unanswered', { channel }), false)

/** Writes rows in one call. A refusal of the whole batch is one of each of its rows. */
async function writeRows<T extends { id: number; error?: RowError }>(
  profile: Profile,
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
    return new Map(
      (written ?? []).map((raw): [number, ListingOutcome] => {
        const { id, error } = parsed(raw, rowErrorSchema)
        if (error) return [id, refusal(plain(error.message ?? '') || error.code, isAboutGone(error.code))]
        const view = profile.viewRow(raw, session.credentials.more)
        // The place of the shop does not have it.
        if (view === null) return [id, refusal(ownMessage('refusal.not_sold', { channel }), true)]
        return [id, outcomeOf(parsed(view, schema))]
      }),
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
