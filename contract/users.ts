import { z } from 'zod'
import { groupPermissions, permissions, roles } from '../model/permissions.ts'
import { languages, type Language } from '../model/language.ts'
import { endpoints, id, include, item } from './endpoint.ts'

export const me = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  gender: z.int().describe('0 unknown, 1 male, 2 female, 3 other'),
  profile_picture: z.string().nullable(),
  scope: z.enum(['owner', 'admin', 'staff']),
  language: z.enum(Object.keys(languages) as [Language, ...Language[]]),
  timezone: z.string(),
  permissions: z.array(z.enum(permissions)),
  group_permissions: z.array(z.enum(groupPermissions)),
  roles: z.array(z.enum(roles)),
  is_first_login: z.boolean(),
  is_nearly_expired: z.boolean(),
  plan: z.object({ code: z.string(), expired_at: z.string().nullable() }),
  is_owner_sso: z.boolean(),
  shop_owner: z
    .object({
      data: z.object({
        id: z.string(),
        name: z.string(),
        company_name: z.string().nullable(),
        company_domain: z.string().nullable(),
        currency: z.string(),
        timezone: z.string(),
      }),
    })
    .optional(),
})

export const users = endpoints({
  'GET /users/me': {
    summary: 'The signed-in user, with effective permissions.',
    access: 'signed-in',
    query: z.strictObject({ include }),
    reply: item(me),
  },
})
