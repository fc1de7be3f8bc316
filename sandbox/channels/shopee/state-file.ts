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
import { loadSample } from './load.ts'
import { PARCEL_STATUS } from './parcel.ts'
import type { Shopee } from './shopee.ts'
import type { ItemFacts, Order, OrderStatus, Parcel } from './types.ts'

/** Fields of an order that change in its life; the rest is created again from its record. */
const FIELDS = [
  'before',
  'payTime',
  'arrangeTime',
  'pickupTime',
  'deliverTime',
  'returnTime',
  'endTime',
  'note',
  'noteTime',
  'cancelBy',
  'cancelReason',
  'buyerCancelReason',
] as const satisfies (keyof Order)[]

const parcelSchema = z.strictObject({
  number: z.string().optional(),
  status: z.string(),
  tracking: z.string(),
  trackingAt: z.number(),
  documentAt: z.number(),
  lines: z.array(z.number()).optional(),
})

const stateSchema = z.strictObject({
  version: z.literal(1),
  anchor: z.number().describe('the moment at which the sample ends'),
  offset: z.number(),
  pushUrl: z.string(),
  auth: z.strictObject({
    access: grantsSchema,
    refresh: grantsSchema,
    current: z.unknown().optional().describe('in files of earlier versions'),
    linked: z.array(z.tuple([z.number(), z.number()])),
  }),
  created: createdSchema,
  listings: listingsSchema,
  returns: returnsSchema,
  items: z.array(z.tuple([z.number(), z.custom<ItemFacts>()])).default([]),
  changed: z.record(
    z.string(),
    z.looseObject({
      status: z.custom<OrderStatus>((value) => typeof value === 'string' && value in PARCEL_STATUS),
      updateTime: z.number(),
      refund: z.number(),
      parcel: parcelSchema,
      others: z.array(parcelSchema).default([]),
    }),
  ),
})

type State = z.infer<typeof stateSchema>

/**
 * Remembers over restarts what happened to the sample: who is linked, what was sold, shipped and cancelled. With
 * it the demo goes on where it stopped; orders loaded or generated over the control interface are not kept.
 */
export async function openStateFile(shopee: Shopee, path: string): Promise<StateFile> {
  const { clock, book, tokens, catalog, settings, lifecycle, maker } = shopee
  const created: State['created'] = []
  const changed = new Set<Order>()
  let anchor = clock.now()

  const snapshot = (order: Order): State['changed'][string] => {
    const keep = ({
      number,
      status,
      tracking,
      trackingAt,
      documentAt,
      lines,
    }: Parcel): State['changed'][string]['parcel'] => ({
      number,
      status,
      tracking,
      trackingAt,
      documentAt,
      ...(lines && { lines }),
    })
    return {
      ...Object.fromEntries(FIELDS.map((field) => [field, order[field]])),
      status: order.status,
      updateTime: order.updateTime,
      refund: order.money.refund,
      parcel: keep(order.parcel),
      others: order.others.map(keep),
    }
  }

  const file = createStateFile(path, (): State => ({
    version: 1,
    anchor,
    offset: clock.offset(),
    pushUrl: settings.pushUrl,
    auth: tokens.dump(),
    created,
    changed: Object.fromEntries([...changed].map((order) => [order.sn, snapshot(order)])),
    listings: catalog.dump(),
    items: [...shopee.items],
    returns: shopee.returns.dump(),
  }))

  const state = readState(path, stateSchema)
  if (state) {
    anchor = state.anchor
    clock.shift(state.offset - clock.offset())
    // An address that was given at this start is the newer request.
    if (settings.pushUrl === '') settings.pushUrl = state.pushUrl
    tokens.restore(state.auth)
  }
  await loadSample(shopee, anchor)
  // Before the orders, which may be of goods that were published.
  catalog.restore(state?.listings ?? [])
  for (const [id, facts] of state?.items ?? []) shopee.items.set(id, facts)
  for (const entry of state?.created ?? []) {
    created.push(entry)
    book.add([maker.make(chooseShop(shopee.shops, Number(entry.shop_id)), entry.record, entry.at)])
  }
  for (const [sn, { updateTime, status, refund, parcel, others, ...fields }] of Object.entries(
    state?.changed ?? {},
  )) {
    const order = book.find(sn)
    if (!order) continue
    book.change(order, updateTime, () => {
      Object.assign(order, fields, { status })
      Object.assign(order.parcel, parcel)
      order.others = others.map((one) => ({ ...order.parcel, ...one }))
      order.money.refund = refund
    })
    changed.add(order)
    lifecycle.resume(order)
  }

  shopee.returns.restore(state?.returns ?? [])
  keepChanges(file, { created, changed }, shopee)
  return file
}
