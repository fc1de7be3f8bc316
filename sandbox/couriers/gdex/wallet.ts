/** myGDEX, the API for prepaid wallets. */
import { z } from 'zod'
import type { CourierCall, CourierSimulation, CourierParcel, Row } from '../../kit/courier-simulation.ts'
import { bytesReply, localDay, localTime, parseJson } from '../../kit/courier-simulation.ts'
import { createLabelPdf } from '../../kit/label-pdf.ts'
import type { CallReply } from '../../kit/serve-call.ts'
import { cancel, CANCELED, MALAYSIA, PENDING } from './prime.ts'
import { ACCOUNT, isPostcode, Refusal, walletReply } from './wire.ts'

const WALLET = 'wallet'
const DAY = 86_400

const mobile = z.string().regex(/^60\d{8,10}$/)
const createSchema = z.object({
  Name: z.string().min(1),
  Mobile: mobile,
  Email: z.string().min(1),
  Address1: z.string().min(1),
  Postcode: z.string(),
  LocationId: z.number(),
  Location: z.string().min(1),
  Pickup: z
    .object({
      Transportation: z.enum(['Motorbike', 'Van', 'OffsizeTruck']),
      ParcelReadyTime: z.string().regex(/^\d\d:\d\d:\d\d$/),
      PickupDate: z.string(),
      PickupRemark: z.string().optional(),
      IsTrolleyRequired: z.boolean(),
    })
    .optional(),
  Consignments: z
    .array(
      z.object({
        OrderId: z.string().optional(),
        ParcelType: z.enum(['Parcel', 'Document']),
        ShipmentValue: z.number(),
        Pieces: z.number().int().min(1).max(15),
        Weight: z.number(),
        Mobile: mobile,
        Address1: z.string().min(1),
        Postcode: z.string(),
        Country: z.literal('MYS'),
      }),
    )
    .min(1)
    .max(10),
})
const rateSchema = z.array(
  z.object({
    ReferenceNumber: z.number().int(),
    FromPostCode: z.string(),
    ToPostCode: z.string(),
    Weight: z.number(),
  }),
)

export const balanceOf = (simulation: CourierSimulation): number => Number(simulation.extra['balance'])

/** In sen, for the kilograms that were begun. */
const priceOf = (weight: number): number => 600 + Math.ceil(weight) * 120

export function answerWallet(simulation: CourierSimulation, call: CourierCall): CallReply {
  const { method, path, query, headers, body } = call
  if (headers['subscription-key'] !== ACCOUNT.subscriptionKey)
    throw new Refusal(401, 'Access denied due to missing subscription key')
  if (headers['user-token'] !== ACCOUNT.userToken) throw new Refusal(401, 'Invalid User Token')
  const sent = parseJson(body)
  const number = query.get('ConsignmentNumber') ?? ''
  switch (`${method} ${path}`) {
    case 'GET /GetUserTokenValidity':
      return walletReply(null)
    case 'GET /GetUserDetails':
      return walletReply({
        Name: 'Aoi Gifts',
        Email: 'aoi@mail.example',
        LocationId: 77,
        Location: 'Taman Jaya',
      })
    case 'GET /CheckeWalletBalance':
      return walletReply(balanceOf(simulation) / 100)
    case 'POST /GetShippingRate':
      return walletReply(check(rateSchema, sent).map(quote))
    case 'GET /GetPickUpDateListing':
      if (!query.get('PostCode')) throw new Refusal(400, 'Please Provide PostCode')
      return walletReply(pickupDates(simulation))
    case 'POST /CreateConsignment':
      return walletReply(create(simulation, check(createSchema, sent), sent as Row))
    case 'POST /GetLastShipmentStatus':
      return walletReply(check(z.array(z.string()), sent).map((one) => lastStatus(simulation, one)))
    case 'GET /GetShipmentStatusDetail':
      return walletReply({
        ConsignmentNote: number,
        Scans: find(simulation, number, 'Consignment Number Not Found').scans.map(scanRow),
      })
    case 'PUT /CancelConsignment': {
      if (body === '') throw new Refusal(411, 'Length Required')
      const parcel = find(simulation, number, 'No record found')
      cancel(simulation, parcel)
      simulation.extra['balance'] = balanceOf(simulation) + Number(parcel.booking['price'])
      return walletReply(null)
    }
    case 'GET /GetConsignmentsImage':
      return image(find(simulation, number, 'Invalid Consignment Number'))
    default:
      throw new Refusal(404, 'Resource not found')
  }
}

function check<T>(schema: z.ZodType<T>, sent: unknown): T {
  const checked = schema.safeParse(sent)
  if (checked.success) return checked.data
  throw new Refusal(400, `Invalid ${checked.error.issues[0]?.path.join('.') || 'request'}`)
}

function quote({
  ReferenceNumber,
  FromPostCode,
  ToPostCode,
  Weight,
}: z.infer<typeof rateSchema>[number]): Row {
  const bad = [FromPostCode, ToPostCode].find((one) => !isPostcode(one))
  return bad === undefined
    ? { ReferenceNumber, Rate: priceOf(Weight) / 100, HasError: false, Error: null }
    : { ReferenceNumber, Rate: 0, HasError: true, Error: `Invalid PostCode ${bad}` }
}

/** The next five that are no weekend, never today. */
function pickupDates(simulation: CourierSimulation): string[] {
  const now = simulation.world.clock.now()
  return Array.from({ length: 9 }, (_, day) => localDay(now + (day + 1) * DAY, MALAYSIA))
    .filter(({ weekday }) => weekday !== 0 && weekday !== 6)
    .slice(0, 5)
    .map(({ date }) => `${date}T00:00:00`)
}

function create(simulation: CourierSimulation, input: z.infer<typeof createSchema>, sent: Row): Row {
  for (const one of [input.Postcode, ...input.Consignments.map(({ Postcode }) => Postcode)])
    if (!isPostcode(one)) throw new Refusal(400, `Invalid PostCode ${one}`)
  if (input.Consignments.some(({ Weight }) => Weight <= 0)) throw new Refusal(400, 'Invalid Weight')
  if (input.Pickup && !pickupDates(simulation).includes(input.Pickup.PickupDate))
    throw new Refusal(400, 'Pick Up Day Unavailable')
  const prices = input.Consignments.map(({ Weight }) => priceOf(Weight))
  const total = prices.reduce((sum, price) => sum + price, 0)
  if (total > balanceOf(simulation)) throw new Refusal(400, 'Insufficient Credit')
  simulation.extra['balance'] = balanceOf(simulation) - total
  const { Consignments: _all, ...common } = sent
  const created = input.Consignments.map((one, index) => {
    const price = prices[index] ?? 0
    const number = `MY${String(simulation.next()).padStart(9, '0')}`
    const booking = { ...common, ...one, price }
    return simulation.add({ number, reference: one.OrderId ?? '', account: WALLET, state: PENDING, booking })
  })
  return {
    InvoiceNumber: `INV${simulation.next()}`,
    ConsignmentNumbers: created.map(({ number }) => number),
    Consignments: created.map(({ number, reference }, index) => ({
      OrderId: reference,
      ConsignmentNumber: number,
      Rate: (prices[index] ?? 0) / 100,
    })),
    GrandTotal: total / 100,
    EWalletBalance: balanceOf(simulation) / 100,
  }
}

function find(simulation: CourierSimulation, number: string, refusal: string): CourierParcel {
  const parcel = simulation.parcels.get(number)
  if (parcel?.account !== WALLET) throw new Refusal(400, refusal)
  return parcel
}

function lastStatus(simulation: CourierSimulation, number: string): Row {
  const parcel = simulation.parcels.get(number)
  const isValid = parcel?.account === WALLET
  const words = (isValid && parcel.scans.at(-1)?.words) || 'Pending'
  return { ConsignmentNote: number, ConsignmentNoteStatus: words, IsValid: isValid }
}

const scanRow = ({ at, code, words }: CourierParcel['scans'][number]): Row => ({
  ConsignmentNoteStatus: words,
  EnumStatus: code === CANCELED ? 0 : Number(code),
  Location: 'Petaling Jaya',
  LatestScanDateTime: localTime(at, MALAYSIA).replace(' ', 'T'),
})

function image({ number, state, booking }: CourierParcel): CallReply {
  const ended: Record<string, string> = { [CANCELED]: 'cancelled', 4: 'delivered', 5: 'returned' }
  const word = ended[state]
  if (word) throw new Refusal(400, `Image cannot be provided as Consignment has been ${word}`)
  return bytesReply('application/pdf', createLabelPdf([['myGDEX', number, String(booking['Address1'])]]))
}
