/** Text messages go to an address of the operator's, which passes them on to whichever service he has. */
import type { SmsConfig } from '../config/config.ts'
import type { Sent } from './smtp.ts'

const timeoutMs = 10_000

/** `id` is the same at every try, so that the service can leave out a second copy. `to` begins with + and the country's code. */
export type TextMessage = { id: string; to: string; text: string }

export function createSmsHook({ url, token }: SmsConfig): (message: TextMessage) => Promise<Sent> {
  return async (message) => {
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(message),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await reply.body?.cancel()
      if (reply.ok) return { result: 'sent' }
      const reason = `the SMS hook answered ${reply.status}`
      return { result: reply.status >= 500 || reply.status === 429 ? 'try-later' : 'refused', reason }
    } catch (error) {
      return { result: 'try-later', reason: error instanceof Error ? error.message : String(error) }
    }
  }
}
