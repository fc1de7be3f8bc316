/** Tokens, calls, and what Ninja Van's failures mean. Source: api-docs.ninjavan.co, version 4 (see README.md). */
import { z } from 'zod'
import { ChannelError } from '../../channel-error.ts'
import { checkReply, valueOf, wrong } from '../../courier.ts'
import type { CourierSession } from '../../courier.ts'
import type { HttpReply, HttpRequest } from '../../http.ts'

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().min(1) })

const errorSchema = z.object({
  error: z.object({
    title: z.string().nullish(),
    message: z.string().nullish(),
    details: z
      .array(
        z.object({
          reason: z.string().nullish(),
          field: z.string().nullish(),
          message: z.string().nullish(),
        }),
      )
      .nullish(),
  }),
})
const oldErrorSchema = z.object({
  nvErrorCode: z.union([z.string(), z.number()]).nullish(),
  description: z.string().nullish(),
  messages: z.array(z.string()).nullish(),
  data: z.object({ message: z.string().nullish() }).nullish(),
})

/** A token ends while calls are on their way, so a new one is asked for ahead of it. */
const prefetchMs = 5 * 60 * 1000

export function tokenOf(session: CourierSession): Promise<string> {
  const now = session.now()
  return session.tokens.get(now, async () => {
    const reply = await session.http({
      method: 'POST',
      url: urlOf(session, '/2.0/oauth/access_token'),
      body: {
        client_id: valueOf(session.keys, 'client_id'),
        client_secret: valueOf(session.keys, 'client_secret'),
        grant_type: 'client_credentials',
      },
    })
    if (reply.status >= 400) throw signInFailure(reply)
    const token = checkReply('Ninja Van', reply.json(), tokenSchema)
    const renewAt = new Date(now.getTime() + token.expires_in * 1000 - prefetchMs)
    return { token: token.access_token, renewAt }
  })
}

/**
 * Maps a refused sign-in: the reply does not say which key of the pair is wrong, and reports a wrong country as the wrong
 * environment.
 */
function signInFailure(reply: HttpReply): ChannelError {
  const failure = failureOf(reply)
  const names = reply.status === 403 ? ['country'] : ['client_id', 'client_secret']
  return new ChannelError(failure.kind, failure.message, {
    channelCode: `HTTP ${reply.status}`,
    fields: names.map((name) => wrong(name, failure.message)),
  })
}

type Call = { method: HttpRequest['method']; path: string; query?: [string, string][]; body?: unknown }

/** Answers whatever is no failure. A token that is refused is replaced once: nothing has happened under it. */
export async function call(
  session: CourierSession,
  { method, path, query = [], body }: Call,
): Promise<HttpReply> {
  const url = urlOf(session, path)
  for (const [name, value] of query) url.searchParams.append(name, value)
  const send = async () => {
    const token = await tokenOf(session)
    const headers = { authorization: `Bearer ${token}` }
    const reply = await session.http({ method, url, headers, ...(body === undefined ? {} : { body }) })
    if (reply.status === 401) session.tokens.drop(token)
    return reply
  }
  const first = await send()
  const reply = first.status === 401 ? await send() : first
  if (reply.status >= 400) throw failureOf(reply)
  return reply
}

function urlOf({ settings, keys }: CourierSession, path: string): URL {
  const base = valueOf(settings, 'NINJAVAN_API_BASE').replace(/\/$/, '')
  return new URL(`${base}/${valueOf(keys, 'country')}${path}`)
}

function failureOf(reply: HttpReply): ChannelError {
  const body = reply.text.trimStart().startsWith('{') ? reply.json() : null
  const told = errorSchema.safeParse(body).data?.error
  const old = oldErrorSchema.safeParse(body).data
  const details = (told?.details ?? []).map(({ field, message, reason }) =>
    wrong(field ?? '', message ?? reason ?? 'wrong'),
  )
  const words =
    details.map(({ message }) => message).join('; ') ||
    told?.message ||
    told?.title ||
    old?.messages?.join('; ') ||
    old?.data?.message ||
    old?.description ||
    `Ninja Van answered HTTP ${reply.status} without a reason`
  const kind = reply.status === 401 ? 'sign-in-expired' : 'refused'
  return new ChannelError(kind, words, {
    channelCode: `HTTP ${reply.status}`,
    fields: details.filter(({ field }) => field !== ''),
  })
}

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof ChannelError && error.channelCode === `HTTP ${status}`
