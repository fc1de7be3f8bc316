/** Quotes, shifts, booking, cancelling and labels. Source: shipping-order/*, shift/date, switch-status/cancel, a5/gen-token. */
import { z } from 'zod'
import { localPhone } from '../../../model/delivery.ts'
import type {
  Booking,
  CodAnswer,
  DeliveryAddress,
  DeliveryParcel,
  DeliveryService,
} from '../../../model/delivery.ts'
import { ChannelError } from '../../channel-error.ts'
import { checkReply, valueOf, wrong } from '../../courier.ts'
import type { Courier, CourierSession, DeliveryQuestion } from '../../courier.ts'
import { wardsOf } from './areas.ts'
import { detailOf, detailSchema } from './tracking.ts'
import { isUnknownOrder, post, shopOf } from './wire.ts'

/** Whole dong. */
const mostCod = 50_000_000
const mostInsured = 5_000_000
/** From here on, and with several pieces, a parcel is heavy goods. */
const heavyGrams = 20_000
const daySeconds = 86_400
const vietnamMs = 7 * 3600 * 1000

const serviceSchema = z.object({ service_type_id: z.number(), short_name: z.string().nullish() })
const feeSchema = z.object({ total: z.number() })
const shiftSchema = z.object({
  id: z.number(),
  title: z.string(),
  from_time: z.number(),
  to_time: z.number(),
})
const createdSchema = z.object({
  order_code: z.string().min(1),
  total_fee: z.number().nullish(),
  expected_delivery_time: z.string().nullish(),
})

export const options: Courier['options'] = async (session, question) => {
  const [services, slots, cod] = await Promise.all([
    servicesOf(session, question),
    shiftsOf(session),
    codOf(session, question),
  ])
  return {
    currency: 'VND',
    modes: ['pickup'],
    services,
    pickup: 'slots',
    dates: [...new Set(slots.map(({ date }) => date))],
    slots,
    cod,
  }
}

const isHeavy = ({ weight, pieces }: DeliveryParcel): boolean => weight >= heavyGrams || pieces > 1

async function servicesOf(session: CourierSession, question: DeliveryQuestion): Promise<DeliveryService[]> {
  const { sender, receiver, parcel } = question
  const fitting = isHeavy(parcel) ? 5 : 2
  const names: [number, string][] =
    sender.districtId && receiver.districtId
      ? await offeredOn(session, sender.districtId, receiver.districtId)
      : [[fitting, fitting === 5 ? 'Hàng nặng' : 'Hàng nhẹ']]
  const some = names.filter(([type]) => type === fitting)
  return Promise.all(
    some.map(async ([type, name]) => ({ id: String(type), name, fee: await feeOf(session, question, type) })),
  )
}

async function offeredOn(session: CourierSession, from: number, to: number): Promise<[number, string][]> {
  const body = { shop_id: Number(shopOf(session)), from_district: from, to_district: to }
  const path = '/v2/shipping-order/available-services'
  const rows = await post(session, { path, body }, z.array(serviceSchema).nullish())
  // Rows without a name are no services.
  return (rows ?? []).flatMap((row) => (row.short_name ? [[row.service_type_id, row.short_name]] : []))
}

/** Only places that have GHN's numbers are quoted. */
async function feeOf(
  session: CourierSession,
  question: DeliveryQuestion,
  type: number,
): Promise<number | null> {
  const { sender, receiver, parcel, cod } = question
  if (!receiver.districtId || !receiver.wardCode) return null
  const body = {
    service_type_id: type,
    to_district_id: receiver.districtId,
    to_ward_code: receiver.wardCode,
    ...(sender.districtId && { from_district_id: sender.districtId, from_ward_code: sender.wardCode }),
    ...sizeOf(parcel),
    cod_value: Math.min(cod, mostCod),
    items: itemsOf(parcel),
  }
  return (await post(session, { path: '/v2/shipping-order/fee', body, shopId: shopOf(session) }, feeSchema))
    .total
}

/** Lists the shifts of today and tomorrow, as seconds from the midnight of today in Vietnam. */
async function shiftsOf(session: CourierSession) {
  const shifts = await post(session, { path: '/v2/shift/date' }, z.array(shiftSchema).nullish())
  const today = Math.floor((session.now().getTime() + vietnamMs) / (daySeconds * 1000)) * daySeconds
  const words = (seconds: number) => new Date((today + seconds) * 1000).toISOString()
  return (shifts ?? []).map(({ id, title, from_time, to_time }) => ({
    id: String(id),
    title,
    date: words(from_time).slice(0, 10),
    from: words(from_time).slice(11, 16),
    to: words(to_time).slice(11, 16),
  }))
}

async function codOf(
  session: CourierSession,
  { receiver, cod }: Pick<DeliveryQuestion, 'receiver' | 'cod'>,
): Promise<CodAnswer> {
  if (cod > mostCod) return { isPossible: false, max: mostCod, reason: 'too_much' }
  if (receiver.districtId && receiver.wardCode) {
    const wards = await wardsOf(session, receiver.districtId)
    const ward = wards.find(({ WardCode }) => WardCode === receiver.wardCode)
    if (ward?.CanUpdateCOD === false) return { isPossible: false, max: 0, reason: 'area' }
  }
  return { isPossible: true, max: mostCod, reason: null }
}

export const book: Courier['book'] = async (session, booking) => {
  // GHN takes the order all the same, and brings it without the money.
  const { reason } = await codOf(session, booking)
  if (booking.cod > 0 && reason)
    throw new ChannelError('refused', `cod.${reason}`, { fields: [wrong('cod', `cod.${reason}`)] })
  const call = { path: '/v2/shipping-order/create', body: contentOf(booking), shopId: shopOf(session) }
  const made = await post(session, call, createdSchema)
  return {
    trackingNumber: made.order_code,
    furtherNumbers: [],
    fee: made.total_fee ?? null,
    expectedAt: dateOf(made.expected_delivery_time),
  }
}

function dateOf(text: string | null | undefined): Date | null {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}

const notes = { none: 'KHONGCHOXEMHANG', look: 'CHOXEMHANGKHONGTHU', try: 'CHOTHUHANG' } as const

function contentOf(booking: Booking): Record<string, unknown> {
  const { parcel, sender, pickup } = booking
  return {
    client_order_code: booking.reference,
    ...(sender.districtId && fromOf(sender)),
    ...toOf(booking.receiver),
    ...sizeOf(parcel),
    service_type_id: Number(booking.serviceId ?? (isHeavy(parcel) ? 5 : 2)),
    payment_type_id: booking.feePayer === 'shop' ? 1 : 2,
    required_note: notes[booking.inspection ?? 'none'],
    content: parcel.contents || parcel.items.map(({ name }) => name).join(', '),
    items: itemsOf(parcel),
    cod_amount: booking.cod,
    ...(booking.isInsured && { insurance_value: Math.min(parcel.value, mostInsured) }),
    note: booking.remark,
    ...(pickup?.slotId && { pick_shift: [Number(pickup.slotId)] }),
  }
}

/** An address of two levels has no district and is told by its names. */
function toOf(address: DeliveryAddress): Record<string, unknown> {
  const { districtId, wardCode, district } = address
  const person = {
    to_name: address.name,
    to_phone: localPhone(address.phone, 'VN'),
    to_address: address.street,
    to_ward_name: address.ward ?? '',
    to_province_name: address.province,
  }
  if (districtId && wardCode)
    return { ...person, to_district_name: district ?? '', to_district_id: districtId, to_ward_code: wardCode }
  return district ? { ...person, to_district_name: district } : { ...person, is_new_to_address: true }
}

/** Left out: the store's own address. */
const fromOf = (address: DeliveryAddress): Record<string, unknown> => ({
  from_name: address.name,
  from_phone: localPhone(address.phone, 'VN'),
  from_address: address.street,
  from_ward_name: address.ward ?? '',
  from_district_name: address.district ?? '',
  from_province_name: address.province,
  from_ward_code: address.wardCode,
  from_district_id: address.districtId,
})

const sizeOf = ({ weight, length, width, height }: DeliveryParcel) => ({
  weight: Math.max(1, Math.round(weight)),
  length: Math.ceil(length),
  width: Math.ceil(width),
  height: Math.ceil(height),
})

const itemsOf = (parcel: DeliveryParcel) =>
  parcel.items.map(({ name, sku, quantity, price, weight }) => {
    const { length, width, height } = sizeOf(parcel)
    return { name, code: sku, quantity, price, weight, length, width, height }
  })

export const find: NonNullable<Courier['find']> = async (session, reference) => {
  const path = '/v2/shipping-order/detail-by-client-code'
  const body = { client_order_code: reference }
  try {
    const data = await post(session, { path, body, shopId: shopOf(session) }, z.unknown())
    // An object, and sometimes a list of one.
    const [order] = checkReply('GHN', Array.isArray(data) ? data : [data], z.array(detailSchema.nullable()))
    if (!order || order.status === 'cancel') return null
    return {
      trackingNumber: order.order_code,
      furtherNumbers: [],
      fee: null,
      expectedAt: dateOf(order.leadtime),
    }
  } catch (error) {
    if (isUnknownOrder(error)) return null
    throw error
  }
}

const canceledSchema = z.array(
  z.object({ order_code: z.string(), result: z.boolean(), message: z.string().nullish() }),
)

export const cancel: Courier['cancel'] = async (session, { trackingNumber }, reason) => {
  const body = { order_codes: [trackingNumber], reason_code: 'GHN-CANCEL-OTHER', reason }
  const call = { path: '/v2/switch-status/cancel', body, shopId: shopOf(session) }
  const [result] = await post(session, call, canceledSchema)
  if (result?.result) return
  // A refusal comes as a success; what was canceled before is refused as well.
  if ((await detailOf(session, trackingNumber))?.status === 'cancel') return
  throw new ChannelError('refused', result?.message || 'GHN did not cancel', {
    channelCode: 'CANCEL_REFUSED',
  })
}

/** A page to be printed, which opens with a token for half an hour. */
export const label: NonNullable<Courier['label']> = async (session, { trackingNumber }) => {
  const body = { order_codes: [trackingNumber] }
  const { token } = await post(
    session,
    { path: '/v2/a5/gen-token', body },
    z.object({ token: z.string().min(1) }),
  )
  const host = valueOf(session.settings, 'GHN_API_BASE').replace(/\/shiip\/public-api\/?$/, '')
  const url = new URL(`${host}/a5/public-api/printA5`)
  url.searchParams.set('token', token)
  const { status, bytes, text } = await session.http({ method: 'GET', url })
  if (status !== 200 || !text.includes(trackingNumber))
    throw new ChannelError('try-later', "GHN's label is not there yet")
  return { format: 'html', bytes }
}
