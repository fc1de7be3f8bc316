/**
 * The job that sends a shop's commands. One per shop and table at a time.
 *
 * A command is marked as sent before the call. One whose call may or may not have arrived is looked up before anything is
 * repeated, so that nothing happens twice; a command that ended is never taken up again.
 */
import type { Connector } from '../../connectors/connector.ts'
import { backoffMs } from '../../model/backoff.ts'
import type { Tx } from '../db/database.ts'
import type { Shop } from '../shops/shops-store.ts'
import { attemptCommands, trackedCalls, type Outcomes } from './attempt-commands.ts'
import {
  failed,
  isLater,
  type Command,
  type CommandKind,
  type Done,
  type Failed,
  type Outcome,
} from './command.ts'
import { claimCommands, endCommands, markSent, postponeCommands } from './command-store.ts'
import type { CommandWork } from './due-work.ts'
import type { ShopKey } from './due-work-store.ts'
import type { RetryPolicy } from './retry-policies.ts'
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

type Batch<D, R> = { kind: CommandKind<D, R>; commands: (Command & D)[] }

export function createRunCommands<D, R>(outbox: Outbox<D, R>, tools: OutboxTools) {
  const { db, sessions, log } = tools
  const { work } = outbox

  return createRunDueWork(work, tools, async (shop) => {
    const { ownerId, id: shopId } = shop
    const key = { ownerId, shopId }
    const claimed = await db.asOwner(ownerId, (tx) => claim(tx, outbox, key))
    const ends: CommandEnd<D, R>[] = []
    const connector = sessions.connectorOf(shop.platformId)
    try {
      await Promise.all(
        batchesOf(claimed, (command) => outbox.kindOf(command, shop), connector).map(async (batch) => {
          const outcomes = await attempt(shop, batch)
          ends.push(...(await saveOutcomes(outbox, tools, key, batch.commands, outcomes)))
        }),
      )
    } finally {
      if (ends.length > 0) await db.asOwner(ownerId, async (tx) => outbox.saveBatchEnd?.(tx, key, ends))
    }
    return claimed.length > 0
  })

  async function attempt(shop: Shop, batch: Batch<D, R>): Promise<Outcomes<D, R>> {
    const { ownerId, id: shopId, status } = shop
    if (status !== 1) return new Map(batch.commands.map((command) => [command, failed('shop_unlinked')]))
    const about = { shop: shopId, task: work.task, ids: batch.commands.map(({ id }) => id) }
    return attemptCommands({
      ...batch,
      calls: trackedCalls(sessions, shop),
      markSent: (id) => db.asOwner(ownerId, (tx) => markSent(tx, work, ownerId, id)),
      noteFault: (err) => log.error({ err, ...about }, 'command failed here'),
    })
  }
}

async function claim<D, R>(tx: Tx, outbox: Outbox<D, R>, key: ShopKey): Promise<(Command & D)[]> {
  const commands = await claimCommands(tx, outbox.work, key, outbox.batchSize, new Date())
  if (commands.length === 0) return []
  const ids = commands.map(({ id }) => id)
  const details = new Map((await outbox.read(tx, key.ownerId, ids)).map((row) => [row.id, row]))
  return commands.flatMap((command) => {
    const found = details.get(command.id)
    return found ? { ...found, ...command } : []
  })
}

/** A command that may have been sent already goes alone; new ones of a kind share calls where the channel allows it. */
function batchesOf<D, R>(
  claimed: (Command & D)[],
  kindOf: (command: Command & D) => CommandKind<D, R>,
  connector: Connector | undefined,
): Batch<D, R>[] {
  return [...Map.groupBy(claimed, kindOf)].flatMap(([kind, ofKind]) => {
    const size = (connector && kind.perCall?.(connector)) ?? 1
    const alone = ofKind.filter(({ wasSent }) => wasSent).map((command) => [command])
    const fresh = ofKind.filter(({ wasSent }) => !wasSent)
    return [...alone, ...chunksOf(fresh, size)].map((commands) => ({ kind, commands }))
  })
}

function chunksOf<T>(list: T[], size: number): T[][] {
  const starts = Array.from({ length: Math.ceil(list.length / size) }, (_, at) => at * size)
  return starts.map((start) => list.slice(start, start + size))
}

/** Saves each outcome at once, and answers the ends. */
async function saveOutcomes<D, R>(
  { work, policy, saveEnds }: Outbox<D, R>,
  { db, log }: OutboxTools,
  key: ShopKey,
  commands: (Command & D)[],
  outcomes: Outcomes<D, R>,
): Promise<CommandEnd<D, R>[]> {
  const { ownerId, shopId } = key
  const ends: CommandEnd<D, R>[] = []
  const later = commands.flatMap((command) => {
    const { id, attempts } = command
    const known: Outcome<R> = outcomes.get(command) ?? { state: 'running' }
    const outcome = isLater(known) && attempts >= policy.maxAttempts ? failed('unanswered') : known
    if (!isLater(outcome)) {
      ends.push({ command, outcome })
      return []
    }
    const { state, askedSeconds, isIdle = false } = outcome
    log.warn({ shop: shopId, task: work.task, id, state, attempts }, 'command has to wait')
    const checkAt = new Date(Date.now() + backoffMs(attempts, policy, askedSeconds))
    return { id, toState: state, checkAt, isSettled: isIdle || state === 'queued' }
  })
  return db.asOwner(ownerId, async (tx) => {
    await postponeCommands(tx, work, ownerId, later)
    const open = await endCommands(
      tx,
      work,
      ownerId,
      ends.map(({ command: { id }, outcome }) => ({ id, outcome })),
    )
    const ours = ends.filter(({ command: { id } }) => open.has(id))
    if (ours.length > 0) await saveEnds(tx, key, ours)
    return ours
  })
}
