/**
 * POST /hooks/{channel}: what channels push. A push writes no order: it is checked, the order that it speaks of is noted,
 * and the shop's sync is woken, within milliseconds. A push that is lost, doubled or late therefore cannot matter.
 */
import type { FastifyInstance } from 'fastify'
import type { WebhookMessage } from '../../connectors/webhooks.ts'
import type { ServerContext } from '../http/serve-endpoint.ts'
import type { ChannelSessions } from './channel-session.ts'
import { createPushTaking } from './take-pushes.ts'

export function webhookRoutes(
  app: FastifyInstance,
  { db, config }: ServerContext,
  channels: ChannelSessions,
): void {
  const take = createPushTaking(db, app.log)
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
        await take(connector, read)
        return reply.code(200).send()
      })
    }
  })

  /** Answers the query that a connector appended to the address to distinguish shops of one store. */
  function queryOf(path: string): string {
    const start = path.indexOf('?')
    return start < 0 ? '' : path.slice(start)
  }
}
