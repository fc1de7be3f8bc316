/**
 * GDEX's two dialects on one host: Prime for corporate accounts, myGDEX for prepaid wallets. Each has an envelope and a way
 * to fail of its own. Source: see README.md.
 */
import { z } from 'zod'
import type { Transportation } from '../../../model/delivery.ts'
import { ChannelError } from '../../channel-error.ts'
import { checkReply, valueOf, wrong } from '../../courier.ts'
import type { CourierSession } from '../../courier.ts'
import type { HttpReply, HttpRequest } from '../../http.ts'

export const isWallet = ({ keys }: CourierSession): boolean => keys.dialect === 'mygdex'

export type Call = {
  method: HttpRequest['method']
  path: string
  query?: Record<string, string>
  body?: unknown
  accept?: string
}

const primeEnvelope = z.object({ s: z.string(), r: z.unknown().optional(), e: z.string().nullish() })
const walletEnvelope = z.object({ data: z.unknown().optional(), message: z.string().nullish() })

export async function prime<T>(session: CourierSession, call: Call, schema: z.ZodType<T>): Promise<T> {
  return checkReply('GDEX', primeResult(await callPrime(session, call)), schema)
}

/** Failures come under HTTP 200 as well: `s` tells. */
function primeResult(reply: HttpReply): unknown {
  const { s, r, e } = checkReply('GDEX', reply.json(), primeEnvelope)
  if (s === 'success') return r
  const words = e || 'GDEX gave no reason'
  const fields = /account/i.test(words) ? [wrong('account_no', words)] : []
  throw new ChannelError('refused', words, { channelCode: s, fields })
}

/** The reply as it is: labels come without an envelope. */
export function callPrime(session: CourierSession, call: Call): Promise<HttpReply> {
  const query = { accountNo: valueOf(session.keys, 'account_no'), ...call.query }
  const path = valueOf(session.settings, 'GDEX_PRIME_PATH')
  const key = { [valueOf(session.settings, 'GDEX_SUBSCRIPTION_HEADER')]: subscriptionOf(session) }
  return send(
    session,
    { ...call, query, path: path + call.path },
    { ApiToken: valueOf(session.keys, 'api_token'), ...key },
  )
}

/** JSON members are in Pascal case here, the envelope's are not. */
export async function wallet<T>(session: CourierSession, call: Call, schema: z.ZodType<T>): Promise<T> {
  const reply = await callWallet(session, call)
  const { data } = checkReply('myGDEX', reply.json(), walletEnvelope)
  return checkReply('myGDEX', data, schema)
}

export function callWallet(session: CourierSession, call: Call): Promise<HttpReply> {
  const path = valueOf(session.settings, 'GDEX_WALLET_PATH')
  const headers = {
    'User-Token': valueOf(session.keys, 'api_token'),
    'subscription-key': subscriptionOf(session),
  }
  return send(session, { ...call, path: path + call.path }, headers)
}

const subscriptionOf = ({ settings }: CourierSession): string => valueOf(settings, 'GDEX_SUBSCRIPTION_KEY')

async function send(
  session: CourierSession,
  call: Call,
  headers: Record<string, string>,
): Promise<HttpReply> {
  const { method, path, query = {}, body, accept = 'application/json' } = call
  const url = new URL(`${valueOf(session.settings, 'GDEX_API_BASE').replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const reply = await session.http({
    method,
    url,
    headers: { ...headers, accept },
    ...(body === undefined ? {} : { body }),
  })
  if (reply.status >= 400) throw failureOf(reply)
  return reply
}

function failureOf(reply: HttpReply): ChannelError {
  const body: unknown = reply.text.trimStart().startsWith('{') ? reply.json() : null
  const told = z.object({ message: z.string().nullish(), e: z.string().nullish() }).safeParse(body).data
  const words = told?.message || told?.e || reply.text.slice(0, 200) || `GDEX answered HTTP ${reply.status}`
  const more = { channelCode: `HTTP ${reply.status}` }
  if (reply.status !== 401 && reply.status !== 403) return new ChannelError('refused', words, more)
  // The key is the installation's and not the seller's.
  if (/subscription/i.test(words)) return new ChannelError('refused', words, more)
  return new ChannelError('sign-in-expired', words, { ...more, fields: [wrong('api_token', words)] })
}

/** An empty body of a PUT is refused with 411. */
export const nothing = {}

/** Theirs for what the console calls otherwise; "offsite" there means what does not fit into a van. */
export const transports: Record<Transportation, string> = {
  motorcycle: 'Motorbike',
  van: 'Van',
  offsite: 'OffsizeTruck',
}

/** Answers whether a call was refused because the consignment was canceled before. */
export const isCanceledBefore = (error: unknown): boolean =>
  error instanceof ChannelError && /already cancell?ed/i.test(error.message)

const malaysiaZone = '+08:00'

/** `2026-09-07T10:30:00`: the time of Malaysia, without a zone. */
export const momentOf = (text: string): Date =>
  new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}${malaysiaZone}`)
