import { z } from 'zod'
import type { Courier } from '../../courier.ts'
import { valueOf } from '../../courier.ts'
import { book, cancel, find, label, options } from './booking.ts'
import { track, webhooks } from './tracking.ts'
import { call, codes, isCode } from './wire.ts'

export const courier: Courier = {
  id: 3,
  code: 'jnt',
  name: 'J&T Express',
  country: 'MY',
  currency: 'MYR',
  settings: [
    {
      name: 'JNT_API_BASE',
      default: 'https://ylopenapi.jtexpress.my/webopenplatformapi',
      description: "Address of J&T's Open Platform, up to and without /api.",
    },
  ],
  keys: [
    { name: 'api_account' },
    { name: 'private_key', isSecret: true },
    { name: 'customer_code' },
    { name: 'password', isSecret: true },
  ],
  bookingFields: ['service', 'pickup', 'pieces', 'enhanced_liability', 'remark'],
  defaults: ['pickup_mode', 'insurance', 'auto_print'],
  limits: { callsPerSecond: 5, concurrentCalls: 2, numbersPerTracking: 30 },
  /** No call is made for it: an order that cannot be there is asked for, and "not found" is the good answer. */
  async connect(session) {
    const content = { txlogisticId: `connect-${session.now().getTime()}` }
    try {
      await call(session, '/order/getOrders', content, z.unknown())
    } catch (error) {
      if (!isCode(error, codes.notFound)) throw error
    }
    const customer = valueOf(session.keys, 'customer_code')
    return { accountId: customer, label: customer, places: [], placeId: null }
  },
  options,
  book,
  find,
  cancel,
  label,
  track,
  trackingUrl: (number) => `https://www.jtexpress.my/tracking/${encodeURIComponent(number)}`,
  webhooks,
}
