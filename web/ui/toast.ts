import type { ReactNode } from 'react'

type Toast = {
  /** To hide it by; one of its own unless given. */
  id?: string
  tone: 'success' | 'warning' | 'error'
  title?: string
  message: ReactNode
  /** Time that it stays, where that is not the usual one; Infinity: until it is closed. */
  shownMs?: number
}

let made = 0
/** Comes behind the page, whose shell shows what was said before. */
const library = () => import('@mantine/notifications')

const colors = { success: 'teal', warning: 'orange', error: 'red' }

const leaving = new Map<string, ReturnType<typeof setTimeout>>()

/** Says in the corner what has happened. Answers the id. */
export function showToast({ tone, shownMs, id = `toast-${made++}`, ...toast }: Toast): string {
  clearTimeout(leaving.get(id))
  // The library goes on counting the time of the last toast with the same id, unless this one has another.
  const autoClose = shownMs === Infinity ? (false as const) : shownMs && shownMs + (made++ % 100)
  const shown = { ...toast, id, color: colors[tone], ...(autoClose !== undefined && { autoClose }) }
  void library().then(({ notifications }) => notifications.show(shown))
  return id
}

export function hideToast(id: string): void {
  void library().then(({ notifications }) => notifications.hide(id))
}

/** Hides a toast whose button was pressed, late enough that the second click of a double click meets nothing that lies beneath. */
export function hidePressedToast(id: string): void {
  leaving.set(
    id,
    setTimeout(() => hideToast(id), 500),
  )
}
