import type { Courier } from '../../courier.ts'
import { valueOf } from '../../courier.ts'
import { book, cancel, find, label, options } from './booking.ts'
import { track, webhooks } from './tracking.ts'
import { tokenOf } from './wire.ts'

export const courier: Courier = {
  id: 4,
  code: 'ninjavan',
  name: 'Ninja Van',
  country: 'MY',
  currency: 'MYR',
  settings: [
    {
      name: 'NINJAVAN_API_BASE',
      default: 'https://api.ninjavan.co',
      description: "Host of Ninja Van's API; the account's country follows it.",
    },
    {
      name: 'NINJAVAN_API_VERSION',
      default: '4.2',
      description: 'Version of the order API, 4.2 or 4.1.',
    },
  ],
  keys: [
    { name: 'client_id' },
    { name: 'client_secret', isSecret: true },
    // The test system knows only sg, wherever its addresses are.
    { name: 'country', standard: 'my' },
    // Without it a booking whose answer was lost cannot be looked up.
    { name: 'tracking_prefix', standard: '' },
  ],
  bookingFields: ['service', 'pickup', 'enhanced_liability', 'remark'],
  defaults: ['pickup_mode', 'insurance', 'auto_print'],
  limits: { callsPerSecond: 5, concurrentCalls: 2, numbersPerTracking: 50 },
  async connect(session) {
    await tokenOf(session)
    const client = valueOf(session.keys, 'client_id')
    return { accountId: client, label: client, places: [], placeId: null }
  },
  options,
  book,
  find,
  cancel,
  label,
  track,
  trackingUrl: (number) => `https://www.ninjavan.co/en-my/tracking?id=${encodeURIComponent(number)}`,
  webhooks,
  pickupPlaces: { country: 'MY' },
}
