/**
 * The one place where what people do becomes entries of the audit log. Every call of the API passes here
 * (serve-endpoint.ts); the entry is written at the end of the transaction that makes the change, so there is never one without
 * the other.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { clientAddress } from '../http/client-address.ts'
import { witnessed, type Database, type Tx, type Witness } from '../db/database.ts'
import type { ChainSeal } from './audit-chain.ts'
import { addEntry, type NewEntry } from './audit-store.ts'
import { glanceAt, type Glance } from './audit-subjects-store.ts'
import type { AuditRule } from './audited-calls.ts'

export type Trail = { db: Database; seal: ChainSeal }

/** The user behind a call. */
export type Actor = { ownerId: string; userId: number; name: string }

type Asked = {
  rule: AuditRule
  request: FastifyRequest
  body: unknown
  actor: Actor | undefined
  /** Runs in the transaction of the entry. */
  mark?: ((tx: Tx) => Promise<void>) | undefined
}

type Call = Asked & {
  ids: number[]
  /** The transaction in which the thing that was made got its id. */
  namedIn: Tx | undefined
  before: Record<string, unknown> | null
  /** True if `before` holds the state before the call. */
  isKnown: boolean
  /** In this transaction, which has not ended yet. */
  writtenIn: Tx | undefined
  isWritten: boolean
}

const calls = new AsyncLocalStorage<Call>()

/** Runs a call. Throws what it throws; a call that fails leaves no entry unless part of it was done. */
export async function recorded<T>(trail: Trail, asked: Asked, work: () => Promise<T>): Promise<T> {
  const call: Call = {
    ...asked,
    ids: idsOf(asked),
    namedIn: undefined,
    before: null,
    isKnown: asked.rule.isMaking ?? false,
    writtenIn: undefined,
    isWritten: false,
  }
  const result = await calls.run(call, () => witnessed(witnessOf(trail.seal, call), work))
  // The change was written outside an owner's transaction, or on a database that cannot tell: the entry is written afterwards.
  const { actor } = call
  if (!call.isWritten && actor)
    await trail.db.asOwner(actor.ownerId, async (tx) => {
      const glance = await glanceAt(tx, actor.ownerId, call.rule.on, call.ids)
      await write(tx, trail.seal, actor, call, glance)
    })
  return result
}

/** In a call that makes something, or whose request does not name what it changes: the ids, once they are known. The entry is part of this transaction. */
export function nameTarget(tx: Tx, ...ids: number[]): void {
  const call = calls.getStore()
  if (!call) return
  call.ids = ids
  call.namedIn = tx
  // Known of the one that the call asked for: it would look as if that had gone.
  if (ids.length > 1) call.before = null
}

/** In a call without a session: who it turned out to be. `tx`: the transaction that the entry is to be part of. */
export function nameActor(actor: Actor, tx?: Tx): void {
  const call = calls.getStore()
  if (!call) return
  call.actor = actor
  if (call.rule.on === 'user') call.ids = [actor.userId]
  if (tx) call.namedIn = tx
}

/** An entry for what is no call of the API, in a transaction of its owner. */
export async function addPlainEntry(
  tx: Tx,
  seal: ChainSeal,
  ownerId: string,
  facts: Pick<NewEntry, 'action' | 'userId' | 'userName'> & Partial<NewEntry>,
): Promise<void> {
  await addEntry(tx, seal, ownerId, {
    targetType: null,
    targetIds: [],
    targetLabel: null,
    before: null,
    after: null,
    address: null,
    userAgent: null,
    requestId: null,
    ...facts,
  })
}

function witnessOf(seal: ChainSeal, call: Call): Witness {
  return {
    async begin(tx, ownerId) {
      const { on } = call.rule
      if (call.isWritten || call.rule.isMaking || !on || !isOwn(call, ownerId)) return
      call.before = (await glanceAt(tx, ownerId, on, call.ids)).state
      call.isKnown = true
    },
    async end(tx, ownerId) {
      const { actor, rule } = call
      if (call.isWritten || !actor || !isOwn(call, ownerId)) return
      const isNamed = call.namedIn === tx
      if (!isNamed && (rule.isMaking || rule.isNamed)) return
      const glance = await glanceAt(tx, ownerId, rule.on, call.ids)
      if (!isNamed && !glance.hasWritten) return
      await write(tx, seal, actor, call, glance)
      call.writtenIn = tx
    },
    committed(tx) {
      if (call.writtenIn === tx) call.isWritten = true
    },
  }
}

function isOwn({ actor }: Call, ownerId: string): boolean {
  return actor?.ownerId === ownerId
}

async function write(
  tx: Tx,
  seal: ChainSeal,
  actor: Actor,
  call: Call,
  { label, state, found }: Glance,
): Promise<void> {
  const { rule, request, ids } = call
  const { ownerId, userId, name } = actor
  const asked = rule.detailsOf?.(call.body as never) ?? {}
  const now = call.isKnown && state ? { ...state, ...asked } : null
  const { before, after } = difference(call.before, now, asked)
  await addEntry(tx, seal, ownerId, {
    userId,
    userName: name,
    action: rule.action,
    targetType: rule.on ?? null,
    // Somebody may ask for several among which are none of his; one alone may be gone by now.
    targetIds: ids.length > 1 ? found : ids,
    targetLabel: label ?? nameIn(call.before),
    before,
    after,
    address: clientAddress(request),
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
  })
  await call.mark?.(tx)
}

type State = Record<string, unknown> | null

/** The fields that differ; of what came or went, all. */
function difference(before: State, after: State, asked: Record<string, unknown>) {
  const json = (fields: Record<string, unknown>) =>
    Object.keys(fields).length > 0 ? JSON.stringify(fields, (_, value: unknown) => shortened(value)) : null
  if (!before && !after) return { before: null, after: json(asked) }
  if (!before || !after) return { before: before && json(before), after: after && json(after) }
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null),
  )
  const pick = (state: Record<string, unknown>) =>
    json(Object.fromEntries(changed.filter((key) => key in state).map((key) => [key, state[key]])))
  return { before: pick(before), after: pick(after) }
}

const longestText = 200
const shortenedTo = 100
const mostItems = 100

/**
 * Keeps entries small, as they stay for years: the beginning and the length of a long text, the first items of a long list and the
 * number of the others. After the comparison, so that a change of a long text's end is an entry as well.
 */
function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > longestText)
    return `${value.slice(0, shortenedTo).toWellFormed()}… (${value.length})`
  if (Array.isArray(value) && value.length > mostItems)
    return [...(value as unknown[]).slice(0, mostItems), `+${value.length - mostItems}`]
  return value
}

function nameIn(state: State): string | null {
  const name = state?.['system_name'] ?? state?.['name'] ?? state?.['account']
  return typeof name === 'string' ? name : null
}

function idsOf({ rule, request, body, actor }: Asked): number[] {
  if (rule.ids) return [...(typeof rule.ids === 'function' ? rule.ids(body as never) : rule.ids)]
  if (rule.isOwn) return actor ? [actor.userId] : []
  const { id } = (request.params ?? {}) as { id?: number }
  if (id !== undefined) return [id]
  const { ids } = (body ?? {}) as { ids?: number[] }
  return Array.isArray(ids) ? ids : []
}
