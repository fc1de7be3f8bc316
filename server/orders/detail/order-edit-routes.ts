/** Edits of an order by the team: its note, which belongs to the team, and its address, which is sent to its store. */
import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { refusalFor } from '../actions/order-actions-of.ts'
import { goesWithOwnCouriers, isThere } from '../../deliveries/accounts/default-courier.ts'
import { setCourier } from '../actions/order-courier-store.ts'
import { findLastEditor, getOrderNote, saveOrderNote } from './order-store.ts'
import { lockOrdersToAct } from '../actions/order-to-act-store.ts'
import { listLatestActions, saveActions, type StoredAction } from '../actions/order-action-store.ts'
import { presentAction } from '../actions/present-order-action.ts'
import { refuse } from '../actions/refuse-action.ts'

export function orderEditRoutes(serve: Serve, { db }: ServerContext, channels: ChannelSessions): void {
  serve('PUT /orders/{id}', async ({ params: { id }, body, session, language, translate }) => {
    const { ownerId, userId, name, shopIds } = session
    const save = async (tx: Tx) => {
      const [order] = await lockOrdersToAct(tx, ownerId, [id], shopIds)
      if (!order) throw new AppError('not_found')
      const connector = channels.connectorOf(order.platformId)
      const { note, note_version: readVersion, address, shipment_id: courierId, updated_at: readAt } = body
      if (readAt !== undefined && +order.updatedAt > Date.parse(readAt)) {
        const editor = await findLastEditor(tx, ownerId, id, new Date(readAt))
        const names = { name: editor ?? connector?.name ?? '' }
        throw new AppError('conflict', { message: translate('error.changed_by', names) })
      }
      if (note !== undefined && readVersion !== undefined) {
        const { noteVersion: version, noteBy: by } = await getOrderNote(tx, ownerId, id)
        if (readVersion !== version)
          throw new AppError('conflict', { message: translate('error.note_changed_by', { name: by ?? '' }) })
      }
      const saved =
        note === undefined
          ? await getOrderNote(tx, ownerId, id)
          : await saveOrderNote(tx, ownerId, id, note?.trim() || null, name)
      if (courierId !== undefined) {
        const [before] = await listLatestActions(tx, ownerId, [id])
        refuse(refusalFor('confirm', session, order, connector, before), before, translate)
        if (!goesWithOwnCouriers(channels, { platformId: order.platformId, status: 1 }))
          refuseCourier('own_courier_only')
        if (courierId !== null && !(await isThere(tx, ownerId, courierId))) refuseCourier('courier_unlinked')
        await setCourier(tx, { ownerId, shopId: order.shopId }, [id], courierId)
      }
      let asked: StoredAction | undefined
      if (address !== undefined) {
        const [before] = await listLatestActions(tx, ownerId, [id])
        refuse(refusalFor('edit', session, order, connector, before), before, translate)
        const { shopId } = order
        const action = { orderId: id, shopId, kind: 'edit' as const, details: { address }, refusal: null }
        ;[asked] = await saveActions(tx, ownerId, { userId, name }, [action])
      }
      const action = asked ? presentAction(asked, order.updatedAt, language) : null
      return { data: { id, note: saved.note, note_version: saved.noteVersion, action } }
    }
    return db.asOwner(ownerId, save, { isSmall: true })
  })
}

function refuseCourier(rule: 'own_courier_only' | 'courier_unlinked'): never {
  throw new AppError('validation_failed', { invalidFields: { shipment_id: `field.${rule}` } })
}
