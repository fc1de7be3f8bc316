/** Commands to the outside: what somebody wants of a channel or a courier, and what is known of it after a call. */
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Connector } from '../../connectors/connector.ts'
import type { Session } from '../../connectors/session.ts'
import type { Shop } from '../shops/shops-store.ts'

export type Command = {
  id: number
  /** Attempts so far, including this one. */
  attempts: number
  /** Sent before, or about to be when a process died: nobody knows whether it arrived. */
  wasSent: boolean
  /** When it was last sent; null if nothing can be under way at the other side. */
  sentAt: Date | null
}

/**
 *   refused          the channel says no, in its own words
 *   needs_choice     something has to be chosen by a person
 *   no_such_reason   the channel takes no such reason for a cancellation now
 *   sign_in_expired  the channel does not let us in
 *   shop_unlinked    the shop was unlinked before it was sent
 *   unanswered       the channel did not answer for so long that nobody asks any more
 *   courier_unanswered  nobody knows whether the courier has the parcel: a person has to look
 *   internal         a fault of this console's own, each time it was tried
 */
export type CommandError =
  | 'refused'
  | 'needs_choice'
  | 'no_such_reason'
  | 'sign_in_expired'
  | 'shop_unlinked'
  | 'unanswered'
  | 'courier_unanswered'
  | 'internal'

export type Done<R> = { state: 'done'; result: R }
export type Failed = {
  state: 'failed'
  error: CommandError
  message: string | null
  channelCode: string | null
}
/**
 * queued: nothing was sent. running: nobody knows whether it arrived. Both are taken up again after a while.
 * `isIdle`: the other side had too much to do, so it is at nothing.
 */
export type Later = { state: 'queued' | 'running'; askedSeconds?: number | undefined; isIdle?: boolean }
export type Outcome<R> = Done<R> | Failed | Later

type Work<T> = (session: Session, connector: Connector) => Promise<T>

/** Calls to a shop's channel. From the start of `send` on, the command counts as sent. */
export type ChannelCalls = {
  shop: Shop
  read<T>(work: Work<T>): Promise<T>
  send<T>(work: Work<T>): Promise<T>
}

/** Everything that is particular to one kind of command. */
export type CommandKind<D, R> = {
  /** Largest number of commands per call; 1 unless given. */
  perCall?(connector: Connector): number
  /** Sends commands of this kind. A ChannelError is about all of them; one that is missing in the answer is looked up later. */
  send(commands: (Command & D)[], calls: ChannelCalls): Promise<Map<Command & D, Outcome<R>>>
  /** Looks up whether the command has taken effect, by our call or by anybody else's. */
  isFulfilled(command: Command & D, calls: ChannelCalls): Promise<R | false>
  /** A channel also refuses what stands already, so a refusal is looked up, unless this is true. */
  isRefusalFinal?: true
  /** After a lost answer the other side may be at it for so long: it is looked up again, and not repeated. */
  settleMs?: number
}

export function failed(error: CommandError): Failed {
  return { state: 'failed', error, message: null, channelCode: null }
}

export function isLater(outcome: Outcome<unknown>): outcome is Later {
  return outcome.state === 'queued' || outcome.state === 'running'
}

/** Turns an error into an outcome. Its kind says who has to act on it, and so whether the command is retried. */
export function outcomeOf(error: unknown, state: Later['state']): Failed | Later {
  if (!(error instanceof ChannelError)) throw error
  const { kind, message, channelCode = null } = error
  // Its own words name no remedy, and are in one language.
  if (kind === 'sign-in-expired')
    return { state: 'failed', error: 'sign_in_expired', message: null, channelCode }
  if (kind === 'refused') return { state: 'failed', error: 'refused', message, channelCode }
  return { state, askedSeconds: error.retryAfterSeconds }
}

/** Turns the error of a call that was made for all of these into their outcomes. */
export function outcomesOf<C extends Command>(
  error: unknown,
  commands: C[],
  state: Later['state'],
): Map<C, Failed | Later> {
  const one = outcomeOf(error, state)
  // A refusal of a call for several says nothing about a single one of them, so each is looked up alone.
  const isOfNone =
    one.state === 'failed' && one.error === 'refused' && commands.length > 1 && state === 'running'
  const isIdle = error instanceof ChannelError && error.kind === 'slow-down'
  return new Map(
    commands.map((command) => [command, isOfNone ? { state } : isIdle ? { ...one, isIdle } : one]),
  )
}
