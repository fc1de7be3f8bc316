/** Kinds of listing changes: the call that sends some to their channel, and the lookup of whether one has taken effect. */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { Connector } from '../../../connectors/connector.ts'
import type { ListingChanges } from '../../../connectors/listings.ts'
import type { Session } from '../../../connectors/session.ts'
import type { ListingOutcome } from '../../../connectors/stock.ts'
import type { ChannelProduct } from '../../../model/product.ts'
import type { ListingFields } from '../../../model/listing-change.ts'
import type { CommandKind, Done, Failed } from '../../outbox/command.ts'
import type { OpenChange, RequestedChange } from './listing-change-store.ts'

export type ListingChangeSender = CommandKind<RequestedChange, true>

const perCall = 20

const setPrices: ListingChangeSender = {
  perCall: () => perCall,
  send: (changes, calls) =>
    calls.send(async (session, connector) => {
      const figures = changes.map(({ channelProductId, channelSkuId, after }) => ({
        channelProductId,
        channelSkuId: channelSkuId ?? '',
        ...(after.price !== undefined && { price: after.price }),
        ...specialOf(after),
      }))
      const told = await listingsOf(connector).setPrices(session, figures)
      return outcomesBy(changes, told, keyOfSku)
    }),
  isFulfilled: whenProduct(({ skus }, { channelSkuId, after }) => {
    const sku = skus.find((one) => one.channelSkuId === channelSkuId)
    if (!sku) return false
    const { price = sku.price, specialPrice } = after
    return (
      price === sku.price && (specialPrice === undefined || isSameSpecial(specialPrice, sku.specialPrice))
    )
  }),
}

function setActive(isActive: boolean): ListingChangeSender {
  return {
    perCall: () => perCall,
    send: (changes, calls) =>
      calls.send(async (session, connector) => {
        const ids = changes.map(({ channelProductId }) => channelProductId)
        const told = await listingsOf(connector).setActive(session, ids, isActive)
        return outcomesBy(changes, told, ({ channelProductId }) => channelProductId)
      }),
    // A channel that reviews what goes on sale has taken the change when it begins the review.
    isFulfilled: whenProduct(({ status }) => ['active', 'pending_review'].includes(status) === isActive),
  }
}

const show = setActive(true)
const hide = setActive(false)

/** Prices and visibility. All kinds of listing changes meet in run-listing-changes.ts. */
export const sellingKinds = { setPrices, show, hide }

export function listingsOf({ listings }: Connector): ListingChanges {
  if (!listings) throw new ChannelError('refused', 'listings of this channel are not changed here')
  return listings
}

type Told = { channelProductId: string; channelSkuId?: string } & ListingOutcome

const keyOfSku = (one: { channelProductId: string; channelSkuId?: string | null }) =>
  JSON.stringify([one.channelProductId, one.channelSkuId])

/** A change that the answer leaves out is looked up later. */
function outcomesBy(
  changes: OpenChange[],
  told: Told[],
  keyOf: (one: { channelProductId: string; channelSkuId?: string | null }) => string,
): Map<OpenChange, Done<true> | Failed> {
  const byKey = new Map(told.map((one) => [keyOf(one), one]))
  return new Map(
    changes.flatMap((change) => {
      const one = byKey.get(keyOf(change))
      return one ? [[change, outcomeOf(one)] as const] : []
    }),
  )
}

export function outcomeOf(told: ListingOutcome): Done<true> | Failed {
  return told.isDone
    ? { state: 'done', result: true }
    : { state: 'failed', error: 'refused', message: told.reason, channelCode: null }
}

function specialOf({ specialPrice }: ListingFields) {
  if (specialPrice === undefined) return {}
  if (specialPrice === null) return { specialPrice: null }
  const { price, from, to } = specialPrice
  return { specialPrice: { price, from: new Date(from ?? 0), to: new Date(to ?? 0) } }
}

const minuteMs = 60_000

/** Channels keep the dates to the minute or to the second. */
function isSameSpecial(
  wanted: ListingFields['specialPrice'],
  found: ChannelProduct['skus'][number]['specialPrice'],
): boolean {
  if (!wanted || !found) return !wanted && !found
  const isNear = (a: string | null, b: Date | null) =>
    a !== null && b !== null && Math.abs(+new Date(a) - +b) < minuteMs
  return wanted.price === found.price && isNear(wanted.from, found.from) && isNear(wanted.to, found.to)
}

/** Reads the product at its channel to find out. One that cannot be read is sent anew, which is harmless, and then refused. */
export function whenProduct(
  isSo: (product: ChannelProduct, change: OpenChange) => boolean,
): ListingChangeSender['isFulfilled'] {
  return (change, calls) =>
    calls.read(async (session: Session, { products }: Connector) => {
      const found = await products?.get(session, [change.channelProductId])
      const product = found?.items[0]
      return product !== undefined && isSo(product, change)
    })
}
