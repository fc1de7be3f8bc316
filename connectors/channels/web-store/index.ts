import type { Connector } from '../../connector.ts'
import { auth } from './auth.ts'
import { catalog } from './catalog.ts'
import { editing } from './editing.ts'
import { listings } from './listings.ts'
import { orderCreation } from './order-creation.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { deliveryStatus } from './delivery-status.ts'
import { stock } from './stock.ts'
import { webhooks } from './webhooks.ts'

export const connector: Connector = {
  id: 6,
  code: 'web-store',
  platformCode: 'primeweb_v2',
  name: 'Web store',
  software: 'Medusa',
  type: 'store',
  settings: [
    {
      name: 'WEB_STORE_WEBHOOK_SECRET',
      secret: true,
      // A web store can be linked without it: it is then asked for changes and tells nothing by itself.
      default: '',
      description:
        'Any 32 characters or more: what the subscribers of second-generation web stores sign with is made of it. Unset: none.',
    },
  ],
  // A shop is a small server that has buyers to serve as well.
  limits: { callsPerSecond: 4, concurrentCalls: 4 },
  auth,
  orderPage: (shopUrl, id) => new URL(`/app/orders/${id}`, shopUrl).href,
  orders,
  products,
  catalog,
  listings,
  stock,
  editing,
  orderCreation,
  deliveryStatus,
  webhooks,
}
