/** Brings the channels' labels: four at a time of each shop, three times within ten seconds for those still being made. */
import { setTimeout as wait } from 'node:timers/promises'
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { LabelResult } from '../../../connectors/shipping.ts'
import type { Parcel } from '../../../model/parcel.ts'
import type { PrintFailure } from '../../../model/printing.ts'
import type { ShipmentName } from '../../../connectors/courier.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import type { Shop } from '../../shops/shops-store.ts'
import type { StoredLabel } from '../printing-store.ts'

/** A parcel whose label is wanted, the shop that sells it, and the owner's own courier if that makes the label. */
export type WantedLabel = {
  orderId: number
  shop: Shop
  parcel: Parcel
  courier?: { courierId: number; shipment: ShipmentName }
}

export type LabelFailure = { orderId: number; reason: PrintFailure; words: string | null }

/** Told as soon as they are known, so that what was brought outlives whoever asked. */
export type LabelReport = { labels: StoredLabel[]; failures: LabelFailure[] }

const atOnce = 4
/** Before each try. */
const pausesMs = [0, 4000, 5000]

export type LabelMakers = { channels: ChannelSessions; couriers: CourierSessions }

export async function fetchLabels(
  makers: LabelMakers,
  wanted: WantedLabel[],
  report: (report: LabelReport) => Promise<void>,
): Promise<void> {
  const byShop = Map.groupBy(wanted, ({ shop }) => shop.id)
  await Promise.all([...byShop.values()].map((ofShop) => fetchOfShop(makers, ofShop, report)))
}

async function fetchOfShop(
  makers: LabelMakers,
  wanted: WantedLabel[],
  report: (report: LabelReport) => Promise<void>,
): Promise<void> {
  let open = wanted
  for (const pause of pausesMs) {
    if (open.length === 0) return
    if (pause > 0) await wait(pause)
    const late: WantedLabel[] = []
    for (let at = 0; at < open.length; at += atOnce) {
      const some = open.slice(at, at + atOnce)
      const { report: found, later } = sort(some, await ask(makers, some))
      late.push(...later)
      if (found.labels.length + found.failures.length > 0) await report(found)
    }
    open = late
  }
  const failures = open.map(({ orderId }) => ({
    orderId,
    reason: 'waybill_unavailable' as const,
    words: null,
  }))
  if (failures.length > 0) await report({ labels: [], failures })
}

type Answer = LabelResult[] | ChannelError

async function ask({ channels, couriers }: LabelMakers, wanted: WantedLabel[]): Promise<Answer> {
  const [first] = wanted
  if (!first) return []
  // The orders of a shop go all with its channel's couriers or all with the owner's own.
  if (first.courier) return Promise.all(wanted.map((one) => askCourier(couriers, one)))
  try {
    return await channels.use(first.shop, (session, { shipping }) => {
      if (!shipping) throw new ChannelError('refused', 'this channel makes no labels')
      return shipping.labels(
        session,
        wanted.map(({ parcel }) => parcel),
      )
    })
  } catch (error) {
    if (error instanceof ChannelError) return error
    throw error
  }
}

async function askCourier(couriers: CourierSessions, wanted: WantedLabel): Promise<LabelResult> {
  const { shop, parcel, courier: made } = wanted
  if (!made) return { ...parcel, isReady: false, isRefused: false }
  const { courierId, shipment } = made
  try {
    const file = await couriers.use({ ownerId: shop.ownerId, courierId }, (session, courier) => {
      if (!courier.label) throw new ChannelError('refused', 'this courier makes no labels')
      return courier.label(session, shipment)
    })
    return { ...parcel, isReady: true, file, trackingNumber: shipment.trackingNumber }
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    const isLate = error.kind === 'try-later' || error.kind === 'slow-down'
    if (isLate) return { ...parcel, isReady: false, isRefused: false }
    const { message: reason, channelCode = null } = error
    return { ...parcel, isReady: false, isRefused: true, reason, channelCode }
  }
}

function sort(wanted: WantedLabel[], answer: Answer): { report: LabelReport; later: WantedLabel[] } {
  const report: LabelReport = { labels: [], failures: [] }
  const later: WantedLabel[] = []
  for (const one of wanted) {
    const result = answer instanceof ChannelError ? answer : answer.find((each) => isOf(each, one.parcel))
    const { orderId } = one
    if (result instanceof ChannelError) {
      if (result.kind === 'try-later' || result.kind === 'slow-down') later.push(one)
      else report.failures.push({ orderId, reason: 'waybill_refused', words: wordsOf(result) })
    } else if (result?.isReady) {
      const channelPackageId = one.parcel.channelPackageId ?? ''
      report.labels.push({ orderId, channelPackageId, ...result.file })
    } else if (result?.isRefused) {
      report.failures.push({ orderId, reason: 'waybill_refused', words: result.reason })
    } else later.push(one)
  }
  return { report, later }
}

/** The channel's own words about an ended access name no remedy. */
const wordsOf = ({ kind, message }: ChannelError): string =>
  kind === 'sign-in-expired' ? 'action_error.sign_in_expired' : message

function isOf(result: LabelResult, parcel: Parcel): boolean {
  return (
    result.channelOrderId === parcel.channelOrderId && result.channelPackageId === parcel.channelPackageId
  )
}
