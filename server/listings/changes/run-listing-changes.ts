/** The job that sends changes of listings to their channels. The product is read again by its sync when a change has ended. */
import { commandWorks } from '../../outbox/due-work-store.ts'
import { retryPolicies } from '../../outbox/retry-policies.ts'
import { createRunCommands } from '../../outbox/run-commands.ts'
import type { OutboxTools } from '../../outbox/run-due-work.ts'
import { enqueueSync, markStale } from '../../syncs/sync-store.ts'
import { markProductsStale } from '../product-columns-store.ts'
import { listingChangeKindOf } from './listing-change-kinds.ts'
import { readRequestedChanges, type RequestedChange } from './listing-change-store.ts'

export function createRunListingChanges(tools: OutboxTools) {
  return createRunCommands<RequestedChange, true>(
    {
      work: commandWorks.listingChanges,
      policy: retryPolicies.listingChange,
      batchSize: 100,
      read: readRequestedChanges,
      kindOf: listingChangeKindOf,
      async saveEnds(tx, key, ends) {
        const sync = { ...key, kind: 'product' as const }
        const channelIds = new Set(ends.map(({ command }) => command.channelProductId))
        for (const channelId of [...channelIds].toSorted()) await markStale(tx, sync, channelId)
        const productIds = new Set(ends.map(({ command }) => command.productId))
        await markProductsStale(tx, key.ownerId, [...productIds])
        await enqueueSync(tx, sync)
      },
    },
    tools,
  )
}
