import type { Reply } from '../../../../contract/endpoints.ts'
import type { Choice } from './use-order-action.ts'

export type ConfirmInfo = Reply<'GET /orders/{id}/confirm-info'>['data']

/** Answers the recommended choice; else the first mode, to be filled in. */
export function firstChoice({ recommended, modes }: ConfirmInfo): Choice | undefined {
  if (recommended) return recommended
  return modes[0] && { mode: modes[0] }
}

type Need = NonNullable<ConfirmInfo['needs'][Choice['mode']]>[number]

const fieldOf = {
  address: 'address_id',
  slot: 'slot_id',
  branch: 'branch_id',
  'sender-name': 'sender_name',
  'tracking-number': 'tracking_number',
  provider: 'provider_id',
} as const satisfies Record<Need, keyof Choice>

export type ChoiceField = (typeof fieldOf)[Need]

export function needsOf({ needs }: ConfirmInfo, { mode }: Choice): ChoiceField[] {
  return (needs[mode] ?? []).map((need) => fieldOf[need])
}

/** A parcel that goes with others of its order, and what it is called. */
export type OpenParcel = { id: string; name: string }

/** Lists the required fields that are empty. Each of several parcels needs a tracking number of its own. */
export function missingOf(info: ConfirmInfo, choice: Choice, parcels: OpenParcel[] = []): ChoiceField[] {
  const isGiven = (field: ChoiceField) =>
    field === 'tracking_number' && parcels.length > 1
      ? parcels.every(({ id }) => trackingNumberOf(choice, id))
      : choice[field]
  return needsOf(info, choice).filter((field) => !isGiven(field))
}

export function trackingNumberOf({ tracking_numbers: numbers = [] }: Choice, packageId: string): string {
  return numbers.find(({ package_id: id }) => id === packageId)?.tracking_number ?? ''
}

export function withTrackingNumber(choice: Choice, packageId: string, number: string): Choice {
  const others = (choice.tracking_numbers ?? []).filter(({ package_id: id }) => id !== packageId)
  const own = number ? [{ package_id: packageId, tracking_number: number }] : []
  return { ...choice, tracking_numbers: [...others, ...own] }
}
