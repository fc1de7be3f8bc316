import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { addDays, startOfDay } from '../../i18n/calendar.ts'

type Days = {
  timezone: string
  from?: string | undefined
  to?: string | undefined
  date_field: string
}

/**
 * Hour in which the first of the few orders was placed that were paid or shipped on these days and took more than 89 days to it; null: none.
 * Their indexes name the same condition.
 */
export async function findLateStart(
  db: Database,
  ownerId: string,
  { timezone, from, to, date_field: field }: Days,
): Promise<string | null> {
  if (from === undefined || (field !== 'paid' && field !== 'shipped')) return null
  const at = sql.raw(field === 'paid' ? 'paid_at' : 'shipped_at')
  const end = to === undefined ? null : startOfDay(timezone, addDays(to, 1))
  // Apart from the minimum, for which all orders would be read from the first on.
  const { rows } = await db.read(ownerId, (tx) =>
    sql<{ start: Date | null }>`with late as materialized (
        select placed_at from orders where owner_id = ${ownerId} and ${at} - placed_at > interval '89 days'
          and ${at} >= ${startOfDay(timezone, from)} and ${at} < coalesce(${end}::timestamptz, 'infinity'))
      select date_trunc('hour', min(placed_at)) as start from late`.execute(tx),
  )
  return rows[0]?.start?.toISOString() ?? null
}
