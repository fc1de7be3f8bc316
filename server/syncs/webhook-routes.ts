/**
 * POST /hooks/{channel}: what channels push. A push writes no order: it is checked, the order that it speaks of is noted,
 * and the shop's sync is woken, all in one transaction and within milliseconds. A push that is lost, doubled or late
 * therefore cannot matter.
 */
import type { FastifyInstance } from 'fastify'
import type { Connector } from '../../connectors/connector.ts'
import type { WebhookMessage } from '../../connectors/webhooks.ts'
import type { Tx } from '../db/database.ts'
import type { ServerContext } from '../http/serve-endpoint.ts'
import type { ChannelSessions } from './channel-session.ts'
import { enqueueSignInCheck } from '../shops/sign-in-store.ts'
import { findChannelShop, saveEventTime } from '../shops/shops-store.ts'
import { enqueueSync, markStale } from './sync-store.ts'

export function webhookRoutes(
  app: FastifyInstance,
  { db, config }: ServerContext,
  channels: ChannelSessions,
): void {
  void app.register(async (hooks) => {
    // The signature covers the bytes as they came, so nothing may parse them first.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 256 * 1024 }, (_request, body, done) =>
      done(null, body),
    )

    for (const connector of channels.channels.connectors) {
      const { webhooks } = connector
      if (!webhooks) continue
      hooks.post(`/hooks/${connector.code}`, async (request, reply) => {
        const channelApp = channels.channels.app(connector)
        const message = {
          app: channelApp ?? {},
          headers: request.headers as Record<string, string | undefined>,
          url: (config.channels[connector.code]?.pushUrl ?? '') + queryOf(request.url),
          body: typeof request.body === 'string' ? request.body : '',
        }
        if (webhooks.isKnock?.(message)) return reply.code(200).send()
        if (!channelApp || !webhooks.verify(message)) {
          request.log.warn({ channel: connector.code }, 'push with a wrong signature')
          return reply.code(401).send()
        }
        let read: WebhookMessage
        try {
          read = webhooks.read(message)
        } catch (error) {
          request.log.warn({ channel: connector.code, error: String(error) }, 'push that could not be read')
          return reply.code(200).send()
        }
        await take(connector, read, request.log)
        return reply.code(200).send()
      })
    }
  })

  /** Answers the query that a connector appended to the address to distinguish shops of one store. */
  function queryOf(path: string): string {
    const start = path.indexOf('?')
    return start < 0 ? '' : path.slice(start)
  }

  async function take(
    connector: Connector,
    { channelShopId, topic, channelOrderId, channelProductId = null, channelReturnId }: WebhookMessage,
    log: { info(data: object, text: string): void },
  ): Promise<void> {
    if (channelShopId === null || topic === 'other') return
    const shop = await findChannelShop(db.single, connector.id, channelShopId)
    if (!shop) {
      log.info({ channel: connector.code }, 'push for a shop that is not linked here')
      return
    }
    const { ownerId, shopId, isOrderSync } = shop
    if (topic === 'unlinked') return db.asOwner(ownerId, (tx) => enqueueSignInCheck(tx, { ownerId, shopId }))
    const note = async (tx: Tx) => {
      const key = { ownerId, shopId, kind: topic }
      const channelId = topic === 'product' ? channelProductId : channelOrderId
      if (channelId !== null) await markStale(tx, key, channelId)
      if (channelReturnId) {
        const ofReturn = { ...key, kind: 'return' as const }
        await markStale(tx, ofReturn, channelReturnId)
        if (isOrderSync) await enqueueSync(tx, ofReturn, { keepsTurn: true })
      }
      await saveEventTime(tx, connector.id, channelShopId)
      // While the owner wants no orders the note waits, and is what is fetched first afterwards.
      if (topic !== 'order' || isOrderSync) await enqueueSync(tx, key, { keepsTurn: true })
    }
    // Pushes of one shop wait for each other's commit, and one about orders is only a word earlier than the next look at the shop.
    await db.asOwner(ownerId, note, { mayBeLost: topic === 'order' })
  }
}
