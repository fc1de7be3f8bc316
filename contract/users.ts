import { numberFormats } from '../model/number-format.ts'
import { z } from 'zod'
import { groupPermissions, permissions, roles } from '../model/permissions.ts'
import { languages, type Language } from '../model/language.ts'
import { isRepeated, newPassword, notRepeated, otp } from './authorization.ts'
import {
  done,
  endpoints,
  file,
  id,
  idParam,
  include,
  instant,
  item,
  personName,
  phoneNumber,
  readVersion,
  version,
} from './endpoint.ts'

const language = z.enum(Object.keys(languages) as [Language, ...Language[]])
const gender = z.int().min(0).max(3).describe('0 unknown, 1 male, 2 female, 3 other')

/** A sibling product in the header's switcher, in its order. */
const siblingProduct = z.object({
  code: z.enum(['web', 'pos', 'distribution', 'crm', 'home']),
  url: z.string().nullable().describe('Null: this product itself.'),
})

export type SiblingProduct = z.infer<typeof siblingProduct>

export const me = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  gender: z.int().describe('0 unknown, 1 male, 2 female, 3 other'),
  profile_picture: z.string().nullable(),
  scope: z.enum(['owner', 'admin', 'staff']),
  language,
  timezone: z.string(),
  currency: z.string().describe('Of the account.'),
  number_format: z.enum(numberFormats).describe('How the account shows figures.'),
  permissions: z.array(z.enum(permissions)),
  group_permissions: z.array(z.enum(groupPermissions)),
  roles: z.array(z.enum(roles)).describe('None: ticks alone.'),
  shop_ids: z.array(id).describe('Shops that the user may see; none means all.'),
  updated_at: version,
  is_first_login: z.boolean(),
  is_nearly_expired: z.boolean(),
  plan: z.object({
    code: z.string(),
    expired_at: z.string().nullable(),
    is_expired: z.boolean().describe('What writes is refused until the plan is renewed.'),
    upgrade_url: z.string().nullable().describe('Where the central home sells plans; null without one.'),
    support_email: z.string().nullable().describe('Whom to ask; null where nobody is named.'),
  }),
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
        products: z.array(siblingProduct).describe('None where no other product is set up.'),
      }),
    })
    .optional(),
})

/** Bytes; a part more for what multipart puts around them fits under the server's limit of 1 MiB. */
export const avatarMostBytes = 1_000_000
/** Pixels, in both directions. */
export const avatarSides = { least: 100, most: 5000 } as const

const sessionRow = z.object({
  id,
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  created_at: instant,
  last_used_at: instant.describe('Exact to the hour.'),
  is_current: z.boolean(),
})

const secondFactor = z.object({
  is_on: z.boolean(),
  recovery_codes_left: z.int(),
})

const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe('Shown once; each works once.'),
})

const currentPassword = z.string().min(1).max(50)

export const users = endpoints({
  'GET /users/me': {
    summary: 'The signed-in user, with effective permissions.',
    access: 'signed-in',
    query: z.strictObject({ include }),
    reply: item(me),
  },
  'PUT /users/me': {
    summary: 'Changes the own profile. What is left out stays.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({
      name: personName.optional(),
      phone: phoneNumber.nullable().optional(),
      gender: gender.optional(),
      language: language.optional().describe('Of mails; the browser has its own.'),
      updated_at: readVersion,
    }),
    reply: item(me),
    errors: ['changed_by_other'],
  },
  'PUT /users/change-password': {
    summary: 'Sets a new password. All other sessions of the user end.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z
      .strictObject({
        current_password: currentPassword,
        password: newPassword,
        password_confirmation: z.string().max(50),
      })
      .refine(isRepeated, notRepeated),
    reply: done,
    errors: ['sso_account', 'too_many_attempts'],
  },
  'PUT /users/{id}/end-first-login': {
    summary: 'The first steps are done and are not shown again. For oneself alone.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    params: idParam,
    reply: item(z.object({ is_first_login: z.literal(false) })),
  },
  'POST /users/{id}/update-avatar': {
    summary: 'A new picture, of oneself or of somebody whom one manages: square, from 100 to 5,000 pixels.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    params: idParam,
    upload: {
      field: 'avatar',
      types: ['image/png', 'image/jpeg'],
      mostBytes: avatarMostBytes,
      rule: 'field.image_size',
    },
    reply: item(z.object({ profile_picture: z.string() })),
  },
  'DELETE /users/{id}/avatar': {
    summary: 'Initials instead of the picture.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    params: idParam,
    reply: done,
  },
  'GET /users/{id}/avatar': {
    summary: 'The picture of somebody of the same account, 256 pixels square.',
    access: 'signed-in',
    params: idParam,
    query: z.strictObject({ v: z.string().max(20).optional().describe('Changes with the picture.') }),
    reply: file,
    file: 'image/webp',
  },
  'GET /users/sessions': {
    summary: 'Where one is signed in, the latest use first.',
    access: 'signed-in',
    reply: z.object({ data: z.array(sessionRow) }),
  },
  'DELETE /users/sessions/{id}': {
    summary: 'Ends one of the own sessions.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    params: idParam,
    reply: done,
  },
  'DELETE /users/sessions': {
    summary: 'Ends all own sessions but this one.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    reply: done,
  },
  'GET /users/second-factor': {
    summary: 'Whether signing in asks for a code besides the password.',
    access: 'signed-in',
    reply: item(secondFactor),
  },
  'POST /users/second-factor': {
    summary: 'A new secret for an authenticator app (RFC 6238). It counts once a code of it came back.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({ current_password: currentPassword }),
    reply: item(
      z.object({
        secret: z.string().describe('Base32, to be typed where nothing scans.'),
        uri: z.string().describe('otpauth://, which the QR code holds.'),
        qr_svg: z.string(),
      }),
    ),
    hasSecret: true,
    errors: ['conflict', 'sso_account', 'too_many_attempts'],
  },
  'POST /users/second-factor/confirm': {
    summary: 'Switches the second factor on with a first code, and gives recovery codes.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({ otp }),
    reply: item(recoveryCodes),
    hasSecret: true,
    errors: ['conflict', 'too_many_attempts'],
  },
  'POST /users/second-factor/recovery-codes': {
    summary: 'New recovery codes; the old ones stop working.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({ current_password: currentPassword }),
    reply: item(recoveryCodes),
    hasSecret: true,
    errors: ['conflict', 'too_many_attempts'],
  },
  'POST /users/second-factor/off': {
    summary: 'Signing in asks for the password alone again.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({ current_password: currentPassword }),
    reply: done,
    errors: ['conflict', 'too_many_attempts'],
  },
})
