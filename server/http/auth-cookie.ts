import type { FastifyReply } from 'fastify'
import { sessionSeconds } from '../auth/sessions/sessions-store.ts'

/** Under TLS with the prefix by which browsers refuse one that a sub-domain or plain HTTP would set. */
export function authCookie({ publicUrl }: { publicUrl: string }): string {
  return publicUrl.startsWith('https:') ? '__Host-auth' : 'auth'
}

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
  reply.setCookie(authCookie(config), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
    ...(isRemembered ? { maxAge: sessionSeconds } : {}),
  })
}

export function clearAuthCookie(reply: FastifyReply, config: { publicUrl: string }): void {
  // Browsers take the prefix from secure cookies alone, also to end one.
  reply.clearCookie(authCookie(config), { path: '/', secure: config.publicUrl.startsWith('https:') })
}
