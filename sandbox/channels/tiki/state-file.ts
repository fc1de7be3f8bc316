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

const stateSchema = z.strictObject({
  version: z.literal(1),
  anchor: z.number().describe('the moment at which the sample ends'),
  tokens: z.strictObject({ access: grantsSchema, refresh: grantsSchema, linked: z.array(z.number()) }),
  created: createdSchema,
  listings: listingsSchema,
  changed: z.array(
    z.looseObject({
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
    }),
  ),
})

type State = z.infer<typeof stateSchema>

const snapshot = (order: Order): State['changed'][number] => ({
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

/** Remembers over restarts who is linked, what was sold and what became of it. The clock's shift is the whole sandbox's. */
export async function openStateFile(tiki: Tiki, path: string): Promise<StateFile> {
  const { clock, book, tokens, catalog, maker } = tiki
  const state = readState(path, stateSchema)
  const anchor = state?.anchor ?? clock.now()
  const created: State['created'] = state?.created ?? []
  const changed = new Set<Order>()

  await loadSample(tiki, anchor)
  for (const { shop_id: shopId, at, record } of created)
    book.add([maker.make(chooseShop(tiki.shops, Number(shopId)), record, at)])
  for (const { code, updateTime, address, items, ...fields } of state?.changed ?? []) {
    const order = book.find(code)
    if (!order) continue
    book.change(order, updateTime, () => {
      Object.assign(order, fields)
      for (const [at, item] of order.items.entries()) Object.assign(item, items[at])
      // Buyers are shared by their orders: one who has moved house is another one.
      if (order.buyer.address.full_address !== address)
        order.buyer = { ...order.buyer, address: { ...order.buyer.address, full_address: address } }
    })
    changed.add(order)
  }
  catalog.restore(state?.listings ?? [])
  if (state) tokens.restore(state.tokens)

  const file = createStateFile(path, (): State => ({
    version: 1,
    anchor,
    tokens: tokens.dump(),
    created,
    changed: [...changed].map(snapshot),
    listings: catalog.dump(),
  }))
  keepChanges(file, { created, changed }, tiki)
  return file
}
