/**
 * Changing products as they stand. Source: "Update a Product", "Manage Variants in a Product" and "Delete a Product" of the
 * Admin API reference. The API leaves alone what it is not sent; lists are replaced whole.
 */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { isPlainPrice, type ListingResult, type Listings, type PriceFigure } from '../../listings.ts'
import { readAgain } from '../../read-again.ts'
import type { Session } from '../../session.ts'
import type { Listing, ListingOutcome } from '../../stock.ts'
import type { ImageFile, ListingEdit } from '../../../model/listing.ts'
import { fromMinor, type Currency } from '../../../model/money.ts'
import { call } from './auth.ts'
import { publishing } from './publishing.ts'
import {
  pricedProductFields,
  pricedProductSchema,
  removedSchema,
  statusRowSchema,
  uploadedSchema,
  variantsWrittenSchema,
  type PricedVariant,
} from './selling-wire.ts'

const channel = 'Medusa'

export const listings: Listings = {
  ...publishing,

  async uploadImage(session, image) {
    return { id: null, url: await upload(session, image) }
  },

  async setPrices(session, figures) {
    const products = [...Map.groupBy(figures, ({ channelProductId }) => channelProductId)]
    return (await Promise.all(products.map(([id, group]) => setProductPrices(session, id, group)))).flat()
  },

  setActive: (session, channelProductIds, isActive) =>
    Promise.all(
      channelProductIds.map((id) => writeProduct(session, id, { status: isActive ? 'published' : 'draft' })),
    ),

  remove: (session, channelProductIds) => Promise.all(channelProductIds.map((id) => remove(session, id))),

  // Weights and lengths are numbers without a unit.
  editableFields: ['name', 'description', 'images'],

  async edit(session, channelProductId, { name, description, images }) {
    const urls = images && (await addressesOf(session, images))
    return writeProduct(session, channelProductId, {
      ...(name !== undefined && { title: name }),
      ...(description !== undefined && { description }),
      ...(urls && { images: urls.map((url) => ({ url })), thumbnail: urls[0] ?? null }),
    })
  },
}

const pathOf = (id: string) => `/products/${encodeURIComponent(id)}`

async function writeProduct(
  session: Session,
  channelProductId: string,
  body: object,
): Promise<ListingResult> {
  const request = { method: 'POST' as const, path: pathOf(channelProductId), query: { fields: 'id,status' } }
  return outcomeOf(channelProductId, () => call(session, { ...request, body }, statusRowSchema))
}

async function outcomeOf(
  channelProductId: string,
  write: () => Promise<unknown>,
  isRemoval = false,
): Promise<ListingResult> {
  const outcome = await write().then(
    (): ListingOutcome => ({ isDone: true }),
    (error: unknown): ListingOutcome => {
      if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
      const isGone = isAboutGone(error)
      return isRemoval && isGone ? { isDone: true } : { isDone: false, reason: error.message, isGone }
    },
  )
  return { channelProductId, ...outcome }
}

function isAboutGone({ channelCode }: ChannelError): boolean {
  return channelCode === 'not_found'
}

function remove(session: Session, id: string): Promise<ListingResult> {
  const request = { method: 'DELETE' as const, path: pathOf(id), query: {} }
  return outcomeOf(id, () => call(session, request, removedSchema), true)
}

async function setProductPrices(
  session: Session,
  id: string,
  figures: PriceFigure[],
): Promise<(Listing & ListingOutcome)[]> {
  const outcomes = await writePrices(session, id, figures).catch((error: unknown) => {
    if (!(error instanceof ChannelError) || error.kind !== 'refused') throw error
    const refused = refusal(error.message, isAboutGone(error))
    return new Map(figures.map(({ channelSkuId }) => [channelSkuId, refused]))
  })
  return figures.map(({ channelProductId, channelSkuId }) => ({
    channelProductId,
    channelSkuId,
    ...(outcomes.get(channelSkuId) ?? refusal(ownMessage('refusal.not_sold', { channel }), true)),
  }))
}

/** A variant that the answer leaves out is gone. */
async function writePrices(
  session: Session,
  id: string,
  figures: PriceFigure[],
): Promise<Map<string, ListingOutcome>> {
  const outcomes = new Map<string, ListingOutcome>()
  const query = { fields: pricedProductFields }
  const { product } = await readAgain(() =>
    call(session, { method: 'GET', path: pathOf(id), query }, pricedProductSchema),
  )
  const variants = new Map((product.variants ?? []).map((variant) => [variant.id, variant]))
  const update = figures.flatMap((figure) => {
    const variant = variants.get(figure.channelSkuId)
    if (!variant) return []
    if (!isPlainPrice(figure)) {
      outcomes.set(figure.channelSkuId, refusal('refusal.web_store_special', false))
      return []
    }
    return { id: variant.id, prices: pricesWith(variant, figure.price, session.currency) }
  })
  if (update.length === 0) return outcomes
  const path = `${pathOf(id)}/variants/batch`
  await call(session, { method: 'POST', path, query: {}, body: { update } }, variantsWrittenSchema)
  for (const one of update) outcomes.set(one.id, { isDone: true })
  return outcomes
}

/** The list is replaced whole, so that prices of other currencies, regions and quantities are sent as they are. */
function pricesWith({ prices }: PricedVariant, price: number, currency: Currency): object[] {
  const amount = fromMinor(price, currency)
  const all = prices ?? []
  const own = all.filter(
    ({ currency_code: code, rules, min_quantity: least }) =>
      code.toUpperCase() === currency && (least ?? 0) <= 1 && Object.keys(rules ?? {}).length === 0,
  )
  const kept = all.map((one) => (own.includes(one) ? { ...one, amount } : one))
  return own.length > 0 ? kept : [...kept, { amount, currency_code: currency.toLowerCase() }]
}

async function addressesOf(session: Session, images: NonNullable<ListingEdit['images']>): Promise<string[]> {
  const urls: string[] = []
  for (const image of images)
    urls.push(typeof image === 'string' ? image : 'bytes' in image ? await upload(session, image) : image.url)
  return urls
}

async function upload(session: Session, { bytes, mediaType, name }: ImageFile): Promise<string> {
  const body = new FormData()
  body.append('files', new File([bytes], name, { type: mediaType }), name)
  const request = { method: 'POST' as const, path: '/uploads', query: {}, body }
  const { files } = await call(session, request, uploadedSchema)
  const [file] = files
  if (!file) throw new ChannelError('refused', ownMessage('refusal.no_reason', { channel }))
  return file.url
}

function refusal(reason: string, isGone: boolean): ListingOutcome {
  return { isDone: false, reason, isGone }
}
