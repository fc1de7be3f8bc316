/** The one file that knows the mail library, which is loaded with the first mail: a process begins without its 9 MB. */
import type { Transporter } from 'nodemailer'

export type Message = {
  /** The same at every try, so that a mail program takes a second copy for the first. */
  messageId: string
  from: string | { name: string; address: string }
  /** Answers go there. */
  replyTo?: string
  to: string
  subject: string
  text: string
  html: string
  /** Address that takes the reader off the list by a POST (RFC 8058). */
  unsubscribe?: string
}

/** `refused`: this mail will never be taken. `try-later`: not now. `unknown`: nobody knows whether it was taken. */
export type Sent = { result: 'sent' } | { result: 'refused' | 'try-later' | 'unknown'; reason: string }

export type Mailer = (message: Message) => Promise<Sent>

const seconds = 1000

export function createMailer(smtpUrl: string): Mailer {
  const options = {
    url: smtpUrl,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 20 * seconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let opened: Transporter | undefined
  return async ({ unsubscribe, ...message }) => {
    try {
      const { createTransport } = await import('nodemailer')
      opened ??= createTransport(options)
      await opened.sendMail({
        ...message,
        // As an object it is one address, whatever is in it.
        to: { name: '', address: message.to },
        headers: {
          // Programs that answer while people are away leave it alone.
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
      return { result: 'sent' }
    } catch (error) {
      return { result: resultOf(error), reason: reasonOf(error) }
    }
  }
}

function resultOf(error: unknown): 'refused' | 'try-later' | 'unknown' {
  if (isFinal(error)) return 'refused'
  return isUnsent(error) ? 'try-later' : 'unknown'
}

/** The server said no to the recipient or the content (5xx). Everything else, such as a wrong password, an operator mends. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
}

/** It answered, or was never reached: then nothing of the mail has left. */
function isUnsent(error: unknown): boolean {
  const { code, responseCode, syscall, message } = error as {
    code?: string
    responseCode?: number
    syscall?: string
    message?: string
  }
  if ((responseCode ?? 0) >= 400) return true
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true
  // As the library words them: it does not tell these by a code.
  if (/^(?:Connection timeout|Greeting never received)/.test(message ?? '')) return true
  return code === 'EDNS' || code === 'EAUTH' || code === 'ETLS'
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
