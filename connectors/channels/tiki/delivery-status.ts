/**
 * Sends the delivery status of an order to Tiki. Source: "Confirm enough stock" and "Update delivery status" of the Order API.
 *
 * Its own couriers carry most orders: the seller only confirms the stock, and in which of his warehouses it is. For orders that
 * he delivers himself (seller_delivery) he also reports whether they arrived.
 */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { DeliveryStatus } from '../../shipping.ts'
import type { Session } from '../../session.ts'
import type { StatusUpdate } from '../../../model/delivery-status.ts'
import { call } from './auth.ts'
import { isCanceled } from './status.ts'
import { warehouses } from './warehouses.ts'
import { idText, orderSchema } from './wire.ts'

/** With the numbers that a confirmation names. */
const toldSchema = orderSchema.extend({
  fulfillment_type: z.string().nullish(),
  items: z.array(orderSchema.shape.items.element.extend({ id: idText })).min(1),
})
type ToldOrder = z.infer<typeof toldSchema>

export const deliveryStatus: DeliveryStatus = {
  steps: ['confirmed', 'delivered', 'failed', 'canceled'],

  async advanceTo(session, news) {
    const path = `/integration/v2/orders/${encodeURIComponent(news.channelOrderId)}`
    const order = await call(session, { method: 'GET', path }, toldSchema)
    if (isCanceled(order)) {
      if (news.step === 'canceled') return
      throw new ChannelError('refused', ownMessage('refusal.is_canceled', { channel: 'Tiki' }))
    }
    const next =
      news.step === 'confirmed' || news.step === 'canceled'
        ? await confirmation(session, order, news)
        : delivery(order, news)
    if (next) await call(session, { method: 'POST', path: path + next.path, body: next.body }, z.unknown())
  },
}

type Next = { path: string; body: object }

const isOwn = (order: ToldOrder): boolean => order.fulfillment_type === 'seller_delivery'

/** With none of the goods there, Tiki cancels the order. */
async function confirmation(session: Session, order: ToldOrder, news: StatusUpdate): Promise<Next | null> {
  const waiting = order.items.filter(({ confirmation: said }) => said?.status === 'waiting')
  if (waiting.length === 0) {
    if (news.step === 'confirmed') return null
    throw new ChannelError('refused', 'refusal.tiki_no_cancel')
  }
  const warehouseId = news.warehouseId ?? (await mainWarehouse(session))
  return {
    path: isOwn(order) ? '/seller-delivery/confirm-available' : '/confirm-available',
    body: {
      seller_inventory_id: Number(warehouseId),
      available_item_ids: news.step === 'confirmed' ? waiting.map(({ id }) => Number(id)) : [],
    },
  }
}

async function mainWarehouse(session: Session): Promise<string> {
  const all = (await warehouses.list(session)).filter((one) => one.type === 'requisition' && one.isActive)
  const main = all.find(({ isPrimary }) => isPrimary) ?? all[0]
  if (!main) throw new ChannelError('refused', 'refusal.tiki_no_warehouse')
  return main.id
}

function delivery(order: ToldOrder, { step, reason }: StatusUpdate): Next | null {
  const word = step === 'delivered' ? 'successful_delivery' : 'failed_delivery'
  const isTold = order.status === word || (step === 'failed' && order.status === 'failed')
  if (isTold || order.status === 'complete' || !isOwn(order)) return null
  const body = { status: word, ...(step === 'failed' && { failure_cause: reason ?? 'Giao hàng thất bại' }) }
  return { path: '/seller-delivery/update-delivery', body }
}
