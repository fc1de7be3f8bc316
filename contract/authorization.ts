import { z } from 'zod'
import { halfWidth } from '../model/half-width.ts'
import { done, endpoints, instant, item, personName } from './endpoint.ts'

export const signIn = {
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds; slides with use.'),
}

export const emailAddress = z.string().trim().min(4).max(255).pipe(z.email())

/** Rule for a password that is being set; older ones may be shorter. */
export const newPassword = z.string().min(8).max(50)

/** Without spaces and dashes, which people type as the app or the paper shows them, and in plain figures. */
export const otp = z
  .string()
  .max(40)
  .transform((text) => halfWidth(text).replaceAll(/[\s-]/g, ''))
  .refine((text) => /^(?:\d{6}|[A-Za-z2-7]{16})$/.test(text), { error: 'field.otp_wrong' })
  .describe('Six digits of the app, or one of the recovery codes.')

const linkToken = z
  .string()
  .regex(/^[\w-]{43}$/)
  .describe('What stands behind the # of the link in the mail.')

/** Message under `password_confirmation` where they differ. */
export function isRepeated(body: { password: string; password_confirmation: string }): boolean {
  return body.password === body.password_confirmation
}
export const notRepeated = { path: ['password_confirmation'], error: 'field.password_repeated' }

export const authorization = endpoints({
  'POST /authorization': {
    summary:
      'Sign in. Browsers also get the token as a cookie. With a second factor: `otp_required` until `otp` comes along.',
    access: 'public',
    body: z.strictObject({
      email: emailAddress,
      password: z.string().min(6).max(50),
      otp: otp.optional(),
      remember: z
        .boolean()
        .optional()
        .describe(
          'False: the cookie ends with the browser, and the token a day after its last use instead of 30. Default true.',
        ),
    }),
    reply: z.object({ ...signIn, data: z.object(signIn) }),
    errors: ['bad_credentials', 'otp_required', 'account_inactive', 'too_many_attempts'],
  },
  'DELETE /authorization': {
    summary: 'Sign out: the token stops working.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    reply: z.object({
      data: z
        .object({ sign_out_url: z.string().describe('Where the session of the central home ends.') })
        .nullable()
        .describe('Null for whoever signed in with a password.'),
      message: z.string(),
    }),
  },
  'POST /authorization/forgot-password': {
    summary:
      'Mails a link that sets a new password. The answer is the same for addresses without an account.',
    access: 'public',
    body: z.strictObject({ email: emailAddress }),
    reply: done,
    errors: ['too_many_attempts'],
  },
  'POST /authorization/token-info': {
    summary: 'Whom a link of a mail is for, without using it up. No GET: addresses end up in logs.',
    access: 'public',
    body: z.strictObject({ token: linkToken }),
    reply: item(
      z.object({
        kind: z.enum(['activate', 'reset']),
        email: z.string(),
        name: z.string(),
        company_name: z.string(),
        expires_at: instant,
      }),
    ),
    errors: ['one_time_link_expired'],
  },
  'POST /authorization/reset-password': {
    summary: 'Sets a new password by the link of a mail, once, and ends all sessions of the user.',
    access: 'public',
    body: z
      .strictObject({ token: linkToken, password: newPassword, password_confirmation: z.string().max(50) })
      .refine(isRepeated, notRepeated),
    reply: done,
    errors: ['one_time_link_expired'],
  },
  'POST /authorization/activate': {
    summary: 'Follows an invitation, once: sets name and password. Sign in with them afterwards.',
    access: 'public',
    body: z.strictObject({ token: linkToken, name: personName, password: newPassword }),
    reply: done,
    errors: ['one_time_link_expired'],
  },
})
