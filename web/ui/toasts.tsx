import './toasts.css'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { Library } from './library.tsx'

/** The corner in which the console says what has happened. */
export function Toasts() {
  useEffect(() => {
    document.addEventListener('keydown', pressUndo)
    return () => document.removeEventListener('keydown', pressUndo)
  }, [])
  return (
    <Library>
      <Notifications position="top-right" autoClose={4000} limit={4} zIndex={1300} />
    </Library>
  )
}

/** Ctrl Z presses the newest Undo of the corner, which Tab would reach too late. */
function pressUndo(event: KeyboardEvent): void {
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
  if (!isUndo || event.shiftKey || event.altKey || event.defaultPrevented) return
  // A field undoes its own text.
  if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return
  const button = [...document.querySelectorAll<HTMLButtonElement>('button[data-undo]')].at(-1)
  if (!button) return
  event.preventDefault()
  button.click()
}
