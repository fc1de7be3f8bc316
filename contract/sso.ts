import { z } from 'zod'
import { signIn } from './authorization.ts'
import { endpoints, item } from './endpoint.ts'

/** A path of the console as an address has it, never the address of another site. Short enough for a cookie. */
export const localPath = z
  .string()
  .max(1500)
  .regex(/^\/(?!\/)[!-[\]-~]*$/)

/** Characters that OAuth allows in a code or a state (RFC 6749, appendix A), up to the longest address. */
const visible = z
  .string()
  .max(2000)
  .regex(/^[ -~]+$/)

export const sso = endpoints({
  'GET /sso': {
    summary: 'Whether one can sign in at a central home, and where that is.',
    access: 'public',
    reply: item(z.object({ is_on: z.boolean(), home_url: z.string().nullable() })),
  },
  'GET /sso/authorize-url': {
    summary:
      'Where the browser goes to sign in centrally. A cookie ties this way to the browser for ten minutes.',
    access: 'public',
    query: z.strictObject({
      redirect: localPath.optional().describe('Where to go afterwards: a path of the console.'),
    }),
    reply: item(z.object({ url: z.string(), state: z.string() })),
    errors: ['sso_off', 'sso_unavailable'],
  },
  'POST /sso/token': {
    summary:
      'Signs in with the code that the central home sent back: once, in the browser that asked for it.',
    access: 'public',
    body: z.strictObject({
      code: visible,
      state: visible,
      iss: visible.optional().describe('As it came back (RFC 9207).'),
    }),
    reply: z.object({ ...signIn, data: z.object({ ...signIn, redirect: localPath }) }),
    errors: ['sso_off', 'sso_unavailable', 'sso_code_invalid', 'sso_refused', 'too_many_attempts'],
  },
})
