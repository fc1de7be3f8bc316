/** Hand-over options of a channel's couriers, as they are sent to the browser and back. */
import type { Body, Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { dayIn } from '../../i18n/calendar.ts'
import {
  needsOf,
  recommendedChoice,
  type HandoverChoice,
  type HandoverOptions,
} from '../../../model/parcel.ts'

const noOptions: HandoverOptions = {
  modes: [],
  pickupAddresses: [],
  branches: [],
  providers: [],
  needs: [],
}

type Info = Reply<'GET /orders/{id}/confirm-info'>['data']

export function presentOptions(
  order: { id: number; platformId: number },
  options: HandoverOptions,
  timezone: string,
): Omit<Info, 'own'> {
  const recommended = recommendedChoice(options)
  return {
    order_id: order.id,
    platform_id: order.platformId,
    modes: options.modes,
    needs: Object.fromEntries(options.modes.map((mode) => [mode, needsOf(options, mode)])),
    addresses: options.pickupAddresses.map(({ isDefault, slots, ...address }) => ({
      ...address,
      is_default: isDefault,
      time_slots: slots.map(({ id, from, to, isRecommended }) => ({
        id,
        date: dayIn(timezone, from),
        from: from.toISOString(),
        to: to?.toISOString() ?? null,
        is_recommended: isRecommended,
      })),
    })),
    branches: options.branches,
    providers: options.providers,
    recommended: recommended && {
      mode: recommended.mode,
      address_id: recommended.addressId,
      slot_id: recommended.slotId,
      branch_id: recommended.branchId,
      provider_id: recommended.providerId,
    },
    package: null,
    cod_amount: 0,
    warnings: [],
  }
}

export function presentOwn(order: { id: number; platformId: number }, own: NonNullable<Info['own']>): Info {
  const { modes, package: size, cod_amount, warnings } = own
  return { ...presentOptions(order, noOptions, 'UTC'), modes, package: size, cod_amount, warnings, own }
}

export function choiceOf(choice: NonNullable<Body<'POST /orders/{id}/confirm'>['choice']>): HandoverChoice {
  return {
    mode: choice.mode,
    addressId: choice.address_id,
    slotId: choice.slot_id,
    branchId: choice.branch_id,
    senderName: choice.sender_name,
    providerId: choice.provider_id,
    trackingNumber: choice.tracking_number,
    ...(choice.tracking_numbers.length > 0 && {
      trackingNumbers: Object.fromEntries(
        choice.tracking_numbers.map(({ package_id: id, tracking_number: number }) => [id, number]),
      ),
    }),
  }
}

type FlatBody = Omit<Body<'POST /orders/{id}/confirm'>, 'choice'>

const flatFields = ['mode', 'address_id', 'time_slot_id'] as const

/**
 * The choice in the flat fields of the documented call. Null: none is there, so the order goes as recommended. A field that only
 * the owner's own couriers take is refused, because a hand-over cannot be taken back.
 */
export function flatChoice(body: FlatBody): HandoverChoice | null {
  const given = Object.entries(body).filter(([, value]) => value !== undefined && value !== null)
  const foreign = given.filter(
    ([field]) => !(flatFields as readonly string[]).includes(field) && field !== 'note',
  )
  if (foreign.length > 0) {
    const invalidFields = Object.fromEntries(foreign.map(([field]) => [field, 'field.own_courier_only']))
    throw new AppError('validation_failed', { invalidFields })
  }
  const { mode, address_id: addressId = null, time_slot_id: slotId = null } = body
  if (!mode && (addressId ?? slotId) !== null)
    throw new AppError('validation_failed', { invalidFields: { mode: 'field.required' } })
  if (!mode) return null
  return { mode, addressId, slotId, branchId: null, senderName: null, providerId: null, trackingNumber: null }
}
