/** Entries of the audit log: added one by one at the end of their owner's chain, read, and never changed. */
import { sql } from 'kysely'
import type { AuditAction, AuditSubject } from '../../model/audit.ts'
import type { Tx } from '../db/database.ts'
import { chainStart, entryHash, type AuditEntry, type ChainEnds, type ChainSeal } from './audit-chain.ts'

export type NewEntry = Omit<AuditEntry, 'sequence' | 'at'>

/**
 * Adds an entry. To be called as late as can be: the end of the chain stays locked until the transaction ends, so that the
 * owner's next entry waits for it.
 */
export async function addEntry(tx: Tx, seal: ChainSeal, ownerId: string, wanted: NewEntry): Promise<void> {
  const { rows } = await sql<ChainEnds>`insert into audit_heads as h (owner_id, sequence, hash, signature)
    values (${ownerId}, 1, ${chainStart}, ${chainStart})
    on conflict (owner_id) do update set sequence = h.sequence + 1
    returning sequence, hash, cut_sequence as "cutSequence", cut_hash as "cutHash"`.execute(tx)
  const [ends] = rows
  if (!ends) throw new Error('the audit log has no end')
  const entry = {
    ...wanted,
    sequence: ends.sequence,
    // Under the lock, so that times follow the sequence.
    at: new Date(),
    userName: cut(wanted.userName),
    targetLabel: cut(wanted.targetLabel),
    userAgent: cut(wanted.userAgent),
  }
  const hash = entryHash(ownerId, ends.hash, entry)
  const signature = seal.sign(ownerId, { ...ends, hash })
  await sql`with head as (update audit_heads set hash = ${hash}, signature = ${signature} where owner_id = ${ownerId})
    insert into audit_entries (owner_id, sequence, at, user_id, user_name, action, target_type, target_ids, target_label,
      before, after, address, user_agent, request_id, hash)
    values (${ownerId}, ${entry.sequence}, ${entry.at}, ${entry.userId}, ${entry.userName}, ${entry.action},
      ${entry.targetType}, ${entry.targetIds}::bigint[], ${entry.targetLabel}, ${entry.before}::json, ${entry.after}::json,
      ${entry.address}, ${entry.userAgent}, ${entry.requestId}, ${hash})`.execute(tx)
}

const longest = 255

function cut(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\u0000', '').slice(0, longest).toWellFormed()
}

const columns =
  sql.raw(`sequence, at, user_id as "userId", user_name as "userName", action, target_type as "targetType",
  target_ids as "targetIds", target_label as "targetLabel", before::text as before, after::text as after, address,
  user_agent as "userAgent", request_id as "requestId"`)

export type AuditFilter = {
  userId?: number | undefined
  actions?: AuditAction[] | undefined
  targetType?: AuditSubject | undefined
  targetId?: number | undefined
  /** Part of what it was done to, by name. */
  keyword?: string | undefined
  from?: Date | undefined
  /** The first moment that is not meant any more. */
  until?: Date | undefined
}

/** Lists the entries before a given one, the latest first. */
export async function listEntries(
  tx: Tx,
  ownerId: string,
  filter: AuditFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditEntry[]> {
  const { userId = null, actions = null, targetType = null, targetId = null } = filter
  const { keyword = null, from = null, until = null } = filter
  const { rows } = await sql<AuditEntry>`select ${columns} from audit_entries where owner_id = ${ownerId}
      and (${before}::bigint is null or sequence < ${before}::bigint)
      and (${userId}::bigint is null or user_id = ${userId}::bigint)
      and (${actions}::text[] is null or action = any(${actions}::text[]))
      and (${targetType}::text is null or target_type = ${targetType}::text)
      and (${targetId}::bigint is null or target_ids @> array[${targetId}::bigint])
      and (${keyword}::text is null or position(lower(${keyword}::text) in lower(target_label)) > 0)
      and (${from}::timestamptz is null or at >= ${from}::timestamptz)
      and (${until}::timestamptz is null or at < ${until}::timestamptz)
    order by sequence desc limit ${limit}`.execute(tx)
  return rows.map(withNumbers)
}

export async function findEntry(tx: Tx, ownerId: string, sequence: number): Promise<AuditEntry | undefined> {
  const { rows } = await sql<AuditEntry>`select ${columns} from audit_entries
    where owner_id = ${ownerId} and sequence = ${sequence}`.execute(tx)
  return rows.map(withNumbers)[0]
}

export type ChainLink = AuditEntry & { hash: Buffer }

/** The next of the chain after a place, in its order. */
export async function listLinks(tx: Tx, ownerId: string, after: number, limit: number): Promise<ChainLink[]> {
  const { rows } = await sql<ChainLink>`select ${columns}, hash from audit_entries
    where owner_id = ${ownerId} and sequence > ${after} order by sequence limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, ...withNumbers(row) }))
}

export type ChainHead = ChainEnds & { signature: Buffer }

/** Both ends as they are signed, and the last entry that is there: as one glance, while others go on adding. */
export async function findHead(
  tx: Tx,
  ownerId: string,
): Promise<{ head: ChainHead | undefined; last: number | null }> {
  type Found = { [K in keyof ChainHead]: ChainHead[K] | null } & { last: number | null }
  const { rows } = await sql<Found>`
    select h.sequence, h.hash, h.signature, h.cut_sequence as "cutSequence", h.cut_hash as "cutHash", e.last
    from (select max(sequence) as last from audit_entries where owner_id = ${ownerId}) e
    left join audit_heads h on h.owner_id = ${ownerId}`.execute(tx)
  const [row] = rows
  return { head: row?.hash ? (row as ChainHead) : undefined, last: row?.last ?? null }
}

/** Lists the users who may have done something, by name. */
export async function listActors(tx: Tx, ownerId: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from users
    where owner_id = ${ownerId} and not is_sso order by lower(name), id`.execute(tx)
  return rows
}

/**
 * Removes what is older. A chain whose end is not signed stays as it is: it is evidence. The role of the console gives itself
 * the right for this transaction alone, under a lock, since two that change one table's rights at once get in each other's way.
 */
export async function cutBeginning(tx: Tx, seal: ChainSeal, ownerId: string, before: Date): Promise<void> {
  const { rows } = await sql<{ sequence: number; hash: Buffer }>`select sequence, hash from audit_entries
    where owner_id = ${ownerId} and at < ${before} order by at desc, sequence desc limit 1`.execute(tx)
  const [cut] = rows
  if (!cut) return
  await sql`select pg_advisory_xact_lock(${cuttingLock})`.execute(tx)
  const head = await lockHead(tx, ownerId)
  if (!head || head.cutSequence >= cut.sequence || !seal.isSigned(ownerId, head, head.signature)) return
  const signature = seal.sign(ownerId, { ...head, cutSequence: cut.sequence, cutHash: cut.hash })
  await sql`update audit_heads set cut_sequence = ${cut.sequence}, cut_hash = ${cut.hash}, signature = ${signature}
    where owner_id = ${ownerId}`.execute(tx)
  await sql`grant delete on audit_entries to current_user`.execute(tx)
  await sql`delete from audit_entries where owner_id = ${ownerId} and sequence <= ${cut.sequence}`.execute(tx)
  await sql`revoke delete on audit_entries from current_user`.execute(tx)
}

/** Taken by whoever changes the rights to the log. Any constant will do. */
export const cuttingLock = 727_720_656

async function lockHead(tx: Tx, ownerId: string): Promise<ChainHead | undefined> {
  const { rows } = await sql<ChainHead>`select sequence, hash, signature, cut_sequence as "cutSequence",
      cut_hash as "cutHash" from audit_heads where owner_id = ${ownerId} for update`.execute(tx)
  return rows[0]
}

/** Signs the end anew that an older key had signed. Says what it found. */
export async function resealHead(
  tx: Tx,
  seal: ChainSeal,
  ownerId: string,
): Promise<'sealed' | 'current' | 'closed' | 'none'> {
  const head = await lockHead(tx, ownerId)
  if (!head) return 'none'
  const signature = seal.sign(ownerId, head)
  if (signature.equals(head.signature)) return 'current'
  if (!seal.isSigned(ownerId, head, head.signature)) return 'closed'
  await sql`update audit_heads set signature = ${signature} where owner_id = ${ownerId}`.execute(tx)
  return 'sealed'
}

function withNumbers<T extends AuditEntry>(row: T): T {
  return { ...row, targetIds: row.targetIds.map(Number) }
}
