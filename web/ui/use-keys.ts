import { useEffect, useEffectEvent } from 'react'

/** Single-key shortcuts of a page. Silent while the reader types, or in a dialog or a menu. */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest(typing) && event.key !== 'Escape') return
    // The focus may have been on something in the dialog that is gone.
    if (target?.closest('[role=menu], [aria-modal=true]') || document.querySelector('[aria-modal=true]'))
      return
    keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.(event)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'
