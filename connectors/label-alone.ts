/** Labels of several parcels, each asked for by itself. */
import type { Parcel } from '../model/parcel.ts'
import { ChannelError } from './channel-error.ts'
import type { LabelResult } from './shipping.ts'

/** A label that cannot be had is a result, so that the others are printed. Only an ended sign-in concerns them all. */
export async function labelAlone(
  { channelOrderId, channelPackageId }: Parcel,
  read: () => Promise<LabelResult>,
): Promise<LabelResult> {
  const parcel = { channelOrderId, channelPackageId }
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ChannelError) || error.kind === 'sign-in-expired') throw error
    const { kind, message: reason, channelCode = null } = error
    return kind === 'try-later' || kind === 'slow-down'
      ? { ...parcel, isReady: false, isRefused: false }
      : { ...parcel, isReady: false, isRefused: true, reason, channelCode }
  }
}
