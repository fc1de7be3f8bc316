import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import { useKeys } from '../../../ui/use-keys.ts'

type Options = {
  rows: OrderRow[]
  openId: number | null
  onOpen: (id: number) => void
  onSelect: (row: OrderRow) => void
  /** Null while the reader may not, or while the key means the selection. */
  onStar: ((row: OrderRow) => void) | null
  onEscape: () => void
}

export const searchFieldId = 'orders-keyword'

/** J/K move, X selects, F stars, Enter opens, Esc closes, / searches. The keyboard's row is the one whose link has the focus. */
export function useListKeys({ rows, openId, onOpen, onSelect, onStar, onEscape }: Options): void {
  function step(by: number) {
    const at = rows.findIndex((row) => row.id === (openId ?? focusedRow()))
    const next = rows[at === -1 ? 0 : at + by]
    if (!next) return
    if (openId === null) focusRow(next.id)
    else onOpen(next.id)
  }

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const row = rows.find((one) => one.id === focusedRow())
      if (row && openId === null) onSelect(row)
    },
    f: () => {
      const row = rows.find((one) => one.id === focusedRow())
      if (row && openId === null) onStar?.(row)
    },
    Escape: () => {
      // The drawer closes itself.
      if (openId === null) onEscape()
    },
    '/': (event) => {
      if (openId !== null) return
      event.preventDefault()
      document.querySelector<HTMLInputElement>(`#${searchFieldId}`)?.focus()
    },
  })
}

export function focusRow(id: number): void {
  const link = document.querySelector<HTMLElement>(`[data-row="${id}"] a`)
  link?.focus()
  link?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' })
}

function focusedRow(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  return row ? Number(row.dataset['row']) : null
}
