import { useIsFetching } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { afterPaint } from '../ui/when-idle.ts'

/** A page that is this late no longer holds the rest up. */
const patienceMs = 1000

let there = false
const watchers = new Set<() => void>()

/** Answers whether the first page is shown with its data. Content around the page requests its data only then. */
export function useAfterPage(): boolean {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => there,
  )
}

/** To be called once, by the frame around the pages. */
export function useWatchFirstPage(): void {
  const loading = useRouterState({ select: (state) => state.isLoading })
  const fetching = useIsFetching({ predicate: (query) => query.state.data === undefined })
  const busy = loading || fetching > 0
  useEffect(() => {
    if (there) return undefined
    const timer = setTimeout(arrive, patienceMs)
    let current = true
    if (!busy) afterPaint(() => current && arrive())
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [busy])
}

function arrive(): void {
  there = true
  for (const watcher of watchers) watcher()
}
