/** One try at telling a channel what is wanted, and what is known afterwards. */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { Connector } from '../../../connectors/connector.ts'
import type { ParcelResult, Shipping } from '../../../connectors/shipping.ts'
import type { Session } from '../../../connectors/session.ts'
import type { Returns } from '../../../connectors/returns.ts'
import type { CancelReason } from '../../../model/cancel-reason.ts'
import { hasAddress } from '../../../model/order-draft.ts'
import { isSamePacking, type ChannelOrder } from '../../../model/order.ts'
import { recommendedChoice, type HandoverChoice, type Parcel } from '../../../model/parcel.ts'
import { returnActionKinds, type ReturnActionKind } from '../../../model/return-action.ts'
import type { ReturnAnswer, ReturnStatus } from '../../../model/return-case.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import type { Shop } from '../../shops/shops-store.ts'
import type {
  AnyActionKind,
  OpenAction,
  ActionDetails,
  ActionEnd,
  ActionError,
} from './order-action-store.ts'

/** queued: nothing was told. running: nobody knows whether it arrived. Both are taken up again after a while. */
export type Outcome =
  | { action: OpenAction; state: 'done' }
  | (ActionEnd & { action: OpenAction; state: 'failed' })
  | { action: OpenAction; state: 'queued' | 'running'; afterMs: number }

type Call = <T>(work: (session: Session, connector: Connector) => Promise<T>) => Promise<T>
type ToArrange = { action: OpenAction; choice: HandoverChoice; parcels: Parcel[] }

/** The actions of one call are of one kind. One that may have been told before stands alone. */
export function createSendOrderAction(sessions: ChannelSessions, shop: Shop) {
  const call: Call = (work) => sessions.use(shop, work)

  return async function send(actions: OpenAction[]): Promise<Outcome[]> {
    const [first] = actions
    if (first?.wasSent) return [await lookUpAndSend(call, first)]
    if (first?.kind === 'confirm') return confirm(call, actions)
    if (first?.kind === 'pack') return pack(call, actions)
    return Promise.all(actions.map((action) => answer(call, action)))
  }
}

async function lookUpAndSend(call: Call, action: OpenAction): Promise<Outcome> {
  try {
    if (await isFulfilled(call, action)) return { action, state: 'done' }
  } catch (error) {
    return laterOrFailed(action, error, 'running')
  }
  const [outcome] = await (action.kind === 'confirm'
    ? confirm(call, [action])
    : action.kind === 'pack'
      ? pack(call, [action])
      : [await answer(call, action)])
  return outcome ?? { action, state: 'running', afterMs: 0 }
}

/** Looks up on the channel whether the action has taken effect, by our call or by anybody else's. */
function isFulfilled(call: Call, action: OpenAction): Promise<boolean> {
  const { kind, channelOrderId, channelReturnId } = action
  return call(async (session, connector) => {
    if (isOfReturn(kind)) {
      const { items: returns, failures } = await returnsOf(connector).get(session, [channelReturnId ?? ''])
      const [found] = returns
      if (!found) throw new ChannelError('try-later', failures[0]?.reason ?? 'the return cannot be read')
      return fulfilled[kind].includes(found.status)
    }
    if (kind === 'confirm' || kind === 'pack') {
      const states = await shippingOf(connector).states(session, channelOrderId)
      const { packagesBefore: known } = action.details
      if (kind === 'pack' && known)
        return states.some(({ channelPackageId: one }) => one !== null && !known.includes(one))
      const isDone = kind === 'pack' ? 'isPacked' : 'isArranged'
      return states.length > 0 && states.every((state) => state[isDone])
    }
    const found = await connector.orders?.get(session, [channelOrderId])
    const order = found?.items[0]
    if (!order) throw new ChannelError('try-later', found?.failures[0]?.reason ?? 'the order cannot be read')
    if (kind === 'split' || kind === 'unsplit') return isDivided(order, action)
    const { address } = action.details
    if (kind === 'edit') return address !== undefined && hasAddress(order.address, address)
    const isCanceled = order.status === 'canceled'
    return kind === 'reject_cancel' ? !isCanceled && order.cancelRequestedAt === null : isCanceled
  })
}

/** By what lies in the packages, whose ids nobody knew when they were asked for. */
function isDivided({ packages }: ChannelOrder, { kind, details }: OpenAction): boolean {
  if (kind === 'unsplit') return packages.length === 1
  return isSamePacking(
    packages.map(({ lines }) => lines ?? []),
    details.parcels ?? [],
  )
}

export function isOfReturn(kind: AnyActionKind): kind is ReturnActionKind {
  return (returnActionKinds as readonly AnyActionKind[]).includes(kind)
}

/** In which states of a return the channel has heard what it was to be told. */
const fulfilled: Record<ReturnActionKind, readonly ReturnStatus[]> = {
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

async function confirm(call: Call, actions: OpenAction[]): Promise<Outcome[]> {
  const planned = await Promise.all(actions.map((action) => plan(call, action)))
  const ended = planned.flatMap((one) => ('state' in one ? [one] : []))
  const ready = planned.flatMap((one) => ('state' in one ? [] : [one]))
  if (ready.length === 0) return ended
  const packed = await pack(
    call,
    ready.map(({ action }) => action),
    new Map(ready.map(({ action, choice }) => [action.id, choice.providerId])),
  )
  const isPacked = new Set(packed.flatMap(({ action, state }) => (state === 'done' ? [action.id] : [])))
  const open = ready.filter(({ action }) => isPacked.has(action.id))
  const arranged = await sendBatch(
    call,
    open.map(({ action }) => action),
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

/** Finds the hand-over choice and the packages of an action. Only reads. */
async function plan(call: Call, action: OpenAction): Promise<ToArrange | Outcome> {
  const { channelOrderId } = action
  try {
    const parcels = await call(async (session, connector): Promise<Parcel[]> => {
      const whole = [{ channelOrderId, channelPackageId: null }]
      // Where packing is a separate step, the packages are unknown before it.
      if (shippingOf(connector).pack) return whole
      if (!action.wasSent && action.packageIds.length < 2) return whole
      // Some of several packages may be booked already, by an earlier call of ours or by hand on the channel.
      const states = await shippingOf(connector).states(session, channelOrderId)
      const open = states.filter(({ isArranged }) => !isArranged)
      return open.length > 0 && states.length > 1
        ? open.map(({ channelPackageId }) => ({ channelOrderId, channelPackageId }))
        : whole
    })
    const choice = action.details.choice ?? (await recommend(call, parcels[0] ?? null))
    return choice ? { action, choice, parcels } : failed(action, 'needs_choice')
  } catch (error) {
    return laterOrFailed(action, error, 'queued')
  }
}

/** Replaces the tracking number by the parcel's own: a seller who ships by himself enters one per parcel. */
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
  actions: OpenAction[],
  providers: ReadonlyMap<number, string | null> = new Map(),
): Promise<Outcome[]> {
  let isStep = true
  const outcomes = await sendBatch(call, actions, async (session, connector) => {
    const requests = actions.map((action) => ({
      channelOrderId: action.channelOrderId,
      // A confirmation packs whatever is left.
      lines: (action.kind === 'pack' ? action.details.lines : undefined) ?? null,
      providerId: providers.get(action.id) ?? null,
    }))
    const results = await shippingOf(connector).pack?.(session, requests)
    isStep = results !== undefined
    return results ?? []
  })
  return isStep ? outcomes : actions.map((action) => ({ action, state: 'done' }))
}

/** Tells of several parcels and reads what became of each order. */
async function sendBatch(
  call: Call,
  actions: OpenAction[],
  work: (session: Session, connector: Connector) => Promise<ParcelResult[]>,
): Promise<Outcome[]> {
  if (actions.length === 0) return []
  let results: ParcelResult[]
  try {
    results = await call(work)
  } catch (error) {
    return actions.map((action) => laterOrFailed(action, error, 'running'))
  }
  return Promise.all(
    actions.map(async (action): Promise<Outcome> => {
      const ofOrder = results.filter(({ channelOrderId }) => channelOrderId === action.channelOrderId)
      const refusals = ofOrder.flatMap((result) => (result.isDone ? [] : [result]))
      if (ofOrder.length === 0) return { action, state: 'running', afterMs: 0 }
      const [refusal] = refusals
      if (!refusal) return { action, state: 'done' }
      if (refusals.every(({ mayRepeat }) => mayRepeat))
        return { action, state: ofOrder.length === refusals.length ? 'queued' : 'running', afterMs: 0 }
      return refused(call, action, refusal.reason, refusal.channelCode)
    }),
  )
}

/** Calling off, answering a buyer who wants to, answering a return, correcting, and dividing into parcels. */
async function answer(call: Call, action: OpenAction): Promise<Outcome> {
  const { channelOrderId } = action
  try {
    const isSent = await call(async (session, connector) => {
      if (action.kind === 'edit') {
        await edit(session, connector, action)
        return true
      }
      if (isOfReturn(action.kind)) {
        const said = answerOf(action.kind, action.details)
        await returnsOf(connector).answer(session, action.channelReturnId ?? '', said)
        return true
      }
      if (action.kind === 'split' || action.kind === 'unsplit') {
        await divide(session, connector, action)
        return true
      }
      const { cancelling } = connector
      if (!cancelling) throw new ChannelError('refused', 'this channel takes no cancellations')
      if (action.kind !== 'cancel') {
        await cancelling.answer(session, { channelOrderId, isAccepted: action.kind === 'accept_cancel' })
        return true
      }
      const channelReasonId =
        action.details.channelReasonId ?? reasonFor(action, await cancelling.reasons(session, action))
      if (channelReasonId !== null) await cancelling.cancel(session, { channelOrderId, channelReasonId })
      return channelReasonId !== null
    })
    return isSent ? { action, state: 'done' } : failed(action, 'no_such_reason')
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'refused')
      return refused(call, action, error.message, error.channelCode ?? null)
    return laterOrFailed(action, error, 'running')
  }
}

async function divide(session: Session, { splitting }: Connector, action: OpenAction): Promise<void> {
  const { channelOrderId, kind, details } = action
  if (!splitting) throw new ChannelError('refused', 'orders of this channel are not divided here')
  if (kind === 'unsplit') await splitting.unsplit(session, channelOrderId)
  else await splitting.split(session, { channelOrderId, parcels: details.parcels ?? [] })
}

async function edit(session: Session, { editing }: Connector, action: OpenAction): Promise<void> {
  const { address } = action.details
  if (!editing || !address) throw new ChannelError('refused', 'orders of this channel are not corrected here')
  await editing.setAddress(session, action.channelOrderId, address)
}

function answerOf(
  kind: ReturnActionKind,
  { channelReasonId = null, note, email }: ActionDetails,
): ReturnAnswer {
  if (kind === 'accept_return') return { decision: 'accept' }
  if (kind === 'receive_return') return { decision: 'received' }
  const contact = email === undefined ? {} : { email }
  return { decision: 'reject', reasonId: channelReasonId, note: note || null, ...contact }
}

function reasonFor({ details: { reasonCode } }: OpenAction, reasons: CancelReason[]): string | null {
  return reasons.find(({ code }) => code === reasonCode)?.channelReasonId ?? null
}

/** A channel also refuses what stands already: by somebody else, or by a call of ours that was believed lost. */
async function refused(
  call: Call,
  action: OpenAction,
  message: string,
  channelCode: string | null,
): Promise<Outcome> {
  try {
    if (await isFulfilled(call, action)) return { action, state: 'done' }
  } catch (error) {
    return laterOrFailed(action, error, 'running')
  }
  return { action, state: 'failed', error: 'refused', message, channelCode }
}

function failed(action: OpenAction, error: ActionError): Outcome {
  return { action, state: 'failed', error, message: null, channelCode: null }
}

/** Turns an error into an outcome. Its kind says who has to act on it, and so whether the action is retried. */
function laterOrFailed(action: OpenAction, error: unknown, state: 'queued' | 'running'): Outcome {
  if (!(error instanceof ChannelError)) throw error
  const { kind, message, channelCode = null } = error
  if (kind === 'sign-in-expired')
    return { action, state: 'failed', error: 'sign_in_expired', message, channelCode }
  // A refusal of a call for several parcels says nothing about a single one of them, so each is looked up alone.
  if (kind === 'refused' && (state === 'queued' || action.wasSent))
    return { action, state: 'failed', error: 'refused', message, channelCode }
  return { action, state, afterMs: (error.retryAfterSeconds ?? 0) * 1000 }
}
