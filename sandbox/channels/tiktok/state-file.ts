import { z } from 'zod'
import { withAddress } from '../../kit/fake-customers.ts'
import { mapPart, openOrderState, pushUrlPart, statePart } from '../../kit/order-state.ts'
import { returnsSchema } from '../../kit/return-simulation.ts'
import type { StateFile } from '../../kit/state-file.ts'
import { itemsSchema } from './item-facts.ts'
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

const tokensSchema = z.strictObject({ access: grants, refresh: grants, linked: z.array(z.string()) })

const changedSchema = z.looseObject({
  id: z.string(),
  updateTime: z.number(),
  address: z.string(),
  units: z.array(z.strictObject({ isCancelled: z.boolean(), parcel: z.number() })),
})

const snapshot = (order: Order): z.infer<typeof changedSchema> => ({
  ...Object.fromEntries(FIELDS.map((field) => [field, order[field]])),
  id: order.id,
  updateTime: order.updateTime,
  address: order.buyer.address.full_address,
  units: order.units.map(({ isCancelled, parcel }) => ({ isCancelled, parcel })),
})

export async function openStateFile(tiktok: Tiktok, path: string): Promise<StateFile> {
  const { catalog, items, lifecycle, returns, settings, shops, tokens } = tiktok
  const file = await openOrderState(
    path,
    { ...tiktok, resume: (order) => lifecycle.resume(order) },
    {
      loadSample: (anchor) => loadSample(tiktok, anchor),
      parts: [
        pushUrlPart(settings),
        statePart('tokens', tokensSchema, tokens),
        mapPart('items', itemsSchema, items),
        statePart('returns', returnsSchema, returns),
      ],
      changed: {
        schema: z.array(changedSchema),
        idOf: ({ id }) => id,
        write: snapshot,
        apply(order, { updateTime: _time, address, units, ...fields }) {
          Object.assign(order, fields)
          for (const [index, unit] of order.units.entries()) Object.assign(unit, units[index])
          order.buyer = withAddress(order.buyer, address)
        },
      },
    },
  )
  for (const shop of shops.values())
    for (const [id, facts] of items)
      if (catalog.variantsOf(shop.id, id).length > 0) resumeAudit(tiktok, shop, id, facts)
  return file
}
