import type { Reply } from '../../../contract/endpoints.ts'
import type { Choice } from './use-order-wish.ts'

export type ConfirmInfo = Reply<'GET /orders/{id}/confirm-info'>['data']

/** What is recommended; else the first mode, to be filled in. */
export function firstChoice({ recommended, modes }: ConfirmInfo): Choice | undefined {
  if (recommended) return recommended
  return modes[0] && { mode: modes[0].mode }
}

type Need = ConfirmInfo['modes'][number]['needs'][number]

const fieldOf = {
  address: 'address_id',
  slot: 'slot_id',
  branch: 'branch_id',
  'sender-name': 'sender_name',
  'tracking-number': 'tracking_number',
  provider: 'provider_id',
} as const satisfies Record<Need, keyof Choice>

export type ChoiceField = (typeof fieldOf)[Need]

export function needsOf({ modes }: ConfirmInfo, { mode }: Choice): ChoiceField[] {
  return (modes.find((one) => one.mode === mode)?.needs ?? []).map((need) => fieldOf[need])
}

export function missingOf(info: ConfirmInfo, choice: Choice): ChoiceField[] {
  return needsOf(info, choice).filter((field) => !choice[field])
}
