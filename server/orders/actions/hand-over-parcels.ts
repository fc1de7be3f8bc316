/** Kinds of order actions that hand parcels to the channel's couriers: packing, and the confirmation, which packs what is left. */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { Connector } from '../../../connectors/connector.ts'
import type { Session } from '../../../connectors/session.ts'
import type { ParcelResult, Shipping } from '../../../connectors/shipping.ts'
import {
  recommendedChoice,
  type HandoverChoice,
  type Parcel,
  type ParcelState,
} from '../../../model/parcel.ts'
import { failed, outcomeOf, outcomesOf, type ChannelCalls, type Outcome } from '../../outbox/command.ts'
import type { OpenAction, OrderActionKind } from './order-action-store.ts'

type Outcomes = Map<OpenAction, Outcome<true>>
type Planned = { action: OpenAction; choice: HandoverChoice; parcels: Parcel[] }

const perCall = ({ shipping }: Connector) => shipping?.ordersPerCall ?? 1

export const confirmKind: OrderActionKind = {
  perCall,
  send: confirm,
  isFulfilled: whenParcels((states) => states.length > 0 && states.every(({ isArranged }) => isArranged)),
}

export const packKind: OrderActionKind = {
  perCall,
  send: (actions, calls) => pack(actions, calls),
  isFulfilled: whenParcels((states, { details: { packagesBefore: known } }) =>
    known
      ? states.some(({ channelPackageId: one }) => one !== null && !known.includes(one))
      : states.length > 0 && states.every(({ isPacked }) => isPacked),
  ),
}

function whenParcels(
  isSo: (states: ParcelState[], action: OpenAction) => boolean,
): OrderActionKind['isFulfilled'] {
  return async (action, calls) => {
    const states = await calls.read((session, connector) =>
      shippingOf(connector).states(session, action.channelOrderId),
    )
    return isSo(states, action)
  }
}

function shippingOf({ shipping }: Connector): Shipping {
  if (!shipping) throw new ChannelError('refused', 'this channel hands no parcels over')
  return shipping
}

async function confirm(actions: OpenAction[], calls: ChannelCalls): Promise<Outcomes> {
  const outcomes: Outcomes = new Map()
  const planned: Planned[] = []
  await Promise.all(
    actions.map(async (action) => {
      try {
        const found = await plan(action, calls)
        if (found) planned.push({ action, ...found })
        else outcomes.set(action, failed('needs_choice'))
      } catch (error) {
        outcomes.set(action, outcomeOf(error, 'queued'))
      }
    }),
  )
  const providers = new Map(planned.map(({ action, choice }) => [action.id, choice.providerId]))
  const packed = await pack(
    planned.map(({ action }) => action),
    calls,
    providers,
  )
  const open = planned.filter(({ action }) => packed.get(action)?.state === 'done')
  const arranged = await sendTogether(
    open.map(({ action }) => action),
    calls,
    (session, connector) =>
      shippingOf(connector).arrange(
        session,
        open.flatMap(({ parcels, choice }) =>
          parcels.map((parcel) => ({ parcel, choice: choiceFor(parcel, choice) })),
        ),
      ),
  )
  return new Map([...outcomes, ...packed, ...arranged])
}

/** Finds the hand-over choice and the packages of an action. Only reads. Null: a person has to choose. */
async function plan(action: OpenAction, calls: ChannelCalls): Promise<Omit<Planned, 'action'> | null> {
  const { channelOrderId } = action
  const parcels = await calls.read(async (session, connector): Promise<Parcel[]> => {
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
  const choice = action.details.choice ?? (await recommend(calls, parcels[0]))
  return choice && { choice, parcels }
}

async function recommend(calls: ChannelCalls, parcel: Parcel | undefined): Promise<HandoverChoice | null> {
  if (!parcel) return null
  return recommendedChoice(
    await calls.read((session, connector) => shippingOf(connector).handoverOptions(session, parcel)),
  )
}

/** Replaces the tracking number by the parcel's own: a seller who ships by himself enters one per parcel. */
function choiceFor({ channelPackageId }: Parcel, choice: HandoverChoice): HandoverChoice {
  const trackingNumber = choice.trackingNumbers?.[channelPackageId ?? ''] ?? choice.trackingNumber
  return { ...choice, trackingNumber }
}

/** Done at once where packing is no step of its own. */
async function pack(
  actions: OpenAction[],
  calls: ChannelCalls,
  providers: ReadonlyMap<number, string | null> = new Map(),
): Promise<Outcomes> {
  let isStep = true
  const outcomes = await sendTogether(actions, calls, async (session, connector) => {
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
  return isStep ? outcomes : new Map(actions.map((action) => [action, { state: 'done', result: true }]))
}

/** Sends several actions in one call and reads what became of each order. */
async function sendTogether(
  actions: OpenAction[],
  calls: ChannelCalls,
  work: (session: Session, connector: Connector) => Promise<ParcelResult[]>,
): Promise<Outcomes> {
  if (actions.length === 0) return new Map()
  try {
    const results = await calls.send(work)
    return new Map(actions.map((action) => [action, outcomeIn(results, action)]))
  } catch (error) {
    return outcomesOf(error, actions, 'running')
  }
}

function outcomeIn(results: ParcelResult[], { channelOrderId }: OpenAction): Outcome<true> {
  const ofOrder = results.filter((result) => result.channelOrderId === channelOrderId)
  const refusals = ofOrder.flatMap((result) => (result.isDone ? [] : [result]))
  if (ofOrder.length === 0) return { state: 'running' }
  const [refusal] = refusals
  if (!refusal) return { state: 'done', result: true }
  if (refusals.every(({ mayRepeat }) => mayRepeat))
    return { state: ofOrder.length === refusals.length ? 'queued' : 'running' }
  return { state: 'failed', error: 'refused', message: refusal.reason, channelCode: refusal.channelCode }
}
