import type pg from 'pg'
import { call, until, type Account, type Answer, type TestConsole } from '../start-test-console.ts'

/** The link of the newest mail to somebody, read where the owner of a console without a mail server reads it. */
export async function linkFor(
  owner: Account,
  recipient: string,
  after = 0,
): Promise<{ token: string; mailId: number }> {
  return until(`a mail to ${recipient}`, async () => {
    const list = await owner.call('GET /mails?limit=100')
    const mail = list
      .at<{ id: number; recipient: string; kind: string }[]>('data')
      .find((one) => one.recipient === recipient && ['invite', 'reset_password'].includes(one.kind))
    if (!mail || mail.id <= after) return undefined
    const text = (await owner.call(`GET /mails/${mail.id}`)).at<string>('data.text')
    const token = /#([\w-]{43})/.exec(text)?.[1]
    return token ? { token, mailId: mail.id } : undefined
  })
}

export async function mailKindsTo(owner: Account, recipient: string): Promise<string[]> {
  const list = await owner.call('GET /mails?limit=100')
  return list
    .at<{ recipient: string; kind: string }[]>('data')
    .filter((one) => one.recipient === recipient)
    .map(({ kind }) => kind)
}

export function signIn(running: TestConsole, email: string, password: string, otp?: string): Promise<Answer> {
  return call(running.url, 'POST /authorization', { email, password, ...(otp === undefined ? {} : { otp }) })
}

/** With the token of a sign-in. */
export function callAs(running: TestConsole, token: string, name: string, body?: unknown): Promise<Answer> {
  return call(running.url, name, body, { authorization: `Bearer ${token}` })
}

export async function forgetTries(admin: pg.Client): Promise<void> {
  await admin.query('delete from sign_in_failures')
}
