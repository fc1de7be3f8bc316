import type { CallLog, Marketplace } from '../../marketplace.ts'
import { lazadaControl } from './control.ts'
import { isLazadaPath, serveLazada } from './index.ts'
import { startLive } from './live.ts'
import { loadSample } from './load.ts'
import { openStateFile, type StateFile } from './state-file.ts'
import type { Lazada } from './types.ts'

/** With a state file, what happened to the sample is carried over restarts. */
export function lazadaMarketplace(lazada: Lazada, log: CallLog, stateFile: string | undefined): Marketplace {
  const live = startLive(lazada)
  let state: StateFile | undefined
  return {
    code: 'lazada',
    owns: isLazadaPath,
    serve: (request, response, url) => serveLazada(lazada, log, request, response, url),
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
