/** The control page at the root of the sandbox, where somebody plays the buyers, the couriers and the channels. */
import type { Crm } from '../channels/crm/crm.ts'
import type { Lazada } from '../channels/lazada/lazada.ts'
import type { Shopee } from '../channels/shopee/shopee.ts'
import type { Tiki } from '../channels/tiki/tiki.ts'
import type { Tiktok } from '../channels/tiktok/tiktok.ts'
import type { WebStore } from '../channels/web-store/web-store.ts'
import type { ControlRoute } from '../kit/control-call.ts'
import type { Marketplace, World } from '../kit/marketplace.ts'
import type { Sites } from '../woocommerce/sites.ts'
import { createCallWatch, type CallWatch } from './call-watch.ts'
import { createEventLog } from './event-log.ts'
import { createFlashSales } from './flash-sales.ts'
import { COURIERS, keySets } from './keys.ts'
import { lazadaActions, shopeeActions, tikiActions, tiktokActions } from './marketplace-actions.ts'
import { pageRoutes } from './page-routes.ts'
import { sitesActions, webStoreActions } from './store-actions.ts'

interface Channels {
  shopee: Shopee
  lazada: Lazada
  tiktok: Tiktok
  tiki: Tiki
  website: Sites
  webStore: WebStore
  pos: Sites
  crm: Crm
}

export interface ControlPage {
  watch: CallWatch
  routes: (startOver: () => Promise<unknown>) => Record<string, ControlRoute>
  close(): void
}

export function createControlPage(
  { clock, faults }: World,
  { shopee, lazada, tiktok, tiki, website, webStore, pos, crm }: Channels,
  marketplaces: readonly Marketplace[],
  /** Address of the console for the reader's browser. */
  consoleUrl: string | undefined,
): ControlPage {
  const watch = createCallWatch()
  const log = createEventLog(watch)
  const flashSales = createFlashSales(log)
  const couriers = marketplaces.filter(({ code }) => Object.hasOwn(COURIERS, code))
  const parts = {
    clock,
    faults,
    channels: [
      shopeeActions(shopee),
      lazadaActions(lazada),
      tiktokActions(tiktok),
      tikiActions(tiki),
      sitesActions(website, 'WooCommerce', watch),
      webStoreActions(webStore, watch),
      sitesActions(pos, 'POS', watch),
    ],
    marketplaces: new Map(marketplaces.map((one) => [one.code, one])),
    couriers,
    keys: () => keySets({ website, pos, webStore, crm }, couriers),
    consoleUrl,
    log,
    flashSales,
    silenced: new Set<string>(),
  }
  return {
    watch,
    routes: (startOver) =>
      pageRoutes(parts, async () => {
        watch.clear()
        await startOver()
      }),
    close: () => flashSales.stopAll(),
  }
}
