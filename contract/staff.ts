import { z } from 'zod'
import {
  grantablePermissions,
  groupPermissions,
  permissions,
  roles,
  type GrantablePermission,
} from '../model/permissions.ts'
import { staffRoles, staffStatuses } from '../model/staff-rights.ts'
import { languages, type Language } from '../model/language.ts'
import { emailAddress, newPassword } from './authorization.ts'
import {
  changesSomething,
  done,
  endpoints,
  id,
  idParam,
  instant,
  item,
  page,
  paging,
  personName,
  phoneNumber,
  readVersion,
  version,
} from './endpoint.ts'

/** Somebody who works for the account. */
export const person = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  profile_picture: z.string().nullable(),
  scope: z.enum(['owner', 'admin', 'staff']),
  status: z.literal(Object.values(staffStatuses)).describe('0 invited, 1 active, 2 switched off'),
  roles: z.array(z.enum(roles)).describe('None: ticks alone.'),
  group_permissions: z.array(z.enum(groupPermissions)),
  permissions: z.array(z.enum(permissions)).describe('Ticks besides what the role gives.'),
  shop_ids: z.array(id).describe('Shops that the person may see; none means all.'),
  has_second_factor: z.boolean(),
  may_edit: z.boolean().describe('The caller may change, switch off and delete this person.'),
  last_login_at: instant.nullable(),
  created_at: instant,
  updated_at: version,
})

const rights = {
  role: z.enum(staffRoles).describe('`custom`: the ticks alone.'),
  group_permissions: z.array(z.enum(groupPermissions)).max(10).optional(),
  permissions: z
    .array(z.enum(grantablePermissions as [GrantablePermission, ...GrantablePermission[]]))
    .max(100)
    .optional(),
  shop_ids: z.array(id).max(999).optional().describe('None: all shops.'),
}

const newPerson = {
  name: personName,
  email: emailAddress,
  phone: phoneNumber.nullable().optional(),
  language: z
    .enum(Object.keys(languages) as [Language, ...Language[]])
    .optional()
    .describe('Of the mails; that of the request unless said.'),
  ...rights,
}

export const staff = endpoints({
  'GET /users': {
    summary: 'Who works for the account, by name. Owners who sign in at the central home are left out.',
    access: 'settings.staff',
    query: z.strictObject({
      ...paging,
      limit: z.coerce.number().int().min(1).max(999).default(20),
      keyword: z
        .string()
        .trim()
        .max(255)
        .regex(/^[^\p{Cc}\p{Cs}]*$/u)
        .optional()
        .describe('Part of the name or the e-mail address.'),
      include_owner: z.literal(['0', '1']).default('0').describe('1 shows owners of the central home too.'),
    }),
    reply: page(person, {}),
  },
  'POST /users': {
    summary: 'Adds somebody with a password that you tell him; without one he is invited by mail.',
    access: 'settings.staff',
    status: 201,
    body: z.strictObject({ ...newPerson, password: newPassword.optional() }),
    reply: item(person),
    errors: ['mail_not_set_up', 'plan_limit', 'too_many_attempts'],
  },
  'POST /invite-user': {
    summary: 'Invites somebody by mail. The link in it works once, for 72 hours.',
    access: 'settings.staff',
    status: 201,
    body: z.strictObject(newPerson),
    reply: item(person),
    errors: ['mail_not_set_up', 'plan_limit', 'too_many_attempts'],
  },
  'GET /users/{id}': {
    summary: 'One of them.',
    access: 'settings.staff',
    params: idParam,
    reply: item(person),
  },
  'POST /users/{id}/invite-again': {
    summary: 'Invites somebody again who has not come yet; the link before it stops working.',
    access: 'settings.staff',
    params: idParam,
    reply: done,
    errors: ['conflict', 'mail_not_set_up', 'too_many_attempts'],
  },
  'PUT /users/{id}': {
    summary:
      'Changes somebody, from his next request on. What is left out stays; with `role` the ticks begin anew.',
    access: 'settings.staff',
    params: idParam,
    body: z
      .strictObject({
        name: personName.optional(),
        email: emailAddress.optional(),
        phone: phoneNumber.nullable().optional(),
        role: rights.role.optional(),
        group_permissions: rights.group_permissions,
        permissions: rights.permissions,
        shop_ids: rights.shop_ids,
        status: z
          .literal([staffStatuses.active, staffStatuses.disabled])
          .optional()
          .describe('2 switches off and ends all sessions, 1 switches on again.'),
        has_second_factor: z
          .literal(false)
          .optional()
          .describe('Ends it, for somebody who has lost phone and recovery codes.'),
        updated_at: readVersion,
      })
      .refine(changesSomething, { error: 'field.nothing_to_change' }),
    reply: item(person),
    errors: ['changed_by_other', 'conflict', 'plan_limit', 'too_many_attempts'],
  },
  'DELETE /users/{id}': {
    summary: 'Removes somebody and ends his sessions. What he did keeps his name.',
    access: 'settings.staff',
    // Nobody who has to leave may go on reading.
    whenPlanEnded: 'works',
    params: idParam,
    reply: done,
  },
})
