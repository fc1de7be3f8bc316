import type { Connector } from '../../connector.ts'
import { auth } from './auth.ts'
import { cancelling } from './cancelling.ts'
import { catalog } from './catalog.ts'
import { listings } from './listings.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { returns } from './returns.ts'
import { settlements } from './settlements.ts'
import { shipping } from './shipping.ts'
import { stock } from './stock.ts'
import { webhooks } from './webhooks.ts'

export const connector: Connector = {
  id: 1,
  code: 'lazada',
  name: 'Lazada',
  type: 'marketplace',
  settings: [
    { name: 'LAZADA_APP_KEY', description: "Our app's number in the Lazada Open Platform console." },
    { name: 'LAZADA_APP_SECRET', secret: true, description: 'The secret of that app, exactly as issued.' },
    {
      name: 'LAZADA_API_BASE',
      default: 'https://api.lazada.{site}/rest',
      description: "Address of the API; {site} becomes the end of the country's domain, such as com.my.",
    },
    {
      name: 'LAZADA_AUTH_API_BASE',
      default: 'https://auth.lazada.com/rest',
      description: 'Address of the API that gives tokens.',
    },
    {
      name: 'LAZADA_AUTHORIZE_BASE',
      default: 'https://auth.lazada.com',
      description: 'Host of the consent page, without a path.',
    },
  ],
  // Lazada publishes no figure for orders; its calls for stock take 50 a second and seller.
  limits: { callsPerSecond: 10, concurrentCalls: 4 },
  auth,
  orders,
  products,
  stock,
  catalog,
  listings,
  shipping,
  cancelling,
  returns,
  settlements,
  webhooks,
}
