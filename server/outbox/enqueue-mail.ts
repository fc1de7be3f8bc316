/** Outbox for mails: a row in the same transaction as its cause, and the job that sends it. */
import type { Language } from '../../model/language.ts'
import type { MailKind, MailState } from '../../model/mail.ts'
import type { Config } from '../config/config.ts'
import type { Tx } from '../db/database.ts'
import { enqueue } from '../jobs/jobs.ts'
import { createSealer } from '../secrets/seal.ts'
import type { MailValues } from '../i18n/mail-messages.ts'
import { addMail, type Mail, type MailKey } from '../mails/mails-store.ts'

export type Letter = {
  kind: MailKind
  language: Language
  /** An address, or a phone number that begins with +: then it goes as a text message. */
  recipient: string
  /** Null: a buyer. */
  userId: number | null
  values: MailValues
  /** The mail's content is no longer true after this. */
  expiresAt: Date
}

export type Post = {
  /** True if mails reach somebody: they are sent, or the owner can read them. */
  isReady: boolean
  /** True if text messages are sent. */
  hasSms: boolean
  drop(tx: Tx, ownerId: string, letter: Letter): Promise<{ mailId: number; state: MailState }>
  /** Undefined where it is forgotten, or sealed with a key that is gone. */
  open(ownerId: string, mail: Pick<Mail, 'id' | 'sealed'>): MailValues | undefined
}

export function createPost(config: Pick<Config, 'mail' | 'sms' | 'secretKey' | 'oldSecretKeys'>): Post {
  const { smtpUrl, isShown } = config.mail
  const sealer = createSealer([config.secretKey, ...config.oldSecretKeys])
  const unsent = isShown ? 'kept' : 'failed'
  const stateOf = (recipient: string) => ((isPhone(recipient) ? config.sms : smtpUrl) ? 'waiting' : unsent)
  return {
    isReady: smtpUrl !== undefined || isShown,
    hasSms: config.sms !== undefined,
    async drop(tx, ownerId, { values, ...letter }) {
      const state = stateOf(letter.recipient)
      const error = state === 'failed' ? 'SMTP_URL is not set' : null
      const mailId = await addMail(tx, ownerId, { ...letter, state, error }, (id) =>
        state === 'failed' ? null : sealer.seal(JSON.stringify(values), boundTo(ownerId, id)),
      )
      if (state === 'waiting') await enqueueMail(tx, { ownerId, mailId })
      return { mailId, state }
    },
    open(ownerId, { id, sealed }) {
      if (!sealed) return undefined
      try {
        return JSON.parse(sealer.open(sealed, boundTo(ownerId, id))) as MailValues
      } catch {
        return undefined
      }
    },
  }
}

/** Mail addresses have no such beginning. */
export function isPhone(recipient: string): boolean {
  return /^\+\d+$/.test(recipient)
}

export async function enqueueMail(tx: Tx, key: MailKey, runAt?: Date): Promise<void> {
  // One queue per account: its slow mail server keeps no other account's mails waiting.
  const names = { queue: `mails:${key.ownerId}`, key: `send-mail:${key.mailId}` }
  await enqueue(tx, 'send-mail', key, { ...names, ...(runAt && { runAt }) })
}

function boundTo(ownerId: string, id: number): string {
  return `mail:${ownerId}:${id}`
}
