/** All that a channel of this dialect can do. */
import type { Connector } from '../connector.ts'
import type { KeysAuth } from '../auth.ts'
import { createAuth } from './auth.ts'
import { editing } from './editing.ts'
import { createListings } from './listings.ts'
import { createOrderCreation } from './order-creation.ts'
import { createOrders } from './orders.ts'
import { createProducts } from './products.ts'
import type { Profile } from './profile.ts'
import { createStock } from './stock.ts'
import { createWebhooks } from './webhooks.ts'

type Dialect = Required<
  Pick<
    Connector,
    | 'limits'
    | 'orderPage'
    | 'orders'
    | 'products'
    | 'listings'
    | 'stock'
    | 'editing'
    | 'orderCreation'
    | 'webhooks'
  >
> & {
  auth: KeysAuth
}

export function createDialect(profile: Profile): Dialect {
  return {
    // A store is a small server that has buyers to serve as well.
    limits: { callsPerSecond: 4, concurrentCalls: 4 },
    auth: createAuth(profile),
    orderPage: (shopUrl, id) => new URL(`/wp-admin/post.php?post=${id}&action=edit`, shopUrl).href,
    orders: createOrders(profile),
    products: createProducts(profile),
    listings: createListings(profile),
    stock: createStock(profile),
    editing,
    orderCreation: createOrderCreation(profile),
    webhooks: createWebhooks(profile),
  }
}
