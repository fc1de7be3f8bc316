/** The job that has own stores create the orders that people wrote by hand. */
import type { Connector } from '../../../connectors/connector.ts'
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { OrderCreation } from '../../../connectors/order-changes.ts'
import type { CommandKind } from '../../outbox/command.ts'
import { commandWorks } from '../../outbox/due-work-store.ts'
import { retryPolicies } from '../../outbox/retry-policies.ts'
import { createRunCommands } from '../../outbox/run-commands.ts'
import type { OutboxTools } from '../../outbox/run-due-work.ts'
import { enqueueSync, markStale } from '../../syncs/sync-store.ts'
import { readRequestedDrafts, saveCreatedOrder, type RequestedDraft } from './order-draft-store.ts'

/** By so much a store's clock may be behind ours. */
const skewMs = 3_600_000

/** Its result is the channel's id of the order. */
const creation: CommandKind<RequestedDraft, string> = {
  async send([command], calls) {
    if (!command) return new Map()
    const channelOrderId = await calls.send((session, connector) =>
      creationOf(connector).create(session, command.draft),
    )
    return new Map([[command, { state: 'done', result: channelOrderId }]])
  },
  async isFulfilled({ draft, requestedAt }, calls) {
    const since = new Date(+requestedAt - skewMs)
    const found = await calls.read((session, connector) => creationOf(connector).find(session, draft, since))
    return found ?? false
  },
  // A search brings to its end what a refusal has left half done.
  isRefusalFinal: true,
  // Stores take no reference twice for once, and a slow one is still at the order when we have stopped listening.
  settleMs: 5 * 60_000,
}

function creationOf({ orderCreation }: Connector): OrderCreation {
  if (!orderCreation) throw new ChannelError('refused', 'this channel creates no orders for the seller')
  return orderCreation
}

export function createCreateOrders(tools: OutboxTools) {
  return createRunCommands<RequestedDraft, string>(
    {
      work: commandWorks.drafts,
      policy: retryPolicies.draft,
      // A worker that dies leaves the outcome of one open, and not of those behind it.
      batchSize: 1,
      read: readRequestedDrafts,
      kindOf: () => creation,
      async saveEnds(tx, key, ends) {
        for (const { command, outcome } of ends) {
          if (outcome.state !== 'done') continue
          await saveCreatedOrder(tx, key.ownerId, command.id, outcome.result)
          const sync = { ...key, kind: 'order' as const }
          await markStale(tx, sync, [outcome.result])
          await enqueueSync(tx, sync)
        }
      },
    },
    tools,
  )
}
