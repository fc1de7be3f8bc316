import { type RefObject, useEffect } from 'react'

/**
 * Takes the focus back when the element in `place` that has it is removed, as an action is that is asked for: to what was around it and
 * has a `tabIndex` of -1, or else to the place itself. Answers the end of it.
 */
export function keepFocus(place: HTMLElement): () => void {
  let around: Element[] = []
  const remember = (focused: Element | null) => {
    around = []
    for (let one = focused; one && one !== place; one = one.parentElement) around.push(one)
  }
  const hear = ({ target }: FocusEvent) => remember(target as Element)
  if (place.contains(document.activeElement)) remember(document.activeElement)
  place.addEventListener('focusin', hear)
  const keep = new MutationObserver(() => {
    if (document.activeElement !== document.body || around[0]?.isConnected !== false) return
    const next = around.find((one) => one.isConnected && one.getAttribute('tabindex') === '-1')
    const taker = next instanceof HTMLElement ? next : place
    taker.focus({ preventScroll: true })
  })
  keep.observe(place, { childList: true, subtree: true })
  return () => {
    keep.disconnect()
    place.removeEventListener('focusin', hear)
  }
}

export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  useEffect(() => (place.current ? keepFocus(place.current) : undefined), [place])
}
