import { createCatalog } from '../../kit/catalog.ts'
import type { Corruption } from '../../kit/corrupt.ts'
import type { World } from '../../kit/marketplace.ts'
import { createRandom, hash } from '../../kit/random.ts'
import { createReturnSimulation } from '../../kit/return-simulation.ts'
import { createDetails, imageUrl } from './detail.ts'
import { createLifecycle } from './lifecycle.ts'
import { createShopeeOrders } from './order-factory.ts'
import { createOrderBook } from './order-book.ts'
import { createPushes } from './push.ts'
import { SHOPS } from './shops.ts'
import { createShopeeTokens } from './tokens.ts'
import type { ItemFacts, ShopeeSettings } from './types.ts'

const DAY = 86_400

export const DEFAULT_SETTINGS: ShopeeSettings = {
  partnerId: 2001887,
  partnerKey: '6b65795f666f725f746573745f6f6e6c79',
  accessSeconds: 4 * 3_600,
  refreshSeconds: 30 * 86_400,
  graceSeconds: 300,
  trackingSeconds: 4,
  documentSeconds: 2,
  tokenError: 'invalid_acceess_token',
  pushUrl: '',
}

export function createShopee(world: World, given: Partial<ShopeeSettings>) {
  const { clock, images, baseUrl } = world
  // Fields of the items that calls published or edited, by item.
  const items = new Map<number, ItemFacts>()
  const settings: ShopeeSettings = { ...DEFAULT_SETTINGS, ...given }
  const book = createOrderBook()
  const tokens = createShopeeTokens(clock, settings)
  const pushes = createPushes(clock, settings, (shopId) => tokens.isLinked(shopId))
  const catalog = createCatalog<number>(clock, ({ shopId, sku, letters }, isTaken) => {
    // Two SKUs whose hashes meet must not become one item.
    let salt = ''
    const numbered = (): number => 20_000_000_000 + hash(`item:${shopId}:${sku}${salt}`)
    while (isTaken(numbered())) salt += '+'
    return {
      productId: numbered(),
      skuId: letters === '' ? 0 : 100_000_000_000 + hash(`model:${shopId}:${sku}`),
      variant: letters === '' ? '' : `Design ${letters}`,
    }
  })
  return {
    ...world,
    settings,
    book,
    tokens,
    pushes,
    catalog,
    items,
    random: createRandom(world.seed),
    shops: new Map(SHOPS.map((shop) => [shop.id, shop])),
    details: createDetails((itemId) =>
      imageUrl({ images, baseUrl }, items.get(itemId)?.images[0] ?? String(itemId)),
    ),
    factory: createShopeeOrders(catalog, (sn) => book.find(sn) !== undefined),
    lifecycle: createLifecycle({ clock, book, pushes, catalog, settings }),
    returns: createReturnSimulation(clock, {
      // Numbers of returns begin with the day, as the marketplace's own do.
      createId: (sn, nth) => `${sn.slice(0, 6)}${String(hash(`return:${sn}:${nth}`)).padStart(10, '0')}`,
      answerSeconds: 2 * DAY,
      // Once agreed, the money goes back within the day.
      refundSeconds: DAY / 2,
    }),
    /** By order, what is served wrong of it. */
    corrupt: new Map<string, Corruption[]>(),
  }
}

/** All that the emulated marketplace knows. */
export type Shopee = ReturnType<typeof createShopee>
