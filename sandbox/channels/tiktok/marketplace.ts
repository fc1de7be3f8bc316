import type { Marketplace } from '../../marketplace.ts'
import { tiktokControl } from './control.ts'
import { isTiktokPath, serveTiktok } from './index.ts'
import { startTiktokLive } from './live.ts'
import { loadSample } from './load.ts'
import type { Tiktok } from './types.ts'

export function tiktokMarketplace(tiktok: Tiktok): Marketplace {
  const live = startTiktokLive(tiktok)
  return {
    code: 'tiktok',
    owns: isTiktokPath,
    serve: (request, response, url) => serveTiktok(tiktok, request, response, url),
    ...tiktokControl(tiktok, live),
    async load(from) {
      if (from === 'retail') await loadSample(tiktok)
    },
    setPace: (perMinute) => live.setPace(perMinute),
    close() {
      live.stop()
      tiktok.pushes.close()
    },
  }
}
