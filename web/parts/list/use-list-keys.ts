import { useEffect, useRef } from 'react'
import { useKeys } from '../../ui/use-keys.ts'

type Options<Row> = {
  rows: readonly Row[]
  openId: number | null
  onOpen: (id: number) => void
  onSelect: (row: Row) => void
  /** With Shift, where rows stand in groups. */
  onSelectGroup?: (row: Row) => void
  /** Null while the reader may not, or while the key means the selection. */
  onStar?: ((row: Row) => void) | null
  onEscape: () => void
}

/** Id of a list's search field, which / leads to. */
export const searchFieldId = 'list-keyword'

/** J/K move, X selects, Shift X the group, F stars, Enter opens, Esc closes, / searches. The keyboard's row is the one whose link has the focus. */
export function useListKeys<Row extends { id: number }>({ rows, openId, ...act }: Options<Row>): void {
  function step(by: number) {
    const at = rows.findIndex((row) => row.id === (openId ?? focusedRow()))
    const next = rows[at === -1 ? 0 : at + by]
    if (!next) return
    if (openId === null) focusRow(next.id)
    else act.onOpen(next.id)
  }
  const ofFocused = (run: ((row: Row) => void) | null | undefined) => () => {
    const row = rows.find((one) => one.id === focusedRow())
    if (row && openId === null) run?.(row)
  }

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    x: (event) => ofFocused(event.shiftKey ? (act.onSelectGroup ?? act.onSelect) : act.onSelect)(),
    f: ofFocused(act.onStar),
    Escape: () => {
      // The drawer closes itself.
      if (openId === null) act.onEscape()
    },
    '/': (event) => {
      // A list under its drawer is inert.
      const field = document.querySelector<HTMLInputElement>(`main:not([inert]) #${searchFieldId}`)
      if (!field) return
      event.preventDefault()
      field.focus()
    },
  })
  useFocusBack(openId, rows)
}

/**
 * After the drawer closes, the keyboard goes on at the row that was open, and at the one that takes its place when that row leaves the
 * list, as it does once the list may change again.
 */
function useFocusBack(openId: number | null, rows: readonly { id: number }[]) {
  const back = useRef<{ id: number; place: number; isOpen: boolean }>(null)
  useEffect(() => {
    const last = back.current
    const id = openId ?? last?.id
    if (id === undefined) return
    const at = rows.findIndex((row) => row.id === id)
    const place = at < 0 ? (last?.place ?? 0) : at
    const isOpen = openId !== null
    back.current = { id, place, isOpen }
    if (isOpen) return
    if (last?.isOpen || (at < 0 && document.activeElement === document.body))
      focusRow((rows[place] ?? rows.at(-1))?.id ?? id)
    else if (focusedRow() !== id) back.current = null
  }, [openId, rows])
}

function focusRow(id: number): void {
  const link = document.querySelector<HTMLElement>(`[data-row="${id}"] a`)
  link?.focus()
  link?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' })
}

export function focusedRow(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  return row ? Number(row.dataset['row']) : null
}

/** Says whether the keyboard works at a row, so that no other row may take its place. */
export function isRowInHand(): boolean {
  return document.activeElement?.matches('[data-row] :focus-visible') ?? false
}
