/** State of commands, in every table that has the columns of one. */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { isLater, type Command, type Outcome } from './command.ts'
import type { CommandWork, ShopKey } from './due-work-store.ts'

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
  { table, isOpen }: CommandWork,
  { ownerId, shopId }: ShopKey,
  limit: number,
  now = new Date(),
): Promise<Command[]> {
  const { rows } = await sql<Command>`
    update ${sql.raw(table)} w set state = 'running', attempts = d.attempts, check_at = ${new Date(+now + leaseMs)},
      sent_at = coalesce(w.sent_at, ${now})
    from (select id, attempts + 1 as attempts, state = 'running' as "wasSent", sent_at as "sentAt" from ${sql.raw(table)}
      where owner_id = ${ownerId} and shop_id = ${shopId} and ${sql.raw(isOpen)} and check_at <= ${now}
      order by check_at, id limit ${limit} for update) d
    where w.owner_id = ${ownerId} and w.id = d.id returning d.*`.execute(tx)
  return rows
}

/** Notes that the command is sent now, once more. */
export async function markSent(tx: Tx, { table }: CommandWork, ownerId: string, id: number): Promise<void> {
  await sql`update ${sql.raw(table)} set sent_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** Saves the outcomes of commands that are still open, and answers their ids. `checkAt`: of those that are taken up again. */
export async function saveOutcomes(
  tx: Tx,
  { table, isOpen }: CommandWork,
  ownerId: string,
  outcomes: { id: number; outcome: Outcome<unknown>; checkAt?: Date }[],
): Promise<Set<number>> {
  const rows = outcomes.map(({ id, outcome, checkAt }) => {
    const { error = null, message = null, channelCode = null } = outcome.state === 'failed' ? outcome : {}
    const isAtNothing = isLater(outcome) && (outcome.state === 'queued' || outcome.isIdle === true)
    const endedAt = isLater(outcome) ? null : new Date()
    return {
      id,
      toState: outcome.state,
      code: error,
      message,
      channelCode,
      checkAt,
      isAtNothing,
      endedAt,
    }
  })
  const { rows: saved } = await sql<{ id: number }>`
    update ${sql.raw(table)} w set state = r."toState", error = r.code, error_message = r.message,
      channel_code = r."channelCode", check_at = coalesce(r."checkAt", w.check_at), ended_at = r."endedAt",
      sent_at = case when r."isAtNothing" then null else w.sent_at end
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, "toState" text, code text, message text,
      "channelCode" text, "checkAt" timestamptz, "endedAt" timestamptz, "isAtNothing" boolean)
    where w.owner_id = ${ownerId} and w.id = r.id and ${sql.raw(isOpen)} returning w.id`.execute(tx)
  return new Set(saved.map(({ id }) => id))
}
