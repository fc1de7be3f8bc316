import { useEffect, useRef, useState } from 'react'
import type { SheetCell, SheetHandle } from '../../../ui/sheet.tsx'

/** Opens find and replace over the cells that are selected, by a button and by Ctrl H or ⌘ H. */
export function useReplace(focused: SheetCell | undefined, isOff: boolean) {
  const sheet = useRef<SheetHandle>(null)
  const [selected, setSelected] = useState<SheetCell[]>()
  const open = () =>
    void sheet.current?.selectedCells().then((cells) => {
      setSelected(cells.length > 0 || !focused ? cells : [focused])
    })
  useEffect(() => {
    if (isOff) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'h') return
      // The browser's list of visited pages.
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return { sheet, selected, open, close: () => setSelected(undefined) }
}
