import { NotAllowed } from '../channels/web-store/lifecycle.ts'
import { addStoreKey, changeWebOrder, placeWebOrder } from '../channels/web-store/store-changes.ts'
import { STORES, PREFIX } from '../channels/web-store/stores.ts'
import type { Order as WebOrder, Fulfillment, Store } from '../channels/web-store/types.ts'
import type { WebStore } from '../channels/web-store/web-store.ts'
import { smallBasket } from '../kit/live-selling.ts'
import type { OrderRecord } from '../kit/order-record.ts'
import { sampleRecord } from '../kit/store-control.ts'
import { settle } from '../woocommerce/create-order.ts'
import { changeOrder } from '../woocommerce/order-change.ts'
import { addSiteKey, sellOrder } from '../woocommerce/site-changes.ts'
import type { Sites } from '../woocommerce/sites.ts'
import type { Order, OrderStatus, Outlet } from '../woocommerce/types.ts'
import type { CallWatch } from './call-watch.ts'
import { channelActions, titleOf, type ChannelActions, type StepRule } from './channel-actions.ts'

/** A basket of what the store has on its shelves, or the sample's first article while they are empty. */
function basketOf(
  goods: readonly { sku: string; name: string; price: number; stock: number }[],
  { slug, decimals, currency }: Pick<Store, 'slug' | 'decimals' | 'currency'>,
  number: number,
): OrderRecord {
  const there = goods
    .filter(({ stock }) => stock > 0)
    .map((one) => ({ ...one, price: one.price / 10 ** decimals }))
  if (there.length === 0) return sampleRecord(slug, number)
  return { ...smallBasket(there, `page:${slug}:${number}`), currency }
}

/** Sites of WooCommerce: web stores, or points of sale. */
export function sitesActions(sites: Sites, name: string, watch: CallWatch): ChannelActions {
  const { trade, catalog, world } = sites
  const isPos = trade.maker === 'pos-rest-api'
  const folderOf = ({ store }: Outlet): string => `${trade.prefix}${store.slug}/`
  const step = (from: readonly OrderStatus[], to: OrderStatus): StepRule<Order> => ({
    can: ({ status }) => from.includes(status),
    take: (order) => changeOrder(sites, order, () => settle(order, to, world.clock.now())),
  })
  return channelActions({
    code: trade.code,
    name,
    hasWebhooks: true,
    sellsByItself: false,
    readsOrder: /\/orders(\/\d+)?$/,
    shops: () => trade.stores.flatMap(sites.outletsOf),
    idOf: ({ id }) => id,
    nameOf: ({ store, place }) => (place ? `${store.name}, ${place.name}` : store.name),
    isLinked: (outlet) => watch.isAccepted(folderOf(outlet)),
    endPermission(outlet) {
      addSiteKey(sites, outlet.store, 'read_write', true)
      watch.refuse(folderOf(outlet))
    },
    sell(outlet) {
      const number = sites.lastNumber() + 1
      return sellOrder(sites, outlet, basketOf(catalog.goods(outlet.id), outlet.store, number))
    },
    ordersOf: (outlet) =>
      [...sites.ordersOf(outlet.store).values()].filter(
        (order) => order.outlet === outlet && order.maker === trade.maker,
      ),
    find: (id) => sites.find(Number(id)),
    shopOf: ({ outlet }) => outlet,
    show: ({ id, lines, status, created }) => ({
      id: String(id),
      number: String(id),
      title: titleOf(lines),
      status,
      created,
    }),
    markOf: ({ id }) => `"id":${id},`,
    steps: {
      ready: step(['pending', 'on-hold'], 'processing'),
      ...(!isPos && { cancel: step(['pending', 'on-hold', 'processing'], 'cancelled') }),
      return: step(['processing', 'completed'], 'refunded'),
    },
  })
}

const isOpen = ({ canceled }: Fulfillment): boolean => canceled === 0

/** Web stores of the second generation. */
export function webStoreActions(shop: WebStore, watch: CallWatch): ChannelActions {
  const folderOf = ({ slug }: Store): string => `${PREFIX}${slug}/`
  const step = (action: string, can: (order: WebOrder) => boolean): StepRule<WebOrder> => ({
    can: (order) => order.status !== 'canceled' && can(order),
    take(order) {
      try {
        changeWebOrder(shop, order, action)
      } catch (error) {
        if (!(error instanceof NotAllowed)) throw error
      }
    },
  })
  return channelActions({
    code: 'web-store',
    name: 'Medusa',
    hasWebhooks: true,
    sellsByItself: false,
    readsOrder: /\/admin\/orders(\/[^/]+)?$/,
    shops: () => [...STORES],
    idOf: ({ slug }) => slug,
    nameOf: ({ name }) => name,
    isLinked: (store) => watch.isAccepted(folderOf(store)),
    endPermission(store) {
      addStoreKey(shop, store, true)
      watch.refuse(folderOf(store))
    },
    sell: (store) =>
      placeWebOrder(shop, store, basketOf(shop.catalog.goods(store.slug), store, shop.lastNumber() + 1)),
    ordersOf: (store) => [...shop.ordersOf(store).values()].filter(({ status }) => status !== 'draft'),
    find: (id) => shop.find(id),
    shopOf: ({ store }) => store,
    show: (order) => ({
      id: order.id,
      number: `#${order.number}`,
      title: titleOf(order.lines),
      status: order.status,
      created: Math.floor(order.created / 1000),
    }),
    steps: {
      ready: step('capture', ({ payment }) => payment.captured === 0 && payment.canceled === 0),
      cancel: step('cancel', ({ fulfillments }) => !fulfillments.some(isOpen)),
      return: step('return', ({ lines, payment }) =>
        lines.some(({ delivered, returned }) => payment.captured > 0 && delivered > returned),
      ),
      pickup: step('ship', ({ fulfillments }) =>
        fulfillments.some((parcel) => isOpen(parcel) && parcel.shipped === 0),
      ),
      deliver: step('deliver', ({ fulfillments }) =>
        fulfillments.some((parcel) => isOpen(parcel) && parcel.shipped > 0 && parcel.delivered === 0),
      ),
    },
  })
}
