/**
 * Keys and clicks of a sheet that must not wait until the library has drawn: an editing that ends, and moves of the focus. By itself it
 * moves the focus 70 ms after a key, and gives what is typed meanwhile to the cell before.
 */
import { type RefObject, useEffect, useRef } from 'react'
import type { Editing } from './cell-editor.ts'

type KeyDetail = HTMLRevogrOverlaySelectionElementEventMap['beforekeydown']
type Cell = { x: number; y: number }

const arrows: Record<string, Cell> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

/** @param onText takes what was typed into a cell, by its place among the cells that scroll */
export function useSheetKeys(
  grid: RefObject<HTMLRevoGridElement | null>,
  onText: (cell: Cell, text: string) => void,
) {
  const editing = useRef<Editing>({ number: 0, typed: () => undefined, field: null })
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The library gives the keyboard to a cell once its frame is drawn, also when somebody types there already.
    function keepField(event: Event) {
      const { selectionStore } = event.target as HTMLRevogrFocusElement
      if (selectionStore.get('edit')) event.preventDefault()
    }
    const { current } = frame
    current?.addEventListener('afterfocus', keepField, { capture: true })
    return () => current?.removeEventListener('afterfocus', keepField, { capture: true })
  }, [])

  /** Takes what stands in the open field. */
  function take({ x, y }: Cell, typed: string) {
    const { current } = editing
    // A field that is not drawn yet has what the library knows of: nothing, if Enter has opened it.
    const text = current.field?.isCurrent ? current.field.getValue() : typed || undefined
    current.number++
    if (text !== undefined) onText({ x, y }, text)
  }

  /** Takes the text that a click elsewhere would throw away. */
  function takeOpen() {
    const { field, typed } = editing.current
    const cell = field?.isCurrent && typed() !== undefined ? field.editCell : undefined
    if (cell) take(cell, '')
  }

  /** The field stays until the next drawing. What is typed right after the click belongs to the cell that was clicked. */
  function leaveOpen() {
    takeOpen()
    if (document.activeElement instanceof HTMLInputElement && frame.current?.contains(document.activeElement))
      grid.current?.focus({ preventScroll: true })
  }

  function onBeforekeydown(event: CustomEvent<KeyDetail> & { target: EventTarget | null }) {
    const { original, focus, range, edit, lastCell } = event.detail
    const { colData, selectionStore } = event.target as HTMLRevogrOverlaySelectionElement
    if (!focus || colData.get('type') !== 'rgCol' || original.isComposing) return
    editing.current.typed = () => selectionStore.get('edit')?.val
    const { key, shiftKey } = original
    const hasModifier = original.ctrlKey || original.metaKey || original.altKey
    const goTo = (cell: Cell, end = cell) => {
      event.preventDefault()
      original.preventDefault()
      void grid.current?.setCellsFocus(cell, end)
    }
    const isInside = ({ x, y }: Cell) => x >= 0 && y >= 0 && x < lastCell.x && y < lastCell.y
    const step = key === 'Tab' ? { x: shiftKey ? -1 : 1, y: 0 } : arrows[key]
    if (edit) {
      if (key === 'Escape') {
        editing.current.number++
        grid.current?.focus({ preventScroll: true })
        goTo({ x: edit.x, y: edit.y })
      }
      const { field } = editing.current
      const isElsewhere = !(original.target instanceof HTMLInputElement)
      if (key.length === 1 && !hasModifier && isElsewhere && field?.appendPendingInput(key)) {
        event.preventDefault()
        original.preventDefault()
      }
      if (key !== 'Enter' && key !== 'Tab') return
      take(edit, edit.val ?? '')
      const next = plus(edit, step ?? { x: 0, y: shiftKey ? -1 : 1 })
      // The keyboard stays in the sheet if no cell takes it.
      grid.current?.focus({ preventScroll: true })
      goTo(isInside(next) ? next : { x: edit.x, y: edit.y })
      return
    }
    if ((key === 'Home' || key === 'End') && !original.altKey) {
      const isEnd = key === 'End'
      const isWhole = original.ctrlKey || original.metaKey
      const to = {
        x: isEnd ? lastCell.x - 1 : 0,
        y: isWhole ? (isEnd ? lastCell.y - 1 : 0) : focus.y,
      }
      if (shiftKey) goTo(focus, to)
      else goTo(to)
      // The library draws a focus only where its cell is in sight.
      void grid.current?.scrollToCoordinate(to)
      return
    }
    if (!step || hasModifier) {
      if (key === 'Enter' || key.length === 1) editing.current.number++
      return
    }
    if (shiftKey && key !== 'Tab') {
      const end = plus(cornerOf(focus, range), step)
      if (isInside(end)) goTo(focus, end)
      return
    }
    const next = plus(focus, step)
    if (isInside(next)) goTo(next)
  }

  return {
    editing,
    frame,
    listeners: { onBeforekeydown, onBeforecellfocus: leaveOpen, onBeforefocuslost: takeOpen },
  }
}

const plus = (cell: Cell, step: Cell): Cell => ({ x: cell.x + step.x, y: cell.y + step.y })

/** The corner of the selection that Shift moves: the one across from the focus. */
function cornerOf(focus: Cell, range: KeyDetail['range']): Cell {
  if (!range) return focus
  return {
    x: range.x1 > focus.x ? range.x1 : range.x,
    y: range.y1 > focus.y ? range.y1 : range.y,
  }
}
