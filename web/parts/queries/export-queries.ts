import { queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { keep, readStored } from '../../ui/local-storage.ts'

export type ExportEntry = Reply<'GET /exports'>['data'][number]

export const exportsKey = ['exports'] as const

/** The reader's own files, the last one first. */
export const exportsQuery = queryOptions({
  queryKey: exportsKey,
  queryFn: async ({ signal }) => (await api('GET /exports', { query: { pagination: '0' }, signal })).data,
})

export function isUnderWay({ status }: ExportEntry): boolean {
  return status === 'queued' || status === 'running'
}

const storageKey = 'exports-watched'
const mostWatched = 5
const watchers = new Set<() => void>()
let watched = readStored<number[]>(storageKey, [])

/** The files whose progress stays in sight on every page, also after a reload. */
export function useWatchedExports(): number[] {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => watched,
  )
}

export function watchExport(id: number): void {
  become([id, ...watched.filter((one) => one !== id)].slice(0, mostWatched))
}

export function leaveExports(ids: number[]): void {
  become(watched.filter((one) => !ids.includes(one)))
}

function become(next: number[]): void {
  watched = next
  keep(storageKey, next)
  for (const watcher of watchers) watcher()
}
