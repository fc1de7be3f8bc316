import { composeMarketplace, type Marketplace } from '../../kit/marketplace.ts'
import { shopeeControl } from './control.ts'
import { isShopeePath, serveShopee } from './index.ts'
import { startShopeeLive } from './live.ts'
import { loadSample } from './load.ts'
import { followReturns } from './returns.ts'
import { openStateFile } from './state-file.ts'
import type { Shopee } from './shopee.ts'

export function shopeeMarketplace(shopee: Shopee, stateFile: string | undefined): Marketplace {
  followReturns(shopee)
  const live = startShopeeLive(shopee)
  return composeMarketplace({
    code: 'shopee',
    owns: isShopeePath,
    serve: (request, response, url) => serveShopee(shopee, request, response, url),
    control: shopeeControl(shopee, live),
    loadSample: () => loadSample(shopee),
    openState: (path) => openStateFile(shopee, path),
    stateFile,
    setPace: live.setPace,
    close: shopee.pushes.close,
  })
}
