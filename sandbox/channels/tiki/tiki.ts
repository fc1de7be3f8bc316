import { createCatalog } from '../../kit/catalog.ts'
import type { Corruption } from '../../kit/corrupt.ts'
import type { World } from '../../kit/marketplace.ts'
import { createOrderIndex } from '../../kit/order-index.ts'
import { createRandom, hash } from '../../kit/random.ts'
import { createLifecycle } from './lifecycle.ts'
import { createTikiOrders } from './order-factory.ts'
import { SHOPS } from './shops.ts'
import { createTikiTokens } from './tokens.ts'
import type { Order, TikiSettings } from './types.ts'

export const DEFAULT_SETTINGS: TikiSettings = {
  appId: '7590139168389961',
  appSecret: 'tiki-sandbox-0123456789abcdef',
  accessSeconds: 36_000,
  refreshSeconds: 30 * 86_400,
}

export function createTiki(world: World, given: Partial<TikiSettings>) {
  const { clock } = world
  const settings: TikiSettings = { ...DEFAULT_SETTINGS, ...given }
  const book = createOrderIndex<Order, string>((order) => order.code)
  // Every variant is a product of its own.
  const catalog = createCatalog<number>(clock, ({ shopId, sku }, isTaken) => {
    let id = 240_000_000 + (hash(`product:${shopId}:${sku}`) % 9_000_000)
    while (isTaken(id)) id += 1
    return { productId: id, skuId: id, variant: '' }
  })
  return {
    ...world,
    random: createRandom(`tiki:${world.seed}`),
    settings,
    shops: new Map(SHOPS.map((shop) => [shop.id, shop])),
    book,
    tokens: createTikiTokens(clock, settings),
    lifecycle: createLifecycle({ clock, book, catalog }),
    catalog,
    factory: createTikiOrders(catalog, (code) => book.find(code) !== undefined),
    /** By order, what is served wrong of it. */
    corrupt: new Map<string, Corruption[]>(),
  }
}

/** All that the emulated marketplace knows. */
export type Tiki = ReturnType<typeof createTiki>
