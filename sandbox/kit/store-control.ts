import { z } from 'zod'
import { ControlError, type ControlRoute } from './control-call.ts'
import type { OrderRecord } from './order-record.ts'
import { pushFaultSchema, type PushFaults } from './push-delivery.ts'
import { createRandom, type Random } from './random.ts'

/** Control routes that all channels made of stores have alike. */

type Row = Record<string, unknown>
type Routes = Record<string, ControlRoute>

export function findOrder<Id extends number | string, Order>(
  book: { find(id: Id): Order | undefined },
  id: Id,
): Order {
  const order = book.find(id)
  if (!order) throw new ControlError(`there is no order ${id}`, 404)
  return order
}

/** The order that is sold when a call names none. */
export const sampleRecord = (slug: string, orders: number): OrderRecord => ({
  ref: `control:${slug}:${orders}`,
  lines: [['22423', 'Regency Cakestand 3 Tier', 2, 12.75]],
  currency: 'GBP',
})

/** Serves a field of an order wrong, and mends it. */
export function corruptFieldRoutes<Id extends number | string>(
  code: string,
  id: z.ZodType<Id>,
  book: { corrupt: Map<Id, (row: Row) => Row>; find(id: Id): unknown },
): Routes {
  const schema = z.strictObject({ id, field: z.string(), value: z.unknown() })
  return {
    [`POST /_sandbox/${code}/corrupt`]: ({ read }) => {
      const input = read(schema)
      findOrder(book, input.id)
      book.corrupt.set(input.id, (row) => ({ ...row, [input.field]: input.value }))
      return {}
    },
    [`POST /_sandbox/${code}/restore`]: ({ read }) => {
      const input = read(schema.pick({ id: true }).partial())
      if (input.id === undefined) book.corrupt.clear()
      else book.corrupt.delete(input.id)
      return {}
    },
  }
}

/** Sets the faults of webhooks; without any, waits until they are out. */
export const webhookRoutes = (
  code: string,
  webhooks: { setFaults(faults: PushFaults): void; settled(): Promise<void>; stats(): object },
): Routes => ({
  [`POST /_sandbox/${code}/push`]: async ({ read }) => {
    const { faults } = read(z.strictObject({ faults: pushFaultSchema.optional() }))
    if (faults) webhooks.setFaults(faults)
    else await webhooks.settled()
    return webhooks.stats()
  },
})

export function generatedLine(random: Random, number = random.int(1, 500)): OrderRecord['lines'][number] {
  return [`GEN-${number}`, `Sample GEN-${number}`, random.int(1, 3), random.int(1, 60)]
}

/** Orders in numbers, the oldest first; `add` takes one of them in. */
export const generateRoutes = (
  code: string,
  shop_id: z.ZodType<string>,
  {
    add,
    ref,
    linesOf,
  }: {
    add: (shopId: string, record: OrderRecord, changedAt: number | undefined) => void
    ref: () => string
    linesOf: (random: Random) => OrderRecord['lines']
  },
): Routes => ({
  [`POST /_sandbox/${code}/generate`]: ({ read }) => {
    const input = read(
      z.strictObject({
        shop_id,
        orders: z.int().min(1).max(200_000),
        days: z.number().min(0.01).default(20),
        changed_at: z.int().optional().describe('all of them changed in this second'),
      }),
    )
    const random = createRandom(`generate:${input.shop_id}`)
    for (let left = input.orders; left > 0; left--) {
      const age = (left / input.orders) * input.days * 86_400 * 0.99
      const lines = linesOf(random)
      add(input.shop_id, { ref: ref(), age, currency: 'GBP', lines }, input.changed_at)
    }
    return { orders: input.orders }
  },
})
