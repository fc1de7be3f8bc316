/** Changes that come from outside of the API: buyers order, and merchants make keys. */
import type { OrderRecord } from '../kit/order-record.ts'
import { createRandom, hash } from '../kit/random.ts'
import type { Keys } from './amounts.ts'
import { piecesOf } from './create-order.ts'
import { resourceOf } from './resource.ts'
import type { Sites } from './sites.ts'
import type { Maker, Order, Outlet, Store } from './types.ts'

/** Throws NotForSale when there is too little of something, unless it is forced. */
export function sellOrder(
  sites: Sites,
  outlet: Outlet,
  record: OrderRecord,
  { via = sites.trade.maker, isForced }: { via?: Maker; isForced?: boolean | undefined } = {},
): Order {
  const { trade, catalog, world, hooks } = sites
  const sale = { catalog, outlet, record, id: sites.nextNumber(), now: world.clock.now() }
  const order = { ...trade.createOrder(sale), maker: via }
  catalog.take(outlet.id, piecesOf(order), isForced)
  sites.add(order)
  sites.emit({ type: 'created', order, record })
  hooks.send(outlet.store, 'order.created', resourceOf(order))
  return order
}

/** A new pair of keys, beside the others or in their place. */
export function addSiteKey(
  sites: Sites,
  store: Store,
  permissions: Keys['permissions'],
  isOnly: boolean,
  seed = store.slug,
): Keys {
  const createKeys = (known: number): Keys => {
    const random = createRandom(`keys:${sites.world.clock.nowMs()}:${seed}:${known}`)
    const digits = (): string =>
      Array.from({ length: 5 }, () => hash(String(random.next())).toString(16).padStart(8, '0')).join('')
    return { key: `ck_${digits()}`, secret: `cs_${digits()}`, permissions }
  }
  return sites.addKey(store, createKeys, isOnly)
}
