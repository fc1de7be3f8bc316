/** Defaults of a booking with a courier. */
import type { Booking, HandoverToCourier, ShipmentType, Transportation } from './delivery.ts'

export type DeliveryDefaults = {
  /** The courier's own id of the service; null: the first that it offers. */
  serviceId: string | null
  feePayer: Booking['feePayer']
  isInsured: boolean
  inspection: NonNullable<Booking['inspection']>
  mode: HandoverToCourier
  /** For parcels whose products have no measures: grams and centimetres. Null: the form requests them. */
  parcel: { weight: number; length: number; width: number; height: number } | null
  shipmentType: ShipmentType
  transportation: Transportation
  /** Said to the courier with each parcel. */
  remark: string
  /** The label is printed as soon as the parcel is booked. */
  isAutoPrint: boolean
  /** Self delivery only: the buyer receives a code and gives it at the door. */
  needsCode: boolean
}

/** Defaults of a new account. */
export const standardDefaults: DeliveryDefaults = {
  serviceId: null,
  feePayer: 'shop',
  isInsured: false,
  inspection: 'none',
  mode: 'pickup',
  parcel: null,
  shipmentType: 'Parcel',
  transportation: 'motorcycle',
  remark: '',
  isAutoPrint: false,
  needsCode: true,
}
