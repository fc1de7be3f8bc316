/** Handing packages over. Source: "Get Package Handover Time Slots", "Ship Package" and "Batch Ship Packages". */
import { allTold } from '../../all-told.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { ArrangeRequest, ParcelResult, Shipping } from '../../shipping.ts'
import type { Session } from '../../session.ts'
import { readAgain } from '../../read-again.ts'
import type { HandoverMode, HandoverOptions, Parcel, PickupAddress } from '../../../model/parcel.ts'
import { labels } from './labels.ts'
import { request } from './orders.ts'
import {
  batchSchema,
  decode,
  nothingSchema,
  packageSchema,
  providersSchema,
  slotsSchema,
} from './selling-wire.ts'
import { isCanceled } from './status.ts'
import { track } from './tracking.ts'
import { isAboutRows, isFault, orderDetailSchema, orderSchema } from './wire.ts'
import type { TiktokOrder, TiktokUnit } from './wire.ts'

/** Packages that one call hands over. How many it takes is not documented. */
const batchSize = 20

export const shipping: Shipping = {
  onHoldStatuses: ['ON_HOLD'],
  ordersPerCall: batchSize,

  async handoverOptions(session, { channelOrderId, channelPackageId }) {
    const id = channelPackageId ?? (await openPackages(session, channelOrderId))[0]
    const nothing = { modes: [], pickupAddresses: [], branches: [], providers: [], needs: [] }
    if (id === undefined) return nothing
    const path = pathOf(id)
    const found = await readAgain(() => request(session, { method: 'GET', path, query: {} }, packageSchema))
    if (found.shipping_type === 'SELLER')
      return {
        ...nothing,
        modes: ['self'],
        providers: found.delivery_option_id ? await readProviders(session, found.delivery_option_id) : [],
        needs: ['tracking-number', 'provider'],
      }
    return readSlots(session, id, found.sender_address?.full_address ?? '')
  },

  async arrange(session, requests) {
    const named = await Promise.all(requests.map((one) => packagesOf(session, one)))
    const rows = named.flat()
    const refused = rows.flatMap((row) => ('isDone' in row ? [row] : []))
    const open = rows.flatMap((row) => ('isDone' in row ? [] : [row]))
    return [...refused, ...(await allTold(inBatches(open).map((batch) => shipBatch(session, batch)))).flat()]
  },

  async states(session, channelOrderId) {
    const order = await readOrder(session, channelOrderId)
    const live = order.line_items.filter(
      ({ display_status: word }) => isCanceled(order) || word !== 'CANCELLED',
    )
    return [...Map.groupBy(live, packageOf)].map(([channelPackageId, units]) => {
      const words = units.map((unit) => unit.package_status ?? '')
      const trackingNumber = units.map((unit) => unit.tracking_number).find(Boolean) ?? null
      return {
        channelOrderId,
        channelPackageId,
        isPacked: channelPackageId !== null,
        isArranged: trackingNumber !== null || words.some((word) => arranged.has(word)),
        provider: units[0]?.shipping_provider_name || null,
        trackingNumber,
        channelStatus: words.find(Boolean) ?? order.status,
      }
    })
  },

  labels,
  track,
}

/** A package's own word is PROCESSING before the hand-over already, so that the rows of its order are asked. */
const arranged = new Set(['PROCESSING', 'FULFILLING', 'COMPLETED'])

const pathOf = (id: string) => `/fulfillment/202309/packages/${encodeURIComponent(id)}`

function packageOf({ package_id: id }: TiktokUnit): string | null {
  return id || null
}

export async function readOrder(session: Session, id: string): Promise<TiktokOrder> {
  const path = '/order/202309/orders'
  const { orders } = await readAgain(() =>
    request(session, { method: 'GET', path, query: { ids: id } }, orderDetailSchema),
  )
  const [raw] = orders ?? []
  if (raw === undefined)
    throw new ChannelError('refused', ownMessage('refusal.unknown_order', { channel: 'TikTok Shop' }))
  return decode(raw, orderSchema)
}

/** Lists the packages of an order that wait for their hand-over. */
async function openPackages(session: Session, channelOrderId: string): Promise<string[]> {
  const { line_items: units } = await readOrder(session, channelOrderId)
  const open = units.filter(({ package_status: word }) => !word || word === 'TO_FULFILL')
  return [...new Set(open.flatMap((unit) => packageOf(unit) ?? []))]
}

async function readProviders(session: Session, optionId: string): Promise<{ id: string; name: string }[]> {
  const path = `/logistics/202309/delivery_options/${encodeURIComponent(optionId)}/shipping_providers`
  const { shipping_providers: found } = await readAgain(() =>
    request(session, { method: 'GET', path, query: {} }, providersSchema),
  )
  return (found ?? []).map(({ id, name }) => ({ id, name: name || id }))
}

async function readSlots(session: Session, id: string, text: string): Promise<HandoverOptions> {
  const path = `${pathOf(id)}/handover_time_slots`
  const found = await readAgain(() => request(session, { method: 'GET', path, query: {} }, slotsSchema))
  const slots = (found.pickup_slots ?? [])
    .filter((slot) => slot.avaliable ?? slot.available ?? true)
    .map(({ start_time: from, end_time: to }) => ({
      id: `${from}-${to}`,
      from: new Date(from * 1000),
      to: new Date(to * 1000),
      isRecommended: false,
    }))
  const canPickUp = (found.can_pickup ?? false) && slots.length > 0
  const modes: HandoverMode[] = [
    ...(canPickUp ? (['pickup'] as const) : []),
    ...(found.can_drop_off ? (['dropoff'] as const) : []),
  ]
  // Couriers pick up at the warehouse's address: only the time can be chosen.
  const address: PickupAddress = { id: 'warehouse', text, isDefault: true, slots }
  return {
    modes,
    pickupAddresses: canPickUp ? [address] : [],
    branches: [],
    providers: [],
    needs: canPickUp ? ['slot'] : [],
  }
}

function inBatches<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / batchSize) }, (_, index) =>
    list.slice(index * batchSize, (index + 1) * batchSize),
  )
}

type Row = { parcel: Parcel; id: string; body: Record<string, unknown> }

async function packagesOf(
  session: Session,
  { parcel, choice }: ArrangeRequest,
): Promise<(Row | ParcelResult)[]> {
  const { channelOrderId, channelPackageId } = parcel
  const ids = channelPackageId === null ? await openPackages(session, channelOrderId) : [channelPackageId]
  if (ids.length === 0)
    return [notDone(parcel, `Order ${channelOrderId} has no package that waits for its hand-over`, null)]
  const body = bodyOf(choice)
  return ids.map((id) => ({ parcel: { channelOrderId, channelPackageId: id }, id, body }))
}

function bodyOf({ mode, slotId, trackingNumber, providerId }: ArrangeRequest['choice']): Row['body'] {
  if (mode === 'self')
    return {
      self_shipment: { tracking_number: trackingNumber ?? '', shipping_provider_id: providerId ?? '' },
    }
  if (mode === 'dropoff') return { handover_method: 'DROP_OFF' }
  const [, from, to] = /^(\d+)-(\d+)$/.exec(slotId ?? '') ?? []
  return {
    handover_method: 'PICKUP',
    ...(from && to && { pickup_slot: { start_time: Number(from), end_time: Number(to) } }),
  }
}

/** One package has a call of its own; of several each fails alone. A refusal of all may be one's fault: they are halved. */
async function shipBatch(session: Session, rows: Row[]): Promise<ParcelResult[]> {
  const [first] = rows
  try {
    if (rows.length === 1 && first) {
      const path = `${pathOf(first.id)}/ship`
      await request(session, { method: 'POST', path, query: {}, body: first.body }, nothingSchema)
      return [isDone(first.parcel)]
    }
    const path = '/fulfillment/202309/packages/ship'
    const body = { packages: rows.map((row) => ({ id: row.id, ...row.body })) }
    const { errors } = await request(session, { method: 'POST', path, query: {}, body }, batchSchema)
    const errorOf = ({ id }: Row) =>
      (errors ?? []).find(({ detail }) => !detail?.package_id || detail.package_id === id)
    // An order of which a package may be handed over or not is not told of: it is looked at first.
    const unsure = new Set(
      rows.flatMap((row) => (isFault(errorOf(row)?.message) ? row.parcel.channelOrderId : [])),
    )
    const told = rows.filter(({ parcel }) => !unsure.has(parcel.channelOrderId))
    return told.map((row) => {
      const error = errorOf(row)
      if (!error) return isDone(row.parcel)
      const { code, message } = error
      return notDone(
        row.parcel,
        message || ownMessage('refusal.refused_code', { channel: 'TikTok Shop', code }),
        String(code),
      )
    })
  } catch (error) {
    if (!isAboutRows(error)) throw error
    if (rows.length === 1 && first) return [notDone(first.parcel, error.message, error.channelCode ?? null)]
    const middle = Math.ceil(rows.length / 2)
    const halves = [rows.slice(0, middle), rows.slice(middle)]
    return (await allTold(halves.map((half) => shipBatch(session, half)))).flat()
  }
}

/** Its number comes later, with the order. */
function isDone(parcel: Parcel): ParcelResult {
  return { ...parcel, isDone: true, trackingNumber: null }
}

function notDone(parcel: Parcel, reason: string, channelCode: string | null): ParcelResult {
  return { ...parcel, isDone: false, reason, channelCode, mayRepeat: false }
}
