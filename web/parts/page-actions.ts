import { useEffect } from 'react'

/** Something that the page on the screen can do, for the command palette. */
export type PageAction = { name: string; label: string; run: () => void }

const offered = new Map<string, PageAction>()

/** Offers an action for as long as its page is there. Null while the reader may not do it. */
export function usePageAction(action: PageAction | null): void {
  useEffect(() => {
    if (!action) return undefined
    offered.set(action.name, action)
    return () => {
      if (offered.get(action.name) === action) offered.delete(action.name)
    }
  })
}

export function pageActions(): PageAction[] {
  return [...offered.values()]
}
