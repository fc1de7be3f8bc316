import { can, canOpenArea, groupPermissions, permissions } from '../../model/permissions.ts'
import type { Serve } from '../serve-endpoint.ts'

export function usersRoutes(serve: Serve): void {
  serve('GET /users/me', async ({ session, query }) => ({
    data: {
      id: session.userId,
      name: session.name,
      email: session.email,
      phone: session.phone,
      gender: session.gender,
      profile_picture: session.profilePicture,
      scope: session.scope,
      language: session.language,
      timezone: session.timezone,
      permissions: permissions.filter((permission) => can(session, permission)),
      group_permissions: groupPermissions.filter((area) => canOpenArea(session, area)),
      roles: session.roles,
      is_first_login: session.isFirstLogin,
      // The self-hosted plan never ends.
      is_nearly_expired: false,
      plan: { code: 'community', expired_at: null },
      is_owner_sso: false,
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
              },
            },
          }
        : {}),
    },
  }))
}
