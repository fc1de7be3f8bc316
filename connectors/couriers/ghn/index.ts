import { ChannelError } from '../../channel-error.ts'
import { wrong } from '../../courier.ts'
import type { Courier } from '../../courier.ts'
import { areas } from './areas.ts'
import { book, cancel, find, label, options } from './booking.ts'
import { listShops, partners } from './partners.ts'
import { track, webhooks } from './tracking.ts'

export const courier: Courier = {
  id: 2,
  code: 'ghn',
  name: 'Giao Hàng Nhanh',
  country: 'VN',
  currency: 'VND',
  settings: [
    {
      name: 'GHN_API_BASE',
      default: 'https://online-gateway.ghn.vn/shiip/public-api',
      description: "Address of GHN's public API, up to and with /shiip/public-api.",
    },
  ],
  keys: [
    { name: 'token', isSecret: true },
    // Chosen in a second step, among the stores that the token opens.
    { name: 'shop_id', standard: '' },
    // Made by the console; entered in GHN's portal beside the address of the webhook, as the header X-Console-Secret.
    { name: 'webhook_secret', isSecret: true, standard: '' },
  ],
  bookingFields: ['place', 'service', 'pickup', 'payer', 'inspection', 'enhanced_liability', 'remark'],
  defaults: ['payer', 'note_code', 'insurance', 'auto_print'],
  // Tracking takes a call for each number.
  limits: { callsPerSecond: 5, concurrentCalls: 3, numbersPerTracking: 20 },
  async connect(session) {
    const places = await listShops(session).catch((error: unknown) => {
      throw error instanceof ChannelError && error.kind === 'sign-in-expired'
        ? new ChannelError('refused', error.message, { fields: error.fields })
        : error
    })
    const chosen = session.keys.shop_id
    if (!chosen) return { accountId: '', label: '', places, placeId: null }
    const place = places.find(({ id }) => id === chosen)
    if (!place)
      throw new ChannelError('refused', 'refusal.ghn_store', {
        fields: [wrong('shop_id', 'refusal.ghn_store')],
      })
    return { accountId: place.id, label: place.name, places, placeId: place.id }
  },
  options,
  book,
  find,
  cancel,
  label,
  hasPageLabels: true,
  track,
  trackingUrl: (number) => `https://donhang.ghn.vn/?order_code=${encodeURIComponent(number)}`,
  webhooks,
  places: { country: 'VN', keys: { opening: 'token', chosen: 'shop_id' }, areas, partners },
}
