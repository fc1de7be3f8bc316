import type { FastifyReply } from 'fastify'
import { sessionSeconds } from './sessions-store.ts'

export const authCookie = 'auth'

/**
 * The browser's copy of the token: out of reach of scripts, and sent only by pages of this very site, so that no other
 * site can act with it. The API's own clients use the Authorization header instead.
 */
export function setAuthCookie(
  reply: FastifyReply,
  config: { publicUrl: string },
  token: string,
  isRemembered: boolean,
): void {
  reply.setCookie(authCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
    ...(isRemembered ? { maxAge: sessionSeconds } : {}),
  })
}

export function clearAuthCookie(reply: FastifyReply): void {
  reply.clearCookie(authCookie, { path: '/' })
}
