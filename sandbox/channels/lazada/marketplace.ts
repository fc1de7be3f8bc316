import { composeMarketplace, type Marketplace } from '../../kit/marketplace.ts'
import { lazadaControl } from './control.ts'
import { isLazadaPath, serveLazada } from './index.ts'
import { startLazadaLive } from './live.ts'
import { loadSample } from './load.ts'
import { followReturns } from './returning.ts'
import { openStateFile } from './state-file.ts'
import type { Lazada } from './lazada.ts'

export function lazadaMarketplace(lazada: Lazada, stateFile: string | undefined): Marketplace {
  followReturns(lazada)
  const live = startLazadaLive(lazada)
  return composeMarketplace({
    code: 'lazada',
    owns: isLazadaPath,
    serve: (request, response, url) => serveLazada(lazada, request, response, url),
    control: lazadaControl(lazada, live),
    loadSample: () => loadSample(lazada),
    openState: (path) => openStateFile(lazada, path),
    stateFile,
    setPace: live.setPace,
    close: lazada.pushes.close,
  })
}
