/** State of commands, in every table that has the columns of one. */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/database.ts'
import { stripNulBytes } from '../db/strip-nul-bytes.ts'
import type { Command, Done, Failed, Later } from './command.ts'
import type { CommandWork } from './due-work.ts'
import type { ShopKey } from './due-work-store.ts'

/**
 * Time in which no other worker takes up a command: a worker may be presumed dead, and its jobs freed, while it still
 * works.
 */
const leaseMs = 60_000

/**
 * Takes up what is due, in a transaction of its own. From this moment on a command counts as sent, because the process may die
 * before it can say whether it was.
 */
export async function claimCommands(
  tx: Tx,
  work: CommandWork,
  key: ShopKey,
  limit: number,
  now: Date,
): Promise<Command[]> {
  const { rows } = await commandStatements.due(work, key, limit, now).execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await commandStatements.claim(work, key, ids, now).execute(tx)
  return rows
}

/** Notes that the command is sent now, once more. */
export async function markSent(tx: Tx, work: CommandWork, ownerId: string, id: number): Promise<void> {
  await commandStatements.resend(work, ownerId, id, new Date()).execute(tx)
}

/** Ends commands, and answers the ids of those that were still open. */
export async function endCommands(
  tx: Tx,
  work: CommandWork,
  ownerId: string,
  ends: { id: number; outcome: Done<unknown> | Failed }[],
): Promise<Set<number>> {
  const rows = ends.map(({ id, outcome }) => {
    const { error, message, channelCode } =
      outcome.state === 'failed' ? outcome : { error: null, message: null, channelCode: null }
    return { id, toState: outcome.state, errorCode: error, message: message && shown(message), channelCode }
  })
  const { rows: ended } = await commandStatements.end(work, ownerId, rows, new Date()).execute(tx)
  return new Set(ended.map(({ id }) => id))
}

function shown(message: string): string {
  return stripNulBytes(message, JSON.stringify(message)).slice(0, 500)
}

export async function postponeCommands(
  tx: Tx,
  work: CommandWork,
  ownerId: string,
  later: Postponed[],
): Promise<void> {
  if (later.length > 0) await commandStatements.postpone(work, ownerId, later).execute(tx)
}

/** `isSettled`: nothing is under way at the other side. */
type Postponed = { id: number; toState: Later['state']; checkAt: Date; isSettled: boolean }
type Ended = {
  id: number
  toState: string
  errorCode: string | null
  message: string | null
  channelCode: string | null
}

/** Apart from their calls, so that the test of tenant isolation reads them for every table. */
export const commandStatements = {
  due: (
    { table, isOpen }: CommandWork,
    { ownerId, shopId }: ShopKey,
    limit: number,
    now: Date,
  ): RawBuilder<Command> => sql`
    select id, attempts + 1 as attempts, state = 'running' as "wasSent", sent_at as "sentAt" from ${sql.raw(table)}
    where owner_id = ${ownerId} and shop_id = ${shopId} and ${sql.raw(isOpen)} and check_at <= ${now}
    order by check_at, id limit ${limit} for update`,
  claim: ({ table }: CommandWork, { ownerId }: ShopKey, ids: number[], now: Date) => sql`
    update ${sql.raw(table)} set state = 'running', attempts = attempts + 1, check_at = ${new Date(+now + leaseMs)},
      sent_at = coalesce(sent_at, ${now}) where owner_id = ${ownerId} and id = any(${ids}::bigint[])`,
  resend: ({ table }: CommandWork, ownerId: string, id: number, now: Date) => sql`
    update ${sql.raw(table)} set sent_at = ${now} where owner_id = ${ownerId} and id = ${id}`,
  end: (
    { table, isOpen }: CommandWork,
    ownerId: string,
    ends: Ended[],
    now: Date,
  ): RawBuilder<{ id: number }> => sql`
    update ${sql.raw(table)} w set state = r."toState", error = r."errorCode", error_message = r.message,
      channel_code = r."channelCode", ended_at = ${now}
    from json_to_recordset(${JSON.stringify(ends)}::json) as r(id bigint, "toState" text, "errorCode" text, message text,
      "channelCode" text)
    where w.owner_id = ${ownerId} and w.id = r.id and ${sql.raw(isOpen)} returning w.id`,
  postpone: ({ table, isOpen }: CommandWork, ownerId: string, later: Postponed[]) => sql`
    update ${sql.raw(table)} w set state = r."toState", check_at = r."checkAt",
      sent_at = case when r."isSettled" then null else sent_at end
    from json_to_recordset(${JSON.stringify(later)}::json) as r(id bigint, "toState" text, "checkAt" timestamptz,
      "isSettled" boolean)
    where w.owner_id = ${ownerId} and w.id = r.id and ${sql.raw(isOpen)}`,
}
