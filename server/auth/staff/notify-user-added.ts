import type { UserAdd } from '../../../contract/realtime.ts'
import type { Tx } from '../../db/database.ts'
import { saveEvent } from '../../notifications/events-store.ts'

/** To open pages: somebody was added, or came by an invitation. */
export function notifyUserAdded(tx: Tx, ownerId: string, userId: number, name: string): void {
  const value: UserAdd = { user_id: userId, staff_name: name }
  saveEvent(tx, { ownerId, shopId: null, channel: 'user.add', value })
}
