/** One try at telling a channel what is wanted, and what is known afterwards. */
import {
  ChannelError,
  type Connector,
  type ParcelResult,
  type Session,
  type Shipping,
} from '../../connectors/connector.ts'
import type { Returns } from '../../connectors/returns.ts'
import type { CancelReason } from '../../model/cancel-reason.ts'
import { hasAddress } from '../../model/order-draft.ts'
import { isSamePacking, type ChannelOrder } from '../../model/order.ts'
import { recommendedChoice, type HandoverChoice, type Parcel } from '../../model/parcel.ts'
import { returnWishKinds, type ReturnWishKind } from '../../model/return-actions.ts'
import type { ReturnAnswer, ReturnStatus } from '../../model/return-case.ts'
import type { ChannelSessions } from '../shops/channel-session.ts'
import type { Shop } from '../shops/shops-store.ts'
import type { AnyWishKind, OpenWish, WishDetails, WishEnd, WishError } from './order-wish-store.ts'

/** queued: nothing was told. running: nobody knows whether it arrived. Both are taken up again after a while. */
export type Outcome =
  | { wish: OpenWish; state: 'done' }
  | (WishEnd & { wish: OpenWish; state: 'failed' })
  | { wish: OpenWish; state: 'queued' | 'running'; afterMs: number }

type Call = <T>(work: (session: Session, connector: Connector) => Promise<T>) => Promise<T>
type ToArrange = { wish: OpenWish; choice: HandoverChoice; parcels: Parcel[] }

/** The wishes of one call are of one kind. One that may have been told before stands alone. */
export function createTellChannel(sessions: ChannelSessions, shop: Shop) {
  const call: Call = (work) => sessions.use(shop, work)

  return async function tell(wishes: OpenWish[]): Promise<Outcome[]> {
    const [first] = wishes
    if (first?.wasTold) return [await lookUpAndTell(call, first)]
    if (first?.kind === 'confirm') return confirm(call, wishes)
    if (first?.kind === 'pack') return pack(call, wishes)
    return Promise.all(wishes.map((wish) => answer(call, wish)))
  }
}

async function lookUpAndTell(call: Call, wish: OpenWish): Promise<Outcome> {
  try {
    if (await isFulfilled(call, wish)) return { wish, state: 'done' }
  } catch (error) {
    return laterOrFailed(wish, error, 'running')
  }
  const [outcome] = await (wish.kind === 'confirm'
    ? confirm(call, [wish])
    : wish.kind === 'pack'
      ? pack(call, [wish])
      : [await answer(call, wish)])
  return outcome ?? { wish, state: 'running', afterMs: 0 }
}

/** What the channel says of it, whoever did it. */
function isFulfilled(call: Call, wish: OpenWish): Promise<boolean> {
  const { kind, channelOrderId, channelReturnId } = wish
  return call(async (session, connector) => {
    if (isOfReturn(kind)) {
      const { returns, failures } = await returnsOf(connector).get(session, [channelReturnId ?? ''])
      const [found] = returns
      if (!found) throw new ChannelError('try-later', failures[0]?.reason ?? 'the return cannot be read')
      return fulfilled[kind].includes(found.status)
    }
    if (kind === 'confirm' || kind === 'pack') {
      const states = await shippingOf(connector).states(session, channelOrderId)
      const { packagesBefore: known } = wish.details
      if (kind === 'pack' && known)
        return states.some(({ channelPackageId: one }) => one !== null && !known.includes(one))
      const isDone = kind === 'pack' ? 'isPacked' : 'isArranged'
      return states.length > 0 && states.every((state) => state[isDone])
    }
    const found = await connector.orders?.get(session, [channelOrderId])
    const order = found?.orders[0]
    if (!order) throw new ChannelError('try-later', found?.failures[0]?.reason ?? 'the order cannot be read')
    if (kind === 'split' || kind === 'unsplit') return isDivided(order, wish)
    const { address } = wish.details
    if (kind === 'edit') return address !== undefined && hasAddress(order.address, address)
    const isCanceled = order.status === 'canceled'
    return kind === 'reject_cancel' ? !isCanceled && order.cancelRequestedAt === null : isCanceled
  })
}

/** By what lies in the packages, whose ids nobody knew when they were asked for. */
function isDivided({ packages }: ChannelOrder, { kind, details }: OpenWish): boolean {
  if (kind === 'unsplit') return packages.length === 1
  return isSamePacking(
    packages.map(({ lines }) => lines ?? []),
    details.parcels ?? [],
  )
}

export function isOfReturn(kind: AnyWishKind): kind is ReturnWishKind {
  return (returnWishKinds as readonly AnyWishKind[]).includes(kind)
}

/** In which states of a return the channel has heard what it was to be told. */
const fulfilled: Record<ReturnWishKind, readonly ReturnStatus[]> = {
  accept_return: ['accepted', 'in_transit', 'received', 'refunded'],
  reject_return: ['rejected', 'disputed', 'closed'],
  receive_return: ['received', 'refunded', 'closed'],
}

function returnsOf({ returns }: Connector): Returns {
  if (!returns) throw new ChannelError('refused', 'this channel takes no answers to returns')
  return returns
}

function shippingOf({ shipping }: Connector): Shipping {
  if (!shipping) throw new ChannelError('refused', 'this channel hands no parcels over')
  return shipping
}

async function confirm(call: Call, wishes: OpenWish[]): Promise<Outcome[]> {
  const planned = await Promise.all(wishes.map((wish) => plan(call, wish)))
  const ended = planned.flatMap((one) => ('state' in one ? [one] : []))
  const ready = planned.flatMap((one) => ('state' in one ? [] : [one]))
  if (ready.length === 0) return ended
  const packed = await pack(
    call,
    ready.map(({ wish }) => wish),
    new Map(ready.map(({ wish, choice }) => [wish.id, choice.providerId])),
  )
  const isPacked = new Set(packed.flatMap(({ wish, state }) => (state === 'done' ? [wish.id] : [])))
  const open = ready.filter(({ wish }) => isPacked.has(wish.id))
  const arranged = await told(
    call,
    open.map(({ wish }) => wish),
    (session, connector) =>
      shippingOf(connector).arrange(
        session,
        open.flatMap(({ parcels, choice }) =>
          parcels.map((parcel) => ({ parcel, choice: choiceFor(parcel, choice) })),
        ),
      ),
  )
  return [...ended, ...packed.filter(({ state }) => state !== 'done'), ...arranged]
}

/** How a parcel is handed over, and which parcels there are. Only reads. */
async function plan(call: Call, wish: OpenWish): Promise<ToArrange | Outcome> {
  const { channelOrderId } = wish
  try {
    const parcels = await call(async (session, connector): Promise<Parcel[]> => {
      const whole = [{ channelOrderId, channelPackageId: null }]
      // Where packing is a step of its own, the packages are not known before it.
      if (shippingOf(connector).pack) return whole
      if (!wish.wasTold && wish.packageIds.length < 2) return whole
      // Of several packages some may be booked: by a call of ours, or by hand on the channel.
      const states = await shippingOf(connector).states(session, channelOrderId)
      const open = states.filter(({ isArranged }) => !isArranged)
      return open.length > 0 && states.length > 1
        ? open.map(({ channelPackageId }) => ({ channelOrderId, channelPackageId }))
        : whole
    })
    const choice = wish.details.choice ?? (await recommend(call, parcels[0] ?? null))
    return choice ? { wish, choice, parcels } : failed(wish, 'needs_choice')
  } catch (error) {
    return laterOrFailed(wish, error, 'queued')
  }
}

/** Whoever sends parcels by themselves has a number for each. */
function choiceFor({ channelPackageId }: Parcel, choice: HandoverChoice): HandoverChoice {
  const trackingNumber = choice.trackingNumbers?.[channelPackageId ?? ''] ?? choice.trackingNumber
  return { ...choice, trackingNumber }
}

async function recommend(call: Call, parcel: Parcel | null): Promise<HandoverChoice | null> {
  if (!parcel) return null
  return recommendedChoice(
    await call((session, connector) => shippingOf(connector).handoverOptions(session, parcel)),
  )
}

/** Done at once where packing is no step of its own. */
async function pack(
  call: Call,
  wishes: OpenWish[],
  providers: ReadonlyMap<number, string | null> = new Map(),
): Promise<Outcome[]> {
  let isStep = true
  const outcomes = await told(call, wishes, async (session, connector) => {
    const requests = wishes.map((wish) => ({
      channelOrderId: wish.channelOrderId,
      // A confirmation packs whatever is left.
      lines: (wish.kind === 'pack' ? wish.details.lines : undefined) ?? null,
      providerId: providers.get(wish.id) ?? null,
    }))
    const results = await shippingOf(connector).pack?.(session, requests)
    isStep = results !== undefined
    return results ?? []
  })
  return isStep ? outcomes : wishes.map((wish) => ({ wish, state: 'done' }))
}

/** Tells of several parcels and reads what became of each order. */
async function told(
  call: Call,
  wishes: OpenWish[],
  work: (session: Session, connector: Connector) => Promise<ParcelResult[]>,
): Promise<Outcome[]> {
  if (wishes.length === 0) return []
  let results: ParcelResult[]
  try {
    results = await call(work)
  } catch (error) {
    return wishes.map((wish) => laterOrFailed(wish, error, 'running'))
  }
  return Promise.all(
    wishes.map(async (wish): Promise<Outcome> => {
      const ofOrder = results.filter(({ channelOrderId }) => channelOrderId === wish.channelOrderId)
      const refusals = ofOrder.flatMap((result) => (result.isDone ? [] : [result]))
      if (ofOrder.length === 0) return { wish, state: 'running', afterMs: 0 }
      const [refusal] = refusals
      if (!refusal) return { wish, state: 'done' }
      if (refusals.every(({ mayRepeat }) => mayRepeat))
        return { wish, state: ofOrder.length === refusals.length ? 'queued' : 'running', afterMs: 0 }
      return refused(call, wish, refusal.reason, refusal.channelCode)
    }),
  )
}

/** Calling off, answering a buyer who wants to, answering a return, correcting, and dividing into parcels. */
async function answer(call: Call, wish: OpenWish): Promise<Outcome> {
  const { channelOrderId } = wish
  try {
    const isTold = await call(async (session, connector) => {
      if (wish.kind === 'edit') {
        await edit(session, connector, wish)
        return true
      }
      if (isOfReturn(wish.kind)) {
        const said = answerOf(wish.kind, wish.details)
        await returnsOf(connector).answer(session, wish.channelReturnId ?? '', said)
        return true
      }
      if (wish.kind === 'split' || wish.kind === 'unsplit') {
        await divide(session, connector, wish)
        return true
      }
      const { cancelling } = connector
      if (!cancelling) throw new ChannelError('refused', 'this channel takes no cancellations')
      if (wish.kind !== 'cancel') {
        await cancelling.answer(session, { channelOrderId, isAccepted: wish.kind === 'accept_cancel' })
        return true
      }
      const channelReasonId =
        wish.details.channelReasonId ?? reasonFor(wish, await cancelling.reasons(session, wish))
      if (channelReasonId !== null) await cancelling.cancel(session, { channelOrderId, channelReasonId })
      return channelReasonId !== null
    })
    return isTold ? { wish, state: 'done' } : failed(wish, 'no_such_reason')
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'refused')
      return refused(call, wish, error.message, error.channelCode ?? null)
    return laterOrFailed(wish, error, 'running')
  }
}

async function divide(session: Session, { splitting }: Connector, wish: OpenWish): Promise<void> {
  const { channelOrderId, kind, details } = wish
  if (!splitting) throw new ChannelError('refused', 'orders of this channel are not divided here')
  if (kind === 'unsplit') await splitting.unsplit(session, channelOrderId)
  else await splitting.split(session, { channelOrderId, parcels: details.parcels ?? [] })
}

async function edit(session: Session, { editing }: Connector, wish: OpenWish): Promise<void> {
  const { address } = wish.details
  if (!editing || !address) throw new ChannelError('refused', 'orders of this channel are not corrected here')
  await editing.setAddress(session, wish.channelOrderId, address)
}

function answerOf(kind: ReturnWishKind, { channelReasonId = null, note, email }: WishDetails): ReturnAnswer {
  if (kind === 'accept_return') return { decision: 'accept' }
  if (kind === 'receive_return') return { decision: 'received' }
  const contact = email === undefined ? {} : { email }
  return { decision: 'reject', reasonId: channelReasonId, note: note || null, ...contact }
}

function reasonFor({ details: { reasonCode } }: OpenWish, reasons: CancelReason[]): string | null {
  return reasons.find(({ code }) => code === reasonCode)?.channelReasonId ?? null
}

/** A channel also refuses what stands already: by somebody else, or by a call of ours that was believed lost. */
async function refused(
  call: Call,
  wish: OpenWish,
  words: string,
  channelCode: string | null,
): Promise<Outcome> {
  try {
    if (await isFulfilled(call, wish)) return { wish, state: 'done' }
  } catch (error) {
    return laterOrFailed(wish, error, 'running')
  }
  return { wish, state: 'failed', error: 'refused', words, channelCode }
}

function failed(wish: OpenWish, error: WishError): Outcome {
  return { wish, state: 'failed', error, words: null, channelCode: null }
}

/** Who acts on an error decides whether it is asked again. */
function laterOrFailed(wish: OpenWish, error: unknown, state: 'queued' | 'running'): Outcome {
  if (!(error instanceof ChannelError)) throw error
  const { kind, message: words, channelCode = null } = error
  if (kind === 'sign-in-expired')
    return { wish, state: 'failed', error: 'sign_in_expired', words, channelCode }
  // Of a call for several parcels a refusal of all says nothing about any one of them, so each is looked up alone.
  if (kind === 'refused' && (state === 'queued' || wish.wasTold))
    return { wish, state: 'failed', error: 'refused', words, channelCode }
  return { wish, state, afterMs: (error.retryAfterSeconds ?? 0) * 1000 }
}
