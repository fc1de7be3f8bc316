import { z } from 'zod'

/**
 * One order as it is loaded from outside, one JSON object on one line. It holds what was bought and when; the
 * channel makes up the rest (buyer, vouchers, fees), the same every time for the same `ref`.
 */
export const orderRecordSchema = z
  .strictObject({
    ref: z.string().min(1).describe('unique within the shop; seeds everything that is made up'),
    shop_id: z.number().int().optional().describe('left out: a demo shop is chosen by the customer'),
    age: z.number().min(0).optional().describe('seconds between the order and the load'),
    created: z.number().int().min(0).optional().describe('or the moment itself, in seconds since 1970'),
    customer: z
      .string()
      .optional()
      .describe('the same customer is the same buyer; left out: a one-off buyer'),
    currency: z.enum(['GBP', 'MYR', 'VND', 'SGD']).optional().describe("left out: the shop's own"),
    lines: z
      .array(z.tuple([z.string().min(1), z.string().min(1), z.number().int().min(1), z.number().min(0)]))
      .min(1)
      .describe('[sku, name, quantity, unit price]'),
    outcome: z.enum(['CANCELLED', 'TO_RETURN']).optional(),
    outcome_after: z.number().min(0).optional().describe('seconds between the order and its outcome'),
    status: z.string().optional().describe("a status of the channel's own; left out: follows from the age"),
    cod: z.boolean().optional(),
  })
  .refine(
    (record) => record.age === undefined || record.created === undefined,
    'give age or created, not both',
  )

/** A record that can't become an order. */
export class BadRecord extends Error {}

export type OrderRecord = z.infer<typeof orderRecordSchema>
