/**
 * POST /hooks/couriers/{courier}/{key}: what couriers push. The key says whose account it is, the signature whether the
 * courier said it. Unlike a channel's push it is a fact of its own: the events are kept, each once.
 */
import type { FastifyInstance } from 'fastify'
import type { CourierWebhook, TrackedParcel } from '../../../connectors/courier.ts'
import type { ServerContext } from '../../http/serve-endpoint.ts'
import { findHookedAccount, openCourierKeys, type AccountKey } from '../accounts/courier-accounts-store.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { findByNumber } from '../booking/shipments-store.ts'
import { saveShipmentEvents } from './tracking-store.ts'

export function courierHooksRoutes(
  app: FastifyInstance,
  { db }: ServerContext,
  couriers: CourierSessions,
): void {
  void app.register(async (hooks) => {
    // The signature covers the bytes as they came, so nothing may parse them first.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 256 * 1024 }, (_request, body, done) =>
      done(null, body),
    )

    for (const courier of couriers.couriers) {
      const { webhooks } = courier
      if (!webhooks) continue
      hooks.post<{ Params: { key: string } }>(
        `/hooks/couriers/${courier.code}/:key`,
        async (request, reply) => {
          const account = await findHookedAccount(db.single, request.params.key, courier.id)
          const keys =
            account &&
            (await db.asOwner(account.ownerId, (tx) => openCourierKeys(tx, couriers.sealer, account)))
          if (!account || !keys) return reply.code(404).send()
          const message: CourierWebhook = {
            keys,
            headers: request.headers as Record<string, string | undefined>,
            body: typeof request.body === 'string' ? request.body : '',
          }
          if (!webhooks.verify(message)) {
            request.log.warn({ courier: courier.code }, 'push with a wrong signature')
            const { type, body } = webhooks.answer(false, request.id)
            return reply.code(401).type(type).send(body)
          }
          try {
            await take(account, webhooks.read(message))
          } catch (error) {
            if (!(error instanceof Error) || error.name !== 'ChannelError') throw error
            // Sent again it would read no better; the parcel is asked for in time.
            request.log.warn({ courier: courier.code, error: error.message }, 'push that could not be read')
          }
          const { status, type, body } = webhooks.answer(true, request.id)
          return reply.code(status).type(type).send(body)
        },
      )
    }
  })

  async function take(
    account: AccountKey,
    parcels: (TrackedParcel & { reference: string | null })[],
  ): Promise<void> {
    const { ownerId } = account
    for (const { trackingNumber, reference, events } of parcels)
      await db.asOwner(ownerId, async (tx) => {
        const id = await findByNumber(tx, account, trackingNumber, reference)
        // Undefined for a parcel that was booked elsewhere with the same account.
        if (id !== undefined) await saveShipmentEvents(tx, ownerId, id, events)
      })
  }
}
