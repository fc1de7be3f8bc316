/** Publishing many templates as one action, which goes on when the page is closed. */
import { z } from 'zod'
import {
  type BulkOutcome,
  bulkOutcomes,
  bulkPublishStates,
  bulkTemplateStates,
  mostBulkTemplates,
} from '../model/bulk-publish.ts'
import { cursor, endpoints, id, idParam, instant, item, listOf, paging } from './endpoint.ts'
import { coded } from './order-brief.ts'
import { problem } from './product-templates.ts'

const bulkPublish = z.object({
  id,
  state: z.enum(bulkPublishStates),
  templates: z.int(),
  waiting: z.int(),
  published: z.int().describe('Templates whose uploads were requested.'),
  left_out: z.int(),
  canceled: z.int(),
  uploads: z
    .object({ open: z.int(), uploaded: z.int(), failed: z.int(), canceled: z.int() })
    .describe('One for each template and shop.'),
  requested_at: instant,
  ended_at: instant.nullable().describe('When the last template was checked.'),
})

const outcome = z.enum(bulkOutcomes)

const result = z.object({
  template_id: id,
  name: z.string(),
  is_draft: z.boolean(),
  state: z.enum(bulkTemplateStates),
  outcome: outcome.describe('Failed: at least one shop. Open: waits, or an upload is under way.'),
  reason: z.string().nullable().describe('Why it is left out, if it is not the rules that it breaks.'),
  problems: z
    .array(
      problem.extend({
        variant: z.string().nullable().describe('Options of the variant that it is about, else its code.'),
      }),
    )
    .describe('The first of the rules that it breaks, in the order of the form.'),
  problem_count: z.int(),
  uploads: z.array(
    z.object({
      shop_id: id,
      shop_name: z.string(),
      platform_id: id,
      upload_status: coded,
      error: z.string().nullable(),
    }),
  ),
})

export const bulkPublishes = endpoints({
  'POST /product-template/bulk-upload': {
    summary: 'Publishes up to 500 templates as one action; those with problems are told and left.',
    access: 'products.publish',
    body: z.strictObject({
      template_ids: z.array(id).min(1).max(mostBulkTemplates),
      shop_ids: z.array(id).max(200).optional().describe('Left out: all shops of each template.'),
    }),
    reply: item(bulkPublish),
    status: 202,
  },
  'GET /product-template/bulk-uploads': {
    summary: "The user's latest bulk publishes, the newest first.",
    access: 'products.view',
    reply: item(z.array(bulkPublish)),
  },
  'GET /product-template/bulk-uploads/{id}': {
    summary: 'A bulk publish with a page of its results: failed ones first, then those left out.',
    access: 'products.view',
    params: idParam,
    query: z.strictObject({
      outcome: listOf(outcome).optional().describe('Results of these outcomes; left out: all.'),
      limit: paging.limit,
      ...cursor,
    }),
    reply: z.object({
      data: bulkPublish.extend({ results: z.array(result) }),
      meta: z.object({
        next_after: z.string().nullable(),
        outcome_counts: z
          .object(
            Object.fromEntries(bulkOutcomes.map((one) => [one, z.int()])) as Record<BulkOutcome, z.ZodInt>,
          )
          .describe('Templates of each outcome, whatever is asked for.'),
      }),
    }),
  },
  'POST /product-template/bulk-uploads/{id}/cancel': {
    summary: 'Cancels what has not begun: templates that wait, and uploads that no channel has yet.',
    access: 'products.publish',
    params: idParam,
    reply: item(bulkPublish),
    status: 200,
  },
})
