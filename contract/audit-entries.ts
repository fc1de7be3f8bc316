import { z } from 'zod'
import { auditActions, auditSubjects, chainFaults } from '../model/audit.ts'
import { exportFormats } from '../model/export.ts'
import { channelText, day, endpoints, figureIn, id, instant, item, listOf } from './endpoint.ts'
import { exportRequested } from './exports.ts'

const filters = {
  user_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  action: listOf(z.enum(auditActions)).optional().describe('Comma list; none means all.'),
  target_type: z.enum(auditSubjects).optional(),
  target_id: figureIn(z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional()),
  keyword: channelText(0, 255)
    .optional()
    .describe('Part of the name of what it was done to, such as the number of an order.'),
  from: day.optional(),
  to: day.optional().describe('The last day that is meant.'),
}

const change = z.object({
  field: z.string(),
  name: z.string().describe('The field in the words of the asked language.'),
  before: z.unknown(),
  after: z.unknown(),
})

const entry = z.object({
  id: id.describe("The entry's number in the account's log, without gaps."),
  at: instant,
  user: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('With the name of then. Null: nobody was signed in.'),
  action: z.enum(auditActions),
  target: z
    .object({ type: z.enum(auditSubjects), ids: z.array(z.int()), label: z.string().nullable() })
    .nullable()
    .describe('`ids` of couriers are their numbers. Of several, `label` has the first names.'),
  changes: z
    .array(change)
    .describe('The fields that differ; of what was made or removed, all. Never a secret.'),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z
    .string()
    .nullable()
    .describe('As in the header `X-Request-Id` of the answer, and in the log.'),
})

export const audit = endpoints({
  'GET /audit-logs': {
    summary: 'Who changed what, the latest first. For whoever may see all shops.',
    access: 'audit.view',
    query: z.strictObject({
      ...filters,
      before: z.coerce
        .number()
        .int()
        .positive()
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('Those before the entry of this number.'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({
      data: z.array(entry),
      meta: z.object({
        next: id.nullable().describe('What to send as `before` for the next page; null at the end.'),
        people: z
          .array(z.object({ id, name: z.string() }))
          .describe('Whom `user_id` may name; with the first page alone.'),
        actions: z
          .array(z.object({ code: z.enum(auditActions), name: z.string() }))
          .describe('What there is, in words; with the first page alone.'),
        subjects: z.array(z.object({ code: z.enum(auditSubjects), name: z.string() })),
      }),
    }),
  },
  'GET /audit-logs/check': {
    summary: 'Goes along the whole log and tells whether anything in it was changed or taken out.',
    access: 'audit.view',
    reply: item(
      z.object({
        is_whole: z.boolean(),
        entries: z.int(),
        hash: z
          .string()
          .nullable()
          .describe('SHA-256 of the last entry, in hex: noted elsewhere it proves what was there.'),
        fault: z
          .object({ kind: z.enum(chainFaults), id: z.int() })
          .nullable()
          .describe('changed, missing: at this entry. end: the end was cut off or written anew.'),
      }),
    ),
  },
  'GET /audit-logs/export': {
    summary: 'Asks for the log as a file, the latest first.',
    access: 'data.export_all',
    writes: true,
    query: z.strictObject({ ...filters, format: z.enum(exportFormats).default('xlsx') }),
    status: 202,
    reply: exportRequested,
  },
})
