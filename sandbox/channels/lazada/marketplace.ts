import type { Marketplace } from '../../kit/marketplace.ts'
import type { StateFile } from '../../kit/state-file.ts'
import { lazadaControl } from './control.ts'
import { isLazadaPath, serveLazada } from './index.ts'
import { startLazadaLive } from './live.ts'
import { loadSample } from './load.ts'
import { followReturns } from './returning.ts'
import { openStateFile } from './state-file.ts'
import type { Lazada } from './lazada.ts'

/** With a state file, what happened to the sample is carried over restarts. */
export function lazadaMarketplace(lazada: Lazada, stateFile: string | undefined): Marketplace {
  followReturns(lazada)
  const live = startLazadaLive(lazada)
  let state: StateFile | undefined
  return {
    code: 'lazada',
    owns: isLazadaPath,
    serve: (request, response, url) => serveLazada(lazada, request, response, url),
    ...lazadaControl(lazada, live),
    async load(from) {
      if (stateFile !== undefined) state = await openStateFile(lazada, stateFile)
      else if (from === 'retail') await loadSample(lazada)
    },
    setPace: (perMinute) => live.setPace(perMinute),
    close() {
      live.stop()
      state?.close()
      lazada.pushes.close()
    },
  }
}
