import { z } from 'zod'
import { chooseShop } from '../../kit/channel-control.ts'
import {
  createdSchema,
  createStateFile,
  keepChanges,
  listingsSchema,
  readState,
  type StateFile,
} from '../../kit/state-file.ts'
import { itemsSchema } from './item-facts.ts'
import { returnsSchema } from '../../kit/return-simulation.ts'
import { loadSample } from './load.ts'
import { resumeAudit } from './publishing.ts'
import type { Tiktok } from './tiktok.ts'
import type { Order } from './types.ts'

/** Fields of an order that change in its life; the rest is created again from its record. */
const FIELDS = [
  'status',
  'payTime',
  'shipTime',
  'collectTime',
  'deliverTime',
  'cancelTime',
  'cancelReason',
  'cancelledBy',
  'cancelRequestedAt',
  'parcels',
  'carrier',
] as const satisfies (keyof Order)[]

const grants = z.array(
  z.tuple([z.string(), z.strictObject({ shopIds: z.array(z.string()).readonly(), expires: z.number() })]),
)

const stateSchema = z.strictObject({
  version: z.literal(1),
  anchor: z.number().describe('the moment at which the sample ends'),
  pushUrl: z.string(),
  tokens: z.strictObject({ access: grants, refresh: grants, linked: z.array(z.string()) }),
  created: createdSchema,
  listings: listingsSchema,
  items: itemsSchema,
  returns: returnsSchema,
  changed: z.array(
    z.looseObject({
      id: z.string(),
      updateTime: z.number(),
      address: z.string(),
      units: z.array(z.strictObject({ isCancelled: z.boolean(), parcel: z.number() })),
    }),
  ),
})

type State = z.infer<typeof stateSchema>

const snapshot = (order: Order): State['changed'][number] => ({
  ...Object.fromEntries(FIELDS.map((field) => [field, order[field]])),
  id: order.id,
  updateTime: order.updateTime,
  address: order.buyer.address.full_address,
  units: order.units.map(({ isCancelled, parcel }) => ({ isCancelled, parcel })),
})

/** Remembers over restarts who is linked, what was sold and what became of it. The clock's shift is the whole sandbox's. */
export async function openStateFile(tiktok: Tiktok, path: string): Promise<StateFile> {
  const { clock, book, tokens, catalog, settings, lifecycle, maker } = tiktok
  const state = readState(path, stateSchema)
  const anchor = state?.anchor ?? clock.now()
  const created: State['created'] = state?.created ?? []
  const changed = new Set<Order>()

  await loadSample(tiktok, anchor)
  // Before the orders, which may be of goods that were published.
  catalog.restore(state?.listings ?? [])
  for (const [id, facts] of state?.items ?? []) tiktok.items.set(id, facts)
  for (const { shop_id: shopId, at, record } of created) {
    const order = maker.make(chooseShop(tiktok.shops, String(shopId)), record, at)
    book.add([order])
    lifecycle.resume(order)
  }
  for (const { id, updateTime, address, units, ...fields } of state?.changed ?? []) {
    const order = book.find(id)
    if (!order) continue
    book.change(order, updateTime, () => {
      Object.assign(order, fields)
      for (const [index, unit] of order.units.entries()) Object.assign(unit, units[index])
      // Buyers are shared by their orders: one who has moved house is another one.
      if (order.buyer.address.full_address !== address)
        order.buyer = { ...order.buyer, address: { ...order.buyer.address, full_address: address } }
    })
    changed.add(order)
    lifecycle.resume(order)
  }
  tiktok.returns.restore(state?.returns ?? [])
  for (const shop of tiktok.shops.values())
    for (const [id, facts] of tiktok.items)
      if (catalog.variantsOf(shop.id, id).length > 0) resumeAudit(tiktok, shop, id, facts)
  if (state) tokens.restore(state.tokens)
  // An address that was given at this start is the newer input.
  if (settings.pushUrl === '') settings.pushUrl = state?.pushUrl ?? ''

  const file = createStateFile(path, (): State => ({
    version: 1,
    anchor,
    pushUrl: settings.pushUrl,
    tokens: tokens.dump(),
    created,
    changed: [...changed].map(snapshot),
    listings: catalog.dump(),
    items: [...tiktok.items],
    returns: tiktok.returns.dump(),
  }))
  tiktok.returns.onChange(() => file.saveSoon())
  keepChanges(file, { created, changed }, tiktok)
  return file
}
