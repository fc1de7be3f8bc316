import { composeMarketplace, type Marketplace } from '../../kit/marketplace.ts'
import { tikiControl } from './control.ts'
import { isTikiPath, serveTiki } from './index.ts'
import { startTikiLive } from './live.ts'
import { loadSample } from './load.ts'
import { openStateFile } from './state-file.ts'
import type { Tiki } from './tiki.ts'

export function tikiMarketplace(tiki: Tiki, stateFile: string | undefined): Marketplace {
  const live = startTikiLive(tiki)
  return composeMarketplace({
    code: 'tiki',
    owns: isTikiPath,
    serve: (request, response, url) => serveTiki(tiki, request, response, url),
    control: tikiControl(tiki, live),
    loadSample: () => loadSample(tiki),
    openState: (path) => openStateFile(tiki, path),
    stateFile,
    setPace: live.setPace,
  })
}
