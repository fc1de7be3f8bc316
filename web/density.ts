import { readStored } from './ui/local-storage.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** Storage key of the reader's choice in this browser. */
export const densityKey = 'density'

export function showDensity(density: Density): void {
  if (density === 'compact') document.documentElement.dataset['density'] = density
  else delete document.documentElement.dataset['density']
}

/** Before anything is drawn, so that no row changes its height. */
export function applyStoredDensity(): void {
  showDensity(readStored<Density>(densityKey, 'comfortable'))
}
