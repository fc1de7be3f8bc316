/** Filters that users keep under names. */
import { sql } from 'kysely'
import type { FilteredList, SavedFilters } from '../../contract/saved-filters.ts'
import { drawIds, type Tx } from '../db/database.ts'

export type FilterOwner = { ownerId: string; userId: number }
export type NamedFilters = { list: FilteredList; name: string; filters: SavedFilters }
export type SavedFilter = NamedFilters & { id: number; updatedAt: Date }

const columns = sql.raw('id, list, name, filters, updated_at as "updatedAt"')

/** Lists a user's filters of one list, or of all lists. */
export async function listSavedFilters(
  tx: Tx,
  { ownerId, userId }: FilterOwner,
  list: FilteredList | null,
): Promise<SavedFilter[]> {
  const { rows } = await sql<SavedFilter>`
    select ${columns} from saved_filters where owner_id = ${ownerId} and user_id = ${userId}
      and (${list}::text is null or list = ${list}::text)
    order by lower(name), id`.execute(tx)
  return rows
}

/** Locks a user's filters before a change, so that two simultaneous requests cannot exceed the limit. */
export async function lockSavedFilters(
  tx: Tx,
  by: FilterOwner,
  list: FilteredList | null = null,
): Promise<SavedFilter[]> {
  await sql`select id from users where owner_id = ${by.ownerId} and id = ${by.userId} for update`.execute(tx)
  return listSavedFilters(tx, by, list)
}

export async function addSavedFilter(
  tx: Tx,
  { ownerId, userId }: FilterOwner,
  { list, name, filters }: NamedFilters,
): Promise<SavedFilter> {
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  await sql`insert into saved_filters (owner_id, id, user_id, list, name, filters, created_at, updated_at)
    values (${ownerId}, ${id}, ${userId}, ${list}, ${name}, ${JSON.stringify(filters)}::jsonb, ${now}, ${now})`.execute(
    tx,
  )
  return { id, list, name, filters, updatedAt: now }
}

export async function changeSavedFilter(
  tx: Tx,
  { ownerId, userId }: FilterOwner,
  { id, list, name, filters }: Omit<SavedFilter, 'updatedAt'>,
): Promise<SavedFilter> {
  const now = new Date()
  await sql`update saved_filters set name = ${name}, filters = ${JSON.stringify(filters)}::jsonb, updated_at = ${now}
    where owner_id = ${ownerId} and user_id = ${userId} and id = ${id}`.execute(tx)
  return { id, list, name, filters, updatedAt: now }
}

/** False: it is not the user's. */
export async function removeSavedFilter(
  tx: Tx,
  { ownerId, userId }: FilterOwner,
  id: number,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    delete from saved_filters where owner_id = ${ownerId} and user_id = ${userId} and id = ${id} returning id`.execute(
    tx,
  )
  return rows.length > 0
}
