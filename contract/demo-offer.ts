import { z } from 'zod'
import { endpoints, item } from './endpoint.ts'

export const demo = endpoints({
  'GET /demo': {
    summary: 'Page and accounts of the demo. Empty without its settings.',
    access: 'public',
    reply: item(
      z.object({
        page_url: z.string().nullable().describe('Page on which one plays the channels.'),
        accounts: z
          .array(z.object({ name: z.string(), email: z.string(), password: z.string() }))
          .describe('Accounts that the sign-in page offers.'),
      }),
    ),
  },
})
