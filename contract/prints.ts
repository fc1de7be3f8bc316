import { z } from 'zod'
import { mostAtOnce } from '../model/order-action.ts'
import { orientations, paperSizes, printFailures, printKinds, waybillParts } from '../model/printing.ts'
import {
  channelText,
  endpoints,
  figureIn,
  file,
  id,
  idParam,
  instant,
  item,
  readVersion,
  someIds,
  version,
} from './endpoint.ts'

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

const batchLink = z.object({
  type: z.literal('pdf'),
  url: z.string().describe('The file, as soon as the batch is done.'),
  batch_id: id,
  expired_at: instant.describe('When the file is deleted.'),
  failed: z
    .array(z.object({ id, message: z.string() }))
    .describe('Orders that cannot be in the file, as far as is known now. The batch tells of the others.'),
})

const label = z.object({
  type: z.enum(['pdf', 'html', 'image', 'zpl', 'zip']),
  content_base64: z.string(),
})

const paper = label.extend({
  further: z
    .array(label)
    .describe("Labels of the order's other parcels, where they cannot be in one file; otherwise empty."),
  expired_at: z.null().describe('The label is here, and nothing is left to be fetched in time.'),
  tracking_number: z.string().nullable(),
})

/** Typed by people: bold, italic, line breaks and lists stay, everything else is taken out before it is kept. */
const simpleMarkup = z
  .string()
  .trim()
  .max(2000)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\r\n\t])*$/u)
  .describe(
    'Simple HTML: b, strong, i, em, br, p, ul, ol and li. Other tags are taken out, their text stays.',
  )

export const printTemplate = z.strictObject({
  paper_size: z.enum(paperSizes),
  orientation: z.enum(orientations).default('portrait'),
  copies: z.int().min(1).max(5),
  show: z.strictObject(
    Object.fromEntries(waybillParts.map((part) => [part, z.boolean()])) as Record<
      (typeof waybillParts)[number],
      z.ZodBoolean
    >,
  ),
  header: simpleMarkup,
  footer: simpleMarkup,
  logo: channelText(0, 400_000)
    .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/, { error: 'field.image_type' })
    .nullable()
    .describe('PNG or JPEG as a data: address.'),
})

const keptTemplate = printTemplate.extend({
  updated_at: version,
})

export const printing = endpoints({
  'POST /orders/bulk-print': {
    summary: 'Makes one PDF of the papers of up to 300 orders, in the order given.',
    access: 'orders.print',
    body: z.strictObject({
      ids: z
        .array(id)
        .min(1)
        .max(mostAtOnce)
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
      shipment_id: figureIn(z.coerce.number().int().min(0).max(99).optional()).describe(
        'The courier whose waybill is wanted: refused where another one has the parcel.',
      ),
      ids: someIds(mostAtOnce)
        .optional()
        .describe(
          'Several orders, by commas, this one among them or not: one file of all of their waybills.',
        ),
    }),
    reply: item(z.union([paper, batchLink])),
    errors: ['waybill_status', 'waybill_digital', 'waybill_unavailable', 'channel_refused'],
  },
  'GET /orders/{id}/print': {
    summary: "One order's slip as a page that the browser prints.",
    access: 'orders.print',
    writes: true,
    whenPlanEnded: 'refused',
    params: idParam,
    reply: item(z.object({ html: z.string(), paper_size: z.enum(paperSizes) })),
  },
  'GET /settings/print-template': {
    summary: 'What waybills of our own look like.',
    access: 'orders.view',
    reply: item(keptTemplate),
  },
  'PUT /settings/update-print-template': {
    summary: 'Changes what waybills of our own look like.',
    access: 'settings.shipment',
    body: printTemplate.extend({ updated_at: readVersion }),
    reply: item(keptTemplate),
    errors: ['changed_by_other'],
  },
})
