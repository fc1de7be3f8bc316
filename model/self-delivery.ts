/** A parcel that the seller brings himself: what he may say of it, and the code that the buyer tells him at the door. */
import type { ShipmentStatus } from './delivery.ts'

export const selfStatuses = ['picking', 'delivering', 'delivered', 'failed', 'returned'] as const
export type SelfStatus = (typeof selfStatuses)[number]

/** Stored form of a shipment's handover code. Times are moments, not durations. */
export type HandoverCode = {
  /** Hexadecimal HMAC-SHA256 over `shipment-<id>:<code>`. */
  digest: string
  expiresAt: Date
  wrongTries: number
  resendAfter: Date
  timesIssued: number
}

/** `pepper` is a secret of the server's. */
export type CodeRequest = { pepper: string; shipmentId: string; now: Date }

export type SelfDelivery = {
  shipmentId: string
  status: ShipmentStatus
  code: HandoverCode | null
  /** To be collected, in minor units. */
  cod: number
  /** False: the owner wants no codes, so that none is missing. */
  needsCode: boolean
}

export type SelfMove = {
  status: SelfStatus
  note?: string
  otp?: string
  /** Location of the stored photo of the parcel at the door. */
  photo?: string
  /** Amount collected; another amount than the one due needs a note. */
  codCollected?: number
  /** Handed over without a code: needs a note. */
  isWithoutCode?: boolean
}
