import { z } from 'zod'
import { chooseShop } from '../../channel-control.ts'
import {
  createdSchema,
  createStateFile,
  grantsSchema,
  listingsSchema,
  readState,
  type StateFile,
} from '../../state-file.ts'
import { loadSample } from './load.ts'
import type { Lazada, Order, Piece } from './types.ts'

/** What of a piece changes in its life; the rest is made again from its order's record. */
const PIECE_FIELDS = [
  'status',
  'packageId',
  'tracking',
  'carrier',
  'initiator',
  'reason',
  'updateTime',
] as const satisfies (keyof Piece)[]

const stateSchema = z.strictObject({
  version: z.literal(1),
  anchor: z.number().describe('the moment at which the sample ends'),
  auth: z.strictObject({ access: grantsSchema, refresh: grantsSchema }),
  created: createdSchema,
  listings: listingsSchema,
  changed: z.array(
    z.strictObject({
      id: z.number(),
      updateTime: z.number(),
      payTime: z.number(),
      isCancelAsked: z.boolean(),
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
  pieces: order.pieces.map((piece) => Object.fromEntries(PIECE_FIELDS.map((field) => [field, piece[field]]))),
})

/** Remembers over restarts who is linked, what was sold and what became of it. The clock's shift is the whole sandbox's. */
export async function openStateFile(lazada: Lazada, path: string): Promise<StateFile> {
  const { clock, book, auth, catalogue, lifecycle, maker } = lazada
  const state = readState(path, stateSchema)
  const anchor = state?.anchor ?? clock.now()
  const created: State['created'] = state?.created ?? []
  const changed = new Set<Order>()

  await loadSample(lazada, anchor)
  for (const { shop_id: shopId, at, record } of created)
    book.add([maker.make(chooseShop(lazada.shops, Number(shopId)), record, at)])
  for (const { id, updateTime, pieces, ...fields } of state?.changed ?? []) {
    const order = book.find(id)
    if (!order) continue
    book.change(order, updateTime, () => {
      Object.assign(order, fields)
      for (const [index, piece] of order.pieces.entries()) Object.assign(piece, pieces[index])
    })
    changed.add(order)
  }
  if (state) auth.restore(state.auth)

  catalogue.restore(state?.listings ?? [])

  const file = createStateFile(path, (): State => ({
    version: 1,
    anchor,
    auth: auth.dump(),
    created,
    changed: [...changed].map(snapshot),
    listings: catalogue.dump(),
  }))
  catalogue.onChange(file.saveSoon)
  book.onChange((order) => {
    changed.add(order)
    file.saveSoon()
  })
  lifecycle.onCreate((order, record) => {
    created.push({ shop_id: order.shop.id, at: order.createTime, record })
    file.saveSoon()
  })
  // A refresh token that a client has and the sandbox forgot would end the link: tokens are saved at once.
  auth.onChange(file.save)
  file.save()
  return file
}
