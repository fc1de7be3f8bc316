import { composeMarketplace, type Marketplace } from '../../kit/marketplace.ts'
import { tiktokControl } from './control.ts'
import { isTiktokPath, serveTiktok } from './index.ts'
import { startTiktokLive } from './live.ts'
import { loadSample } from './load.ts'
import { followReturns } from './returning.ts'
import { openStateFile } from './state-file.ts'
import type { Tiktok } from './tiktok.ts'

export function tiktokMarketplace(tiktok: Tiktok, stateFile: string | undefined): Marketplace {
  followReturns(tiktok)
  const live = startTiktokLive(tiktok)
  return composeMarketplace({
    code: 'tiktok',
    owns: isTiktokPath,
    serve: (request, response, url) => serveTiktok(tiktok, request, response, url),
    control: tiktokControl(tiktok, live),
    loadSample: () => loadSample(tiktok),
    openState: (path) => openStateFile(tiktok, path),
    stateFile,
    setPace: live.setPace,
    close: tiktok.pushes.close,
  })
}
