import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from './clock.ts'
import type { ControlRoute } from './control-call.ts'
import type { Faults } from './faults.ts'
import type { ImageStore } from './image-store.ts'
import type { StateFile } from './state-file.ts'

export interface CallLog {
  /** Calls and the errors they got, per path. */
  count(path: string, error: string): void
}

/** Objects that all marketplaces of one sandbox share. */
export interface World {
  clock: Clock
  faults: Faults
  seed: string
  /** Returns the address of the sandbox; known once it listens. */
  baseUrl: () => string
  log: CallLog
  /** Pictures of all sellers. They outlive a reset: nobody knows their ids any more. */
  images: ImageStore
  /** Each so-manieth order of the retail sample; left out: all of them. */
  sampleStep?: number
}

/** A marketplace's part of the control interface. */
export type ControlPart = Pick<Marketplace, 'routes' | 'summary' | 'stats' | 'reset'>

/** One emulated marketplace, as the server and the control interface see it. */
export interface Marketplace {
  code: string
  /** Checks whether a call is for this marketplace. No two marketplaces may own one path. */
  owns(path: string): boolean
  serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>
  /** Under /_sandbox/<code>/, and its oracle under /_sandbox/oracle/<code>/. */
  routes: Record<string, ControlRoute>
  /** Returns the marketplace's state for GET /_sandbox. */
  summary(): object
  /** Its part of GET /_sandbox/stats. */
  stats(): object
  /** Forgets everything; with 'retail' takes the sample in again. */
  reset(load: 'retail' | 'none'): Promise<object>
  /** Takes the retail sample in, or what a state file carried over. */
  load(from: 'retail' | 'none'): Promise<void>
  /** Orders per minute that the live mode sells. */
  setPace(perMinute: number): void
  close(): void
}

interface MarketplaceParts extends Pick<Marketplace, 'code' | 'owns' | 'serve' | 'setPace'> {
  control: ControlPart
  loadSample: () => unknown
  /** Opens the state file, which carries what happened to the sample over restarts. */
  openState: (path: string) => StateFile | Promise<StateFile>
  stateFile: string | undefined
  close?: () => void
}

/** A marketplace that begins with the sample, or goes on with its state file. */
export function composeMarketplace({
  control,
  loadSample,
  openState,
  stateFile,
  close,
  ...rest
}: MarketplaceParts): Marketplace {
  let state: StateFile | undefined
  return {
    ...rest,
    ...control,
    async load(from) {
      if (stateFile !== undefined) state = await openState(stateFile)
      else if (from === 'retail') await loadSample()
    },
    close() {
      rest.setPace(0)
      state?.close()
      close?.()
    },
  }
}
