import { z } from 'zod'
import { scanRejections, stockTakeLimits, stockTakeStates } from '../model/stock-take.ts'
import {
  channelText,
  cursor,
  endpoints,
  flagFilter,
  id,
  idParam,
  instant,
  item,
  paging,
  readVersion,
} from './endpoint.ts'

const mostPieces = 1_000_000
const longestWaitSeconds = 7 * 86_400

const person = z.object({ id, name: z.string() }).describe('With the name of then.')

const stockTake = z.object({
  id,
  warehouse: z.object({ id, name: z.string().nullable().describe('Null: the warehouse is gone.') }),
  state: z.enum(stockTakeStates),
  is_blind: z.boolean().describe('While it is open, rows come without the figures of the ledger.'),
  sku_count: z.int().describe('SKUs that lay in the warehouse when it began.'),
  counted_count: z.int().describe('SKUs that were counted.'),
  difference_count: z.int().describe('Counted SKUs whose figure differs.'),
  started_by: person,
  started_at: instant,
  updated_at: instant.describe('Last count. Send it back with the booking.'),
  ended_by: person.nullable(),
  ended_at: instant.nullable(),
  document: id.nullable().describe('Number of the movements; null if nothing differed.'),
})

const row = z.object({
  sku: z.object({
    id,
    name: z.string(),
    code: z.string(),
    image: z.string().nullable(),
  }),
  counted: z.int(),
  expected: z
    .int()
    .nullable()
    .describe('On hand when it was counted. Null: the ledger had no figure, or the count is blind.'),
  difference: z
    .int()
    .nullable()
    .describe('Counted, less expected: what is booked. Null: the count is blind.'),
  moved_since: z
    .int()
    .nullable()
    .describe('Pieces that left (below zero) or came since it was counted; they change no difference.'),
  reason: z.string().nullable(),
  counted_by: person,
  counted_at: instant,
})

const scan = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .describe('Given by the device, such as a UUID: a scan sent again counts once.'),
    code: z
      .string()
      .trim()
      .pipe(channelText(1, 100))
      .optional()
      .describe('Barcode, SKU code or seller code.'),
    sku_id: id.optional(),
    add: z.int().min(-9999).max(9999).optional().describe('Pieces more or fewer than counted so far.'),
    set: z.int().min(0).max(mostPieces).optional().describe('A new count instead of the one so far.'),
    remove: z.literal(true).optional().describe('Takes the SKU out of the stock take.'),
    seconds_ago: z
      .int()
      .min(0)
      .max(longestWaitSeconds)
      .default(0)
      .describe('Seconds that the scan waited on the device: expected is the figure of that moment.'),
  })
  .refine(({ code, sku_id: sku }) => (code === undefined) !== (sku === undefined), {
    path: ['code'],
    error: 'field.code_or_sku',
  })
  .refine(({ add, set, remove }) => [add, set, remove].filter((one) => one !== undefined).length === 1, {
    path: ['add'],
    error: 'field.one_count',
  })

const reason = z.string().trim().pipe(channelText(1, 255))

const booking = z.strictObject({
  reason: reason.optional().describe('Of all differences that have none of their own.'),
  reasons: z
    .array(z.strictObject({ sku_id: id, reason }))
    .max(stockTakeLimits.rows)
    .default([]),
  updated_at: readVersion,
})

export const stockTakes = endpoints({
  'GET /stock-takes': {
    summary: 'Stock takes, the newest first.',
    access: 'stock.adjust',
    query: z.strictObject({
      state: z.enum(stockTakeStates).optional(),
      after: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
      limit: paging.limit,
    }),
    reply: z.object({
      data: z.array(stockTake),
      meta: z.object({
        next_after: id.nullable(),
        warehouses: z
          .array(z.object({ id, name: z.string() }))
          .describe('Active ones, in which one may begin.'),
      }),
    }),
  },
  'POST /stock-takes': {
    summary: 'Begins a stock take of a warehouse. One is open per warehouse.',
    access: 'stock.adjust',
    body: z.strictObject({ warehouse_id: id, is_blind: z.boolean().default(false) }),
    reply: item(stockTake),
    status: 201,
    errors: ['stock_take_open', 'stock_take_limit'],
  },
  'GET /stock-takes/{id}': {
    summary:
      'One stock take with its rows, the last counted first. Users of some shops get the SKUs that these list.',
    access: 'stock.adjust',
    params: idParam,
    query: z.strictObject({
      differences: flagFilter.describe('1: only rows that differ, with their figures also of a blind count.'),
      after: cursor.after,
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      data: stockTake.extend({ rows: z.array(row) }),
      meta: z.object({ next_after: z.string().nullable() }),
    }),
  },
  'POST /stock-takes/{id}/scans': {
    summary:
      'Counts a batch of scans. Counts of several people add up; what cannot be counted fails nothing else.',
    access: 'stock.adjust',
    params: idParam,
    body: z.strictObject({ scans: z.array(scan).min(1).max(stockTakeLimits.scansPerCall) }),
    reply: item(
      z.object({
        rows: z.array(row).describe('Of the SKUs that were scanned, afterwards; of a removed one none.'),
        matched: z.array(z.object({ id: z.string(), sku_id: id })).describe('Scans and their SKUs.'),
        rejected: z.array(
          z.object({ id: z.string(), code: z.string().nullable(), why: z.enum(scanRejections) }),
        ),
        repeated: z.int().describe('Scans that had been counted before.'),
      }),
    ),
    errors: ['stock_take_ended'],
  },
  'POST /stock-takes/{id}/book': {
    summary:
      'Books all differences as movements of one document, once. SKUs that were not counted keep their figures.',
    access: 'stock.adjust',
    params: idParam,
    body: booking,
    reply: item(stockTake),
    errors: ['stock_take_ended', 'changed_by_other', 'forbidden'],
  },
  'DELETE /stock-takes/{id}': {
    summary: 'Cancels an open stock take. No figure changes.',
    access: 'stock.adjust',
    params: idParam,
    reply: item(stockTake),
    errors: ['stock_take_ended'],
  },
})
