/** Signing in at the central home. Decision 0026 says what is trusted, and why. */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors.ts'
import { nameActor } from '../../audit/trail.ts'
import { setPlan } from '../../billing/save-plan.ts'
import { PlanRefused } from '../../billing/plan-input.ts'
import { requireSession, type Serve, type ServerContext } from '../../http/serve-endpoint.ts'
import { createSealer } from '../../secrets/seal.ts'
import { setAuthCookie } from '../../http/auth-cookie.ts'
import { clientAddress } from '../../http/client-address.ts'
import {
  countAttempt,
  findSignIn,
  forgetAttempts,
  openSession,
  removeSession,
  sessionSeconds,
  type Person,
} from '../sessions/sessions-store.ts'
import { beginFlow, endFlow } from './sso-flow.ts'
import { findIdentity, saveIdentity } from './sso-identities-store.ts'
import type { CentralPerson, SsoProvider } from './sso-provider.ts'
import { findUser } from '../users/users-store.ts'

const triesPerAddress = 50

export function ssoRoutes(serve: Serve, context: ServerContext, provider: SsoProvider | undefined): void {
  const { db, config, sessions } = context
  const sealer = createSealer([config.secretKey, ...config.oldSecretKeys])
  const isSecure = config.publicUrl.startsWith('https:')

  serve('GET /sso', async () => ({
    data: { is_on: provider !== undefined, home_url: config.siblings.home },
  }))

  serve('GET /sso/authorize-url', async ({ query, request, reply, language }) => {
    if (!provider) throw new AppError('sso_off')
    const flow = beginFlow(sealer, request, reply, { redirect: query.redirect ?? '/', isSecure })
    return { data: { url: await provider.authorizeUrl(flow, language), state: flow.state } }
  })

  serve('POST /sso/token', async ({ body, request, reply }) => {
    if (!provider) throw new AppError('sso_off')
    const address = clientAddress(request)
    const key = `sso:${address}`
    const { count, secondsLeft } = await countAttempt(db, key)
    if (count > triesPerAddress) throw new AppError('too_many_attempts', { retryAfterSeconds: secondsLeft })
    const flow = endFlow(sealer, request, reply, { state: body.state, isSecure })
    // A code that this browser did not ask for would sign its user in as whoever sent it.
    if (!flow) throw new AppError('sso_code_invalid')
    const person = await provider.exchange(body, flow)
    const user = await userOf(person)
    await forgetAttempts(db, key)
    await takePlan(user, person, request)
    const token = await keepOrReplace(user, request, address)
    setAuthCookie(reply, config, token, true)
    request.log.info({ event: 'signed_in', by: 'central home', userId: user.userId, address }, 'signed in')
    const signIn = { access_token: token, token_type: 'Bearer' as const, expires_in: sessionSeconds }
    return { ...signIn, data: { ...signIn, redirect: flow.redirect } }
  })

  /**
   * Returns the user that the central home identified, never one with a password here: an address over there must not open that
   * account.
   */
  async function userOf({ issuer, subject, verifiedEmail }: CentralPerson): Promise<Person> {
    const identity = { issuer, subject }
    const known = await findIdentity(db, identity)
    const key = known ?? (verifiedEmail === null ? undefined : await findSignIn(db, verifiedEmail))
    if (!key) throw new AppError('sso_refused')
    const { ownerId, userId } = key
    return db.asOwner(ownerId, async (tx) => {
      const user = await findUser(tx, { ownerId, userId })
      if (!user?.isSso || user.status !== 1) throw new AppError('sso_refused')
      if (!known && !(await saveIdentity(tx, { ownerId, userId }, identity))) {
        // Another tab of the same person may have come first.
        const first = await findIdentity(db, identity)
        if (first?.ownerId !== ownerId || first.userId !== userId) throw new AppError('sso_refused')
      }
      return { ownerId, userId, name: user.name }
    })
  }

  /** Saves the plan that the central home reports for the owner. A refused plan must not prevent the sign-in. */
  async function takePlan(
    { ownerId }: Person,
    { plan }: CentralPerson,
    { log }: FastifyRequest,
  ): Promise<void> {
    if (plan === undefined || plan === null) return
    try {
      const { isNew } = await setPlan(db, context.trail.seal, ownerId, plan)
      if (isNew) sessions.forgetAll()
    } catch (error) {
      if (!(error instanceof PlanRefused)) throw error
      log.warn({ ownerId, error: error.message }, 'plan of the central home refused')
    }
  }

  /** Keeps the session if the same user is signed in here already; otherwise replaces it. */
  async function keepOrReplace(user: Person, request: FastifyRequest, address: string): Promise<string> {
    const before = await requireSession(context, request).catch(() => undefined)
    if (before?.session.ownerId === user.ownerId && before.session.userId === user.userId) return before.token
    const client = { userAgent: request.headers['user-agent'], address, isRemembered: true }
    const token = await openSession(db, user, client, (tx) => nameActor(user, tx))
    if (token === undefined) throw new AppError('sso_refused')
    if (before) {
      const { ownerId, tokenHash } = before.session
      await db.asOwner(ownerId, (tx) => removeSession(tx, tokenHash))
      sessions.forget(tokenHash)
    }
    return token
  }
}
