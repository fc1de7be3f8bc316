import type { Body, Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import { can } from '../../../model/permissions.ts'
import {
  exceeding,
  mayManage,
  rightsOf,
  roleOf,
  staffStatuses,
  type GivenRights,
  type Rights,
} from '../../../model/staff-rights.ts'
import { nameTarget } from '../../audit/trail.ts'
import { requireHardToGuess } from '../passwords/guessable-password.ts'
import { mailLink } from '../passwords/mail-link.ts'
import { removeLinks } from '../passwords/one-time-links-store.ts'
import { removeSecondFactor } from '../second-factor/second-factor-store.ts'
import { notifyUser } from '../users/notify-user.ts'
import {
  countAttempt,
  endSessions,
  lockSession,
  notifySessionsChanged,
  type Session,
} from '../sessions/sessions-store.ts'
import { findUser, renewCredentials } from '../users/users-store.ts'
import { withinPlan } from '../../billing/plans-store.ts'
import type { Tx } from '../../db/database.ts'
import { claimVersion, findVersion, listVersions, removeVersion } from '../../http/edit-versions-store.ts'
import { createPost } from '../../outbox/enqueue-mail.ts'
import { notifyUserAdded } from './notify-user-added.ts'
import { saveNotifications } from '../../notifications/notifications-store.ts'
import { paginationOf } from '../../http/pagination.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { saveUser } from '../../settings/owners-store.ts'
import { listShops } from '../../shops/shops-store.ts'
import {
  findPerson,
  listPeople,
  lockPeople,
  moveSignIn,
  removePerson,
  savePerson,
  type Person,
} from './staff-store.ts'

/** Invitations and notices in a quarter of an hour: to one address, whoever is invited there, and of an account as a whole. */
const mostMails = { address: 5, account: 100 }

export function staffRoutes(serve: Serve, { db, config, sessions }: ServerContext): void {
  const post = createPost(config)

  serve('GET /users', async ({ query, session, request }) => {
    const { limit, page, keyword = '' } = query
    const withCentral = query.include_owner === '1'
    const wanted = { keyword, withCentral, limit, offset: (page - 1) * limit }
    const { rows, total } = await db.asOwner(session.ownerId, async (tx) => {
      const versions = await listVersions(tx, session.ownerId, 'user')
      const people = await listPeople(tx, session.ownerId, wanted)
      return {
        ...people,
        rows: people.rows.map((one) => ({ ...one, version: versions.get(one.id) ?? null })),
      }
    })
    return {
      data: rows.map((person) => present(session, person)),
      meta: { pagination: paginationOf(request, { total, count: rows.length, page, limit }) },
    }
  })

  serve('GET /users/{id}', async ({ params, session }) => ({
    data: present(session, await db.asOwner(session.ownerId, (tx) => getSeen(tx, session, params.id))),
  }))

  serve('POST /users', ({ body, session, language }) => add(session, body, language))
  serve('POST /invite-user', ({ body, session, language }) => add(session, body, language))

  serve('POST /users/{id}/invite-again', async ({ params, session, translate }) => {
    if (!post.isReady) throw new AppError('mail_not_set_up')
    const { ownerId } = session
    const person = await db.asOwner(ownerId, (tx) => getManaged(tx, session, params.id))
    if (person.status !== staffStatuses.invited) throw new AppError('conflict')
    await countMail(ownerId, person.email)
    await db.asOwner(ownerId, async (tx) => {
      const giver = await lockedGiver(tx, session)
      await getManaged(tx, giver, params.id)
      await invite(tx, giver, params.id)
    })
    return { data: null, message: translate('done.invited', { email: person.email }) }
  })

  serve('PUT /users/{id}', async ({ params, body, session }) => {
    const { ownerId } = session
    await countAddressChange(session, params.id, body.email)
    const saved = await db.asOwner(ownerId, async (tx) => {
      const giver = await lockedGiver(tx, session)
      const before = await getManaged(tx, giver, params.id)
      await claimVersion(tx, session, ['user', before.id], body.updated_at)
      const rights = await checkedRights(tx, giver, given(body, before), before.shopIds)
      const email = body.email ?? before.email
      const isMoving = email.toLowerCase() !== before.email.toLowerCase()
      // Together they are all that it takes to sign in as somebody else.
      if (isMoving && body.has_second_factor === false && before.hasSecondFactor)
        throw new AppError('validation_failed', {
          invalidFields: { has_second_factor: 'field.not_with_email' },
        })
      if (isMoving) await changeAddress(tx, ownerId, before, email)
      const status = body.status ?? before.status
      if (status === staffStatuses.active && before.status === staffStatuses.invited)
        throw new AppError('conflict')
      const name = body.name ?? before.name
      const phone = body.phone === undefined ? before.phone : body.phone || null
      const changed = { ...before, ...rights, name, email, phone, status }
      await withinPlan(tx, ownerId, 'staff', () => savePerson(tx, ownerId, changed))
      if (body.has_second_factor === false && (await removeSecondFactor(tx, { ownerId, userId: before.id })))
        await notifyUser(tx, post, { ownerId, userId: before.id }, 'second_factor_off')
      if (status === staffStatuses.disabled) await lockOut(tx, ownerId, before.id)
      await notifySessionsChanged(tx)
      return getSeen(tx, session, before.id)
    })
    sessions.forgetAll()
    return { data: present(session, saved) }
  })

  serve('DELETE /users/{id}', async ({ params, session, translate }) => {
    const { ownerId } = session
    const removed = await db.asOwner(ownerId, async (tx) => {
      const person = await getManaged(tx, await lockedGiver(tx, session), params.id)
      await lockOut(tx, ownerId, person.id)
      await removePerson(tx, ownerId, person.id)
      await removeVersion(tx, ownerId, 'user', person.id)
      await removeVersion(tx, ownerId, 'notification_ways', person.id)
      return person
    })
    sessions.forgetAll()
    return { data: null, message: translate('done.person_removed', { name: removed.name }) }
  })

  async function add(session: Session, body: Body<'POST /users'>, asked: Language) {
    const { name, email, phone, password, language = asked } = body
    if (password === undefined && !post.isReady) throw new AppError('mail_not_set_up')
    const { ownerId, companyName, ownerName } = session
    if (password !== undefined)
      requireHardToGuess(password, { name, email, companyName: companyName ?? ownerName })
    else await countMail(ownerId, email)
    const made = await db.asOwner(ownerId, async (tx) => {
      const giver = await lockedGiver(tx, session)
      const rights = await checkedRights(tx, giver, given(body, null))
      const role = rights.roles[0] ?? null
      const person = { ...rights, role, name, email, phone: phone || null, language, password }
      const id = await withinPlan(tx, ownerId, 'staff', () => saveUser(tx, ownerId, person))
      nameTarget(tx, id)
      notifyUserAdded(tx, ownerId, id, name)
      if (password === undefined) await invite(tx, giver, id)
      else {
        const news = { ownerId, type: 'user_added' as const, shopId: null, url: '/setting/staff' }
        await saveNotifications(tx, ownerId, [{ ...news, about: String(id), staffName: name }])
      }
      return getSeen(tx, session, id)
    })
    return { data: present(session, made) }
  }

  async function invite(tx: Tx, { ownerId, name }: Session, userId: number): Promise<void> {
    const user = await findUser(tx, { ownerId, userId })
    if (user) await mailLink(tx, post, { ownerId, publicUrl: config.publicUrl }, user, 'activate', name)
  }

  /**
   * Another address gets the mails from now on: the old one hears of it, what it was sent counts no more, and whoever is signed in
   * does so anew. Somebody who was invited and never came may have been misspelt: that address hears nothing.
   */
  async function changeAddress(tx: Tx, ownerId: string, { id, status }: Person, email: string) {
    const key = { ownerId, userId: id }
    if (!(await moveSignIn(tx, ownerId, id, email)))
      throw new AppError('validation_failed', { invalidFields: { email: 'field.email_taken' } })
    if (status !== staffStatuses.invited) await notifyUser(tx, post, key, 'email_changed')
    await renewCredentials(tx, key)
    await lockOut(tx, ownerId, id)
  }

  /** Counts the notice that the address before would get. */
  async function countAddressChange(session: Session, id: number, email: string | undefined): Promise<void> {
    if (email === undefined) return
    const before = await db.asOwner(session.ownerId, (tx) => getManaged(tx, session, id))
    const isMoving = email.toLowerCase() !== before.email.toLowerCase()
    if (isMoving && before.status !== staffStatuses.invited) await countMail(session.ownerId, before.email)
  }

  async function countMail(ownerId: string, email: string): Promise<void> {
    const limits = [
      { key: `staff-mail:${ownerId}:${email.toLowerCase()}`, most: mostMails.address },
      { key: `staff-mail:${ownerId}`, most: mostMails.account },
    ]
    for (const { key, most } of limits) {
      const { count, secondsLeft } = await countAttempt(db, key)
      if (count > most) throw new AppError('too_many_attempts', { retryAfterSeconds: secondsLeft })
    }
  }

  async function lockOut(tx: Tx, ownerId: string, userId: number): Promise<void> {
    await removeLinks(tx, { ownerId, userId })
    await endSessions(tx, { ownerId, userId }, null)
  }
}

/** Returns the requested rights; omitted ones keep their values, but ticks belong to the role that they were made with. */
function given(body: Partial<Body<'POST /users'>>, before: Person | null): GivenRights {
  const role = body.role ?? (before ? roleOf(before) : 'custom')
  const kept = before && body.role === undefined ? before : null
  return {
    // An owner is managed by nobody, so nobody comes here for one.
    role: role === 'owner' ? 'custom' : role,
    groupPermissions: body.group_permissions ?? kept?.groupPermissions,
    permissions: body.permissions ?? kept?.permissions,
    shopIds: body.shop_ids ?? before?.shopIds,
  }
}

/**
 * Throws at the field in which it is more than the giver has, or names no shop of the account. One that was unlinked since
 * stays with whoever had it: none at all would mean every shop.
 */
async function checkedRights(
  tx: Tx,
  session: Session,
  wanted: GivenRights,
  before: number[] = [],
): Promise<Rights> {
  const rights = rightsOf(wanted)
  const field = exceeding(session, rights)
  if (field !== null)
    throw new AppError('validation_failed', { invalidFields: { [field]: 'field.more_than_own' } })
  const shops = await listShops(tx, session.ownerId, session.shopIds)
  const known = new Set([...before, ...shops.map(({ id }) => id)])
  if (rights.shopIds.some((id) => !known.has(id)))
    throw new AppError('validation_failed', { invalidFields: { shop_ids: 'field.no_such_shop' } })
  return rights
}

/**
 * Locks the rights of the account's users, and returns the session with the giver's current rights: he may have been removed
 * while he waited for the lock.
 */
async function lockedGiver(tx: Tx, session: Session): Promise<Session> {
  await lockPeople(tx, session.ownerId)
  const giver = await findPerson(tx, session.ownerId, session.userId)
  if (giver?.status !== staffStatuses.active || !(await lockSession(tx, session)))
    throw new AppError('unauthenticated')
  const { scope, roles, groupPermissions, permissions, shopIds } = giver
  const current = { ...session, scope, roles, groupPermissions, permissions, shopIds }
  if (!can(current, 'settings.staff')) throw new AppError('forbidden')
  return current
}

type SeenPerson = Person & { version: string | null }

/** Owners of the central home are hidden. */
async function getSeen(tx: Tx, session: Session, id: number): Promise<SeenPerson> {
  const version = await findVersion(tx, session.ownerId, 'user', id)
  const person = await findPerson(tx, session.ownerId, id)
  if (!person || person.isSso) throw new AppError('not_found')
  return { ...person, version }
}

async function getManaged(tx: Tx, session: Session, id: number): Promise<Person> {
  const person = await getSeen(tx, session, id)
  if (!mayManage({ ...session, id: session.userId }, person)) throw new AppError('forbidden')
  return person
}

function present(session: Session, person: SeenPerson): Reply<'POST /users'>['data'] {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    phone: person.phone,
    profile_picture: person.profilePicture,
    scope: person.scope,
    status: person.status,
    roles: person.roles,
    group_permissions: person.groupPermissions,
    permissions: person.permissions,
    shop_ids: person.shopIds,
    has_second_factor: person.hasSecondFactor,
    may_edit: mayManage({ ...session, id: session.userId }, person),
    last_login_at: person.lastLoginAt?.toISOString() ?? null,
    created_at: person.createdAt.toISOString(),
    updated_at: person.version,
  }
}
