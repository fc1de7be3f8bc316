/** Kinds of order actions: the call that sends one to its channel, and the lookup of whether it has taken effect. */
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { Connector } from '../../../connectors/connector.ts'
import type { Session } from '../../../connectors/session.ts'
import { hasAddress } from '../../../model/order-draft.ts'
import { isSamePacking, type ChannelOrder } from '../../../model/order.ts'
import type { ReturnAnswer, ReturnStatus } from '../../../model/return-case.ts'
import { failed, type CommandError } from '../../outbox/command.ts'
import { confirmKind, packKind } from './hand-over-parcels.ts'
import type { ActionDetails, AnyActionKind, OpenAction, OrderActionKind } from './order-action-store.ts'

/** A new kind of order action is an entry here. */
export const orderActionKinds: Record<AnyActionKind, OrderActionKind> = {
  confirm: confirmKind,
  pack: packKind,
  split: oneByOne(
    ({ splitting = missing('orders of this channel are not divided here') }, session, action) =>
      splitting.split(session, {
        channelOrderId: action.channelOrderId,
        parcels: action.details.parcels ?? [],
      }),
    // By the content of the packages, whose ids nobody knew when they were requested.
    whenOrder(({ packages }, { details }) =>
      isSamePacking(
        packages.map(({ lines }) => lines ?? []),
        details.parcels ?? [],
      ),
    ),
  ),
  unsplit: oneByOne(
    ({ splitting = missing('orders of this channel are not divided here') }, session, action) =>
      splitting.unsplit(session, action.channelOrderId),
    whenOrder(({ packages }) => packages.length === 1),
  ),
  cancel: oneByOne(cancel, whenOrder(isCanceled)),
  accept_cancel: oneByOne(answerBuyer(true), whenOrder(isCanceled)),
  reject_cancel: oneByOne(
    answerBuyer(false),
    whenOrder((order) => !isCanceled(order) && order.cancelRequestedAt === null),
  ),
  // Couriers of the owner's own alone take a parcel back.
  cancel_shipment: oneByOne(
    () => missing('this channel takes no parcels back'),
    whenOrder(() => false),
  ),
  edit: oneByOne(
    ({ editing = missing('orders of this channel are not corrected here') }, session, action) => {
      const { channelOrderId, details } = action
      return details.address
        ? editing.setAddress(session, channelOrderId, details.address)
        : Promise.resolve('needs_choice')
    },
    whenOrder(
      (order, { details: { address } }) => address !== undefined && hasAddress(order.address, address),
    ),
  ),
  accept_return: ofReturn(() => ({ decision: 'accept' }), ['accepted', 'in_transit', 'received', 'refunded']),
  reject_return: ofReturn(
    ({ channelReasonId = null, note, email }) => {
      const contact = email === undefined ? {} : { email }
      return { decision: 'reject', reasonId: channelReasonId, note: note || null, ...contact }
    },
    ['rejected', 'disputed', 'closed'],
  ),
  receive_return: ofReturn(() => ({ decision: 'received' }), ['received', 'refunded', 'closed']),
}

/** Answers why a person has to choose something first. */
type Sending = (connector: Connector, session: Session, action: OpenAction) => Promise<CommandError | void>
type Lookup = (connector: Connector, session: Session, action: OpenAction) => Promise<boolean>

/** A kind that takes a call per order. */
function oneByOne(send: Sending, isFulfilled: Lookup): OrderActionKind {
  return {
    async send([action], calls) {
      if (!action) return new Map()
      const error = await calls.send((session, connector) => send(connector, session, action))
      return new Map([[action, error ? failed(error) : { state: 'done', result: true }]])
    },
    isFulfilled: (action, calls) =>
      calls.read((session, connector) => isFulfilled(connector, session, action)),
  }
}

function missing(words: string): never {
  throw new ChannelError('refused', words)
}

/** Reads the order at its channel to find out. */
function whenOrder(isSo: (order: ChannelOrder, action: OpenAction) => boolean): Lookup {
  return async ({ orders }, session, action) => {
    const found = await orders?.get(session, [action.channelOrderId])
    const order = found?.items[0]
    if (!order) throw new ChannelError('try-later', found?.failures[0]?.reason ?? 'the order cannot be read')
    return isSo(order, action)
  }
}

function isCanceled({ status }: ChannelOrder): boolean {
  return status === 'canceled'
}

const noCancelling = 'this channel takes no cancellations'

async function cancel(
  { cancelling = missing(noCancelling) }: Connector,
  session: Session,
  action: OpenAction,
): Promise<CommandError | void> {
  const { channelOrderId, details } = action
  const channelReasonId =
    details.channelReasonId ??
    (await cancelling.reasons(session, action)).find(({ code }) => code === details.reasonCode)
      ?.channelReasonId
  if (channelReasonId === undefined) return 'no_such_reason'
  await cancelling.cancel(session, { channelOrderId, channelReasonId })
}

function answerBuyer(isAccepted: boolean): Sending {
  return ({ cancelling = missing(noCancelling) }, session, { channelOrderId }) =>
    cancelling.answer(session, { channelOrderId, isAccepted })
}

/** @param known the states of a return in which the channel has the answer. */
function ofReturn(
  answerOf: (details: ActionDetails) => ReturnAnswer,
  known: readonly ReturnStatus[],
): OrderActionKind {
  const noReturns = 'this channel takes no answers to returns'
  return oneByOne(
    ({ returns = missing(noReturns) }, session, { channelReturnId, details }) =>
      returns.answer(session, channelReturnId ?? '', answerOf(details)),
    async ({ returns = missing(noReturns) }, session, { channelReturnId }) => {
      const { items: found, failures } = await returns.get(session, [channelReturnId ?? ''])
      if (!found[0]) throw new ChannelError('try-later', failures[0]?.reason ?? 'the return cannot be read')
      return known.includes(found[0].status)
    },
  )
}
