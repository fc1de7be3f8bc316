import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { measureIn, piecesIn, plainAmount } from '../../../parts/figures.ts'
import { type Chosen, type Place, places } from '../../../parts/place-fields.tsx'

export type OwnInfo = NonNullable<Reply<'GET /orders/{id}/confirm-info'>['data']['own']>
export type Booking = Omit<BodyInput<'POST /orders/{id}/confirm'>, 'choice'>

/** Form values as typed: numbers may be unfinished. */
export type BookingForm = Chosen & {
  mode: 'pickup' | 'dropoff'
  service: string
  date: string
  slot: string
  from: string
  to: string
  weight: string
  length: string
  width: string
  height: string
  pieces: string
  payer: 'shop' | 'buyer'
  inspection: 'none' | 'look' | 'try'
  shipmentType: NonNullable<Booking['shipment_type']>
  transportation: NonNullable<Booking['transportation']>
  hasTrolley: boolean
  isDangerous: boolean
  isInsured: boolean
  remark: string
  warehouse: string
}

/** Answers the form before any change. */
export function firstForm(info: OwnInfo, tomorrow: string): BookingForm {
  const { defaults, modes, services, slots, dates, package: size } = info
  const [slot] = slots
  return {
    mode: modes.includes(defaults.mode) ? defaults.mode : (modes[0] ?? 'dropoff'),
    service: defaults.service_id ?? services[0]?.id ?? '',
    date: slot?.date ?? dates[0] ?? tomorrow,
    slot: slot?.id ?? '',
    from: '09:00',
    to: '18:00',
    weight: sizeText(size?.weight),
    length: sizeText(size?.length),
    width: sizeText(size?.width),
    height: sizeText(size?.height),
    pieces: '1',
    payer: defaults.payer,
    inspection: defaults.inspection,
    shipmentType: defaults.shipment_type,
    transportation: defaults.transportation,
    hasTrolley: false,
    isDangerous: false,
    isInsured: defaults.enhanced_liability === 1,
    remark: defaults.remark,
    warehouse: info.warehouses.find((one) => one.is_primary)?.id ?? info.warehouses[0]?.id ?? '',
    province: info.place?.province_id ?? '',
    district: info.place?.district_id ?? '',
    ward: info.place?.ward_code ?? '',
    isNew: Boolean(info.place?.ward_code && !info.place.district_id),
  }
}

/** A size as its field shows it. */
export const sizeText = (value: number | null | undefined) => (value == null ? '' : plainAmount(value))

export const sizes = ['weight', 'length', 'width', 'height'] as const
export type Size = (typeof sizes)[number]
/** Lists the required fields that are empty. */
export function missingOf(info: OwnInfo, form: BookingForm): (Size | Place)[] {
  return [
    ...places.filter(
      (name) => info.place !== null && form[name] === '' && !(form.isNew && name === 'district'),
    ),
    ...sizes.filter((name) => !(figure(form[name]) > 0)),
  ]
}

/** Sizes that a quote can be asked for: undefined while one is missing. */
export function sizeOf(form: BookingForm) {
  const [weight = 0, length = 0, width = 0, height = 0] = sizes.map((name) => figure(form[name]))
  return weight > 0 && length > 0 && width > 0 && height > 0 ? { weight, length, width, height } : undefined
}

/** The chosen service, unless the courier offers others for the parcel as it is now. */
export function serviceOf({ services }: OwnInfo, { service }: BookingForm): string {
  return services.some(({ id }) => id === service) ? service : (services[0]?.id ?? service)
}

export function placeOf({ province, district, ward, isNew }: Chosen) {
  return { province_id: province, ...(!isNew && { district_id: district }), ward_code: ward }
}

const figure = (text: string) => measureIn(text) ?? 0
const flag = (is: boolean) => (is ? (1 as const) : (0 as const))

/** Only what this courier asks for. */
export function bookingOf(info: OwnInfo, form: BookingForm): Booking {
  const has = (name: OwnInfo['fields'][number]) => info.fields.includes(name)
  const slot = info.slots.find(({ id }) => id === form.slot)
  const isPickup = form.mode === 'pickup' && info.pickup !== 'none'
  return {
    shipment_id: info.shipment_id,
    ...(form.warehouse && { warehouse_id: form.warehouse }),
    package: {
      weight: figure(form.weight),
      length: figure(form.length),
      width: figure(form.width),
      height: figure(form.height),
    },
    ...(info.modes.length > 0 && { mode: form.mode }),
    ...(has('service') && serviceOf(info, form) && { service_id: serviceOf(info, form) }),
    ...(isPickup && {
      pickup_date: slot?.date ?? form.date,
      ready_time: slot?.from ?? form.from,
      collectible_by: slot?.to ?? form.to,
      ...(slot && { time_slot_id: slot.id }),
    }),
    ...(has('pieces') && { pieces: piecesIn(form.pieces) || 1 }),
    ...(has('payer') && { payer: form.payer }),
    ...(has('inspection') && { inspection: form.inspection }),
    ...(has('shipment_type') && { shipment_type: form.shipmentType }),
    ...(has('transportation') && isPickup && { transportation: form.transportation }),
    ...(has('trolley') && isPickup && { trolley: flag(form.hasTrolley) }),
    ...(has('dangerous_good') && { dangerous_good: flag(form.isDangerous) }),
    ...(has('enhanced_liability') && { enhanced_liability: flag(form.isInsured) }),
    ...(has('remark') && { remark: form.remark }),
    ...(info.place && placeOf(form)),
  }
}
