import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import { saveExport } from './exports-store.ts'

type Request = Omit<Parameters<typeof saveExport>[1], 'ownerId' | 'userId'>

/** Enqueues a file for the user, and answers its id, which the audit entry of the call names. */
export async function requestExport(
  tx: Tx,
  { ownerId, userId }: Pick<Session, 'ownerId' | 'userId'>,
  request: Request,
): Promise<number> {
  const id = await saveExport(tx, { ownerId, userId, ...request })
  nameTarget(tx, id)
  return id
}
