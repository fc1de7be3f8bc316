import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { orderRecordSchema } from '../../order-record.ts'
import { chooseShop, loadSample } from './load.ts'
import { PARCEL_STATUS } from './parcel.ts'
import type { Order, OrderStatus, Shopee } from './types.ts'

/** What of an order changes in its life; the rest is made again from its record. */
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

const grants = z.array(z.tuple([z.string(), z.strictObject({ shopId: z.number(), expires: z.number() })]))

const stateSchema = z.strictObject({
  version: z.literal(1),
  anchor: z.number().describe('the moment at which the sample ends'),
  offset: z.number(),
  pushUrl: z.string(),
  auth: z.strictObject({
    access: grants,
    refresh: grants,
    current: z.array(z.tuple([z.number(), z.string()])),
    linked: z.array(z.tuple([z.number(), z.number()])),
  }),
  created: z.array(z.strictObject({ shop_id: z.number(), at: z.number(), record: orderRecordSchema })),
  changed: z.record(
    z.string(),
    z.looseObject({
      status: z.custom<OrderStatus>((value) => typeof value === 'string' && value in PARCEL_STATUS),
      updateTime: z.number(),
      refund: z.number(),
      parcel: z.strictObject({
        status: z.string(),
        tracking: z.string(),
        trackingAt: z.number(),
        documentAt: z.number(),
      }),
    }),
  ),
})

export interface StateFile {
  save(): void
  close(): void
}

// A sandbox that is killed forgets at most this long; tokens are written at once.
const DELAY_MS = 1_000

function readState(path: string): z.infer<typeof stateSchema> | undefined {
  if (!existsSync(path)) return undefined
  try {
    return stateSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new Error(`${path} is no state of this sandbox; remove it to start anew`, { cause: error })
  }
}

/**
 * Remembers over restarts what happened to the sample: who is linked, what was sold, shipped and cancelled. With
 * it the demo goes on where it stopped; orders loaded or generated over the control interface are not kept.
 */
export async function openStateFile(shopee: Shopee, path: string): Promise<StateFile> {
  const { clock, book, auth, settings, lifecycle, maker } = shopee
  const created: z.infer<typeof stateSchema>['created'] = []
  const changed = new Set<Order>()
  let anchor = clock.now()
  let timer: NodeJS.Timeout | undefined

  const snapshot = (order: Order): z.infer<typeof stateSchema>['changed'][string] => {
    const { status, tracking, trackingAt, documentAt } = order.parcel
    return {
      ...Object.fromEntries(FIELDS.map((field) => [field, order[field]])),
      status: order.status,
      updateTime: order.updateTime,
      refund: order.money.refund,
      parcel: { status, tracking, trackingAt, documentAt },
    }
  }

  const save = (): void => {
    clearTimeout(timer)
    timer = undefined
    const state: z.infer<typeof stateSchema> = {
      version: 1,
      anchor,
      offset: clock.offset(),
      pushUrl: settings.pushUrl,
      auth: auth.dump(),
      created,
      changed: Object.fromEntries([...changed].map((order) => [order.sn, snapshot(order)])),
    }
    writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const saveSoon = (): void => {
    timer ??= setTimeout(save, DELAY_MS).unref()
  }

  const state = readState(path)
  if (state) {
    anchor = state.anchor
    clock.shift(state.offset - clock.offset())
    // An address that was given at this start is the newer wish.
    if (settings.pushUrl === '') settings.pushUrl = state.pushUrl
    auth.restore(state.auth)
  }
  await loadSample(shopee, anchor)
  for (const entry of state?.created ?? []) {
    created.push(entry)
    book.add([maker.make(chooseShop(shopee, entry.shop_id), entry.record, entry.at)])
  }
  for (const [sn, { updateTime, status, refund, parcel, ...fields }] of Object.entries(
    state?.changed ?? {},
  )) {
    const order = book.find(sn)
    if (!order) continue
    book.change(order, updateTime, () => {
      Object.assign(order, fields, { status })
      Object.assign(order.parcel, parcel)
      order.money.refund = refund
    })
    changed.add(order)
    lifecycle.resume(order)
  }

  book.onChange((order) => {
    changed.add(order)
    saveSoon()
  })
  lifecycle.onCreate((order, record) => {
    created.push({ shop_id: order.shop.id, at: order.createTime, record })
    saveSoon()
  })
  // A refresh token that a client has and the sandbox forgot would end the link: tokens are saved at once.
  auth.onChange(save)
  save()
  return {
    save,
    close() {
      save()
      clearTimeout(timer)
    },
  }
}
