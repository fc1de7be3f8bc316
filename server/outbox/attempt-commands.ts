/** One attempt at commands of a kind: looked up if they may have been sent, sent, and looked up again if they were refused. */
import { isDatabaseAway } from '../db/reach-database.ts'
import type { Shop } from '../shops/shops-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import {
  failed,
  isLater,
  isRefused,
  outcomeOf,
  outcomesOf,
  type ChannelCalls,
  type Command,
  type CommandKind,
  type Failed,
  type Later,
  type Outcome,
} from './command.ts'
import { maxFaults } from './retry-policies.ts'

export type Outcomes<D, R> = Map<Command & D, Outcome<R>>
export type Attempt<D, R> = {
  kind: CommandKind<D, R>
  commands: (Command & D)[]
  calls: TrackedCalls
  /** Notes that the command is sent now, once more. */
  markSent(id: number): Promise<void>
  noteFault(error: unknown): void
}

type TrackedCalls = ChannelCalls & { isSent(): boolean }

/** Calls that know whether any of them may have arrived. */
export function trackedCalls(sessions: ChannelSessions, shop: Shop): TrackedCalls {
  let isSent = false
  return {
    shop,
    isSent: () => isSent,
    read: (work) => sessions.use(shop, work),
    send: (work) =>
      sessions.use(shop, (...channel) => {
        isSent = true
        return work(...channel)
      }),
  }
}

/** Throws if the database is away: the jobs' library tries again when it is back. */
export async function attemptCommands<D, R>(attempt: Attempt<D, R>): Promise<Outcomes<D, R>> {
  const { kind, commands, calls } = attempt
  try {
    const known = await lookUpSent(attempt)
    if (known) return known
    const outcomes = await send(attempt)
    if (!calls.isSent() || kind.isRefusalFinal) return outcomes
    const checked = [...outcomes].map(async ([command, outcome]) => {
      const isDoubtful = isRefused(outcome)
      return [command, isDoubtful ? await lookUpRefused(attempt, command, outcome) : outcome] as const
    })
    return new Map(await Promise.all(checked))
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    attempt.noteFault(error)
    const state = stateAfter(attempt)
    return new Map(commands.map((one) => [one, one.attempts < maxFaults ? { state } : failed('internal')]))
  }
}

function stateAfter({ commands, calls }: Attempt<unknown, unknown>): Later['state'] {
  return calls.isSent() || commands[0]?.wasSent ? 'running' : 'queued'
}

/** A command that may have been sent stands alone. Undefined: it has not taken effect, and is marked as sent once more. */
async function lookUpSent<D, R>(attempt: Attempt<D, R>): Promise<Outcomes<D, R> | undefined> {
  const { kind, calls, markSent } = attempt
  const [command] = attempt.commands
  if (!command?.wasSent) return undefined
  try {
    const result = await kind.isFulfilled(command, calls)
    if (result !== false) return new Map([[command, { state: 'done', result }]])
  } catch (error) {
    return new Map([[command, outcomeOf(error, 'running')]])
  }
  if (command.sentAt && Date.now() < +command.sentAt + (kind.settleMs ?? 0))
    return new Map([[command, { state: 'running' }]])
  await markSent(command.id)
  return undefined
}

async function send<D, R>(attempt: Attempt<D, R>): Promise<Outcomes<D, R>> {
  try {
    return await attempt.kind.send(attempt.commands, attempt.calls)
  } catch (error) {
    return outcomesOf(error, attempt.commands, stateAfter(attempt))
  }
}

/** A channel also refuses what stands already: by somebody else, or by a call of ours that was believed lost. */
async function lookUpRefused<D, R>(
  { kind, calls }: Attempt<D, R>,
  command: Command & D,
  refusal: Failed,
): Promise<Outcome<R>> {
  try {
    const result = await kind.isFulfilled(command, calls)
    return result === false ? refusal : { state: 'done', result }
  } catch (error) {
    const outcome = outcomeOf(error, 'running')
    return isLater(outcome) ? outcome : refusal
  }
}
