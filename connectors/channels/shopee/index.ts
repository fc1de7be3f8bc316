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
import { splitting } from './splitting.ts'
import { stock } from './stock.ts'
import { webhooks } from './webhooks.ts'

export const connector: Connector = {
  id: 2,
  code: 'shopee',
  name: 'Shopee',
  type: 'marketplace',
  settings: [
    { name: 'SHOPEE_PARTNER_ID', description: "Our app's number in Shopee's Open Platform console." },
    { name: 'SHOPEE_PARTNER_KEY', secret: true, description: 'The key of that app, exactly as issued.' },
    {
      name: 'SHOPEE_API_BASE',
      default: 'https://partner.shopeemobile.com',
      description: 'Host of the API, without a path. Brazil and mainland China have their own.',
    },
    {
      name: 'SHOPEE_AUTH_BASE',
      default: 'https://open.shopee.com',
      description: 'Host of the consent page, without a path.',
    },
  ],
  // Shopee publishes no figure. Ten calls a second per shop are reported to pass without complaint.
  limits: { callsPerSecond: 10, concurrentCalls: 4 },
  auth,
  orders,
  products,
  stock,
  catalog,
  listings,
  shipping,
  splitting,
  cancelling,
  returns,
  settlements,
  webhooks,
}
