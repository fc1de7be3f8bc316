import { useState } from 'react'

/** Rows chosen for one action, by their ids. `Kept` is what dialogs show and send of each, whichever page is on screen. */
export type Selection<Row, Kept> = {
  /** Other filters mean other rows. */
  filterKey: string
  chosen: ReadonlyMap<number, Kept>
  size: number
  clear: () => void
  toggle: (row: Row) => void
  /** All of these rows, or none of them when all are chosen already. */
  toggleAll: (rows: readonly Row[]) => void
  /** These rows and no others. */
  choose: (rows: readonly Row[]) => void
}

/** Turning pages keeps what is chosen; other filters (`filterKey`) begin with none. */
export function useSelection<Row extends { id: number }, Kept>(
  filterKey: string,
  keep: (row: Row) => Kept,
): Selection<Row, Kept> {
  const [state, setState] = useState<{ key: string; chosen: ReadonlyMap<number, Kept> }>({
    key: filterKey,
    chosen: new Map(),
  })
  const chosen = state.key === filterKey ? state.chosen : new Map<number, Kept>()
  /** Over what is chosen by then: rows of two groups that are loaded at once come in any order. */
  const change = (next: (now: Map<number, Kept>) => void) =>
    setState((before) => {
      const now = new Map(before.key === filterKey ? before.chosen : [])
      next(now)
      return { key: filterKey, chosen: now }
    })

  return {
    filterKey,
    chosen,
    size: chosen.size,
    clear: () => change((now) => now.clear()),
    toggle: (row) =>
      change((now) => {
        if (!now.delete(row.id)) now.set(row.id, keep(row))
      }),
    toggleAll: (rows) =>
      change((now) => {
        const all = rows.every((row) => now.has(row.id))
        for (const row of rows) {
          if (all) now.delete(row.id)
          else now.set(row.id, keep(row))
        }
      }),
    choose: (rows) =>
      change((now) => {
        now.clear()
        for (const row of rows) now.set(row.id, keep(row))
      }),
  }
}
