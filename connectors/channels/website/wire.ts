/** What a web store says that no till says. The dialect is in ../../woocommerce. */
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
  // What is paid at the door is to be sent at once, and what is paid before only then.
  newOrder: ({ isPaid, paymentMethod }) => ({
    status: isPaid || paymentMethod === 'cod' ? 'processing' : 'on-hold',
  }),
  viewRow: (raw) => raw,
  stockFields: (quantity) => ({ manage_stock: true, stock_quantity: quantity }),
  findPlace: async () => ({}),
  shopIdOf: (site) => site,
  hookUrl: (pushUrl) => pushUrl,
  placeAt: () => ({}),
}
