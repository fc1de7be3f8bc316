/** Scans and what they mean. Source: logistics/trace and the status feedback; names of 201 and 300 to 306 differ between sources. */
import { z } from 'zod'
import type { ShipmentEvent, ShipmentMeaning, ShipmentStatus } from '../../../model/delivery.ts'
import { callEach, checkReply, parseMessage, readEach } from '../../courier.ts'
import type { Courier, CourierSession, CourierWebhook, CourierWebhooks } from '../../courier.ts'
import { call, codes, isCode, isDigest } from './wire.ts'

const code = z.union([z.string(), z.number()]).transform(String)
const detailSchema = z.object({
  scanTime: z.string().refine((text) => !Number.isNaN(momentOf(text, null).getTime()), 'no time'),
  timeZone: z.string().nullish(),
  desc: z.string().nullish(),
  scanTypeCode: code,
  scanTypeName: z.string().nullish(),
  scanNetworkName: z.string().nullish(),
})
const traceSchema = z.object({
  billCode: z.string().min(1),
  txlogisticId: z.string().nullish(),
  details: z.array(z.unknown()).nullish(),
})

const words: Record<string, ShipmentStatus> = {
  10: 'picked_up',
  20: 'in_transit',
  30: 'in_transit',
  94: 'out_for_delivery',
  100: 'delivered',
  110: 'failed_attempt',
  172: 'returning',
  173: 'returned',
  200: 'delivered',
  201: 'lost_or_damaged',
  300: 'lost_or_damaged',
  301: 'lost_or_damaged',
  302: 'returning',
  303: 'lost_or_damaged',
  304: 'lost_or_damaged',
  305: 'lost_or_damaged',
  306: 'delivered',
  400: 'in_transit',
  401: 'in_transit',
  402: 'in_transit',
  403: 'in_transit',
  404: 'in_transit',
  405: 'in_transit',
}

export function meaningOf(scanTypeCode: string): ShipmentMeaning | null {
  const status = words[scanTypeCode]
  if (!status) return null
  // A problem parcel may be one that was not there when J&T came for it.
  return status === 'failed_attempt' ? { status, flag: 'any_attempt' } : { status }
}

/** Parses a scan time in the zone of Kuala Lumpur, unless the scan names its own zone, such as `GMT+07:00`. */
function momentOf(scanTime: string, timeZone: string | null | undefined): Date {
  const [, given] = /([+-]\d\d:?\d\d)$/.exec(timeZone ?? '') ?? []
  const zone = (given ?? '+08:00').replace(/(\d\d):?(\d\d)$/, '$1:$2')
  return new Date(`${scanTime.replace(' ', 'T')}${zone}`)
}

type Trace = { trackingNumber: string; reference: string | null; events: ShipmentEvent[] }

const tracesOf = (rows: unknown[]): Trace[] =>
  readEach(rows, (row) => {
    const { billCode, txlogisticId, details } = checkReply('J&T', row, traceSchema)
    return {
      trackingNumber: billCode,
      reference: txlogisticId ?? null,
      events: readEach(details ?? [], (detail) => eventOf(checkReply('J&T', detail, detailSchema))),
    }
  })

function eventOf(detail: z.infer<typeof detailSchema>): ShipmentEvent {
  return {
    at: momentOf(detail.scanTime, detail.timeZone),
    meaning: meaningOf(detail.scanTypeCode),
    courierStatus: detail.scanTypeCode,
    description: detail.desc || detail.scanTypeName || detail.scanTypeCode,
    place: detail.scanNetworkName || null,
  }
}

/** J&T may refuse a whole list because of one number that it does not know: then each is asked for by itself. */
export const track: NonNullable<Courier['track']> = async (session, numbers) => {
  const listed = await rowsOf(session, numbers)
  const rows =
    listed ?? (await callEach(numbers, (number) => rowsOf(session, [number]))).flatMap((row) => row ?? [])
  return tracesOf(rows).map(({ trackingNumber, events }) => ({ trackingNumber, events }))
}

async function rowsOf(session: CourierSession, numbers: string[]): Promise<unknown[] | null> {
  try {
    const content = { billCode: numbers.join(',') }
    return (await call(session, '/logistics/trace', content, z.array(z.unknown()).nullish())) ?? []
  } catch (error) {
    if (!isCode(error, codes.notFound)) throw error
    return numbers.length > 1 ? null : []
  }
}

const contentOf = ({ body }: CourierWebhook): string => new URLSearchParams(body).get('bizContent') ?? ''

export const webhooks: CourierWebhooks = {
  verify(request) {
    const { digest = '', apiaccount } = request.headers
    const { api_account: account, private_key: privateKey } = request.keys
    if (!privateKey || apiaccount !== account) return false
    return isDigest(digest, contentOf(request), privateKey)
  },

  read(request) {
    const content = parseMessage('J&T', contentOf(request))
    // An object in their fixtures, a list in a sample of the documentation.
    return tracesOf(Array.isArray(content) ? content : [content])
  },

  answer: (isBelieved, id) => ({
    status: 200,
    type: 'application/json',
    body: JSON.stringify({
      code: isBelieved ? '1' : '0',
      msg: isBelieved ? 'success' : 'fail',
      data: isBelieved ? 'SUCCESS' : 'FAIL',
      requestId: id,
    }),
  }),
}
