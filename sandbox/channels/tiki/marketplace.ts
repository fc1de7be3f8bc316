import type { Marketplace } from '../../kit/marketplace.ts'
import type { StateFile } from '../../kit/state-file.ts'
import { tikiControl } from './control.ts'
import { isTikiPath, serveTiki } from './index.ts'
import { startTikiLive } from './live.ts'
import { loadSample } from './load.ts'
import { openStateFile } from './state-file.ts'
import type { Tiki } from './tiki.ts'

/** With a state file, what happened to the sample is carried over restarts. */
export function tikiMarketplace(tiki: Tiki, stateFile: string | undefined): Marketplace {
  const live = startTikiLive(tiki)
  let state: StateFile | undefined
  return {
    code: 'tiki',
    owns: isTikiPath,
    serve: (request, response, url) => serveTiki(tiki, request, response, url),
    ...tikiControl(tiki, live),
    async load(from) {
      if (stateFile !== undefined) state = await openStateFile(tiki, stateFile)
      else if (from === 'retail') await loadSample(tiki)
    },
    setPace: (perMinute) => live.setPace(perMinute),
    close() {
      live.stop()
      state?.close()
    },
  }
}
