/** The check before a parcel leaves: its order is scanned, then each of its items. */
import { halfWidth } from './half-width.ts'
import type { OrderStatus } from './order-status.ts'

/**
 *   unpaid            nothing is to be packed yet
 *   not_arranged      the hand-over has to be arranged first
 *   cancel_requested  the buyer asked to cancel and has to be answered first
 *   canceled          it is not to be sent any more
 *   gone              it has left already
 */
export const scanRefusals = ['unpaid', 'not_arranged', 'cancel_requested', 'canceled', 'gone'] as const
export type ScanRefusal = (typeof scanRefusals)[number]

/**
 *   unknown   no such order, or no such line in it any more
 *   surplus   all pieces of the line were scanned already, perhaps on another device
 */
export const scanRejections = [...scanRefusals, 'unknown', 'surplus'] as const
export type ScanRejection = (typeof scanRejections)[number]

export const mostScansPerCall = 100

type Scanned = { status: OrderStatus; isCancelRequested: boolean }

/** `ships`: the console arranges the hand-over on this channel; elsewhere an order is packed as soon as it is paid. */
export function scanRefusalOf(
  { status, isCancelRequested }: Scanned,
  channel: { ships: boolean },
): ScanRefusal | null {
  switch (status) {
    case 'unpaid':
      return 'unpaid'
    case 'canceled':
      return 'canceled'
    case 'shipped':
    case 'delivered':
    case 'returned':
    case 'failed':
      return 'gone'
    case 'pending':
    case 'confirmed':
      if (isCancelRequested) return 'cancel_requested'
      return channel.ships ? 'not_arranged' : null
    case 'ready_to_ship':
      return isCancelRequested ? 'cancel_requested' : null
  }
}

/** A code as it is counted: a barcode's figures are plain, and what a shop calls its own goods stays as it is written. */
export function countedCode(text: string): string {
  const code = text.trim()
  return /^[０-９]+$/.test(code) ? halfWidth(code) : code
}

/** Normalizes a scanned or typed code for comparison. A scanner types, and a Japanese keyboard makes wide letters of it. */
export function scannedCode(text: string): string {
  return halfWidth(text).replaceAll(/\s+/g, '').toUpperCase()
}
