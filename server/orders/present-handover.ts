/** How parcels may be handed over to a channel's couriers, as it crosses to the browser and back. */
import type { Body, Reply } from '../../contract/endpoints.ts'
import { needsOf, recommendedChoice, type HandoverChoice, type HandoverOptions } from '../../model/parcel.ts'

/** Where there is nothing to choose. */
export const noOptions: HandoverOptions = {
  modes: [],
  pickupAddresses: [],
  branches: [],
  providers: [],
  needs: [],
}

export function presentOptions(
  options: HandoverOptions,
): Omit<Reply<'GET /orders/{id}/confirm-info'>['data'], 'own'> {
  const recommended = recommendedChoice(options)
  return {
    modes: options.modes.map((mode) => ({ mode, needs: needsOf(options, mode) })),
    pickup_addresses: options.pickupAddresses.map(({ isDefault, slots, ...address }) => ({
      ...address,
      is_default: isDefault,
      slots: slots.map(({ id, from, to, isRecommended }) => ({
        id,
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
  }
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
