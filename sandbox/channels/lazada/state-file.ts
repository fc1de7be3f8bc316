import { z } from 'zod'
import { chooseShop } from '../../kit/channel-control.ts'
import {
  createdSchema,
  createStateFile,
  grantsSchema,
  keepChanges,
  listingsSchema,
  readState,
  type StateFile,
} from '../../kit/state-file.ts'
import { returnsSchema } from '../../kit/return-simulation.ts'
import { itemsSchema } from './item-facts.ts'
import { loadSample } from './load.ts'
import type { Lazada } from './lazada.ts'
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

const stateSchema = z.strictObject({
  version: z.literal(1),
  anchor: z.number().describe('the moment at which the sample ends'),
  auth: z.strictObject({ access: grantsSchema, refresh: grantsSchema }),
  created: createdSchema,
  listings: listingsSchema,
  items: itemsSchema,
  returns: returnsSchema,
  changed: z.array(
    z.strictObject({
      id: z.number(),
      updateTime: z.number(),
      payTime: z.number(),
      isCancelAsked: z.boolean(),
      cancelAnswerBy: z.number().default(0),
      parcels: z
        .record(z.string(), z.array(z.strictObject({ at: z.number(), status: z.enum(PIECE_STATUSES) })))
        .default({}),
      pieces: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
})

type State = z.infer<typeof stateSchema>

const snapshot = (order: Order): State['changed'][number] => ({
  id: order.id,
  updateTime: order.updateTime,
  payTime: order.payTime,
  isCancelAsked: order.isCancelAsked,
  cancelAnswerBy: order.cancelAnswerBy,
  parcels: order.parcels,
  pieces: order.pieces.map((piece) => Object.fromEntries(PIECE_FIELDS.map((field) => [field, piece[field]]))),
})

/** Remembers over restarts who is linked, what was sold and what became of it. The clock's shift is the whole sandbox's. */
export async function openStateFile(lazada: Lazada, path: string): Promise<StateFile> {
  const { clock, book, tokens, catalog, maker, returns } = lazada
  const state = readState(path, stateSchema)
  const anchor = state?.anchor ?? clock.now()
  const created: State['created'] = state?.created ?? []
  const changed = new Set<Order>()

  await loadSample(lazada, anchor)
  // Before the orders, which may be of goods that were published.
  catalog.restore(state?.listings ?? [])
  for (const [id, facts] of state?.items ?? []) lazada.items.set(id, facts)
  for (const { shop_id: shopId, at, record } of created)
    book.add([maker.make(chooseShop(lazada.shops, Number(shopId)), record, at)])
  for (const { id, updateTime, pieces, ...fields } of state?.changed ?? []) {
    const order = book.find(id)
    if (!order) continue
    book.change(order, updateTime, () => {
      Object.assign(order, fields)
      for (const [index, piece] of order.pieces.entries()) Object.assign(piece, pieces[index])
    })
    lazada.lifecycle.resume(order)
    changed.add(order)
  }
  if (state) tokens.restore(state.auth)

  returns.restore(state?.returns ?? [])

  const file = createStateFile(path, (): State => ({
    version: 1,
    anchor,
    auth: tokens.dump(),
    created,
    changed: [...changed].map(snapshot),
    listings: catalog.dump(),
    items: [...lazada.items],
    returns: returns.dump(),
  }))
  returns.onChange(() => file.saveSoon())
  keepChanges(file, { created, changed }, lazada)
  return file
}
