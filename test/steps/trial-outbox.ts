/** The outbox over a real database with a kind of command that the test gives. Its channel is the test. */
import type { Connector } from '../../connectors/connector.ts'
import type { Session } from '../../connectors/session.ts'
import type { Database } from '../../server/db/database.ts'
import { createLog } from '../../server/log.ts'
import { readRequestedDrafts, type RequestedDraft } from '../../server/orders/drafts/order-draft-store.ts'
import type { CommandKind } from '../../server/outbox/command.ts'
import { commandWorks } from '../../server/outbox/due-work-store.ts'
import { createRunCommands } from '../../server/outbox/run-commands.ts'
import type { ChannelSessions } from '../../server/syncs/channel-session.ts'

export type TrialKind = CommandKind<RequestedDraft, string>

export const trialPolicy = { firstMs: 60_000, longestMs: 60_000, maxAttempts: 9 }

export function createTrialOutbox(
  db: Database,
  kind: TrialKind,
  ended: (results: string[]) => void = () => {},
) {
  const sessions: Pick<ChannelSessions, 'use' | 'connectorOf' | 'noteCalls'> = {
    use: (_shop, work) => work({} as Session, {} as Connector),
    connectorOf: () => ({}) as Connector,
    noteCalls: () => Promise.resolve(),
  }
  return createRunCommands<RequestedDraft, string>(
    {
      work: commandWorks.drafts,
      policy: trialPolicy,
      batchSize: 10,
      read: readRequestedDrafts,
      kindOf: () => kind,
      saveEnds: (_tx, _key, ends) => {
        ended(ends.map(({ outcome }) => (outcome.state === 'done' ? outcome.result : outcome.error)))
        return Promise.resolve()
      },
    },
    { db, sessions: sessions as ChannelSessions, log: createLog('silent') },
  )
}
