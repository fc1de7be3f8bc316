import { type RefObject, useEffect } from 'react'

/**
 * Takes the focus back when the button that has it is removed, as with an action that is asked for: to what was around the button and
 * has a `tabIndex` of -1, or else to the place itself.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = place
    if (!current) return
    let around: Element[] = []
    const remember = ({ target }: FocusEvent) => {
      around = []
      for (let one = target as Element | null; one && one !== current; one = one.parentElement)
        around.push(one)
    }
    current.addEventListener('focusin', remember)
    const keep = new MutationObserver(() => {
      if (document.activeElement !== document.body || around[0]?.isConnected !== false) return
      const next = around.find((one) => one.isConnected && one.getAttribute('tabindex') === '-1')
      const taker = next instanceof HTMLElement ? next : current
      taker.focus({ preventScroll: true })
    })
    keep.observe(current, { childList: true, subtree: true })
    return () => {
      keep.disconnect()
      current.removeEventListener('focusin', remember)
    }
  }, [place])
}
