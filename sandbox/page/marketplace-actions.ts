import type { Lazada } from '../channels/lazada/lazada.ts'
import { MOVES as LAZADA_MOVES, type Action as LazadaAction } from '../channels/lazada/lifecycle.ts'
import { createOrder as sellAtLazada } from '../channels/lazada/live.ts'
import { planReturn as planLazadaReturn } from '../channels/lazada/returning.ts'
import type { Order as LazadaOrder } from '../channels/lazada/types.ts'
import { endAuthorization } from '../channels/shopee/auth.ts'
import type { Action as ShopeeAction } from '../channels/shopee/lifecycle.ts'
import { createOrder as sellAtShopee } from '../channels/shopee/live.ts'
import { openReturn } from '../channels/shopee/returns.ts'
import type { Shopee } from '../channels/shopee/shopee.ts'
import { CARRIERS, OWN_FLEET } from '../channels/shopee/shops.ts'
import type { Order as ShopeeOrder } from '../channels/shopee/types.ts'
import { MOVES as TIKI_MOVES, type Action as TikiAction } from '../channels/tiki/lifecycle.ts'
import { createOrder as sellAtTiki } from '../channels/tiki/live.ts'
import type { Tiki } from '../channels/tiki/tiki.ts'
import type { Order as TikiOrder } from '../channels/tiki/types.ts'
import { MOVES as TIKTOK_MOVES, type Action as TiktokAction } from '../channels/tiktok/lifecycle.ts'
import { createOrder as sellAtTiktok } from '../channels/tiktok/live.ts'
import { planReturn as planTiktokReturn } from '../channels/tiktok/returning.ts'
import type { Tiktok } from '../channels/tiktok/tiktok.ts'
import type { Order as TiktokOrder } from '../channels/tiktok/types.ts'
import { channelActions, inTurn, titleOf, type ChannelActions, type StepRule } from './channel-actions.ts'

const BROKEN = { kind: 'return', reason: 'PHYSICAL_DMG', note: 'Broken on arrival' } as const

export function shopeeActions(shopee: Shopee): ChannelActions {
  const { lifecycle, book, tokens } = shopee
  const step = (action: ShopeeAction, by?: string): StepRule<ShopeeOrder> => ({
    can: (order) => lifecycle.can(order, action),
    take: (order) => lifecycle.move(order, action, by === undefined ? {} : { by, reason: 'Change of Mind' }),
  })
  return channelActions({
    code: 'shopee',
    name: 'Shopee',
    hasWebhooks: true,
    sellsByItself: true,
    readsOrder: /\/order\/get_order_detail$/,
    shops: () => [...shopee.shops.values()],
    idOf: ({ id }) => String(id),
    nameOf: ({ name }) => name,
    isLinked: ({ id }) => tokens.isLinked(id),
    endPermission: ({ id }) => endAuthorization(shopee, id),
    sell(shop) {
      const order = sellAtShopee(shopee, shop)
      const [carrier] = CARRIERS[shop.region]
      // A newcomer has no tracking number of a courier of the shop's own, and no label without one.
      if (carrier && order.parcel.carrier === OWN_FLEET) order.parcel.carrier = carrier
      return order
    },
    ordersOf: ({ id }) => book.all(id),
    find: (id) => book.find(id),
    shopOf: ({ shop }) => shop,
    show: ({ sn, lines, status, createTime }) => ({
      id: sn,
      number: sn,
      title: titleOf(lines),
      status,
      created: createTime,
    }),
    steps: {
      ready: inTurn<ShopeeOrder, ShopeeAction>(['pay', 'clear'], lifecycle.can, lifecycle.move),
      cancel: step('cancel', 'buyer'),
      request_cancel: step('request_cancel'),
      return: {
        can: (order) => lifecycle.can(order, 'return') && shopee.returns.ofOrder(order.sn).length === 0,
        take: (order) => openReturn(shopee, order, BROKEN),
      },
      pickup: step('pickup'),
      deliver: step('deliver'),
    },
  })
}

export function lazadaActions(lazada: Lazada): ChannelActions {
  const { lifecycle, book, tokens, returns } = lazada
  const can = ({ pieces }: LazadaOrder, action: keyof typeof LAZADA_MOVES): boolean =>
    pieces.some(({ status }) => (LAZADA_MOVES[action].from as readonly string[]).includes(status))
  const step = (action: keyof typeof LAZADA_MOVES): StepRule<LazadaOrder> => ({
    can: (order) => can(order, action),
    take: (order) => lifecycle.move(order, action as LazadaAction, { by: 'customer' }),
  })
  return channelActions({
    code: 'lazada',
    name: 'Lazada',
    hasWebhooks: true,
    sellsByItself: true,
    readsOrder: /\/orders?\/(items\/)?get$/,
    shops: () => [...lazada.shops.values()],
    idOf: ({ id }) => String(id),
    nameOf: ({ name }) => name,
    isLinked: ({ id }) => tokens.isLinked(id),
    endPermission: ({ id }) => tokens.revoke('all', ({ shopId }) => shopId === id),
    sell: (shop) => sellAtLazada(lazada, shop),
    ordersOf: ({ id }) => book.all(id),
    find: (id) => book.find(Number(id)),
    shopOf: ({ shop }) => shop,
    show: ({ id, pieces, createTime }) => ({
      id: String(id),
      number: String(id),
      title: titleOf(pieces.map(({ name }) => ({ name, quantity: 1 }))),
      status: [...new Set(pieces.map(({ status }) => status))].join(', '),
      created: createTime,
    }),
    steps: {
      ready: step('pay'),
      cancel: step('cancel'),
      request_cancel: {
        can: ({ isCancelAsked, pieces }) =>
          !isCancelAsked && pieces.some(({ status }) => status === 'pending' || status === 'packed'),
        take: (order) => lifecycle.move(order, 'request_cancel'),
      },
      return: {
        can: (order) => can(order, 'return') && returns.ofOrder(String(order.id)).length === 0,
        take: ({ id }) => returns.open(planLazadaReturn(lazada, { ...BROKEN, order_id: String(id) })),
      },
      pickup: step('ship'),
      deliver: step('deliver'),
    },
  })
}

export function tiktokActions(tiktok: Tiktok): ChannelActions {
  const { lifecycle, book, tokens, returns } = tiktok
  const can = ({ status }: TiktokOrder, action: TiktokAction): boolean =>
    (TIKTOK_MOVES[action].from as readonly string[]).includes(status)
  const step = (action: TiktokAction): StepRule<TiktokOrder> => ({
    can: (order) => can(order, action),
    take: (order) => lifecycle.move(order, action, { by: 'BUYER' }),
  })
  return channelActions({
    code: 'tiktok',
    name: 'TikTok Shop',
    hasWebhooks: true,
    sellsByItself: true,
    readsOrder: /^\/order\/\d+\/orders(\/search)?$/,
    shops: () => [...tiktok.shops.values()],
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    isLinked: ({ id }) => tokens.isLinked(id),
    endPermission({ id }) {
      // The webhook goes out first: afterwards the shop is a stranger, and strangers get none.
      tiktok.pushes.send(6, id, { message: 'The seller has deauthorized the app' })
      tokens.unlink(id)
    },
    sell: (shop) => sellAtTiktok(tiktok, shop),
    ordersOf: ({ id }) => book.all(id),
    find: (id) => book.find(id),
    shopOf: ({ shop }) => shop,
    show: ({ id, units, status, createTime }) => ({
      id,
      number: id,
      title: titleOf(units.map(({ name }) => ({ name, quantity: 1 }))),
      status,
      created: createTime,
    }),
    steps: {
      ready: inTurn<TiktokOrder, TiktokAction>(['pay', 'release'], can, lifecycle.move),
      cancel: step('cancel'),
      request_cancel: {
        can: (order) => can(order, 'request_cancel') && order.cancelRequestedAt === 0,
        take: (order) => lifecycle.move(order, 'request_cancel'),
      },
      return: {
        can: ({ id, status }) =>
          (status === 'DELIVERED' || status === 'COMPLETED') && returns.ofOrder(id).length === 0,
        take: ({ id }) => returns.open(planTiktokReturn(tiktok, { ...BROKEN, order_id: id })),
      },
      pickup: step('collect'),
      deliver: step('deliver'),
    },
  })
}

export function tikiActions(tiki: Tiki): ChannelActions {
  const { lifecycle, book, tokens } = tiki
  const can = ({ status, items }: TikiOrder, action: TikiAction): boolean =>
    (TIKI_MOVES[action].from as readonly string[]).includes(status) &&
    // The seller confirms first.
    (action !== 'pick' || items.every(({ confirmation }) => confirmation !== 'waiting'))
  const step = (...moves: TikiAction[]): StepRule<TikiOrder> =>
    inTurn(moves, can, (order, move) => lifecycle.move(order, move))
  return channelActions({
    code: 'tiki',
    name: 'Tiki',
    hasWebhooks: false,
    sellsByItself: true,
    readsOrder: /\/orders(\/[^/]+)?$/,
    shops: () => [...tiki.shops.values()],
    idOf: ({ id }) => String(id),
    nameOf: ({ name }) => name,
    isLinked: ({ id }) => tokens.isLinked(id),
    endPermission: ({ id }) => tokens.unlink(id),
    sell: (shop) => sellAtTiki(tiki, shop),
    ordersOf: ({ id }) => book.all(id),
    find: (id) => book.find(id),
    shopOf: ({ shop }) => shop,
    show: ({ code, items, status, createTime }) => ({
      id: code,
      number: code,
      title: titleOf(items),
      status,
      created: createTime,
    }),
    steps: {
      ready: step('accept', 'pay'),
      cancel: step('cancel'),
      pickup: step('pick', 'pack', 'hand_over', 'ship'),
      deliver: step('deliver'),
    },
  })
}
