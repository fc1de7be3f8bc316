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
import { warehouses } from './warehouses.ts'
import { webhooks } from './webhooks.ts'

export const connector: Connector = {
  id: 5,
  code: 'tiktok',
  name: 'TikTok Shop',
  type: 'marketplace',
  settings: [
    { name: 'TIKTOK_APP_KEY', description: "Our app's key in TikTok Shop's Partner Center." },
    { name: 'TIKTOK_APP_SECRET', secret: true, description: 'The secret of that app, exactly as issued.' },
    {
      name: 'TIKTOK_SERVICE_ID',
      description: "The service id of that app, which names it on TikTok Shop's consent page.",
    },
    {
      name: 'TIKTOK_API_BASE',
      default: 'https://open-api.tiktokglobalshop.com',
      description: 'Host of the API, without a path.',
    },
    {
      name: 'TIKTOK_AUTH_BASE',
      default: 'https://auth.tiktok-shops.com',
      description: 'Host that gives out tokens, without a path.',
    },
    {
      name: 'TIKTOK_AUTHORIZE_BASE',
      default: 'https://services.tiktokshop.com',
      description: 'Host of the consent page, without a path. The United States have their own.',
    },
  ],
  // 50 calls a second for each call, app and shop. What is left over is for others who use the same app.
  limits: { callsPerSecond: 30, concurrentCalls: 4 },
  auth,
  orders,
  products,
  stock,
  warehouses,
  catalog,
  listings,
  shipping,
  splitting,
  cancelling,
  returns,
  settlements,
  webhooks,
}
