/** Numbers of the couriers by their codes. */
import { couriers } from '../../connectors/couriers/registry.ts'

export type CourierCode = 'gdex' | 'ghn' | 'jnt' | 'ninjavan' | 'self_delivery'

export const courierIds = Object.fromEntries(couriers.map(({ code, id }) => [code, id])) as Record<
  CourierCode,
  number
>
