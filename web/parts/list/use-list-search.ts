import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

type ListSearch<Search> = {
  /** Reads the address; an invalid value is left out. */
  read: (raw: Record<string, unknown>) => Search
  /** Keeps what the reader will want again at the next visit. */
  store: (search: Search) => void
}

/** The filters in the address, and how to change them. Anything but the page itself leads back to page 1. */
export function useListSearch<Search extends { page?: number }>(
  path: () => string,
  { read, store }: ListSearch<Search>,
) {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => read(raw), [raw, read])

  function change(changes: { [K in keyof Search]?: Search[K] | undefined }, replace = false) {
    const next = read({ ...search, page: undefined, ...changes })
    store(next)
    void navigate({ to: path(), search: next, replace })
  }
  return { search, change }
}
