import type { Marketplace } from '../../kit/marketplace.ts'
import type { StateFile } from '../../kit/state-file.ts'
import { shopeeControl } from './control.ts'
import { isShopeePath, serveShopee } from './index.ts'
import { startShopeeLive } from './live.ts'
import { loadSample } from './load.ts'
import { followReturns } from './returns.ts'
import { openStateFile } from './state-file.ts'
import type { Shopee } from './shopee.ts'

/** With a state file, what happened to the sample is carried over restarts. */
export function shopeeMarketplace(shopee: Shopee, stateFile: string | undefined): Marketplace {
  followReturns(shopee)
  const live = startShopeeLive(shopee)
  let state: StateFile | undefined
  return {
    code: 'shopee',
    owns: isShopeePath,
    serve: (request, response, url) => serveShopee(shopee, request, response, url),
    ...shopeeControl(shopee, live),
    async load(from) {
      if (stateFile !== undefined) state = await openStateFile(shopee, stateFile)
      else if (from === 'retail') await loadSample(shopee)
    },
    setPace: (perMinute) => live.setPace(perMinute),
    close() {
      live.stop()
      state?.close()
      shopee.pushes.close()
    },
  }
}
