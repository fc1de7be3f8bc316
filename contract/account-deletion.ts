/** Deleting the account itself. Source: decision 0074. */
import { z } from 'zod'
import { endpoints, instant, item } from './endpoint.ts'

const deletion = z.object({
  delete_at: instant.nullable().describe('When all of the account is deleted; null: it stays.'),
  requested_by: z.string().nullable(),
})

export const accountDeletion = endpoints({
  'GET /account/deletion': {
    summary: 'Whether the account is going to be deleted, and when.',
    access: 'data.delete_account',
    reply: item(deletion),
  },
  'POST /account/deletion': {
    summary: 'Has the account deleted in 30 days. Until then it works as before, and this can be taken back.',
    access: 'data.delete_account',
    whenPlanEnded: 'works',
    body: z.strictObject({
      email: z.string().trim().min(1).max(255).describe("The owner's own mail address, against a slip."),
    }),
    reply: item(deletion),
  },
  'DELETE /account/deletion': {
    summary: 'Takes it back.',
    access: 'data.delete_account',
    whenPlanEnded: 'works',
    reply: item(deletion),
  },
})
