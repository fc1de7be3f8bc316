import { z } from 'zod'
import type { CourierSimulation, CourierParcel, Row } from '../../kit/courier-simulation.ts'
import { textOf } from '../../kit/courier-simulation.ts'
import { shopsOf, type Shop } from './shops.ts'
import { districts, findWard, PROVINCES, Refusal } from './wire.ts'

const whole = z.number().int()
const side = whole.min(1).max(200)
const phone = z.string().regex(/^0\d{9}$/)
const size = { weight: whole.min(1).max(50_000), length: side, width: side, height: side }

const orderSchema = z
  .object({
    client_order_code: z.string().max(50).default(''),
    to_name: z.string().min(1),
    to_address: z.string().min(1),
    ...size,
    service_type_id: z.union([z.literal(2), z.literal(5)]),
    payment_type_id: z.union([z.literal(1), z.literal(2)]),
    required_note: z.enum(['KHONGCHOXEMHANG', 'CHOXEMHANGKHONGTHU', 'CHOTHUHANG']),
    content: z.string().max(2000).default(''),
    items: z
      .array(z.object({ name: z.string().min(1), quantity: whole.min(1), weight: whole.optional() }))
      .default([]),
    cod_amount: whole.min(0).max(50_000_000).default(0),
    insurance_value: whole.min(0).max(5_000_000).default(0),
    note: z.string().max(5000).default(''),
    pick_shift: z.array(whole).optional(),
  })
  .refine(({ content, items }) => content !== '' || items.length > 0, 'content is required')
  .refine(({ service_type_id, items }) => service_type_id !== 5 || items.length > 0, 'items are required')

const feeSchema = z.object({
  service_type_id: z.union([z.literal(2), z.literal(5)]),
  to_district_id: whole,
  to_ward_code: z.string(),
  ...size,
  cod_value: whole.min(0).optional(),
  insurance_value: whole.min(0).max(5_000_000).default(0),
})

export const FIRST = 'ready_to_pick'
const CANCELABLE = ['ready_to_pick', 'picking', 'money_collect_picking']
const LABEL_SECONDS = 1800

function check<T>(schema: z.ZodType<T>, body: unknown): T {
  const checked = schema.safeParse(body)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new Refusal('USER_ERR_COMMON', `${issue?.path.join('.')} ${issue?.message}`.trim())
}

/** Answers undefined for a path that is none of its own. */
export function answerOrders(simulation: CourierSimulation, shop: Shop, path: string, body: Row): unknown {
  switch (path) {
    case '/v2/shipping-order/fee':
      return feeOf(body)
    case '/v2/shipping-order/create':
      return create(simulation, shop, body)
    case '/v2/shipping-order/detail':
      return detail(find(simulation, shop, textOf(body['order_code'])))
    case '/v2/shipping-order/detail-by-client-code': {
      const parcel = simulation.byReference(String(shop._id), textOf(body['client_order_code']))
      if (!parcel) throw new Refusal('USER_ERR_COMMON', 'Order not found')
      // An object to some, a list to others.
      return parcel.createdAt % 2 === 0 ? detail(parcel) : [detail(parcel)]
    }
    case '/v2/switch-status/cancel':
      return cancel(simulation, shop, body)
    default:
      return undefined
  }
}

function feeOf(body: Row): Row {
  const { service_type_id, to_district_id, to_ward_code, insurance_value, ...rest } = check(feeSchema, body)
  const ward = findWard(to_district_id, to_ward_code)
  if (!ward || ward.support < 2) throw new Refusal('WARD_IS_INVALID', 'Ward is invalid')
  return priceOf(service_type_id, rest, insurance_value)
}

/** Returns the fees of a parcel, charged by the larger of its weight and its volumetric weight. */
function priceOf(
  type: number,
  { weight, length, width, height }: { weight: number; length: number; width: number; height: number },
  insured: number,
): Row & { total: number } {
  const charged = Math.max(weight, (length * width * height) / 5)
  const service_fee = (type === 5 ? 60_000 : 20_500) + Math.ceil(Math.max(0, charged - 1000) / 500) * 2500
  const insurance_fee = insured > 1_000_000 ? Math.round(insured / 200) : 0
  return { total: service_fee + insurance_fee, service_fee, insurance_fee, cod_fee: 0, coupon_value: 0 }
}

function create(simulation: CourierSimulation, shop: Shop, body: Row): Row {
  if (!phone.safeParse(body['to_phone']).success) throw new Refusal('PHONE_INVALID', 'Phone is invalid')
  const order = check(orderSchema, body)
  checkPlace(body)
  const account = String(shop._id)
  const known =
    order.client_order_code === '' ? undefined : simulation.byReference(account, order.client_order_code)
  const { total, ...fee } = priceOf(order.service_type_id, order, order.insurance_value)
  const parcel = known ?? add(simulation, account, order.client_order_code, body)
  const expected = new Date((parcel.createdAt + 2 * 86_400) * 1000).toISOString()
  return {
    order_code: parcel.number,
    sort_code: '0-000-0-00',
    trans_type: 'truck',
    fee,
    total_fee: total,
    expected_delivery_time: expected,
  }
}

function add(simulation: CourierSimulation, account: string, reference: string, booking: Row): CourierParcel {
  const number = `L${simulation.next().toString(36).toUpperCase().padStart(7, 'A')}`
  const parcel = simulation.add({ number, reference, account, state: FIRST, booking })
  simulation.scan(parcel, { code: FIRST, words: 'Đơn hàng mới' })
  return parcel
}

/** Numbers, names of three levels, or with `is_new_to_address` of two. */
function checkPlace(body: Row): void {
  if (body['to_district_id'] !== undefined) {
    const ward = findWard(Number(body['to_district_id']), textOf(body['to_ward_code']))
    if (!ward || ward.support < 2) throw new Refusal('WARD_IS_INVALID', 'Ward is invalid')
    if (ward.name !== body['to_ward_name']) throw new Refusal('USER_ERR_COMMON', 'To address conflict')
    return
  }
  const province = PROVINCES.find(({ name }) => name === body['to_province_name'])
  if (!province) throw new Refusal('PROVINCE_NAME_NOT_VALID', 'Province name is not valid')
  const isNew = body['is_new_to_address'] === true
  const inDistrict = districts
    .find(({ name }) => name === body['to_district_name'])
    ?.wards.map(({ name }) => name)
  if (isNew && body['to_district_name']) throw new Refusal('USER_ERR_COMMON', 'To address conflict')
  const names = isNew ? province.newWards : (inDistrict ?? [])
  if (!names.includes(textOf(body['to_ward_name'])))
    throw new Refusal('WARD_NAME_NOT_VALID', 'Ward name is not valid')
}

function find(simulation: CourierSimulation, shop: Shop, number: string): CourierParcel {
  const parcel = simulation.parcels.get(number)
  if (parcel?.account !== String(shop._id)) throw new Refusal('USER_ERR_COMMON', 'Order not found')
  return parcel
}

const detail = (parcel: CourierParcel): Row => ({
  order_code: parcel.number,
  client_order_code: parcel.reference,
  shop_id: Number(parcel.account),
  status: parcel.state,
  cod_amount: parcel.booking['cod_amount'] ?? 0,
  // The seller, in one of the ways in which it is said.
  payment_type_id: 4,
  leadtime: stamp(parcel.createdAt + 2 * 86_400),
  log: parcel.scans.map(({ at, code }) => ({ status: code, updated_date: stamp(at) })),
})

const stamp = (seconds: number): string => new Date(seconds * 1000).toISOString()

function cancel(simulation: CourierSimulation, shop: Shop, body: Row): Row[] {
  const parcels = codesOf(body).map((code) => find(simulation, shop, code))
  return parcels.map((parcel) => {
    const order_code = parcel.number
    if (!CANCELABLE.includes(parcel.state))
      return { order_code, result: false, message: `Đơn hàng đang ở trạng thái ${parcel.state}` }
    simulation.scan(parcel, { code: 'cancel', words: textOf(body['reason']) })
    return { order_code, result: true, message: 'OK' }
  })
}

function codesOf(body: Row): string[] {
  const codes = z.array(z.string()).min(1).safeParse(body['order_codes'])
  if (!codes.success) throw new Refusal('USER_ERR_COMMON', 'order_codes is required')
  return codes.data
}

/** Opens the page of these orders for half an hour. */
export function labelToken(simulation: CourierSimulation, shops: readonly Shop[], body: Row): Row {
  const codes = codesOf(body)
  for (const code of codes) {
    const parcel = simulation.parcels.get(code)
    if (!shops.some(({ _id }) => String(_id) === parcel?.account))
      throw new Refusal('USER_ERR_COMMON', 'Order not found')
  }
  const token = `print-${simulation.next()}`
  const labels = simulation.extra['labels'] as Row
  labels[token] = { codes, expires: simulation.world.clock.now() + LABEL_SECONDS }
  simulation.changed()
  return { token }
}

export function labelCodes(simulation: CourierSimulation, token: string): string[] {
  const found = (
    simulation.extra['labels'] as Record<string, { codes: string[]; expires: number } | undefined>
  )[token]
  return found && found.expires > simulation.world.clock.now() ? found.codes : []
}

export const findShop = (simulation: CourierSimulation, id: string): Shop | undefined =>
  shopsOf(simulation).find(({ _id }) => String(_id) === id)
