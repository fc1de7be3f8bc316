/** Prices of variants. Source: "Manage Variants in a Product" of the Admin API reference: the list of a variant is replaced whole. */
import { allTold } from '../../all-told.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import { isPlainPrice, type PriceFigure } from '../../listings.ts'
import { readAgain } from '../../read-again.ts'
import type { Session } from '../../session.ts'
import type { Listing, ListingOutcome } from '../../stock.ts'
import { fromMinor, type Currency } from '../../../model/money.ts'
import { call } from './auth.ts'
import {
  pricedProductFields,
  pricedProductSchema,
  variantsWrittenSchema,
  type PricedVariant,
} from './selling-wire.ts'

const channel = 'Medusa'

export async function setPrices(
  session: Session,
  figures: PriceFigure[],
): Promise<(Listing & ListingOutcome)[]> {
  const products = [...Map.groupBy(figures, ({ channelProductId }) => channelProductId)]
  return (await allTold(products.map(([id, group]) => setProductPrices(session, id, group)))).flat()
}

export function isAboutGone({ channelCode }: ChannelError): boolean {
  return channelCode === 'not_found'
}

const pathOf = (id: string) => `/products/${encodeURIComponent(id)}`

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

function refusal(reason: string, isGone: boolean): ListingOutcome {
  return { isDone: false, reason, isGone }
}
