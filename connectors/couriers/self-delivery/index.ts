import { selfDeliveryId } from '../../../model/delivery.ts'
import type { Courier } from '../../courier.ts'
import { book, cancel, find, options } from './booking.ts'
import { moveSelfDelivery } from './tracking.ts'
import { issueCode } from './wire.ts'

/** Always there, connected by nobody. Its label is the console's own, its tracking what the seller says. */
export const courier: Courier = {
  id: selfDeliveryId,
  code: 'self_delivery',
  name: 'Self delivery',
  country: null,
  currency: null,
  settings: [],
  keys: [],
  bookingFields: [],
  defaults: [],
  limits: { callsPerSecond: 100, concurrentCalls: 10, numbersPerTracking: 100 },
  connect: () => Promise.resolve({ accountId: 'self', label: '', places: [], placeId: null }),
  options,
  book,
  find,
  cancel,
  byHand: { move: moveSelfDelivery, issueCode },
}
