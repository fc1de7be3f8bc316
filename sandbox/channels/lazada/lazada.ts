import { createCatalog } from '../../kit/catalog.ts'
import type { Corruption } from '../../kit/corrupt.ts'
import type { World } from '../../kit/marketplace.ts'
import { createRandom, hash } from '../../kit/random.ts'
import { createReturnSimulation } from '../../kit/return-simulation.ts'
import type { ItemFacts } from './item-facts.ts'
import { createLifecycle } from './lifecycle.ts'
import { createLazadaOrders } from './order-factory.ts'
import { createOrderBook } from './order-book.ts'
import { createPushes } from './push.ts'
import { SHOPS } from './shops.ts'
import { createLazadaTokens } from './tokens.ts'
import type { LazadaSettings } from './types.ts'

const DAY = 86_400

export const DEFAULT_SETTINGS: LazadaSettings = {
  appKey: '123456',
  appSecret: '4c617a61646153616e64626f78536563',
  accessSeconds: 10 * 86_400,
  refreshSeconds: 50 * 86_400,
  pushUrl: '',
  ackMs: 500,
  packSeconds: 2,
  documentSeconds: 2,
  cancelAnswerSeconds: 2 * DAY,
  settleSeconds: 3 * DAY,
}

export function createLazada(world: World, given: Partial<LazadaSettings>) {
  const { clock } = world
  const settings: LazadaSettings = { ...DEFAULT_SETTINGS, ...given }
  const book = createOrderBook()
  const tokens = createLazadaTokens(clock, settings)
  const pushes = createPushes(clock, settings, (shopId) => tokens.isLinked(shopId))
  const catalog = createCatalog<number>(clock, ({ shopId, sku, letters }, isTaken) => {
    // Two SKUs whose hashes meet must not become one product.
    let salt = ''
    const numbered = (): number => 3_000_000_000 + hash(`lazada:${shopId}:${sku}${salt}`)
    while (isTaken(numbered())) salt += '+'
    const productId = numbered()
    return { productId, skuId: productId * 10 + 1, variant: letters === '' ? '' : `Design:${letters}` }
  })
  return {
    ...world,
    settings,
    book,
    tokens,
    pushes,
    catalog,
    /** Fields of the products that calls published or changed, by product. */
    items: new Map<number, ItemFacts>(),
    /** Attributes that an update does not take away: the reference says that there are some, and not which. */
    keptAttributes: new Set<string>(),
    random: createRandom(`lazada:${world.seed}`),
    shops: new Map(SHOPS.map((shop) => [shop.id, shop])),
    factory: createLazadaOrders(catalog, (id) => book.find(id) !== undefined),
    lifecycle: createLifecycle({ clock, book, pushes, catalog, settings }),
    returns: createReturnSimulation(clock, {
      createId: (orderId, nth) => String(650_000_000_000_000 + hash(`return:${orderId}:${nth}`)),
      answerSeconds: 2 * DAY,
      refundSeconds: DAY,
    }),
    /** By order, what is served wrong of it. */
    corrupt: new Map<number, Corruption[]>(),
  }
}

/** All that the emulated marketplace knows. */
export type Lazada = ReturnType<typeof createLazada>
