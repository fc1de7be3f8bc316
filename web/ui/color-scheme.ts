import { useSyncExternalStore } from 'react'
import { keep, readStored } from './local-storage.ts'

export type ColorScheme = 'light' | 'dark' | 'auto'

/** Storage key of the reader's choice in this browser. */
const key = 'color-scheme'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let chosen: ColorScheme = 'auto'

/** Before anything is drawn, so that nothing changes its colour; from then on the system and other tabs are followed. */
export function applyStoredScheme(): void {
  const read = () => {
    chosen = readStored<ColorScheme>(key, 'auto')
    show()
  }
  read()
  system.addEventListener('change', show)
  addEventListener('storage', (event) => event.key === key && read())
}

/** The reader's choice, and its setter. */
export function useColorScheme(): [ColorScheme, (next: ColorScheme) => void] {
  return [useSyncExternalStore(listen, () => chosen), choose]
}

/** The scheme that the page has now. */
export function useShownScheme(): 'light' | 'dark' {
  return useSyncExternalStore(listen, shownScheme)
}

function choose(next: ColorScheme): void {
  chosen = next
  keep(key, next)
  show()
}

export function shownScheme(): 'light' | 'dark' {
  if (chosen === 'light' || chosen === 'dark') return chosen
  return system.matches ? 'dark' : 'light'
}

/** Under the name that the component library's own colours go by. */
function show(): void {
  document.documentElement.dataset['mantineColorScheme'] = shownScheme()
  for (const changed of listeners) changed()
}

function listen(changed: () => void) {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}
