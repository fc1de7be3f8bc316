import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors.ts'
import { nameActor } from '../../audit/trail.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { createSealer } from '../../secrets/seal.ts'
import { clientAddress } from '../../http/client-address.ts'
import { hashPassword, isPassword } from '../../secrets/password-hash.ts'
import { takeOtp } from '../second-factor/second-factor.ts'
import { createKnownDevices } from './known-device.ts'
import { countTries } from './sign-in-tries.ts'
import type { FailedSignIn } from './note-failed-sign-in.ts'
import { findSecondFactor } from '../second-factor/second-factor-store.ts'
import { clearAuthCookie, setAuthCookie } from '../../http/auth-cookie.ts'
import type { SsoProvider } from '../sso/sso-provider.ts'
import {
  findSignIn,
  forgiveAttempt,
  openSession,
  removeSession,
  briefSessionSeconds,
  sessionSeconds,
  type SignIn,
} from './sessions-store.ts'

// An office shares one address, so it gets more.
const mostTries = { account: 5, address: 50 }

export function authorizationRoutes(
  serve: Serve,
  { db, config, sessions }: ServerContext,
  provider: SsoProvider | undefined,
): void {
  // Verified when there is no such account, so that the time of the answer tells nothing.
  const nobody = hashPassword('nobody has this password')

  const sealer = createSealer([config.secretKey, ...config.oldSecretKeys])
  const devices = createKnownDevices(config)

  async function requireSecondFactor(signIn: SignIn, otp: string | undefined): Promise<void> {
    if (!signIn.hasSecondFactor) return
    if (otp === undefined) throw new AppError('otp_required')
    await db.asOwner(signIn.ownerId, async (tx) => {
      const factor = await findSecondFactor(tx, sealer, signIn)
      if (!factor?.confirmedAt) return
      if (!(await takeOtp(tx, signIn, factor, otp)))
        throw new AppError('validation_failed', { invalidFields: { otp: 'field.otp_wrong' } })
    })
  }

  /** For every address alike: whether there is such an account is found out by the job, where nobody measures the time. */
  async function noteFailure(email: string, address: string, request: FastifyRequest): Promise<void> {
    const attempt: FailedSignIn = {
      email,
      address,
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
    }
    const key = `failed-sign-in:${request.id}`
    await db.local((tx) => enqueue(tx, 'note-failed-sign-in', attempt, { queue: 'failed-sign-ins', key }))
  }

  serve('POST /authorization', async ({ body, request, reply }) => {
    const email = body.email.toLowerCase()
    const address = clientAddress(request)
    const [keys, signIn] = await Promise.all([
      countTries(db, devices, request, { email, what: '', most: mostTries }),
      findSignIn(db, email),
    ])

    const matches = await isPassword(signIn?.passwordHash ?? (await nobody), body.password)
    if (!signIn?.passwordHash || !matches) {
      await noteFailure(email, address, request)
      throw new AppError('bad_credentials')
    }
    if (signIn.status !== 1) throw new AppError('account_inactive')

    try {
      await requireSecondFactor(signIn, body.otp)
    } catch (error) {
      // Being asked for the code is no failure; a wrong one is, by somebody who has the password.
      if (body.otp !== undefined) await noteFailure(email, address, request)
      throw error
    }

    const isRemembered = body.remember ?? true
    const client = { userAgent: request.headers['user-agent'], address, isRemembered }
    const [token] = await Promise.all([
      openSession(db, signIn, client, (tx) => nameActor(signIn, tx)),
      forgiveAttempt(db, keys),
    ])
    if (token === undefined) throw new AppError('bad_credentials')
    setAuthCookie(reply, config, token, isRemembered)
    devices.remember(request, reply, email)
    request.log.info({ event: 'signed_in', by: 'password', userId: signIn.userId, address }, 'signed in')
    const expiresIn = isRemembered ? sessionSeconds : briefSessionSeconds
    const data = { access_token: token, token_type: 'Bearer' as const, expires_in: expiresIn }
    return { ...data, data }
  })

  serve('DELETE /authorization', async ({ session, reply, translate }) => {
    await db.asOwner(session.ownerId, (tx) => removeSession(tx, session.tokenHash))
    sessions.forget(session.tokenHash)
    clearAuthCookie(reply, config)
    const url = session.isSso ? await provider?.signOutUrl() : undefined
    return { data: url ? { sign_out_url: url } : null, message: translate('done.signed_out') }
  })
}
