/** Ways to a password without being signed in: links of mails. And the change of the own one. */
import { AppError } from '../../../model/errors.ts'
import { nameActor } from '../../audit/trail.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { createPost } from '../../outbox/enqueue-mail.ts'
import { notifyUserAdded } from '../staff/notify-user-added.ts'
import { saveNotifications } from '../../notifications/notifications-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { clearAuthCookie } from '../../http/auth-cookie.ts'
import { requirePassword, requireUnchanged } from './check-password.ts'
import { requireHardToGuess } from './guessable-password.ts'
import { createKnownDevices } from '../sessions/known-device.ts'
import { findLink, removeLinks, takeLink } from './one-time-links-store.ts'
import { hashPassword } from '../../secrets/password-hash.ts'
import { endSessions, forgetAttempts } from '../sessions/sessions-store.ts'
import { countTries } from '../sessions/sign-in-tries.ts'
import { notifyUser } from '../users/notify-user.ts'
import { activateUser, findUser, savePassword } from '../users/users-store.ts'

const mostAsks = { account: 3, address: 30 }

export function passwordRoutes(serve: Serve, { db, config, sessions }: ServerContext): void {
  const post = createPost(config)
  const devices = createKnownDevices(config)

  serve('POST /authorization/forgot-password', async ({ body, request, translate }) => {
    const email = body.email.toLowerCase()
    await countTries(db, devices, request, { email, what: 'forgotten-', most: mostAsks })
    const names = { queue: 'forgotten-passwords', key: `forgotten:${email}` }
    await db.local((tx) => enqueue(tx, 'answer-forgotten-password', { email }, names))
    return { data: null, message: translate('done.reset_mailed') }
  })

  serve('POST /authorization/token-info', async ({ body, reply }) => {
    const link = await findLink(db, body.token)
    const user = link && (await db.asOwner(link.ownerId, (tx) => findUser(tx, link)))
    // Nobody who was switched off or removed in the meantime.
    if (!user || user.status !== (link.kind === 'activate' ? 0 : 1))
      throw new AppError('one_time_link_expired')
    void reply.header('cache-control', 'no-store')
    const { email, name, companyName } = user
    const expires = { expires_at: link.expiresAt.toISOString() }
    return { data: { kind: link.kind, email, name, company_name: companyName, ...expires } }
  })

  serve('POST /authorization/reset-password', async ({ body, request, reply, translate }) => {
    const found = await findLink(db, body.token)
    if (found?.kind !== 'reset') throw new AppError('one_time_link_expired')
    const known = await db.asOwner(found.ownerId, (tx) => findUser(tx, found))
    if (known) requireHardToGuess(body.password, known)
    const passwordHash = await hashPassword(body.password)
    const email = await db.asOwner(found.ownerId, async (tx) => {
      const link = await takeLink(tx, body.token, 'reset')
      const user = link && (await findUser(tx, link))
      if (user?.status !== 1 || user.isSso) throw new AppError('one_time_link_expired')
      await savePassword(tx, found, passwordHash)
      await removeLinks(tx, found)
      await endSessions(tx, found, null)
      await notifyUser(tx, post, found, 'password_changed')
      nameActor({ ...found, name: user.name }, tx)
      return user.email.toLowerCase()
    })
    sessions.forgetAll()
    // The user may have used up the sign-in attempts before the reset.
    const device = devices.idOf(request, email)
    await forgetAttempts(db, `account:${email}`, `device:${device}:${email}`)
    clearAuthCookie(reply, config)
    return { data: null, message: translate('done.password_reset') }
  })

  serve('POST /authorization/activate', async ({ body, translate }) => {
    const found = await findLink(db, body.token)
    if (found?.kind !== 'activate') throw new AppError('one_time_link_expired')
    const { ownerId } = found
    const known = await db.asOwner(ownerId, (tx) => findUser(tx, found))
    if (known) requireHardToGuess(body.password, { ...known, name: `${known.name} ${body.name}` })
    const passwordHash = await hashPassword(body.password)
    await db.asOwner(ownerId, async (tx) => {
      const link = await takeLink(tx, body.token, 'activate')
      const isActivated = link && (await activateUser(tx, link, { name: body.name, passwordHash }))
      if (!isActivated) throw new AppError('one_time_link_expired')
      nameActor({ ownerId, userId: link.userId, name: body.name }, tx)
      const news = { ownerId, type: 'user_added' as const, shopId: null, url: '/setting/staff' }
      await saveNotifications(tx, ownerId, [{ ...news, about: String(link.userId), staffName: body.name }])
      notifyUserAdded(tx, ownerId, link.userId, body.name)
    })
    return { data: null, message: translate('done.activated') }
  })

  serve('PUT /users/change-password', async ({ body, session, translate }) => {
    const version = await requirePassword(db, session, body.current_password)
    requireHardToGuess(body.password, {
      ...session,
      companyName: session.companyName ?? session.ownerName,
    })
    const passwordHash = await hashPassword(body.password)
    await db.asOwner(session.ownerId, async (tx) => {
      await requireUnchanged(tx, session, version)
      await savePassword(tx, session, passwordHash)
      await removeLinks(tx, session)
      await endSessions(tx, session, session.sessionId)
      await notifyUser(tx, post, session, 'password_changed')
    })
    sessions.forgetAll()
    return { data: null, message: translate('done.password_changed') }
  })
}
