import { AppError } from '../../model/errors.ts'
import type { Serve, ServerContext } from '../serve-endpoint.ts'
import { clientAddress } from './client-address.ts'
import { hashPassword, isPassword } from './password.ts'
import { clearAuthCookie, setAuthCookie } from './auth-cookie.ts'
import {
  countAttempt,
  findSignIn,
  forgiveAttempt,
  openSession,
  removeSession,
  sessionSeconds,
} from './sessions-store.ts'

const triesPerAccount = 5
// An office shares one address, so it gets more.
const triesPerAddress = 50

export function authorizationRoutes(serve: Serve, { db, config, sessions }: ServerContext): void {
  // Verified when there is no such account, so that the time of the answer tells nothing.
  const nobody = hashPassword('nobody has this password')

  serve('POST /authorization', async ({ body, request, reply }) => {
    const email = body.email.toLowerCase()
    const address = clientAddress(request)
    const keys = { account: `account:${email}`, address: `address:${address}` }
    const [byAccount, byAddress] = await Promise.all([
      countAttempt(db, keys.account),
      countAttempt(db, keys.address),
    ])
    const waits = [
      ...(byAccount.count > triesPerAccount ? [byAccount.secondsLeft] : []),
      ...(byAddress.count > triesPerAddress ? [byAddress.secondsLeft] : []),
    ]
    if (waits.length > 0) throw new AppError('too_many_attempts', { retryAfterSeconds: Math.max(...waits) })

    const signIn = await findSignIn(db, email)
    const matches = await isPassword(signIn?.passwordHash ?? (await nobody), body.password)
    if (!signIn?.passwordHash || !matches) throw new AppError('bad_credentials')
    if (signIn.status !== 1) throw new AppError('account_inactive')

    await forgiveAttempt(db, keys)
    const isRemembered = body.remember ?? true
    const token = await openSession(db, signIn, {
      userAgent: request.headers['user-agent'],
      address,
      isRemembered,
    })
    setAuthCookie(reply, config, token, isRemembered)
    const data = { access_token: token, token_type: 'Bearer' as const, expires_in: sessionSeconds }
    return { ...data, data }
  })

  serve('DELETE /authorization', async ({ session, reply, say }) => {
    await removeSession(db, session.tokenHash)
    sessions.forget(session.tokenHash)
    clearAuthCookie(reply)
    return { data: null, message: say('done.signed_out') }
  })
}
