/** The API for corporate accounts. */
import { z } from 'zod'
import type { CourierCall, CourierSimulation, CourierParcel, Row } from '../../kit/courier-simulation.ts'
import { bytesReply, localTime, parseJson } from '../../kit/courier-simulation.ts'
import { createLabelPdf } from '../../kit/label-pdf.ts'
import type { CallReply } from '../../kit/serve-call.ts'
import { ACCOUNT, isPostcode, createZip, primeReply, Refusal } from './wire.ts'

export const MALAYSIA = 8
export const PENDING = '0'
export const CANCELED = 'Cancelled'

const shipmentSchema = z.object({
  shipmentType: z.enum(['Document', 'Parcel', 'DocumentAndParcel', 'Pallet', 'ChequeForGDEX']),
  totalPiece: z.number().int().min(1),
  shipmentWeight: z.number().positive(),
  shipmentContent: z.string().max(100).optional(),
  shipmentValue: z.number().optional(),
  isDangerousGoods: z.boolean().optional(),
  IsInsurance: z.boolean().optional(),
  companyName: z.string().max(40).optional(),
  receiverName: z.string().min(1).max(100),
  receiverMobile: z
    .string()
    .regex(/^\d{9,15}$/)
    .optional(),
  receiverAddress1: z.string().min(1).max(255),
  receiverAddress2: z.string().max(255).optional(),
  receiverPostcode: z.string().max(5),
  receiverCity: z.string().max(60).optional(),
  receiverState: z.string().max(60).optional(),
  receiverCountry: z.enum(['Malaysia', 'Singapore', 'HongKong', 'UnitedKingdom']),
  note1: z.string().max(50).optional(),
  orderID: z.string().max(30).optional(),
})

const pickupSchema = z.object({
  pickupDate: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  parcelReadyTime: z.string().regex(/^\d\d:\d\d:\d\d$/),
  collectibleBy: z.string().regex(/^\d\d:\d\d:\d\d$/),
  totalPiece: z.number().int().min(1),
  transportation: z.enum(['Motorbike', 'Van', 'OffsizeTruck']),
  isTrolleyRequired: z.boolean(),
  remark: z.string(),
  contactName: z.string().min(1),
  contactMobile: z.string().regex(/^0\d{8,10}$/),
})

function check<T>(schema: z.ZodType<T>, sent: unknown): T {
  const checked = schema.safeParse(sent)
  if (checked.success) return checked.data
  throw new Refusal(400, `Invalid ${checked.error.issues[0]?.path.join('.') || 'request'}`)
}

export function answerPrime(
  simulation: CourierSimulation,
  { method, path, query, headers, body }: CourierCall,
): CallReply {
  if (headers['subscription-key'] !== ACCOUNT.subscriptionKey)
    throw new Refusal(401, 'Access denied due to missing or invalid subscription key')
  if (headers['apitoken'] !== ACCOUNT.apiToken) throw new Refusal(401, 'Access Denied')
  if (query.get('accountNo') !== ACCOUNT.accountNo) throw new Refusal(400, 'Invalid account number')
  const sent = parseJson(body)
  const [, postcode] = /^\/GetPostCodeLocation\/(.+)$/.exec(path) ?? []
  if (method === 'GET' && postcode !== undefined) {
    if (!isPostcode(postcode)) throw new Refusal(400, 'Invalid Postcode')
    return primeReply([{ postcode, location: 'Kuala Lumpur', state: 'WP' }])
  }
  switch (`${method} ${path}`) {
    case 'POST /CreateConsignment': {
      const shipments = check(z.array(shipmentSchema).min(1), sent)
      if (!shipments.every(({ receiverPostcode }) => isPostcode(receiverPostcode)))
        throw new Refusal(400, 'Invalid receiver Postcode')
      return primeReply(shipments.map((one) => create(simulation, one)))
    }
    case 'POST /CreatePickup': {
      const pickup = check(pickupSchema, sent)
      ;(simulation.extra['pickups'] as Row[]).push(pickup)
      simulation.changed()
      return primeReply({ pickupNo: `PU${simulation.next()}` })
    }
    case 'POST /GetConsignmentDocument':
      return zip(check(z.array(z.string()), sent).map((number) => find(simulation, number)))
    case 'POST /GetLastShipmentStatus':
      return primeReply(check(z.array(z.string()).max(50), sent).flatMap((one) => statusOf(simulation, one)))
    case 'PUT /CancelConsignment': {
      if (body === '') throw new Refusal(411, 'Length Required')
      cancel(simulation, find(simulation, query.get('consignmentNumber') ?? ''))
      return primeReply('Cancelled')
    }
    default:
      throw new Refusal(404, 'Resource not found')
  }
}

function create(simulation: CourierSimulation, shipment: z.infer<typeof shipmentSchema>): string {
  const number = `TCN${String(simulation.next()).padStart(8, '0')}`
  simulation.add({
    number,
    // Nothing keeps an order from being sent twice.
    reference: shipment.orderID ?? '',
    account: ACCOUNT.accountNo,
    state: PENDING,
    booking: shipment,
  })
  return number
}

function find(simulation: CourierSimulation, number: string): CourierParcel {
  const parcel = simulation.parcels.get(number)
  if (parcel?.account !== ACCOUNT.accountNo) throw new Refusal(400, 'No record found')
  return parcel
}

export function cancel(simulation: CourierSimulation, parcel: CourierParcel): void {
  if (parcel.state === CANCELED) throw new Refusal(400, 'Consignment already cancelled')
  if (parcel.state !== PENDING) throw new Refusal(400, 'Shipment is already shipped')
  if (simulation.world.clock.now() > parcel.createdAt + 14 * 86_400)
    throw new Refusal(400, 'Unable to cancel consignment after 14 days')
  simulation.scan(parcel, { code: CANCELED, words: CANCELED })
}

function zip(parcels: readonly CourierParcel[]): CallReply {
  const files = parcels.map(({ number, state, booking }) => {
    if (state === CANCELED) throw new Refusal(400, 'Consignment has been cancelled')
    const lines = ['GDEX', number, String(booking['receiverName'])]
    return { name: `${number}.pdf`, bytes: createLabelPdf([lines]) }
  })
  return bytesReply('application/zip', createZip(files))
}

function statusOf(simulation: CourierSimulation, number: string): Row[] {
  const parcel = simulation.parcels.get(number)
  if (parcel?.account !== ACCOUNT.accountNo) return []
  const last = parcel.scans.at(-1)
  if (!last) return [{ consignmentNote: number, consignmentNoteStatus: 'Pending', enumStatus: 0 }]
  const { at, code, words } = last
  return [
    {
      consignmentNote: number,
      consignmentNoteStatus: words,
      enumStatus: code === CANCELED ? 0 : Number(code),
      location: 'Petaling Jaya',
      latestScanDateTime: localTime(at, MALAYSIA).replace(' ', 'T'),
    },
  ]
}
