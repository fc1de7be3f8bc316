/** One person in several shops: merging and separating customers, who may be the same, and undoing. Source: decision 0075. */
import { z } from 'zod'
import { customerBrief, pairReason } from './customers.ts'
import { endpoints, id, idParam, item, noContent, page, paging } from './endpoint.ts'

const changed = item(z.object({ id, change_id: id.describe('For undoing it, within a day.') }))

export const persons = endpoints({
  'POST /customers/merge': {
    summary:
      'Merges customers into one person. Each keeps its orders and figures, so that it can be separated again.',
    access: 'customers.edit',
    body: z.strictObject({
      customer_ids: z
        .array(id)
        .min(2)
        .max(10)
        .check(({ value, issues }) => {
          for (const [at, one] of value.entries())
            if (value.indexOf(one) < at)
              issues.push({ code: 'custom', input: one, path: [at], message: 'field.each_once' })
        }),
    }),
    reply: changed,
    errors: ['conflict'],
  },
  'POST /customers/{id}/separate': {
    summary: 'Takes a customer out of the person. No order joins the two again.',
    access: 'customers.edit',
    params: idParam,
    body: z.strictObject({}),
    reply: changed,
    errors: ['conflict'],
  },
  'GET /customers/duplicates': {
    summary: 'Customers who may be the same person, the newest first.',
    access: 'customers.view',
    query: z.strictObject(paging),
    reply: page(z.object({ id, reason: pairReason, first: customerBrief, second: customerBrief }), {}),
  },
  'POST /customers/duplicates/{id}/accept': {
    summary: 'Merges the two.',
    access: 'customers.edit',
    params: idParam,
    body: z.strictObject({}),
    reply: changed,
    errors: ['conflict'],
  },
  'POST /customers/duplicates/{id}/refuse': {
    summary: 'Says that the two are not the same person. They are not suggested again.',
    access: 'customers.edit',
    params: idParam,
    body: z.strictObject({}),
    reply: changed,
  },
  'POST /customers/changes/{id}/undo': {
    summary:
      'Undoes a merge, a separation or a refusal, for a day and unless the persons were changed since.',
    access: 'customers.edit',
    params: idParam,
    body: z.strictObject({}),
    reply: noContent,
    status: 204,
    errors: ['conflict'],
  },
})
