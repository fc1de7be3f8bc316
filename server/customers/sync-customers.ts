/** Brings in the customers that a channel keeps by itself: all of them first, then what changes. How: sync-channel.ts. */
import type { CustomerResults, Customers } from '../../connectors/customers.ts'
import type { ChannelCustomer } from '../../model/customer.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { createSync, type Reader, type Results } from '../syncs/sync-channel.ts'
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
    async list(session, { periodFrom }, cursor) {
      const page = await customers.list(session, periodFrom, cursor)
      return { ...page, ...resultsOf(page) }
    },
    get: async (session, ids) => resultsOf(await customers.get(session, ids)),
  }
}

function resultsOf({ customers, failures }: CustomerResults): Results<ChannelCustomer> {
  return {
    items: customers,
    failures: failures.map(({ channelCustomerId, ...failure }) => ({
      channelId: channelCustomerId,
      ...failure,
    })),
  }
}
