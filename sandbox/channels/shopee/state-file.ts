import { z } from 'zod'
import { isRecord } from '../../kit/http.ts'
import { mapPart, openOrderState, pushUrlPart, statePart } from '../../kit/order-state.ts'
import { returnsSchema } from '../../kit/return-simulation.ts'
import { grantsSchema, type StateFile } from '../../kit/state-file.ts'
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

const tokensSchema = z.object({
  access: grantsSchema,
  refresh: grantsSchema,
  linked: z.array(z.tuple([z.number(), z.number()])),
})

const itemsSchema = z.array(z.tuple([z.number(), z.custom<ItemFacts>()])).default([])

const changedSchema = z.looseObject({
  sn: z.string(),
  status: z.custom<OrderStatus>((value) => typeof value === 'string' && value in PARCEL_STATUS),
  updateTime: z.number(),
  refund: z.number(),
  parcel: parcelSchema,
  others: z.array(parcelSchema).default([]),
})

const snapshotParcel = ({
  number,
  status,
  tracking,
  trackingAt,
  documentAt,
  lines,
}: Parcel): z.infer<typeof parcelSchema> => ({
  number,
  status,
  tracking,
  trackingAt,
  documentAt,
  ...(lines && { lines }),
})

const snapshot = (order: Order): z.infer<typeof changedSchema> => ({
  ...Object.fromEntries(FIELDS.map((field) => [field, order[field]])),
  sn: order.sn,
  status: order.status,
  updateTime: order.updateTime,
  refund: order.money.refund,
  parcel: snapshotParcel(order.parcel),
  others: order.others.map(snapshotParcel),
})

/** Orders loaded or generated over the control interface are not in the file. */
export const openStateFile = (shopee: Shopee, path: string): Promise<StateFile> =>
  openOrderState(
    path,
    { ...shopee, resume: (order) => shopee.lifecycle.resume(order) },
    {
      loadSample: (anchor) => loadSample(shopee, anchor),
      parts: [
        // The shift of the clock is the whole sandbox's.
        statePart('offset', z.number(), {
          dump: () => shopee.clock.offset(),
          restore: (offset) => shopee.clock.shift(offset - shopee.clock.offset()),
        }),
        pushUrlPart(shopee.settings),
        statePart('auth', tokensSchema, shopee.tokens),
        mapPart('items', itemsSchema, shopee.items),
        statePart('returns', returnsSchema, shopee.returns),
      ],
      changed: {
        // Files of earlier versions hold the orders by their numbers.
        schema: z.preprocess(
          (given) =>
            isRecord(given) ? Object.entries(given).map(([sn, one]) => ({ sn, ...(one as object) })) : given,
          z.array(changedSchema),
        ),
        idOf: ({ sn }) => sn,
        write: snapshot,
        apply(order, { updateTime: _time, refund, parcel, others, ...fields }) {
          Object.assign(order, fields)
          Object.assign(order.parcel, parcel)
          order.others = others.map((one) => ({ ...order.parcel, ...one }))
          order.money.refund = refund
        },
      },
    },
  )
