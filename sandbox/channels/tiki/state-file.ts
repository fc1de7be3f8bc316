import { z } from 'zod'
import { withAddress } from '../../kit/fake-customers.ts'
import { openOrderState, statePart } from '../../kit/order-state.ts'
import { grantsSchema, type StateFile } from '../../kit/state-file.ts'
import { loadSample } from './load.ts'
import type { Tiki } from './tiki.ts'
import type { Order } from './types.ts'

/** Fields of an order that change in its life; the rest is created again from its record. */
const FIELDS = [
  'status',
  'payTime',
  'cancelTime',
  'cancelReason',
  'tracking',
] as const satisfies (keyof Order)[]

const changedSchema = z.looseObject({
  code: z.string(),
  updateTime: z.number(),
  address: z.string(),
  items: z.array(
    z.strictObject({
      confirmation: z.enum(['waiting', 'seller_confirmed', 'seller_canceled']),
      confirmedAt: z.number(),
      warehouseId: z.number(),
    }),
  ),
})

const tokensSchema = z.strictObject({
  access: grantsSchema,
  refresh: grantsSchema,
  linked: z.array(z.number()),
})

const snapshot = (order: Order): z.infer<typeof changedSchema> => ({
  ...Object.fromEntries(FIELDS.map((field) => [field, order[field]])),
  code: order.code,
  updateTime: order.updateTime,
  address: order.buyer.address.full_address,
  items: order.items.map(({ confirmation, confirmedAt, warehouseId }) => ({
    confirmation,
    confirmedAt,
    warehouseId,
  })),
})

export const openStateFile = (tiki: Tiki, path: string): Promise<StateFile> =>
  openOrderState(path, tiki, {
    loadSample: (anchor) => loadSample(tiki, anchor),
    parts: [statePart('tokens', tokensSchema, tiki.tokens)],
    changed: {
      schema: z.array(changedSchema),
      idOf: ({ code }) => code,
      write: snapshot,
      apply(order, { code: _code, updateTime: _time, address, items, ...fields }) {
        Object.assign(order, fields)
        for (const [at, item] of order.items.entries()) Object.assign(item, items[at])
        order.buyer = withAddress(order.buyer, address)
      },
    },
  })
