import { notifications } from '@mantine/notifications'
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

const colors = { success: 'teal', warning: 'orange', error: 'red' }

/** Says in the corner what has happened. Answers the id. */
export function showToast({ tone, shownMs, ...toast }: Toast): string {
  const autoClose = shownMs === Infinity ? (false as const) : shownMs
  return notifications.show({ ...toast, color: colors[tone], ...(autoClose !== undefined && { autoClose }) })
}

export function hideToast(id: string): void {
  notifications.hide(id)
}
