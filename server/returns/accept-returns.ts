/** Agrees to the returns of many orders at once. */
import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { drawIds } from '../db/database.ts'
import type { Call, ServerContext } from '../http/serve-endpoint.ts'
import { saveActions } from '../orders/actions/order-action-store.ts'
import { getBatch, presentBatch } from '../orders/actions/present-action-batch.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { refusalFor } from './present-return.ts'
import { listRequested, lockReturn } from './return-store.ts'

/** Saves an answer for each return; those that cannot be answered end at once, with the reason. */
export async function acceptReturns(
  { db }: Pick<ServerContext, 'db'>,
  channels: ChannelSessions,
  { body, session, language }: Call<'POST /orders/bulk-accept-return'>,
): Promise<Reply<'POST /orders/bulk-accept-return'>> {
  const { ownerId, userId, name, shopIds } = session
  const [batchId, saved] = await db.asOwner(ownerId, async (tx) => {
    const asked = await listRequested(tx, ownerId, body.ids, shopIds)
    if (asked.length === 0) throw new AppError('not_found')
    const [drawn = 0] = await drawIds(tx, 1)
    const actions = []
    for (const { id: returnId, orderId } of asked) {
      const row = await lockReturn(tx, ownerId, returnId, shopIds)
      if (!row) continue
      const { shopId, platformId } = row
      const refusal = refusalFor('accept', session, row, channels.connectorOf(platformId))
      actions.push({ orderId, returnId, shopId, kind: 'accept_return' as const, details: {}, refusal })
    }
    await saveActions(tx, ownerId, { userId, name }, actions, drawn)
    return [drawn, await getBatch(tx, session, drawn)] as const
  })
  return presentBatch(batchId, saved, { language })
}
