/**
 * The job that sends one mail: again until it is taken, refused or out of date, and never one that is known to be sent. A mail to a
 * buyer is not sent again either where nobody knows whether it was: it ends as unsure, and a person decides.
 */
import { backoffMs } from '../../model/backoff.ts'
import type { Config } from '../config/config.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import { mailText, smsText, type MailValues } from '../i18n/mail-messages.ts'
import { endBuyerMail } from './buyers/buyer-mails-store.ts'
import { claimMail, endMail, lockMail, putMailBack, type Mail, type MailKey } from './mails-store.ts'
import { createPost, enqueueMail, isPhone } from '../outbox/enqueue-mail.ts'
import { retryPolicies } from '../outbox/retry-policies.ts'
import { createSmsHook } from './sms-hook.ts'
import { createMailer, type Mailer, type Sent } from './smtp.ts'

/** An attempt takes half a minute at most; a worker that claimed the mail longer ago is dead, and nobody knows whether it was sent. */
const claimMs = 60_000

export type SendMailOptions = { mailer?: Mailer }

export function createSendMail(db: Database, config: Config, log: Log, options: SendMailOptions = {}) {
  const { smtpUrl, from } = config.mail
  const mailer = options.mailer ?? (smtpUrl === undefined ? undefined : createMailer(smtpUrl))
  const sms = config.sms && createSmsHook(config.sms)
  const post = createPost(config)
  const host = new URL(config.publicUrl).hostname

  return async function sendMail(payload: unknown): Promise<void> {
    const key = payload as MailKey
    const mail = await db.asOwner(key.ownerId, (tx) => claim(key, tx))
    if (!mail) return
    const values = post.open(key.ownerId, mail)
    const ends = (state: 'sent' | 'failed' | 'unsure', error: string | null) =>
      db.asOwner(key.ownerId, (tx) => end(tx, key, mail, { state, error }))
    if (!values) return ends('failed', 'sealed with a key that this console does not have')
    const sent = await send(key, mail, values)
    if (sent.result === 'sent') return ends('sent', null)
    log.warn({ mail: key.mailId, kind: mail.kind, error: sent.reason }, 'mail was not sent')
    if (sent.result === 'refused') return ends('failed', sent.reason)
    if (sent.result === 'unknown' && isSentOnce(mail)) return ends('unsure', sent.reason)
    const next = new Date(Date.now() + backoffMs(mail.attempts + 1, retryPolicies.mail))
    if (next > mail.expiresAt) return ends('failed', sent.reason)
    await db.asOwner(key.ownerId, async (tx) => {
      await putMailBack(tx, key, sent.reason)
      await enqueueMail(tx, key, next)
    })
  }

  async function send(key: MailKey, { recipient, kind, language }: Mail, values: MailValues): Promise<Sent> {
    if (isPhone(recipient)) {
      if (!sms) return { result: 'refused', reason: 'SMS_HOOK_URL is not set' }
      const id = `${key.mailId}.${key.ownerId}`
      return sms({ id, to: recipient, text: smsText(kind, language, values) })
    }
    if (!mailer) return { result: 'refused', reason: 'SMTP_URL is not set' }
    const { fromName, ...text } = mailText(kind, language, values)
    return mailer({
      messageId: `<${key.mailId}.${key.ownerId}@${host}>`,
      from: fromName === undefined ? from : { name: fromName, address: addressIn(from) },
      to: recipient,
      ...text,
    })
  }

  /** Undefined: there is nothing to send any more. */
  async function claim(key: MailKey, tx: Tx): Promise<Mail | undefined> {
    const mail = await lockMail(tx, key)
    if (!mail || (mail.state !== 'waiting' && mail.state !== 'sending')) return undefined
    if (mail.expiresAt <= new Date() && !(mail.state === 'sending' && isSentOnce(mail))) {
      await end(tx, key, mail, { state: 'failed', error: mail.error ?? 'out of date before it was sent' })
      return undefined
    }
    const claimedMs = mail.state === 'sending' ? (mail.claimedAt?.getTime() ?? 0) : 0
    if (claimedMs + claimMs > Date.now()) {
      // Another worker may still be at it.
      await enqueueMail(tx, key, new Date(claimedMs + claimMs))
      return undefined
    }
    if (mail.state === 'sending' && isSentOnce(mail)) {
      await end(tx, key, mail, { state: 'unsure', error: 'the process ended while it was being sent' })
      return undefined
    }
    await claimMail(tx, key)
    return mail
  }
}

function isSentOnce({ kind }: Mail): boolean {
  return kind === 'buyer_mail'
}

async function end(tx: Tx, key: MailKey, mail: Mail, ended: Parameters<typeof endMail>[2]): Promise<void> {
  await endMail(tx, key, ended)
  if (mail.kind === 'buyer_mail') await endBuyerMail(tx, key.ownerId, key.mailId, ended.state)
}

/** The address in "Aoi <aoi@shop.test>". */
function addressIn(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from
}
