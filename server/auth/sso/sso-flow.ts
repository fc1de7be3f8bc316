/** One way to the central home and back: tied to the browser that began it by a sealed cookie, so nothing is kept here. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { localPath } from '../../../contract/sso.ts'
import { apiPrefix } from '../../../contract/endpoint.ts'
import type { Sealer } from '../../secrets/seal.ts'

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  /** PKCE verifier. It leaves the server only sealed. */
  verifier: z.string(),
  redirect: localPath,
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
})

export type SsoFlow = z.infer<typeof flowSchema>

const seconds = 600
const boundTo = 'sso flow'
/** Tabs that may be on their way at the same time. */
const mostFlows = 5
const path = `${apiPrefix}/sso`

// A name for each way, so that two tabs do not undo each other; under TLS with the prefix that plain HTTP cannot set.
const prefixOf = (isSecure: boolean) => (isSecure ? '__Secure-sso_' : 'sso_')
const cookieOf = (state: string, isSecure: boolean) => prefixOf(isSecure) + state.slice(0, 12)

export function beginFlow(
  sealer: Sealer,
  request: FastifyRequest,
  reply: FastifyReply,
  { redirect, isSecure }: { redirect: string; isSecure: boolean },
): SsoFlow {
  const begun = Object.keys(request.cookies).filter((name) => name.startsWith(prefixOf(isSecure)))
  if (begun.length >= mostFlows)
    for (const name of begun) void reply.clearCookie(name, { path, secure: isSecure })
  const random = () => randomBytes(32).toString('base64url')
  const flow: SsoFlow = {
    state: random(),
    nonce: random(),
    verifier: random(),
    redirect,
    expiresAt: Date.now() + seconds * 1000,
  }
  const sealed = sealer.seal(JSON.stringify(flow), boundTo).toString('base64url')
  const options = { path, httpOnly: true, sameSite: 'strict', secure: isSecure, maxAge: seconds } as const
  void reply.setCookie(cookieOf(flow.state, isSecure), sealed, options)
  return flow
}

/** The way that this browser began with this state; ended by that, whatever comes of it. */
export function endFlow(
  sealer: Sealer,
  request: FastifyRequest,
  reply: FastifyReply,
  { state, isSecure }: { state: string; isSecure: boolean },
): SsoFlow | undefined {
  const name = cookieOf(state, isSecure)
  const sealed = request.cookies[name]
  if (!sealed) return undefined
  void reply.clearCookie(name, { path, secure: isSecure })
  const flow = opened(sealer, sealed)
  return flow?.state === state && flow.expiresAt > Date.now() ? flow : undefined
}

function opened(sealer: Sealer, sealed: string): SsoFlow | undefined {
  try {
    return flowSchema.parse(JSON.parse(sealer.open(Buffer.from(sealed, 'base64url'), boundTo)))
  } catch {
    return undefined
  }
}
