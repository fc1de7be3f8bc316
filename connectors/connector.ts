/**
 * Interface between a sales channel and the console. The author of a new connector begins here: each capability
 * is described in the file of its name beside this one.
 *
 * Glossary
 *   channel    a place where the shop owner sells: a marketplace, a web store, a point of sale
 *   shop       one seller account on a channel
 *   app        our registration with the channel (its id and secret), the same for all shops
 *   session    one shop's credentials and a ready `http`; made by the server for each piece of work
 *   cursor     the connector's own place in a list, opaque to the server, which stores it beside the rows it led to
 *   changed    a report that is newer than the one we hold; channels repeat themselves and arrive late
 *   progress   how far a parcel is that the seller's own courier carries; sent to channels that have no couriers
 *
 * A connector is a plain object. A capability exists if its key exists. It never sees our database, our
 * environment or another connector, and it throws nothing but ChannelError, whose kind says who must act.
 */
import type { Auth } from './auth.ts'
import type { Catalog } from './catalog.ts'
import type { Customers } from './customers.ts'
import type { ListingChanges, Listings } from './listings.ts'
import type { Cancelling, Editing, OrderCreation } from './order-changes.ts'
import type { Orders } from './orders.ts'
import type { Products } from './products.ts'
import type { Returns } from './returns.ts'
import type { Setting } from './session.ts'
import type { Settlements } from './settlements.ts'
import type { DeliveryStatus, Shipping, Splitting } from './shipping.ts'
import type { Stock } from './stock.ts'
import type { Warehouses } from './warehouses.ts'
import type { Webhooks } from './webhooks.ts'

export type Connector = {
  /** Stable number of the channel in addresses, filters and the store. */
  id: number
  code: string
  /** Name that the API uses, where it differs: folders and settings go by `code`. */
  platformCode?: string
  name: string
  /** The software whose interface this is, where a seller knows it by that name. */
  software?: string
  type: 'marketplace' | 'store' | 'pos' | 'crm'
  /** Settings of our app with the channel. The server reads them from the environment under these names. */
  settings: Setting[]
  limits: {
    /** Calls that the channel takes per second and shop without complaint. */
    callsPerSecond: number
    /** Calls in flight at once per shop, whatever they are for: four of a marketplace, as sellers are promised. */
    concurrentCalls: number
  }
  auth: Auth
  /** The seller's page of an order, where the shop is at an address of its own. */
  orderPage?(shopUrl: string, channelOrderId: string): string
  orders?: Orders
  products?: Products
  stock?: Stock
  warehouses?: Warehouses
  customers?: Customers
  catalog?: Catalog
  /** A channel whose listings are made elsewhere has the changes alone. */
  listings?: ListingChanges & Partial<Listings>
  shipping?: Shipping
  splitting?: Splitting
  deliveryStatus?: DeliveryStatus
  cancelling?: Cancelling
  editing?: Editing
  orderCreation?: OrderCreation
  returns?: Returns
  settlements?: Settlements
  webhooks?: Webhooks
}
