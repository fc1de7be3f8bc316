/**
 * Takes in what channels push: the orders, products and returns that are spoken of are noted, and the shop's syncs are woken, in one
 * transaction for all pushes of a shop that came while the one before was at work. In a flash sale they would wait for each other's
 * commit one by one.
 */
import type { Connector } from '../../connectors/connector.ts'
import type { WebhookMessage } from '../../connectors/webhooks.ts'
import type { Database, Tx } from '../db/database.ts'
import { enqueueSignInCheck } from '../shops/sign-in-store.ts'
import { findChannelShop, saveEventTime, type ChannelShop } from '../shops/shops-store.ts'
import { batchByKey } from './batch-by-key.ts'
import { enqueueSync, markStale, type SyncKind } from './sync-store.ts'

type Channel = Pick<Connector, 'id' | 'code'>
type Push = { channel: Channel; channelShopId: string; message: WebhookMessage }

/** More come only while the database hangs. */
const largestBatch = 500

export function createPushTaking(
  db: Database,
  log: { info(data: object, text: string): void },
): (channel: Channel, message: WebhookMessage) => Promise<void> {
  const take = batchByKey<Push>(async (pushes) => {
    const [{ channel, channelShopId }] = pushes
    const messages = pushes.map(({ message }) => message)
    const shop = await findChannelShop(db.single, channel.id, channelShopId)
    if (!shop) return log.info({ channel: channel.code }, 'push for a shop that is not linked here')
    await db.asOwner(
      shop.ownerId,
      async (tx) => {
        await noteWhatIsNew(tx, shop, messages)
        await saveEventTime(tx, channel.id, channelShopId)
      },
      // One about orders is only a word earlier than the next look at the shop.
      { mayBeLost: messages.every(({ topic }) => topic === 'order') },
    )
  }, largestBatch)

  return async (channel, message) => {
    const { channelShopId, topic } = message
    if (channelShopId === null || topic === 'other') return
    await take(`${channel.id}/${channelShopId}`, { channel, channelShopId, message })
  }
}

async function noteWhatIsNew(tx: Tx, shop: ChannelShop, messages: readonly WebhookMessage[]): Promise<void> {
  const { ownerId, shopId, isOrderSync } = shop
  for (const { kind, topic, idOf } of noted) {
    const ofKind = messages.filter((message) => message.topic === topic)
    const ids = ofKind.map(idOf).filter((id) => id != null)
    if (kind === 'return' ? ids.length === 0 : ofKind.length === 0) continue
    const key = { ownerId, shopId, kind }
    await markStale(tx, key, ids)
    // While the owner wants no orders the note waits, and is what is fetched first afterwards.
    if (kind === 'product' || isOrderSync) await enqueueSync(tx, key, { keepsTurn: true })
  }
  if (messages.some(({ topic }) => topic === 'unlinked')) await enqueueSignInCheck(tx, shop)
}

/** A push about an order that names none asks for the next look alone; one about a return is one about its order. */
const noted: {
  kind: SyncKind
  topic: WebhookMessage['topic']
  idOf: (message: WebhookMessage) => string | null | undefined
}[] = [
  { kind: 'order', topic: 'order', idOf: ({ channelOrderId }) => channelOrderId },
  { kind: 'return', topic: 'order', idOf: ({ channelReturnId }) => channelReturnId },
  { kind: 'product', topic: 'product', idOf: ({ channelProductId }) => channelProductId },
]
