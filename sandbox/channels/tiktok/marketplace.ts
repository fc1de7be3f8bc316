import type { Marketplace } from '../../kit/marketplace.ts'
import type { StateFile } from '../../kit/state-file.ts'
import { tiktokControl } from './control.ts'
import { isTiktokPath, serveTiktok } from './index.ts'
import { startTiktokLive } from './live.ts'
import { loadSample } from './load.ts'
import { followReturns } from './returning.ts'
import { openStateFile } from './state-file.ts'
import type { Tiktok } from './tiktok.ts'

/** With a state file, what happened to the sample is carried over restarts. */
export function tiktokMarketplace(tiktok: Tiktok, stateFile: string | undefined): Marketplace {
  followReturns(tiktok)
  const live = startTiktokLive(tiktok)
  let state: StateFile | undefined
  return {
    code: 'tiktok',
    owns: isTiktokPath,
    serve: (request, response, url) => serveTiktok(tiktok, request, response, url),
    ...tiktokControl(tiktok, live),
    async load(from) {
      if (stateFile !== undefined) state = await openStateFile(tiktok, stateFile)
      else if (from === 'retail') await loadSample(tiktok)
    },
    setPace: (perMinute) => live.setPace(perMinute),
    close() {
      live.stop()
      state?.close()
      tiktok.pushes.close()
    },
  }
}
