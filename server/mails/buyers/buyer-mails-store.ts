/** Mails to buyers: their texts, the addresses of answers, and what was sent about which order. */
import { sql } from 'kysely'
import type { BuyerMailKind } from '../../../model/buyer-mail.ts'
import type { Language } from '../../../model/language.ts'
import type { MailState } from '../../../model/mail.ts'
import type { Tx } from '../../db/database.ts'
import { saveEvent } from '../../notifications/events-store.ts'

export type BuyerMailTemplate = { kind: BuyerMailKind; language: Language; subject: string; text: string }

/** Templates that somebody changed. */
export async function listChangedTemplates(tx: Tx, ownerId: string): Promise<BuyerMailTemplate[]> {
  const { rows } = await sql<BuyerMailTemplate>`
    select kind, language, subject, body as text from buyer_mail_templates where owner_id = ${ownerId}`.execute(
    tx,
  )
  return rows
}

export async function saveTemplate(
  tx: Tx,
  ownerId: string,
  { kind, language, subject, text }: BuyerMailTemplate,
): Promise<void> {
  await sql`insert into buyer_mail_templates (owner_id, kind, language, subject, body)
    values (${ownerId}, ${kind}, ${language}, ${subject}, ${text})
    on conflict (owner_id, kind, language) do update set subject = excluded.subject, body = excluded.body`.execute(
    tx,
  )
}

export async function removeTemplate(
  tx: Tx,
  ownerId: string,
  { kind, language }: Pick<BuyerMailTemplate, 'kind' | 'language'>,
): Promise<void> {
  await sql`delete from buyer_mail_templates
    where owner_id = ${ownerId} and kind = ${kind} and language = ${language}`.execute(tx)
}

/** By the shop's id. */
export async function listContacts(tx: Tx, ownerId: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ shopId: number; email: string }>`
    select shop_id as "shopId", email from buyer_mail_contacts where owner_id = ${ownerId}`.execute(tx)
  return new Map(rows.map(({ shopId, email }) => [shopId, email]))
}

/** Null: answers go nowhere. */
export async function saveContact(
  tx: Tx,
  ownerId: string,
  { shopId, email }: { shopId: number; email: string | null },
): Promise<void> {
  if (email === null) {
    await sql`delete from buyer_mail_contacts where owner_id = ${ownerId} and shop_id = ${shopId}`.execute(tx)
    return
  }
  await sql`insert into buyer_mail_contacts (owner_id, shop_id, email) values (${ownerId}, ${shopId}, ${email})
    on conflict (owner_id, shop_id) do update set email = excluded.email`.execute(tx)
}

export type BuyerMail = {
  id: number
  kind: BuyerMailKind
  language: Language
  state: MailState
  userName: string
  createdAt: Date
  endedAt: Date | null
}

/** The latest first. */
export async function listBuyerMails(tx: Tx, ownerId: string, orderId: number): Promise<BuyerMail[]> {
  const { rows } = await sql<BuyerMail>`
    select id, kind, language, state, user_name as "userName", created_at as "createdAt", ended_at as "endedAt"
    from buyer_mails where owner_id = ${ownerId} and order_id = ${orderId} order by created_at desc, id desc`.execute(
    tx,
  )
  return rows
}

type NewBuyerMail = Pick<BuyerMail, 'id' | 'kind' | 'language' | 'state' | 'userName' | 'createdAt'> & {
  orderId: number
  shopId: number
  userId: number
}

export async function addBuyerMail(tx: Tx, ownerId: string, mail: NewBuyerMail): Promise<void> {
  await sql`insert into buyer_mails (owner_id, id, order_id, shop_id, kind, language, state, user_id, user_name, created_at)
    values (${ownerId}, ${mail.id}, ${mail.orderId}, ${mail.shopId}, ${mail.kind}, ${mail.language}, ${mail.state},
      ${mail.userId}, ${mail.userName}, ${mail.createdAt})`.execute(tx)
  emitChange(tx, ownerId, mail)
}

/** The end of the mail that was sent about an order; open pages hear of it. */
export async function endBuyerMail(tx: Tx, ownerId: string, mailId: number, state: MailState): Promise<void> {
  const { rows } = await sql<{ orderId: number; shopId: number }>`
    update buyer_mails set state = ${state}, ended_at = ${new Date()} where owner_id = ${ownerId} and id = ${mailId}
    returning order_id as "orderId", shop_id as "shopId"`.execute(tx)
  for (const row of rows) emitChange(tx, ownerId, row)
}

function emitChange(tx: Tx, ownerId: string, { orderId, shopId }: { orderId: number; shopId: number }): void {
  const value = { shop_id: shopId, created: 0, updated: 1, ids: [orderId] }
  saveEvent(tx, { ownerId, channel: 'order.change', shopId, value })
}
