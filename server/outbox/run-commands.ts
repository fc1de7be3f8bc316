/**
 * The job that sends a shop's commands. One per shop and table at a time.
 *
 * A command is marked as sent before the call. One whose call may or may not have arrived is looked up before anything is
 * repeated, so that nothing happens twice; a command that ended is never taken up again.
 */
import { backoffMs } from '../../model/backoff.ts'
import type { Tx } from '../db/database.ts'
import { isDatabaseAway } from '../db/reach-database.ts'
import type { Shop } from '../shops/shops-store.ts'
import {
  failed,
  isLater,
  isRefused,
  outcomeOf,
  outcomesOf,
  type ChannelCalls,
  type Command,
  type CommandKind,
  type Done,
  type Failed,
  type Outcome,
} from './command.ts'
import { claimCommands, endCommands, markSent, postponeCommands } from './command-store.ts'
import type { CommandWork } from './due-work.ts'
import type { ShopKey } from './due-work-store.ts'
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

export function createRunCommands<D, R>(outbox: Outbox<D, R>, tools: OutboxTools) {
  type Claimed = Command & D
  type Outcomes = Map<Claimed, Outcome<R>>
  const { db, sessions, log } = tools
  const { work, policy } = outbox

  return createRunDueWork(work, tools, async (shop) => {
    const { ownerId, id: shopId } = shop
    const claimed = await db.asOwner(ownerId, (tx) => claim(tx, { ownerId, shopId }))
    const ends: CommandEnd<D, R>[] = []
    try {
      await Promise.all(
        batchesOf(shop, claimed).map(async ({ kind, commands }) => {
          const outcomes = await attempt(shop, kind, commands)
          ends.push(...(await save(shop, commands, outcomes)))
        }),
      )
    } finally {
      if (ends.length > 0)
        await db.asOwner(ownerId, async (tx) => outbox.saveBatchEnd?.(tx, { ownerId, shopId }, ends))
    }
    return claimed.length > 0
  })

  async function claim(tx: Tx, key: ShopKey): Promise<Claimed[]> {
    const commands = await claimCommands(tx, work, key, outbox.batchSize, new Date())
    if (commands.length === 0) return []
    const ids = commands.map(({ id }) => id)
    const details = new Map((await outbox.read(tx, key.ownerId, ids)).map((row) => [row.id, row]))
    return commands.flatMap((command) => {
      const found = details.get(command.id)
      return found ? { ...found, ...command } : []
    })
  }

  /** A command that may have been sent already goes alone; new ones of a kind share calls where the channel allows it. */
  function batchesOf(shop: Shop, claimed: Claimed[]): { kind: CommandKind<D, R>; commands: Claimed[] }[] {
    const connector = sessions.connectorOf(shop.platformId)
    return [...Map.groupBy(claimed, (command) => outbox.kindOf(command, shop))].flatMap(
      ([kind, commands]) => {
        const fresh = commands.filter(({ wasSent }) => !wasSent)
        const size = (connector && kind.perCall?.(connector)) ?? 1
        const alone = commands.filter(({ wasSent }) => wasSent).map((command) => [command])
        return [...alone, ...chunksOf(fresh, size)].map((batch) => ({ kind, commands: batch }))
      },
    )
  }

  async function attempt(shop: Shop, kind: CommandKind<D, R>, commands: Claimed[]): Promise<Outcomes> {
    if (shop.status !== 1) return forAll(commands, failed('shop_unlinked'))
    const calls = callsTo(shop)
    try {
      return await send(kind, commands, calls)
    } catch (error) {
      // The library tries again when the database is back.
      if (isDatabaseAway(error)) throw error
      log.error(
        { err: error, shop: shop.id, task: work.task, ids: commands.map(({ id }) => id) },
        'command failed here',
      )
      const state = calls.state(commands)
      return new Map(commands.map((one) => [one, one.attempts < maxFaults ? { state } : failed('internal')]))
    }
  }

  async function send(kind: CommandKind<D, R>, commands: Claimed[], calls: Calls): Promise<Outcomes> {
    const [first] = commands
    const known = first?.wasSent ? await lookUp(kind, first, calls) : undefined
    if (known) return forAll(commands, known)
    const outcomes = await outcomesOfSend(kind, commands, calls)
    if (calls.isSent() && !kind.isRefusalFinal)
      await Promise.all(
        [...outcomes].map(async ([command, outcome]) => {
          if (isRefused(outcome)) outcomes.set(command, await confirmRefusal(kind, command, calls, outcome))
        }),
      )
    return outcomes
  }

  async function outcomesOfSend(
    kind: CommandKind<D, R>,
    commands: Claimed[],
    calls: Calls,
  ): Promise<Outcomes> {
    try {
      return await kind.send(commands, calls)
    } catch (error) {
      return outcomesOf(error, commands, calls.state(commands))
    }
  }

  /** Undefined: it has not taken effect, and is marked as sent once more. */
  async function lookUp(
    kind: CommandKind<D, R>,
    command: Claimed,
    calls: Calls,
  ): Promise<Outcome<R> | undefined> {
    try {
      const result = await kind.isFulfilled(command, calls)
      if (result !== false) return { state: 'done', result }
    } catch (error) {
      return outcomeOf(error, 'running')
    }
    const { ownerId } = calls.shop
    if (command.sentAt && Date.now() < +command.sentAt + (kind.settleMs ?? 0)) return { state: 'running' }
    await db.asOwner(ownerId, (tx) => markSent(tx, work, ownerId, command.id))
    return undefined
  }

  /** A channel also refuses what stands already: by somebody else, or by a call of ours that was believed lost. */
  async function confirmRefusal(
    kind: CommandKind<D, R>,
    command: Claimed,
    calls: Calls,
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

  /** Saves each result at once, and answers those that ended. */
  async function save(shop: Shop, commands: Claimed[], outcomes: Outcomes): Promise<CommandEnd<D, R>[]> {
    const { ownerId, id: shopId } = shop
    const ends: CommandEnd<D, R>[] = []
    const later = commands.flatMap((command) => {
      const outcome: Outcome<R> = outcomes.get(command) ?? { state: 'running' }
      const { id, attempts } = command
      if (!isLater(outcome)) ends.push({ command, outcome })
      else if (attempts >= policy.maxAttempts) ends.push({ command, outcome: failed('unanswered') })
      if (!isLater(outcome) || attempts >= policy.maxAttempts) return []
      const { state, askedSeconds, isIdle = false } = outcome
      log.warn({ shop: shopId, task: work.task, id, state, attempts }, 'command has to wait')
      const checkAt = new Date(Date.now() + backoffMs(attempts, policy, askedSeconds))
      return { id, toState: state, checkAt, isSettled: isIdle || state === 'queued' }
    })
    return db.asOwner(ownerId, async (tx) => {
      await postponeCommands(tx, work, ownerId, later)
      const rows = ends.map(({ command: { id }, outcome }) => ({ id, outcome }))
      const open = await endCommands(tx, work, ownerId, rows)
      const ours = ends.filter(({ command: { id } }) => open.has(id))
      if (ours.length > 0) await outbox.saveEnds(tx, { ownerId, shopId }, ours)
      return ours
    })
  }

  type Calls = ReturnType<typeof callsTo>

  function callsTo(shop: Shop) {
    let isSent = false
    return {
      shop,
      read: (work) => sessions.use(shop, work),
      send: (work) =>
        sessions.use(shop, (...channel) => {
          isSent = true
          return work(...channel)
        }),
      isSent: () => isSent,
      state: (commands: Claimed[]) => (isSent || commands[0]?.wasSent ? 'running' : 'queued'),
    } satisfies ChannelCalls & Record<string, unknown>
  }
}

function forAll<C, O>(commands: C[], outcome: O): Map<C, O> {
  return new Map(commands.map((command) => [command, outcome]))
}

function chunksOf<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  )
}
