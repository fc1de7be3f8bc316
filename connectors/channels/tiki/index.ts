import type { Connector } from '../../connector.ts'
import { auth } from './auth.ts'
import { listings } from './listings.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { deliveryStatus } from './delivery-status.ts'
import { stock } from './stock.ts'
import { warehouses } from './warehouses.ts'

export const connector: Connector = {
  id: 7,
  code: 'tiki',
  name: 'Tiki',
  type: 'marketplace',
  settings: [
    { name: 'TIKI_APP_ID', description: "Our app's id in Tiki's Open Platform console." },
    { name: 'TIKI_APP_SECRET', secret: true, description: 'The secret of that app, exactly as issued.' },
    {
      name: 'TIKI_API_BASE',
      default: 'https://api.tiki.vn',
      description: 'Host of the API and of the tokens, without a path.',
    },
    {
      name: 'TIKI_AUTHORIZE_BASE',
      default: 'https://api.tiki.vn',
      description: 'Host of the consent page, without a path.',
    },
  ],
  // 200 calls a second and seller. What is left over is for others who work for the same seller.
  limits: { callsPerSecond: 50, concurrentCalls: 4 },
  auth,
  orders,
  products,
  stock,
  listings,
  warehouses,
  deliveryStatus,
}
