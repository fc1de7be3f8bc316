import { createCatalog } from '../../kit/catalog.ts'
import type { Corruption } from '../../kit/corrupt.ts'
import type { World } from '../../kit/marketplace.ts'
import { createRandom } from '../../kit/random.ts'
import { createReturnSimulation } from '../../kit/return-simulation.ts'
import type { ItemFacts } from './item-facts.ts'
import { createLifecycle } from './lifecycle.ts'
import { createTiktokOrders, longId } from './order-factory.ts'
import { createOrderBook } from './order-book.ts'
import { createPushes } from './push.ts'
import { SHOPS } from './shops.ts'
import { createTiktokTokens } from './tokens.ts'
import type { TiktokSettings } from './types.ts'

const DAY = 86_400

export const DEFAULT_SETTINGS: TiktokSettings = {
  appKey: '6ab12cd3e4f5g',
  appSecret: '0123456789abcdef0123456789abcdef01234567',
  serviceId: '7172672921023301381',
  redirectUrl: '',
  pushUrl: '',
  accessSeconds: 7 * 86_400,
  refreshSeconds: 365 * 86_400,
  onHoldSeconds: 3_600,
  auditSeconds: 60,
  trackingSeconds: 2,
  documentSeconds: 4,
  cancelAnswerSeconds: 2 * DAY,
  settleSeconds: 5 * DAY,
}

export function createTiktok(world: World, given: Partial<TiktokSettings>) {
  const { clock } = world
  const settings: TiktokSettings = { ...DEFAULT_SETTINGS, ...given }
  const book = createOrderBook()
  const tokens = createTiktokTokens(clock, settings)
  const pushes = createPushes(clock, settings, (shopId) => tokens.isLinked(shopId))
  const catalog = createCatalog<string>(clock, ({ shopId, sku, base, letters }) => ({
    productId: longId('1729', `product:${shopId}:${base}`),
    skuId: longId('1729', `sku:${shopId}:${sku}`),
    variant: letters === '' ? 'Default' : `Design ${letters}`,
  }))
  return {
    ...world,
    random: createRandom(`tiktok:${world.seed}`),
    settings,
    shops: new Map(SHOPS.map((shop) => [shop.id, shop])),
    book,
    tokens,
    pushes,
    lifecycle: createLifecycle({ clock, book, pushes, catalog, settings }),
    catalog,
    factory: createTiktokOrders(catalog, (id) => book.find(id) !== undefined),
    /** By order, what is served wrong of it. */
    corrupt: new Map<string, Corruption[]>(),
    /** Fields of the products that calls published or changed, by product. */
    items: new Map<string, ItemFacts>(),
    returns: createReturnSimulation(clock, {
      createId: (orderId, nth) => longId('4042', `return:${orderId}:${nth}`),
      answerSeconds: 2 * DAY,
      refundSeconds: DAY,
    }),
  }
}

/** All that the emulated marketplace knows. */
export type Tiktok = ReturnType<typeof createTiktok>
