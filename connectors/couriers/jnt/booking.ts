/** Booking, looking up, cancelling and labels. Source: order/addOrder, getOrders, cancelOrder and printOrder. */
import { z } from 'zod'
import type { Booking, BookedShipment, DeliveryAddress } from '../../../model/delivery.ts'
import { kilograms, localPhone } from '../../../model/delivery.ts'
import { ChannelError } from '../../channel-error.ts'
import { cut, valueOf } from '../../courier.ts'
import type { Courier, CourierSession, ShipmentName } from '../../courier.ts'
import { fileRequest } from '../../http.ts'
import { amount, call, codes, isCode } from './wire.ts'

const orderSchema = z.object({
  billCode: z.string().min(1),
  multipleVoteBillCodes: z.array(z.string()).nullish(),
  orderStatus: z.string().nullish(),
})
/** A row, or a list of them. */
const ordersSchema = z.union([orderSchema.transform((row) => [row]), z.array(orderSchema)]).nullish()
const labelSchema = z.object({ base64EncodeContent: z.string().nullish(), urlContent: z.string().nullish() })

export const options: Courier['options'] = () =>
  Promise.resolve({
    currency: 'MYR' as const,
    modes: ['pickup' as const, 'dropoff' as const],
    services: [
      { id: 'EZ', name: 'Standard', fee: null },
      { id: 'EX', name: 'Next Day', fee: null },
      { id: 'FD', name: 'Fresh', fee: null },
    ],
    pickup: 'free' as const,
    dates: [],
    slots: [],
    // The contract says whether and how much; no call tells.
    cod: { isPossible: true, max: null, reason: null },
  })

export const book: Courier['book'] = async (session, booking) => {
  try {
    const content = contentOf(booking)
    return bookedOf(await call(session, '/order/addOrder', content, orderSchema))
  } catch (error) {
    if (!isCode(error, codes.duplicate)) throw error
    const known = await find(session, booking.reference)
    if (known) return known
    throw error
  }
}

function contentOf(booking: Booking): Record<string, unknown> {
  const { parcel, pickup, cod, sender } = booking
  const isDocument = booking.shipmentType === 'Document'
  return {
    actionType: 'add',
    txlogisticId: booking.reference,
    serviceType: booking.mode === 'pickup' ? '1' : '6',
    payType: booking.feePayer === 'buyer' ? 'CC_CASH' : 'PP_PM',
    expressType: booking.serviceId ?? 'EZ',
    sender: personOf(sender),
    receiver: personOf(booking.receiver),
    returnInfo: personOf(sender),
    items: itemsOf(booking),
    packageInfo: {
      packageQuantity: String(parcel.pieces),
      weight: kilograms(parcel.weight).toFixed(2),
      packageValue: amount(parcel.value),
      goodsType: isDocument ? 'ITN2' : 'ITN8',
      length: String(parcel.length),
      width: String(parcel.width),
      height: String(parcel.height),
    },
    ...(pickup && {
      sendStartTime: `${pickup.date} ${pickup.from}:00`,
      sendEndTime: `${pickup.date} ${pickup.to}:00`,
    }),
    ...(booking.isInsured && { offerFeeInfo: { offerValue: amount(parcel.value) } }),
    ...(cod > 0 && { codInfo: { codValue: amount(cod) } }),
    remark: cut(booking.remark, 200),
  }
}

function personOf(address: DeliveryAddress): Record<string, string> {
  return {
    name: address.name,
    phone: localPhone(address.phone, 'MY'),
    countryCode: 'MYS',
    prov: address.province,
    city: address.city ?? address.district ?? '',
    area: address.district ?? address.city ?? '',
    address: address.street,
    postCode: address.postcode ?? '',
    ...(address.email && { email: address.email }),
  }
}

/** At least one: a parcel without goods is named by its contents. */
function itemsOf({ parcel }: Booking): Record<string, string>[] {
  const { contents, pieces, weight, value } = parcel
  const goods = parcel.items.length
    ? parcel.items
    : [{ name: contents || 'Parcel', sku: '', quantity: pieces, price: value, weight }]
  return goods.map((item) => ({
    itemName: item.name,
    englishName: item.name,
    number: String(item.quantity),
    weight: String(item.weight),
    itemValue: amount(item.price),
    itemCurrency: 'MYR',
    itemDesc: item.sku,
  }))
}

const bookedOf = (order: z.infer<typeof orderSchema>): BookedShipment => ({
  trackingNumber: order.billCode,
  furtherNumbers: order.multipleVoteBillCodes ?? [],
  fee: null,
  expectedAt: null,
})

export const find: NonNullable<Courier['find']> = async (session, reference) => {
  const order = await getOrder(session, reference)
  return order && !isCanceled(order) ? bookedOf(order) : null
}

async function getOrder(session: CourierSession, reference: string) {
  try {
    const orders = await call(session, '/order/getOrders', { txlogisticId: reference }, ordersSchema)
    return orders?.[0] ?? null
  } catch (error) {
    if (isCode(error, codes.notFound)) return null
    throw error
  }
}

const isCanceled = ({ orderStatus }: z.infer<typeof orderSchema>): boolean =>
  /cancel/i.test(orderStatus ?? '')

export const cancel: Courier['cancel'] = async (session, { reference, trackingNumber }, reason) => {
  const content = { txlogisticId: reference, billCode: trackingNumber, reason: reason || 'Canceled' }
  try {
    await call(session, '/order/cancelOrder', content, z.unknown())
  } catch (error) {
    // An order that was canceled before is refused as well.
    if (!isCode(error, codes.notCancellable)) throw error
    const order = await getOrder(session, reference)
    if (!order || !isCanceled(order)) throw error
  }
}

export const label: NonNullable<Courier['label']> = async (session, shipment: ShipmentName) => {
  const content = { txlogisticId: shipment.reference, billCode: shipment.trackingNumber }
  const file = await call(session, '/order/printOrder', content, labelSchema)
  const { base64EncodeContent: inside, urlContent: address } = file
  const bytes = inside ? Uint8Array.from(Buffer.from(inside, 'base64')) : await fetchLabel(session, address)
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
    throw new ChannelError('try-later', "J&T's label is not there yet")
  return { format: 'pdf', bytes }
}

async function fetchLabel(session: CourierSession, address: string | null | undefined) {
  const request = fileRequest(address, valueOf(session.settings, 'JNT_API_BASE'), "J&T's label")
  return (await session.http(request)).bytes
}
