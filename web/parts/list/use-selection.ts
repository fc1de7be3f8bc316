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
  const set = (next: ReadonlyMap<number, Kept>) => setState({ key: filterKey, chosen: next })

  return {
    filterKey,
    chosen,
    size: chosen.size,
    clear: () => set(new Map()),
    toggle: (row) => {
      const next = new Map(chosen)
      if (!next.delete(row.id)) next.set(row.id, keep(row))
      set(next)
    },
    toggleAll: (rows) => {
      const next = new Map(chosen)
      const all = rows.every((row) => next.has(row.id))
      for (const row of rows) {
        if (all) next.delete(row.id)
        else next.set(row.id, keep(row))
      }
      set(next)
    },
    choose: (rows) => set(new Map(rows.map((row) => [row.id, keep(row)]))),
  }
}
