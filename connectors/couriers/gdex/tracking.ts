/** Tracking of consignments. GDEX pushes nothing: it is polled. Source: GetLastShipmentStatus and GetShipmentStatusDetail. */
import { z } from 'zod'
import type { ShipmentEvent, ShipmentMeaning } from '../../../model/delivery.ts'
import { callEach, checkReply, readEach } from '../../courier.ts'
import type { Courier, CourierSession, TrackedParcel } from '../../courier.ts'
import { isWallet, momentOf, prime, wallet } from './wire.ts'

const time = z.string().refine((text) => !Number.isNaN(momentOf(text).getTime()), 'no time')

const primeRowSchema = z.object({
  consignmentNote: z.string().min(1),
  consignmentNoteStatus: z.string().nullish(),
  enumStatus: z.number().nullish(),
  location: z.string().nullish(),
  latestScanDateTime: time.nullish(),
})
const walletRowSchema = z.object({ ConsignmentNote: z.string(), IsValid: z.boolean().nullish() })
const walletDetailSchema = z.object({ Scans: z.array(z.unknown()).nullish() })
const walletScanSchema = z.object({
  ConsignmentNoteStatus: z.string().nullish(),
  EnumStatus: z.number().nullish(),
  Location: z.string().nullish(),
  LatestScanDateTime: time,
})

/** By their number. */
const meanings: ShipmentMeaning[] = [
  { status: 'booked' },
  { status: 'picked_up' },
  { status: 'in_transit' },
  { status: 'out_for_delivery' },
  { status: 'delivered' },
  { status: 'returned' },
  // A claim is being settled.
  { status: 'lost_or_damaged' },
  { status: 'failed_attempt' },
]

const words: Record<string, number> = {
  pending: 0,
  pickup: 1,
  intransit: 2,
  outfordelivery: 3,
  delivered: 4,
  returned: 5,
  claim: 6,
  undelivered: 7,
}

/** The number is better than the word, but a canceled note has no number of its own. */
export function meaningOf(word: string, number: number | null | undefined): ShipmentMeaning | null {
  if (/^cancell?ed$/i.test(word.trim())) return { status: 'canceled' }
  if (/pick ?up (failed|exception)/i.test(word)) return { status: 'booked', flag: 'pickup_failed' }
  const index = number ?? words[word.toLowerCase().replace(/[^a-z]/g, '')]
  return index === undefined ? null : (meanings[index] ?? null)
}

function eventOf(
  at: Date,
  word: string,
  number: number | null | undefined,
  place: string | null | undefined,
): ShipmentEvent {
  return {
    at,
    meaning: meaningOf(word, number),
    courierStatus: word || String(number),
    description: word || String(number),
    place: place || null,
  }
}

export const track: NonNullable<Courier['track']> = (session, numbers) =>
  isWallet(session) ? trackWallet(session, numbers) : trackPrime(session, numbers)

/** The newest event of each; a note that nobody scanned yet has none. */
async function trackPrime(session: CourierSession, numbers: string[]): Promise<TrackedParcel[]> {
  const call = { method: 'POST', path: '/GetLastShipmentStatus', body: numbers } as const
  const rows = await prime(session, call, z.array(z.unknown()).nullish())
  return readEach(rows ?? [], (row) => {
    const read = checkReply('GDEX', row, primeRowSchema)
    const { consignmentNoteStatus: word, enumStatus, location, latestScanDateTime } = read
    const at = latestScanDateTime ? momentOf(latestScanDateTime) : null
    return {
      trackingNumber: read.consignmentNote,
      events: at ? [eventOf(at, word ?? '', enumStatus, location)] : [],
    }
  })
}

/** A note that is unknown reads "Pending" and is not valid. */
async function trackWallet(session: CourierSession, numbers: string[]): Promise<TrackedParcel[]> {
  const call = { method: 'POST', path: '/GetLastShipmentStatus', body: numbers } as const
  const rows = readEach(await wallet(session, call, z.array(z.unknown())), (row) =>
    checkReply('myGDEX', row, walletRowSchema),
  )
  const known = rows.filter(({ IsValid }) => IsValid !== false).map(({ ConsignmentNote }) => ConsignmentNote)
  return callEach(known, async (trackingNumber) => {
    const query = { ConsignmentNumber: trackingNumber }
    const detail = { method: 'GET', path: '/GetShipmentStatusDetail', query } as const
    const { Scans } = await wallet(session, detail, walletDetailSchema)
    const events = readEach(Scans ?? [], (row) => {
      const scan = checkReply('myGDEX', row, walletScanSchema)
      const { ConsignmentNoteStatus: word, EnumStatus, Location } = scan
      return eventOf(momentOf(scan.LatestScanDateTime), word ?? '', EnumStatus, Location)
    })
    return { trackingNumber, events }
  })
}
