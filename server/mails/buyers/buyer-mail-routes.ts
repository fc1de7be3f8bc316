/** Mails to the buyer of one order. */
import type { Reply } from '../../../contract/endpoints.ts'
import {
  mostBuyerMails,
  openPlaceholders,
  refusalOfBuyerMail,
  type BuyerMailRefusal,
} from '../../../model/buyer-mail.ts'
import { AppError } from '../../../model/errors.ts'
import { can } from '../../../model/permissions.ts'
import { seesContact } from '../../../model/see-contact.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { Call, Serve } from '../../http/serve-endpoint.ts'
import type { WebContext } from '../../domain.ts'
import { dayIn, startOfDay } from '../../i18n/calendar.ts'
import { lockOrdersToAct } from '../../orders/actions/order-to-act-store.ts'
import { buyerEmail, findOrder, type OrderDetail } from '../../orders/detail/order-store.ts'
import { createPost } from '../../outbox/enqueue-mail.ts'
import {
  addBuyerMail,
  listBuyerMails,
  listChangedTemplates,
  listContacts,
  type BuyerMail,
} from './buyer-mails-store.ts'
import { buyerLanguage, fillTemplate, templateOf } from './buyer-mail-texts.ts'

/** Bad news is worth nothing days later. */
const validMs = 2 * 86_400_000

export function buyerMailRoutes(serve: Serve, { db, config, channels }: WebContext): void {
  const post = createPost(config)

  serve('GET /orders/{id}/buyer-mails', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const order = await getOrder(tx, session, params.id)
      const mails = await listBuyerMails(tx, session.ownerId, order.id)
      return {
        data: {
          refusal: refusalOf(session, order) ?? null,
          left_today: Math.max(0, mostBuyerMails - countToday(session, mails)),
          mails: mails.map(present),
        },
      }
    }),
  )

  serve('GET /orders/{id}/buyer-mails/draft', ({ params, query, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      const order = await getOrder(tx, session, params.id)
      const recipient = recipientOf(session, order)
      const language = query.language ?? buyerLanguage(order.region)
      const template = templateOf(await listChangedTemplates(tx, ownerId), query.kind, language)
      const [last] = await listBuyerMails(tx, ownerId, order.id)
      return {
        data: {
          recipient,
          reply_to: (await listContacts(tx, ownerId)).get(order.shopId) ?? null,
          from_name: order.systemName,
          language,
          ...fillTemplate(template, order, query.date),
          previous_id: last?.id ?? null,
        },
      }
    }),
  )

  serve('POST /orders/{id}/buyer-mails', async (call) => {
    const open = ['subject', 'text'].filter((name) => openPlaceholders(call.body[name as 'text']).length > 0)
    if (open.length > 0) {
      const fields = open.map((name) => [name, 'field.placeholder_left'] as const)
      throw new AppError('validation_failed', { invalidFields: Object.fromEntries(fields) })
    }
    return db.asOwner(call.session.ownerId, (tx) => send(tx, call))
  })

  async function send(
    tx: Tx,
    { params, body, session }: Call<'POST /orders/{id}/buyer-mails'>,
  ): Promise<Reply<'POST /orders/{id}/buyer-mails'>> {
    const { ownerId, userId, name: userName, shopIds } = session
    // Two who send at the same moment are heard one after the other, so that the second finds the first's mail.
    await lockOrdersToAct(tx, ownerId, [params.id], shopIds)
    const order = await getOrder(tx, session, params.id)
    const recipient = recipientOf(session, order)
    const mails = await listBuyerMails(tx, ownerId, order.id)
    if ((mails[0]?.id ?? null) !== body.previous_id) throw new AppError('buyer_mail_repeated')
    if (countToday(session, mails) >= mostBuyerMails) throw new AppError('buyer_mail_limit')
    const { kind, language, subject, text } = body
    const replyTo = (await listContacts(tx, ownerId)).get(order.shopId) ?? null
    const createdAt = new Date()
    const { mailId: id, state } = await post.drop(tx, ownerId, {
      kind: 'buyer_mail',
      language,
      recipient,
      userId: null,
      values: { name: '', company: order.systemName, written: { subject, text, replyTo } },
      expiresAt: new Date(createdAt.getTime() + validMs),
    })
    const mail = { id, kind, language, state, userName, createdAt }
    await addBuyerMail(tx, ownerId, { ...mail, orderId: order.id, shopId: order.shopId, userId })
    return { data: present({ ...mail, endedAt: null }) }
  }

  function refusalOf(session: Session, order: OrderDetail): BuyerMailRefusal | undefined {
    return refusalOfBuyerMail({
      mayWrite: can(session, 'orders.edit') && seesContact(session, order.status),
      isMarketplace: channels.connectorOf(order.platformId)?.type === 'marketplace',
      email: buyerEmail(order),
      isMailReady: post.isReady,
    })
  }

  /** @throws AppError forbidden or buyer_mail_unavailable */
  function recipientOf(session: Session, order: OrderDetail): string {
    const refusal = refusalOf(session, order)
    const email = buyerEmail(order)
    if (refusal === 'no_permission') throw new AppError('forbidden')
    if (refusal || !email) throw new AppError('buyer_mail_unavailable')
    return email
  }
}

/** @throws AppError not_found */
async function getOrder(tx: Tx, { ownerId, shopIds }: Session, orderId: number): Promise<OrderDetail> {
  const order = await findOrder(tx, ownerId, orderId, shopIds)
  if (!order) throw new AppError('not_found')
  return order
}

/** Counts the mails of today that the buyer has or may have. */
function countToday({ timezone }: Session, mails: BuyerMail[]): number {
  const today = startOfDay(timezone, dayIn(timezone, new Date()))
  return mails.filter(({ createdAt, state }) => createdAt >= today && state !== 'failed').length
}

function present({
  id,
  kind,
  language,
  state,
  userName,
  createdAt,
  endedAt,
}: BuyerMail): Reply<'GET /orders/{id}/buyer-mails'>['data']['mails'][number] {
  return {
    id,
    kind,
    language,
    state,
    sent_by: userName,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }
}
