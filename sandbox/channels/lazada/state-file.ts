import { z } from 'zod'
import { mapPart, openOrderState, statePart } from '../../kit/order-state.ts'
import { returnsSchema } from '../../kit/return-simulation.ts'
import { grantsSchema, type StateFile } from '../../kit/state-file.ts'
import { itemsSchema } from './item-facts.ts'
import type { Lazada } from './lazada.ts'
import { loadSample } from './load.ts'
import { PIECE_STATUSES, type Order, type Piece } from './types.ts'

/** Fields of a piece that change during its life; the others are made again from its order's record. */
const PIECE_FIELDS = [
  'status',
  'packageId',
  'tracking',
  'carrier',
  'initiator',
  'reason',
  'updateTime',
  'deliveredAt',
] as const satisfies (keyof Piece)[]

const changedSchema = z.strictObject({
  id: z.number(),
  updateTime: z.number(),
  payTime: z.number(),
  isCancelAsked: z.boolean(),
  cancelAnswerBy: z.number().default(0),
  parcels: z
    .record(z.string(), z.array(z.strictObject({ at: z.number(), status: z.enum(PIECE_STATUSES) })))
    .default({}),
  pieces: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
})

const snapshot = (order: Order): z.infer<typeof changedSchema> => ({
  id: order.id,
  updateTime: order.updateTime,
  payTime: order.payTime,
  isCancelAsked: order.isCancelAsked,
  cancelAnswerBy: order.cancelAnswerBy,
  parcels: order.parcels,
  pieces: order.pieces.map((piece) => Object.fromEntries(PIECE_FIELDS.map((field) => [field, piece[field]]))),
})

export const openStateFile = (lazada: Lazada, path: string): Promise<StateFile> =>
  openOrderState(
    path,
    { ...lazada, resume: (order) => lazada.lifecycle.resume(order) },
    {
      loadSample: (anchor) => loadSample(lazada, anchor),
      parts: [
        statePart('auth', z.strictObject({ access: grantsSchema, refresh: grantsSchema }), lazada.tokens),
        mapPart('items', itemsSchema, lazada.items),
        statePart('returns', returnsSchema, lazada.returns),
      ],
      changed: {
        schema: z.array(changedSchema),
        idOf: ({ id }) => id,
        write: snapshot,
        apply(order, { updateTime: _time, pieces, ...fields }) {
          Object.assign(order, fields)
          for (const [index, piece] of order.pieces.entries()) Object.assign(piece, pieces[index])
        },
      },
    },
  )
