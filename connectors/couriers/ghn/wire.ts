/** Calls to GHN and what its failures mean. Source: developer.ghn.vn and api.ghn.vn (see README.md). */
import { z } from 'zod'
import { ChannelError } from '../../channel-error.ts'
import { checkReply, valueOf, wrong } from '../../courier.ts'
import type { CourierSession } from '../../courier.ts'
import type { HttpReply } from '../../http.ts'

const envelope = z.object({
  code: z.number(),
  message: z.string().nullish(),
  code_message: z.string().nullish(),
  code_message_value: z.string().nullish(),
  message_display: z.string().nullish(),
  data: z.unknown().optional(),
})

/** Field that has to be corrected, by GHN's word for it. */
const fieldsByCode: Record<string, string> = {
  PHONE_INVALID: 'phone',
  OTP_NOT_VALID: 'otp',
  WARD_IS_INVALID: 'ward',
  WARD_NAME_NOT_VALID: 'ward',
  PROVINCE_NAME_NOT_VALID: 'province',
  CLIENT_NOT_OWNER_OF_SHOP: 'shop_id',
  SHOP_NOT_FOUND: 'shop_id',
}

type Call = {
  path: string
  body?: Record<string, unknown>
  /** Left out of calls that are about no store. */
  shopId?: string
}

/** Most routes answer to GET and POST alike. */
export async function post<T>(session: CourierSession, call: Call, schema: z.ZodType<T>): Promise<T> {
  const reply = await session.http({
    method: 'POST',
    url: urlOf(session, call.path),
    headers: headersOf(session, call.shopId),
    body: call.body ?? {},
  })
  return checkReply('GHN', dataOf(reply), schema)
}

export async function get<T>(
  session: CourierSession,
  path: string,
  query: Record<string, string>,
  schema: z.ZodType<T>,
): Promise<T> {
  const url = urlOf(session, path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const reply = await session.http({ method: 'GET', url, headers: headersOf(session) })
  return checkReply('GHN', dataOf(reply), schema)
}

const urlOf = ({ settings }: CourierSession, path: string): URL =>
  new URL(`${valueOf(settings, 'GHN_API_BASE').replace(/\/$/, '')}${path}`)

const headersOf = ({ keys }: CourierSession, shopId?: string): Record<string, string> => ({
  token: valueOf(keys, 'token'),
  ...(shopId && { shopid: shopId }),
})

export function shopOf({ keys }: CourierSession): string {
  const shop = keys.shop_id
  if (!shop)
    throw new ChannelError('refused', 'refusal.ghn_no_store', {
      fields: [wrong('shop_id', 'refusal.ghn_no_store')],
    })
  return shop
}

function dataOf(reply: HttpReply): unknown {
  // GHN answers a call about somebody else's store with an empty reply in place of a refusal.
  if (reply.status === 200 && reply.text.trim() === '')
    throw new ChannelError('refused', 'refusal.ghn_store', {
      fields: [wrong('shop_id', 'refusal.ghn_store')],
    })
  const answer = checkReply('GHN', reply.json(), envelope)
  if (answer.code === 200) return answer.data
  const { code, message, code_message: word, message_display: shown } = answer
  const words = shown || message || word || `GHN answered ${code}`
  const more = { channelCode: word || `HTTP ${code}` }
  // On some routes a bad token comes under code 400.
  if (code === 401 || /token is (not valid|required)/i.test(message ?? ''))
    throw new ChannelError('sign-in-expired', words, {
      ...more,
      fields: [wrong('token', 'refusal.ghn_token')],
    })
  // The same order is being made by another call: it can be looked up when that one is through.
  if (/request is processing/i.test(message ?? '')) throw new ChannelError('try-later', words, more)
  const field = fieldsByCode[word ?? '']
  const said = field === 'ward' ? 'refusal.ghn_ward' : words
  throw new ChannelError('refused', said, { ...more, fields: field ? [wrong(field, said)] : [] })
}

export const hasCode = (error: unknown, word: string): boolean =>
  error instanceof ChannelError && error.channelCode === word

/** No word of its own is documented for an order that is not there. */
export const isUnknownOrder = (error: unknown): boolean =>
  error instanceof ChannelError &&
  error.kind === 'refused' &&
  /not found|not exist|không tìm thấy|không tồn tại/i.test(error.message)
