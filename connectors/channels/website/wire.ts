/** Profile of a web store, where it differs from a till's. The dialect is in ../../woocommerce. */
import type { Profile } from '../../woocommerce/profile.ts'
import { madeBy } from '../../woocommerce/wire.ts'
import { statusOf } from './status.ts'

export const profile: Profile = {
  secretSetting: 'WEBSITE_WEBHOOK_SECRET',
  orderQuery: {},
  // The site may have tills as well, which are a channel of their own.
  isOurs: (raw) => madeBy(raw) !== 'pos-rest-api',
  statusOf,
  refine: (mapped) => mapped,
  // An order paid on delivery is to be sent at once, one paid in advance only after the payment.
  newOrder: ({ isPaid, paymentMethod }) => ({
    status: isPaid || paymentMethod === 'cod' ? 'processing' : 'on-hold',
  }),
  viewRow: (raw) => raw,
  stockFields: (quantity) => ({ manage_stock: true, stock_quantity: quantity }),
  placeFields: () => null,
  findPlace: async () => ({}),
  shopIdOf: (site) => site,
  hookUrl: (pushUrl) => pushUrl,
  placeAt: () => ({}),
}
