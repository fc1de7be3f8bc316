import { z } from 'zod'
import { done, endpoints } from './endpoint.ts'

const signIn = {
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds; slides with use.'),
}

export const authorization = endpoints({
  'POST /authorization': {
    summary: 'Sign in. Browsers also get the token as an HttpOnly cookie.',
    access: 'public',
    body: z.strictObject({
      email: z.string().trim().min(4).max(255).pipe(z.email()),
      password: z.string().min(6).max(50),
      remember: z
        .boolean()
        .optional()
        .describe('False ends the cookie with the browser session. Default true.'),
    }),
    reply: z.object({ ...signIn, data: z.object(signIn) }),
    errors: ['bad_credentials', 'account_inactive', 'too_many_attempts'],
  },
  'DELETE /authorization': {
    summary: 'Sign out: the token stops working.',
    access: 'signed-in',
    reply: done,
  },
})
