import type { HandoverChoice } from '../../model/parcel.ts'

/** A choice about the handover in which nothing but the mode is chosen, and `more`. */
export function choiceOf(mode: HandoverChoice['mode'], more: Partial<HandoverChoice> = {}): HandoverChoice {
  return {
    mode,
    addressId: null,
    slotId: null,
    branchId: null,
    senderName: null,
    providerId: null,
    trackingNumber: null,
    ...more,
  }
}
