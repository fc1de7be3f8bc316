import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { can, canOpenArea, groupPermissions, permissions } from '../../../model/permissions.ts'
import { endsSoon, hasEnded } from '../../../model/plan.ts'
import { communityCode, planContacts } from '../../billing/present-plan.ts'
import { claimVersion, instantOf } from '../../http/edit-versions-store.ts'
import type { Config } from '../../config/config.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { notifySessionsChanged, type Session } from '../sessions/sessions-store.ts'
import { siblingProducts } from '../sso/sibling-products.ts'
import { endFirstLogin, saveProfile } from './users-store.ts'

export function usersRoutes(serve: Serve, { db, config, sessions }: ServerContext): void {
  const presentMe = (session: Session) => present(session, config)

  serve('GET /users/me', async ({ session, query, request }) => ({
    data: {
      ...presentMe(session),
      ...(query.include?.split(',').includes('shop_owner')
        ? {
            shop_owner: {
              data: {
                id: session.ownerId,
                name: session.ownerName,
                company_name: session.companyName,
                company_domain: session.companyDomain,
                currency: session.currency,
                timezone: session.timezone,
                products: await siblingProducts(db, config, session, request.cookies),
              },
            },
          }
        : {}),
    },
  }))

  serve('PUT /users/me', async ({ session, body: { updated_at: read, ...change } }) => {
    const { version, profile } = await db.asOwner(session.ownerId, async (tx) => {
      const claimed = await claimVersion(tx, session, ['user', session.userId], read)
      const saved = await saveProfile(tx, session, change)
      await notifySessionsChanged(tx)
      return { version: claimed, profile: saved }
    })
    sessions.forgetAll()
    return { data: { ...presentMe({ ...session, ...profile }), updated_at: version } }
  })

  serve('PUT /users/{id}/end-first-login', async ({ params, session }) => {
    if (params.id !== session.userId) throw new AppError('not_found')
    await db.asOwner(session.ownerId, async (tx) => {
      await endFirstLogin(tx, session)
      await notifySessionsChanged(tx)
    })
    sessions.forgetAll()
    return { data: { is_first_login: false as const } }
  })
}

function present(session: Session, config: Config): Reply<'PUT /users/me'>['data'] {
  return {
    id: session.userId,
    name: session.name,
    email: session.email,
    phone: session.phone,
    gender: session.gender,
    profile_picture: session.profilePicture,
    scope: session.scope,
    language: session.language,
    timezone: session.timezone,
    currency: session.currency,
    number_format: session.numberFormat,
    permissions: permissions.filter((permission) => can(session, permission)),
    group_permissions: groupPermissions.filter((area) => canOpenArea(session, area)),
    roles: session.roles,
    shop_ids: session.shopIds,
    updated_at: session.version === null ? null : instantOf(session.version),
    is_first_login: session.isFirstLogin,
    is_nearly_expired: endsSoon(session.planEnd),
    plan: {
      code: session.planCode ?? communityCode,
      expired_at: session.planEnd?.toISOString() ?? null,
      is_expired: hasEnded(session.planEnd),
      ...planContacts(config),
    },
    is_owner_sso: session.scope === 'owner' && session.isSso,
  }
}
