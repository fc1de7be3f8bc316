/** Outgoing mail: written by the transaction that has something to say, sent by a job. */
import { sql } from 'kysely'
import type { Language } from '../../model/language.ts'
import type { MailKind, MailState } from '../../model/mail.ts'
import { drawIds, type Tx } from '../db/database.ts'

export type MailKey = { ownerId: string; mailId: number }

export type Mail = {
  id: number
  kind: MailKind
  language: Language
  recipient: string
  /** Null once it is sent. */
  sealed: Buffer | null
  state: MailState
  attempts: number
  error: string | null
  claimedAt: Date | null
  createdAt: Date
  expiresAt: Date
  endedAt: Date | null
}

export type NewMail = Pick<Mail, 'kind' | 'language' | 'recipient' | 'state' | 'error' | 'expiresAt'> & {
  userId: number | null
}

const columns = sql`id, kind, language, recipient, sealed, state, attempts, error, claimed_at as "claimedAt",
  created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt"`

const keptDays = 30

/** `seal` gets the mail's id, which its content is bound to. */
export async function addMail(
  tx: Tx,
  ownerId: string,
  mail: NewMail,
  seal: (id: number) => Buffer | null,
): Promise<number> {
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  // Each new one makes room by forgetting what nobody looks for any more.
  const old = new Date(now.getTime() - keptDays * 86_400_000)
  await sql`delete from mails where owner_id = ${ownerId} and created_at < ${old}`.execute(tx)
  await sql`insert into mails (owner_id, id, user_id, kind, language, recipient, sealed, state, error, created_at, expires_at)
    values (${ownerId}, ${id}, ${mail.userId}, ${mail.kind}, ${mail.language}, ${mail.recipient}, ${seal(id)}, ${mail.state},
      ${mail.error}, ${now}, ${mail.expiresAt})`.execute(tx)
  return id
}

export async function findMail(tx: Tx, { ownerId, mailId }: MailKey): Promise<Mail | undefined> {
  const { rows } = await sql<Mail>`select ${columns} from mails
    where owner_id = ${ownerId} and id = ${mailId}`.execute(tx)
  return rows[0]
}

export async function lockMail(tx: Tx, { ownerId, mailId }: MailKey): Promise<Mail | undefined> {
  const { rows } = await sql<Mail>`select ${columns} from mails
    where owner_id = ${ownerId} and id = ${mailId} for update`.execute(tx)
  return rows[0]
}

/** The newest first. */
export async function listMails(
  tx: Tx,
  ownerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Mail[]; total: number }> {
  const { rows } = await sql<Mail>`select ${columns} from mails where owner_id = ${ownerId}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(tx)
  const counts = await sql<{ total: number }>`
    select count(*)::int as total from mails where owner_id = ${ownerId}`.execute(tx)
  return { rows, total: counts.rows[0]?.total ?? 0 }
}

export async function claimMail(tx: Tx, { ownerId, mailId }: MailKey): Promise<void> {
  await sql`update mails set state = 'sending', attempts = attempts + 1, claimed_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${mailId}`.execute(tx)
}

/** Ends a mail, and removes its content. */
export async function endMail(
  tx: Tx,
  { ownerId, mailId }: MailKey,
  end: { state: 'sent' | 'failed' | 'unsure'; error: string | null },
): Promise<void> {
  await sql`update mails set state = ${end.state}, error = ${end.error}, sealed = null, ended_at = ${new Date()}
    where owner_id = ${ownerId} and id = ${mailId}`.execute(tx)
}

export async function putMailBack(tx: Tx, { ownerId, mailId }: MailKey, error: string): Promise<void> {
  await sql`update mails set state = 'waiting', error = ${error}
    where owner_id = ${ownerId} and id = ${mailId}`.execute(tx)
}
