/** Answers the returns of many orders at once. */
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { inTime } from '../http/patience.ts'
import type { Call, ServerContext } from '../http/serve-endpoint.ts'
import { saveActions, type ActionDetails } from '../orders/actions/order-action-store.ts'
import { getBatch, presentBatch, type BatchReply } from '../orders/actions/present-action-batch.ts'
import { findShop } from '../shops/shops-store.ts'
import { asAppError } from '../syncs/channel-app-error.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { refusalFor } from './present-return.ts'
import { findReturn, listRequested, lockReturn, type ReturnRow } from './return-store.ts'

type Tools = Pick<ServerContext, 'db'> & { channels: ChannelSessions }
type Answer = { decision: 'accept' | 'reject'; detailsOf: (row: ReturnRow) => ActionDetails }

export function acceptReturns(
  tools: Tools,
  call: Call<'POST /orders/bulk-accept-return'>,
): Promise<BatchReply> {
  return answerReturns(tools, call, { decision: 'accept', detailsOf: () => ({}) })
}

export function rejectReturns(
  tools: Tools,
  call: Call<'POST /orders/bulk-reject-return'>,
): Promise<BatchReply> {
  const { reasons, note } = call.body
  const reasonOf = new Map(reasons.map((one) => [one.platform_id, one.reason_id]))
  const { email } = call.session
  const detailsOf = ({ platformId }: ReturnRow) => ({
    channelReasonId: reasonOf.get(platformId) ?? null,
    note,
    email,
  })
  return answerReturns(tools, call, { decision: 'reject', detailsOf })
}

/** Saves an answer for each return; those that cannot be answered end at once, with the reason. */
async function answerReturns(
  { db, channels }: Tools,
  { body, session, language }: Call<'POST /orders/bulk-accept-return' | 'POST /orders/bulk-reject-return'>,
  { decision, detailsOf }: Answer,
): Promise<BatchReply> {
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
      const refusal = refusalFor(decision, session, row, channels.connectorOf(platformId))
      const kind = `${decision}_return` as const
      actions.push({ orderId, returnId, shopId, kind, details: detailsOf(row), refusal })
    }
    await saveActions(tx, ownerId, { userId, name }, actions, drawn)
    return [drawn, await getBatch(tx, session, drawn)] as const
  })
  return presentBatch(batchId, saved, { language })
}

/** Asks each channel once, about one of its returns. */
export async function readRejectReasons(
  { db, channels }: Tools,
  { query, session }: Call<'GET /orders/return-reject-reasons'>,
): Promise<Reply<'GET /orders/return-reject-reasons'>> {
  const { ownerId, shopIds } = session
  const samples = await db.asOwner(ownerId, async (tx) => {
    const found: ReturnRow[] = []
    for (const { id } of await listRequested(tx, ownerId, query.ids, shopIds)) {
      const row = await findReturn(tx, ownerId, id, shopIds)
      const isOpen = row && refusalFor('reject', session, row, channels.connectorOf(row.platformId)) === null
      if (isOpen) found.push(row)
    }
    return samplesOf(tx, ownerId, found)
  })
  if (samples.length === 0) throw new AppError('not_found')
  const data = samples.map(async ({ shop, channelReturnId }) => {
    const asked = channels.use(shop, async (channel, { returns }) => {
      if (!returns) throw new ChannelError('refused', 'this channel takes no answers to returns')
      return returns.rejectReasons(channel, channelReturnId)
    })
    return { platform_id: shop.platformId, reasons: await inTime(asked).catch(asAppError) }
  })
  return { data: await Promise.all(data) }
}

/** One return of each channel. One with goods stands for the others: a channel may know no reasons where it is about money alone. */
async function samplesOf(tx: Tx, ownerId: string, rows: ReturnRow[]) {
  const samples = []
  for (const same of Map.groupBy(rows, ({ platformId }) => platformId).values()) {
    const sample = same.find(({ kind }) => kind !== 'refund') ?? same[0]
    const shop = sample && (await findShop(tx, ownerId, sample.shopId))
    if (shop) samples.push({ shop, channelReturnId: sample.channelReturnId })
  }
  return samples
}
