/** Programs beside the printers, what they print and by which rules. */
import { z } from 'zod'
import { printFailures } from '../model/printing.ts'
import { paperGroups, printerStates, printJobStates } from '../model/print-job.ts'
import { channelText, endpoints, file, id, idParam, instant, item, noContent } from './endpoint.ts'

const printer = z.object({
  name: channelText(1, 100),
  state: z.enum(printerStates),
  message: channelText(1, 500).nullable().describe("In the printer's own words."),
})

const agent = z.object({
  id,
  name: z.string(),
  is_paired: z.boolean(),
  is_online: z.boolean(),
  last_seen_at: instant.nullable(),
  created_by: z.string(),
  printers: z.array(printer),
})

const target = z.strictObject({ agent_id: id, printer: channelText(1, 100) }).nullable()

const settings = z.strictObject({
  rules: z.strictObject({ label: target, office: target }).describe('Printer by size of paper.'),
  auto: z
    .strictObject({
      is_on: z.boolean(),
      shop_ids: z.array(id).max(500).describe('Empty: all shops.'),
      courier_ids: z.array(z.int().min(0).max(99)).max(50).describe('Empty: all couriers.'),
    })
    .describe('Labels are printed as soon as an order has its tracking number.'),
})

const job = z.object({
  id,
  batch_id: id,
  agent_id: id
    .nullable()
    .describe('Null: the program was revoked before it told whether the papers came out.'),
  printer: z.string(),
  state: z.enum(printJobStates),
  message: z.string().nullable(),
  is_auto: z.boolean(),
  is_open: z.boolean().describe('True: it failed or is in doubt, and a person has to answer.'),
  orders: z.int(),
  created_at: instant,
})

export const printAgents = endpoints({
  'GET /print-agents': {
    summary: 'The programs beside the printers with their printers, and the rules of printing.',
    access: 'orders.print',
    reply: item(
      z.object({
        agents: z.array(agent),
        settings,
        jobs: z.array(job).describe('The last 30, and those before them that are open.'),
        left_out: z
          .array(
            z.object({ id, code: z.string(), reason: z.enum(printFailures).nullable(), message: z.string() }),
          )
          .describe('Up to 50 orders whose label was to be printed automatically and will not be, with why.'),
      }),
    ),
  },
  'POST /print-agents': {
    summary: 'Makes a code with which a program beside a printer is paired within 15 minutes.',
    access: 'settings.shipment',
    body: z.strictObject({ name: z.string().trim().pipe(channelText(1, 100)) }),
    reply: item(z.object({ id, code: z.string(), expires_at: instant })),
    status: 201,
    errors: ['conflict'],
    hasSecret: true,
  },
  'DELETE /print-agents/{id}': {
    summary: 'Revokes a program: its token ends at once.',
    access: 'settings.shipment',
    params: idParam,
    status: 204,
    reply: noContent,
  },
  'PUT /print-settings': {
    summary: 'Sets which printer takes which paper, and what is printed automatically.',
    access: 'settings.shipment',
    body: settings,
    reply: item(settings),
  },
  'POST /print-jobs': {
    summary: 'Sends the file of a print batch to the printer that takes its size.',
    access: 'orders.print',
    body: z.strictObject({ batch_id: id, paper: z.enum(paperGroups).optional() }),
    reply: item(job),
    status: 201,
    errors: ['no_printer'],
  },
  'POST /print-jobs/{id}/answer': {
    summary:
      'Answers whether papers lie on the table whose program ended while it printed: if not, they are printed again.',
    access: 'orders.print',
    params: idParam,
    body: z.strictObject({ is_printed: z.boolean() }),
    reply: item(job),
  },
  'POST /print-agent/pair': {
    summary: 'Pairs a program by its code, and answers the token that it shows from then on.',
    access: 'public',
    body: z.strictObject({ code: channelText(1, 200) }),
    reply: item(z.object({ token: z.string(), name: z.string() })),
    hasSecret: true,
  },
  'POST /print-agent/poll': {
    summary:
      "A program's jobs, for which it waits up to 25 seconds. It shows its token as `Authorization: Bearer`.",
    access: 'public',
    body: z.strictObject({
      printers: z.array(printer).max(50),
      wait_seconds: z.int().min(0).max(25).default(0),
      is_first: z
        .boolean()
        .default(false)
        .describe(
          'True: it has just begun. What it had claimed before is asked of a person and not printed again.',
        ),
    }),
    reply: item(z.array(z.object({ id, printer: z.string(), title: z.string() }))),
  },
  'POST /print-agent/jobs/{id}/claim': {
    summary: 'Answers a job that still waits to be printed.',
    access: 'public',
    params: idParam,
    reply: item(z.object({ id, printer: z.string(), title: z.string() })),
  },
  'GET /print-agent/jobs/{id}/file': {
    summary: 'Hands out the file of a waiting job, once: from then on it may be on paper.',
    access: 'public',
    params: idParam,
    file: 'application/pdf',
    reply: file,
  },
  'POST /print-agent/jobs/{id}/result': {
    summary:
      'Tells that a claimed job is printed, or why not. Unsure: the printer has had it and fell silent.',
    access: 'public',
    params: idParam,
    body: z.strictObject({
      state: z.enum(['printed', 'failed', 'unsure']),
      message: channelText(1, 500).nullable(),
    }),
    reply: item(z.object({ id })),
  },
})
