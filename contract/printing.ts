import { z } from 'zod'
import { paperSizes, printFailures, printKinds, waybillParts } from '../model/printing.ts'
import { channelText, endpoints, file, id, idParam, instant, item } from './endpoint.ts'

const batch = z.object({
  id,
  kind: z.enum(printKinds),
  state: z.enum(['waiting', 'running', 'done']),
  total: z.int().describe('Orders that were asked for.'),
  done: z.int().describe('Of them, those whose papers are there or that failed.'),
  pages: z.int().nullable().describe('Null until it is done, and when nothing could be printed.'),
  ids: z.array(id).describe('All that were asked for, in their order.'),
  failed: z
    .array(
      z.object({
        id,
        code: z.string(),
        reason: z.enum(printFailures),
        message: z.string().describe("In the reader's language, or the channel's own words."),
      }),
    )
    .describe('Orders that are not in the file, and why.'),
  stopped: z
    .array(z.object({ id, code: z.string(), reason: z.enum(printFailures), message: z.string() }))
    .describe('Of waybills: orders in the file that may not be sent any more, called off since it was made.'),
  created_at: instant,
  expires_at: instant.describe('Until then the file can be had.'),
})

const paper = z.object({
  type: z.enum(['pdf', 'html', 'image', 'zpl', 'zip']),
  content_base64: z.string(),
  tracking_number: z.string().nullable(),
})

/** Typed by people: the lines stay, what paper cannot show does not. */
const lines = z
  .string()
  .trim()
  .max(300)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u)

export const printTemplate = z.strictObject({
  paper_size: z.enum(paperSizes),
  copies: z.int().min(1).max(5),
  show: z.strictObject(
    Object.fromEntries(waybillParts.map((part) => [part, z.boolean()])) as Record<
      (typeof waybillParts)[number],
      z.ZodBoolean
    >,
  ),
  header: lines,
  footer: lines,
  logo: channelText(0, 400_000)
    .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/)
    .nullable()
    .describe('PNG or JPEG as a data: address.'),
})

const keptTemplate = printTemplate.extend({
  updated_at: instant.nullable().describe('Null while it is the one that everybody begins with.'),
})

export const printing = endpoints({
  'POST /orders/bulk-print': {
    summary: 'Makes one PDF of the papers of up to 300 orders, in the order given.',
    access: 'orders.print',
    body: z.strictObject({
      ids: z
        .array(id)
        .min(1)
        .max(300)
        .transform((ids) => [...new Set(ids)]),
      kind: z.enum(printKinds),
    }),
    reply: item(batch),
    status: 202,
  },
  'GET /orders/print-batches/{id}': {
    summary: 'How far a batch of papers is, and what could not be printed. Its maker only.',
    access: 'orders.print',
    params: idParam,
    reply: item(batch),
  },
  'GET /orders/print-batches/{id}/file': {
    summary: 'The PDF of a batch, as soon as it is done. Its maker only.',
    access: 'orders.print',
    params: idParam,
    reply: file,
    file: 'application/pdf',
  },
  'GET /orders/{id}/print-waybill': {
    summary: "One order's waybill: the channel's own label as it came, else ours.",
    access: 'orders.print',
    writes: true,
    whenPlanEnded: 'refused',
    params: idParam,
    query: z.strictObject({
      shipment_id: z.coerce
        .number()
        .int()
        .min(0)
        .max(99)
        .optional()
        .describe('The courier whose waybill is wanted: refused where another one has the parcel.'),
    }),
    reply: item(paper),
    errors: ['waybill_status', 'waybill_digital', 'waybill_unavailable', 'channel_refused'],
  },
  'GET /orders/{id}/print': {
    summary: "One order's slip.",
    access: 'orders.print',
    writes: true,
    whenPlanEnded: 'refused',
    params: idParam,
    reply: item(paper),
  },
  'GET /settings/print-template': {
    summary: 'What waybills of our own look like.',
    access: 'orders.view',
    reply: item(keptTemplate),
  },
  'PUT /settings/update-print-template': {
    summary: 'Changes what waybills of our own look like.',
    access: 'settings.shipment',
    body: printTemplate,
    reply: item(keptTemplate),
  },
})
