/** Brings in the customers that a channel keeps by itself: all of them first, then what changes. How: sync-channel.ts. */
import type { Customers } from '../../connectors/customers.ts'
import type { ChannelCustomer } from '../../model/customer.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { createSync } from '../syncs/sync-channel.ts'
import type { Reader } from '../syncs/synced-kind.ts'
import { importFrom } from '../syncs/sync-store.ts'
import { saveChannelCustomers } from './customer-intake-store.ts'

export function createSyncCustomers(db: Database, sessions: ChannelSessions, log: Log) {
  return createSync<ChannelCustomer>(db, sessions, log, {
    kind: 'customer',
    reader: ({ customers }) => customers && readerOf(customers),
    isWanted: () => true,
    idOf: ({ channelCustomerId }) => channelCustomerId,
    importFrom: (now) => importFrom('customer', now),
    overlapMs: 10 * 60_000,
    isBackground: true,
    save: (tx, { ownerId, shopId, owner }, customers) =>
      saveChannelCustomers(
        tx,
        { ownerId, shopId, currency: owner.currency, hasCrm: owner.hasCrm },
        customers,
      ),
  })
}

function readerOf(customers: Customers): Reader<ChannelCustomer> {
  return {
    list: (session, { periodFrom }, cursor) => customers.list(session, periodFrom, cursor),
    get: (session, ids) => customers.get(session, ids),
  }
}
