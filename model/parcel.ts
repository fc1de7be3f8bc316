/** Hand-over of a parcel from the seller to the channel's courier. Ids are the channel's. */

/** One parcel of an order. The package id is null as long as the channel has made none. */
export type Parcel = { channelOrderId: string; channelPackageId: string | null }

/**
 *   pickup   the courier comes
 *   dropoff  the seller brings the parcel
 *   self     the seller sends it with a courier of their own and tells the tracking number
 *   channel  the channel decides, nothing is to be chosen
 */
export type HandoverMode = 'pickup' | 'dropoff' | 'self' | 'channel'

/** Options for handing over a parcel. An empty list means that there is no choice of that kind. */
export type HandoverOptions = {
  modes: HandoverMode[]
  pickupAddresses: PickupAddress[]
  branches: { id: string; name: string }[]
  /** Couriers to choose among. */
  providers: { id: string; name: string }[]
  /** Must be told with the choice. */
  needs: HandoverNeed[]
}

export type HandoverNeed = 'address' | 'slot' | 'branch' | 'sender-name' | 'tracking-number' | 'provider'

export type PickupAddress = {
  id: string
  text: string
  isDefault: boolean
  slots: { id: string; from: Date; to: Date | null; isRecommended: boolean }[]
}

export type HandoverChoice = {
  mode: HandoverMode
  addressId: string | null
  slotId: string | null
  branchId: string | null
  senderName: string | null
  providerId: string | null
  trackingNumber: string | null
  /** Tracking numbers by package id, if several packages go with a courier of the seller's. */
  trackingNumbers?: Record<string, string>
}

/** State of a parcel at the channel. It is looked up if the answer to a call was lost. */
export type ParcelState = Parcel & {
  /** Packed, with a package of its own; the channels without this step say true once they made the package. */
  isPacked: boolean
  /** The hand-over is arranged: repeating it would book twice. */
  isArranged: boolean
  provider: string | null
  trackingNumber: string | null
  channelStatus: string
}

/** A label as the channel made it, never altered. */
export type LabelFile = {
  format: 'pdf' | 'html' | 'image' | 'zpl' | 'zip'
  bytes: Uint8Array<ArrayBuffer>
}

/** One event on a parcel's way. */
export type TrackingEvent = { at: Date; description: string; channelStatus: string | null }

/** Fields that each hand-over mode may require. */
const needsOfMode: Record<HandoverMode, HandoverNeed[]> = {
  pickup: ['address', 'slot'],
  dropoff: ['branch', 'sender-name', 'provider'],
  self: ['tracking-number', 'provider'],
  channel: ['provider'],
}

/** Returns the fields that a mode requires, without those whose list of options is empty. */
export function needsOf(options: HandoverOptions, mode: HandoverMode): HandoverNeed[] {
  return options.needs.filter((need) => needsOfMode[mode].includes(need) && !isEmptyList(options, need))
}

function isEmptyList(options: HandoverOptions, need: HandoverNeed): boolean {
  if (need === 'branch') return options.branches.length === 0
  return need === 'provider' && options.providers.length === 0 && !options.modes.includes('self')
}

export const noChoice: HandoverChoice = {
  mode: 'channel',
  addressId: null,
  slotId: null,
  branchId: null,
  senderName: null,
  providerId: null,
  trackingNumber: null,
}

const preferred: HandoverMode[] = ['pickup', 'channel', 'dropoff']

/**
 * Returns the choice that most sellers make: pickup at the usual address in the time slot that the channel recommends, or else in
 * the first one. Null if a field needs a person, such as a tracking number of their own.
 */
export function recommendedChoice(options: HandoverOptions): HandoverChoice | null {
  for (const mode of preferred) {
    if (!options.modes.includes(mode)) continue
    const choice = mode === 'pickup' ? pickupOf(options) : { ...noChoice, mode, ...onlyOnes(options, mode) }
    if (choice && missingNeeds(options, choice).length === 0) return choice
  }
  return null
}

/** Returns the required fields that the choice lacks. */
export function missingNeeds(options: HandoverOptions, choice: HandoverChoice): HandoverNeed[] {
  const told: Record<HandoverNeed, string | null> = {
    address: choice.addressId,
    slot: choice.slotId,
    branch: choice.branchId,
    'sender-name': choice.senderName,
    'tracking-number': choice.trackingNumber,
    provider: choice.providerId,
  }
  return needsOf(options, choice.mode).filter((need) => !told[need])
}

function pickupOf({ pickupAddresses }: HandoverOptions): HandoverChoice | null {
  const address = pickupAddresses.find(({ isDefault }) => isDefault) ?? pickupAddresses[0]
  const slot = address?.slots.find(({ isRecommended }) => isRecommended) ?? address?.slots[0]
  return { ...noChoice, mode: 'pickup', addressId: address?.id ?? null, slotId: slot?.id ?? null }
}

/** Chooses the only option of each list that has one. */
function onlyOnes(options: HandoverOptions, mode: HandoverMode): Partial<HandoverChoice> {
  const needs = needsOf(options, mode)
  const only = (list: { id: string }[]) => (list.length === 1 ? (list[0]?.id ?? null) : null)
  return {
    ...(needs.includes('branch') && { branchId: only(options.branches) }),
    ...(needs.includes('provider') && { providerId: only(options.providers) }),
  }
}
