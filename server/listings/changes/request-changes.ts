import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { listChanges, saveChanges, type NewChange, type StoredChange } from './listing-change-store.ts'
import { presentChange } from './present-listing-change.ts'

export type Asking = {
  session: Session
  language: Language
  translate: (key: string, values?: Record<string, string>) => string
}

/** Saves changes, and answers them. @throws AppError listing_change_open if one of the same field is being sent */
export async function requestChanges(
  tx: Tx,
  { session, language, translate }: Asking,
  changes: NewChange[],
): Promise<{ data: ReturnType<typeof presentChange>[] }> {
  const { ownerId } = session
  const ids = new Set(await saveChanges(tx, ownerId, session, changes))
  const stored: StoredChange[] = []
  for (const productId of new Set(changes.map((change) => change.productId)))
    stored.push(...(await listChanges(tx, ownerId, productId)))
  if (ids.size < changes.length) {
    const name = stored.find(({ state }) => state === 'running')?.requestedByName ?? ''
    throw new AppError('listing_change_open', { message: translate('error.listing_change_open', { name }) })
  }
  return { data: stored.filter(({ id }) => ids.has(id)).map((change) => presentChange(change, language)) }
}
