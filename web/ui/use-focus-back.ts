import { useLayoutEffect, useState } from 'react'
import { heirOf, pathOf } from './keep-focus.ts'

/**
 * Gives the focus back to what opened a dialog, also where the dialog leaves the page with its closing. Where the opener
 * is gone, as an entry of a menu is, the button of its menu gets it, else its heir, else the drawer that lies open, else the page.
 */
export function useFocusBack(isOpen: boolean): void {
  // An entry of a menu leaves with its menu before the dialog is there.
  const [atFirst] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    if (!isOpen) return
    const now = document.activeElement
    const opener = now === document.body ? atFirst : now
    const menu = opener?.closest('[role=menu]')?.getAttribute('aria-labelledby')
    const backOf = () => (menu ? document.getElementById(menu) : opener)
    const path = pathOf(backOf() ?? null, document.getElementById('main'))
    return () => {
      const last = document.activeElement
      const dialog = last?.closest('[aria-modal=true]')
      // Somebody has set the focus on purpose.
      if (last !== document.body && !dialog) return
      const giveBack = () => {
        const back = backOf()
        const isThere = back?.isConnected && back !== document.body
        const place = isThere
          ? back
          : (heirOf(path) ?? document.querySelector('dialog[open]') ?? document.getElementById('main'))
        if (place instanceof HTMLElement) place.focus({ preventScroll: !isThere })
      }
      giveBack()
      // React leaves it in a dialog that fades out, and the opener may have left the page with the dialog.
      queueMicrotask(() => {
        const now = document.activeElement
        if (now === document.body || dialog?.contains(now)) giveBack()
      })
    }
  }, [isOpen, atFirst])
}
