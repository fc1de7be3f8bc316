import { type RefObject, useEffect } from 'react'

/** The element and all that it stands in up to `place`, which is left out, the nearest first. */
export function pathOf(element: Element | null, place: Element | null): Element[] {
  const path: Element[] = []
  for (let one = element; one && one !== place; one = one.parentElement) path.push(one)
  return path
}

/** Takes the focus of an element that is gone: the nearest on its path that is still there and has a `tabIndex` of -1. */
export function heirOf(path: readonly Element[]): HTMLElement | undefined {
  const heir = path.find((one) => one.isConnected && one.getAttribute('tabindex') === '-1')
  return heir instanceof HTMLElement ? heir : undefined
}

/**
 * Takes the focus back when the element in `place` that has it is removed, as an action is that is asked for: to its heir in the place,
 * or else to the place itself. Answers the end of it.
 */
export function keepFocus(place: HTMLElement): () => void {
  let path: Element[] = []
  const remember = (focused: Element | null) => {
    path = pathOf(focused, place)
  }
  const hear = ({ target }: FocusEvent) => remember(target as Element)
  if (place.contains(document.activeElement)) remember(document.activeElement)
  place.addEventListener('focusin', hear)
  const keep = new MutationObserver(() => {
    if (document.activeElement !== document.body || path[0]?.isConnected !== false) return
    const taker = heirOf(path) ?? place
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
