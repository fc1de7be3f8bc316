/**
 * J&T's form, its digest, and what its answers mean. Source: J&T Express Malaysia, Open Platform (see README.md).
 * One field holds JSON; the digest covers that text, so that it is written once and sent as it was signed.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError } from '../../channel-error.ts'
import { checkReply, valueOf, wrong } from '../../courier.ts'
import type { CourierSession } from '../../courier.ts'
import type { HttpReply } from '../../http.ts'

const envelope = z.object({
  code: z.union([z.string(), z.number()]).transform(String),
  msg: z.string().nullish(),
  data: z.unknown().optional(),
})

/** The 16 bytes, not their hexadecimal form. */
export function digestOf(text: string, privateKey: string): string {
  return createHash('md5')
    .update(text + privateKey, 'utf8')
    .digest('base64')
}

export function isDigest(given: string, text: string, privateKey: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(digestOf(text, privateKey))]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Codes for an order that J&T cannot find, or has already: answers, not failures of the account. */
export const codes = {
  notFound: '999001030',
  notFoundForCancel: '999002000',
  notCancellable: '999002010',
  duplicate: '145003204',
} as const

/** Key that a failure is about, by code. */
const wrongKeys: Record<string, string> = {
  '145003010': 'api_account',
  '145003051': 'api_account',
  '145003030': 'private_key',
}

export async function call<T>(
  session: CourierSession,
  path: string,
  content: Record<string, unknown>,
  schema: z.ZodType<T>,
): Promise<T> {
  const { keys, settings, http } = session
  const { customer_code: customerCode, password } = keys
  const bizContent = JSON.stringify({ customerCode, password, ...content })
  const reply = await http({
    method: 'POST',
    url: new URL(`${valueOf(settings, 'JNT_API_BASE').replace(/\/$/, '')}/api${path}`),
    headers: {
      apiAccount: valueOf(keys, 'api_account'),
      digest: digestOf(bizContent, valueOf(keys, 'private_key')),
      timestamp: String(session.now().getTime()),
    },
    body: new URLSearchParams({ bizContent }),
  })
  return checkReply('J&T', dataOf(reply), schema)
}

function dataOf(reply: HttpReply): unknown {
  const { code, msg, data } = checkReply('J&T', reply.json(), envelope)
  if (code === '1') return data
  const message = msg || `J&T answered ${code}`
  const fields = fieldsOf(code, message)
  throw new ChannelError(fields.length > 0 ? 'sign-in-expired' : 'refused', message, {
    channelCode: code,
    fields,
  })
}

/** A wrong customer code or password has no code of its own: the words name it. */
function fieldsOf(code: string, message: string): { field: string; message: string }[] {
  const key = wrongKeys[code]
  if (key) return [wrong(key, message)]
  const named = ['customer_code', 'password'].filter((name) =>
    message.toLowerCase().includes(name.replace('_', '')),
  )
  return named.map((name) => wrong(name, message))
}

export const isCode = (error: unknown, ...some: string[]): boolean =>
  error instanceof ChannelError && some.includes(error.channelCode ?? '')

/** Every number is text. */
export const amount = (minor: number): string => (minor / 100).toFixed(2)
