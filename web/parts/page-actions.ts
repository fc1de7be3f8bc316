import { useEffect } from 'react'
import { useKeys } from '../ui/use-keys.ts'

/** Something that the page on the screen can do: an entry of the command palette and, with a key, a shortcut. */
export type PageAction = { name: string; label: string; key?: string; run: () => void }

const offered = new Map<string, PageAction>()

/** Offers the actions for as long as their page is there. Leave out what the reader may not do. */
export function usePageActions(actions: PageAction[]): void {
  useEffect(() => {
    for (const action of actions) offered.set(action.name, action)
    return () => {
      for (const action of actions) if (offered.get(action.name) === action) offered.delete(action.name)
    }
  })
  useKeys(Object.fromEntries(actions.flatMap(({ key, run }) => (key ? [[key, run]] : []))))
}

export function pageActions(): PageAction[] {
  return [...offered.values()]
}
