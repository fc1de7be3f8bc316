import type { Connector } from '../../connector.ts'
import { auth } from './auth.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { stock } from './stock.ts'
import { webhooks } from './webhooks.ts'

export const connector: Connector = {
  id: 4,
  code: 'website',
  name: 'Website',
  type: 'store',
  settings: [
    {
      name: 'WEBSITE_WEBHOOK_SECRET',
      secret: true,
      // A web store can be linked without it: it is then asked for changes and tells nothing by itself.
      default: '',
      description:
        'Any 32 characters or more: what web stores sign their webhooks with is made of it. Unset: none.',
    },
  ],
  // A store is a small server that has buyers to serve as well.
  limits: { callsPerSecond: 4, concurrentCalls: 4 },
  auth,
  orders,
  products,
  stock,
  webhooks,
}
