/**
 * The job that sends a shop's commands. One per shop and table at a time.
 *
 * A command is marked as sent before the call. One whose call may or may not have arrived is looked up before anything is
 * repeated, so that nothing happens twice; a command that ended is never taken up again.
 */
import { countWrites } from '../../connectors/http.ts'
import { backoffMs } from '../../model/backoff.ts'
import type { Tx } from '../db/database.ts'
import { isDatabaseAway } from '../db/reach-database.ts'
import { storedWords } from '../db/strip-nul-bytes.ts'
import type { Shop } from '../shops/shops-store.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import {
  failed,
  isLater,
  outcomeOf,
  outcomesOf,
  type ChannelCalls,
  type Command,
  type CommandKind,
  type Done,
  type Failed,
  type Later,
  type Outcome,
} from './command.ts'
import { claimCommands, markSent, saveOutcomes } from './command-store.ts'
import type { CommandWork, ShopKey } from './due-work-store.ts'
import { maxFaults, type RetryPolicy } from './retry-policies.ts'
import { createRunDueWork, type OutboxTools } from './run-due-work.ts'

export type CommandEnd<D, R> = { command: Command & D; outcome: Done<R> | Failed }

export type Outbox<D, R> = {
  work: CommandWork
  policy: RetryPolicy
  /** Number of commands that are claimed together. */
  batchSize: number
  /** Reads the details of claimed commands. */
  read(tx: Tx, ownerId: string, ids: number[]): Promise<(D & { id: number })[]>
  kindOf(details: D, shop: Shop): CommandKind<D, R>
  /** Saves what follows from ends, in their transaction. */
  saveEnds(tx: Tx, key: ShopKey, ends: CommandEnd<D, R>[]): Promise<void>
  /** Saves what follows once for all that were claimed together. */
  saveBatchEnd?(tx: Tx, key: ShopKey, ends: CommandEnd<D, R>[]): Promise<void>
}

/** Commands that go out in one call. */
type Batch<D, R> = {
  outbox: Outbox<D, R>
  tools: OutboxTools
  shop: Shop
  kind: CommandKind<D, R>
  commands: (Command & D)[]
  calls: ReturnType<typeof trackedCalls>
}
type Outcomes<D, R> = Map<Command & D, Outcome<R>>

export function createRunCommands<D, R>(outbox: Outbox<D, R>, tools: OutboxTools) {
  const { db } = tools
  return createRunDueWork(outbox.work, tools, async (shop) => {
    const { ownerId, id: shopId } = shop
    const claimed = await db.asOwner(ownerId, (tx) => claim(tx, outbox, { ownerId, shopId }))
    const ends: CommandEnd<D, R>[] = []
    try {
      await Promise.all(
        batchesOf(outbox, tools, shop, claimed).map(async (batch) => {
          ends.push(...(await save(batch, await attempt(batch))))
        }),
      )
    } finally {
      if (ends.length > 0)
        await db.asOwner(ownerId, async (tx) => outbox.saveBatchEnd?.(tx, { ownerId, shopId }, ends))
    }
    return claimed.length > 0
  })
}

async function claim<D>(tx: Tx, outbox: Outbox<D, unknown>, key: ShopKey): Promise<(Command & D)[]> {
  const claimed = await claimCommands(tx, outbox.work, key, outbox.batchSize)
  const commands = new Map(claimed.map((command) => [command.id, command]))
  const details = claimed.length > 0 ? await outbox.read(tx, key.ownerId, [...commands.keys()]) : []
  return details.flatMap((found) => {
    const command = commands.get(found.id)
    return command ? { ...found, ...command } : []
  })
}

/** A command that may have been sent already goes alone; new ones of a kind share calls where the channel allows it. */
function batchesOf<D, R>(
  outbox: Outbox<D, R>,
  tools: OutboxTools,
  shop: Shop,
  claimed: (Command & D)[],
): Batch<D, R>[] {
  const connector = tools.sessions.connectorOf(shop.platformId)
  const kinds = Map.groupBy(claimed, (command) => outbox.kindOf(command, shop))
  return [...kinds].flatMap(([kind, ofKind]) => {
    const size = (connector && kind.perCall?.(connector)) ?? 1
    const fresh = ofKind.filter(({ wasSent }) => !wasSent)
    const chunks = ofKind.filter(({ wasSent }) => wasSent).map((command) => [command])
    for (let at = 0; at < fresh.length; at += size) chunks.push(fresh.slice(at, at + size))
    return chunks.map((commands) => {
      const calls = trackedCalls(tools.sessions, shop, commands)
      return { outbox, tools, shop, kind, commands, calls }
    })
  })
}

/** Calls that know whether the commands may have arrived, and by how many calls. */
function trackedCalls(sessions: ChannelSessions, shop: Shop, commands: Command[]) {
  let isSent = false
  const writes = { count: 0 }
  return {
    shop,
    read: (work) => sessions.use(shop, work),
    send: (work) =>
      sessions.use(shop, (...channel) => {
        isSent = true
        return countWrites(writes, () => work(...channel))
      }),
    writes: () => writes.count,
    isSent: () => isSent,
    state: (): Later['state'] => (isSent || commands[0]?.wasSent ? 'running' : 'queued'),
  } satisfies ChannelCalls & Record<string, unknown>
}

async function attempt<D, R>(batch: Batch<D, R>): Promise<Outcomes<D, R>> {
  const { tools, outbox, shop, commands, calls } = batch
  if (shop.status !== 1) return new Map(commands.map((one) => [one, failed('shop_unlinked')]))
  try {
    const [first] = commands
    const known = first?.wasSent ? await lookUpSent(batch, first) : undefined
    return first && known ? new Map([[first, known]]) : await send(batch)
  } catch (err) {
    // The library tries again when the database is back.
    if (isDatabaseAway(err)) throw err
    const ids = commands.map(({ id }) => id)
    tools.log.error({ err, shop: shop.id, task: outbox.work.task, ids }, 'command failed here')
    const outcome = { state: calls.state() }
    return new Map(commands.map((one) => [one, one.attempts < maxFaults ? outcome : failed('internal')]))
  }
}

async function send<D, R>(batch: Batch<D, R>): Promise<Outcomes<D, R>> {
  const { kind, commands, calls } = batch
  let outcomes: Outcomes<D, R>
  try {
    outcomes = await kind.send(commands, calls)
  } catch (error) {
    outcomes = outcomesOf(error, commands, calls.state())
  }
  // It was too busy for one of several calls: those before it have arrived.
  if (calls.writes() > 1) outcomes = new Map([...outcomes].map(([command, one]) => [command, notIdle(one)]))
  if (!calls.isSent() || kind.isRefusalFinal) return outcomes
  // A channel also refuses what stands already: by somebody else, or by a call of ours that was believed lost.
  const checked = [...outcomes].map(async ([command, outcome]) => {
    const isRefused = outcome.state === 'failed' && outcome.error === 'refused'
    const known = isRefused ? await lookUp(batch, command) : undefined
    return [command, known && known.state !== 'failed' ? known : outcome] as const
  })
  return new Map(await Promise.all(checked))
}

function notIdle<R>(outcome: Outcome<R>): Outcome<R> {
  return isLater(outcome) ? { ...outcome, isIdle: false } : outcome
}

/** Undefined: it has not taken effect. */
async function lookUp<D, R>(
  { kind, calls }: Batch<D, R>,
  command: Command & D,
): Promise<Outcome<R> | undefined> {
  try {
    const result = await kind.isFulfilled(command, calls)
    return result === false ? undefined : { state: 'done', result }
  } catch (error) {
    return outcomeOf(error, 'running')
  }
}

/** Undefined: it has not taken effect, and is marked as sent once more. */
async function lookUpSent<D, R>(batch: Batch<D, R>, command: Command & D): Promise<Outcome<R> | undefined> {
  const { kind, outbox, tools, shop } = batch
  const known = await lookUp(batch, command)
  if (known) return known
  if (command.sentAt && Date.now() < +command.sentAt + (kind.settleMs ?? 0)) return { state: 'running' }
  await tools.db.asOwner(shop.ownerId, (tx) => markSent(tx, outbox.work, shop.ownerId, command.id))
  return undefined
}

/** Saves the outcomes at once, and answers the ends. */
async function save<D, R>(batch: Batch<D, R>, outcomes: Outcomes<D, R>): Promise<CommandEnd<D, R>[]> {
  const { outbox, tools, commands } = batch
  const { ownerId, id: shopId } = batch.shop
  const { work, policy } = outbox
  const ends: CommandEnd<D, R>[] = []
  const rows = commands.map((command) => {
    const { id, attempts } = command
    const known: Outcome<R> = outcomes.get(command) ?? { state: 'running' }
    // A try that sent nothing says nothing about the one before.
    const told: Outcome<R> = isLater(known) && command.wasSent ? { ...known, state: 'running' } : known
    const outcome = isLater(told) && attempts >= policy.maxAttempts ? failed('unanswered') : told
    if (!isLater(outcome)) {
      const end = { command, outcome: readable(outcome) }
      ends.push(end)
      return { id, outcome: end.outcome }
    }
    tools.log.warn(
      { shop: shopId, task: work.task, id, state: outcome.state, attempts },
      'command has to wait',
    )
    const checkAt = new Date(Date.now() + backoffMs(attempts, policy, outcome.askedSeconds))
    return { id, outcome, checkAt }
  })
  return tools.db.asOwner(ownerId, async (tx) => {
    const open = await saveOutcomes(tx, work, ownerId, rows)
    const ours = ends.filter(({ command }) => open.has(command.id))
    if (ours.length > 0) await outbox.saveEnds(tx, { ownerId, shopId }, ours)
    return ours
  })
}

function readable<O extends Done<unknown> | Failed>(outcome: O): O {
  if (outcome.state === 'done' || outcome.message === null) return outcome
  return { ...outcome, message: storedWords(outcome.message) }
}
