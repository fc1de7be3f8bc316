/** Sends the buyer of a self-delivered parcel the code that he tells at the door. */
import { internationalPhone, phoneProblem } from '../../../model/delivery.ts'
import type { Language } from '../../../model/language.ts'
import { orderCode } from '../../../model/order.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { Post } from '../../outbox/enqueue-mail.ts'
import { buyerEmail, findOrder, type OrderDetail } from '../../orders/detail/order-store.ts'
import type { Shipment } from '../booking/shipments-store.ts'

const languageOf: Record<string, Language> = { JP: 'jp', VN: 'vn', MY: 'my' }

/** Tells whether a code that was sent before can have reached the buyer. */
export async function reachesBuyer(
  tx: Tx,
  post: Post,
  { ownerId, shopIds }: Session,
  { orderId, choice }: Shipment,
): Promise<boolean> {
  const order = await findOrder(tx, ownerId, orderId, shopIds)
  return order !== undefined && wayTo(post, order, choice) !== null
}

function wayTo(post: Post, order: OrderDetail, choice: Shipment['choice']) {
  const receiver = { ...order.address, ...choice.receiver }
  const country = receiver.country === 'VN' ? 'VN' : 'MY'
  const phone = receiver.phone ?? ''
  const isSms = post.hasSms && phoneProblem(phone, country) === null
  const recipient = isSms ? `+${internationalPhone(phone, country)}` : post.isReady ? buyerEmail(order) : null
  return recipient === null ? null : { receiver, recipient, isSms }
}

/** By text message where they are sent, else by mail where the buyer's address is known. Null: nothing reaches him. */
export async function notifyBuyer(
  tx: Tx,
  post: Post,
  { ownerId, shopIds }: Session,
  { orderId, choice }: Shipment,
  { code, expiresAt }: { code: string; expiresAt: Date },
): Promise<'sms' | 'mail' | null> {
  const order = await findOrder(tx, ownerId, orderId, shopIds)
  const way = order && wayTo(post, order, choice)
  if (!order || !way) return null
  const { receiver, recipient, isSms } = way
  await post.drop(tx, ownerId, {
    kind: 'handover_code',
    language: languageOf[receiver.country ?? ''] ?? 'en',
    recipient,
    userId: null,
    values: {
      name: receiver.name ?? order.buyerName ?? '',
      company: order.systemName,
      code,
      order: orderCode(order),
    },
    expiresAt,
  })
  return isSms ? 'sms' : 'mail'
}
