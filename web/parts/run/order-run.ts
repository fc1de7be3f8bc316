/** The run of the reader: orders confirmed or canceled together and papers made of them, as this browser keeps it. */
import { useSyncExternalStore } from 'react'
import type { PrintKind } from '../../../model/printing.ts'
import { keep, readStored } from '../../ui/local-storage.ts'

export type RunPrint = { id: number; kind: PrintKind; isOpened: boolean }

export type RunKind =
  | 'confirm'
  | 'cancel'
  | 'accept_cancel'
  | 'reject_cancel'
  | 'accept_return'
  | 'reject_return'

export type OrderRun = {
  userId: number
  startedAt: string
  /** Null: papers alone. */
  kind: RunKind | null
  batchIds: number[]
  prints: RunPrint[]
  /** Labels that follow a confirmation: of all orders, of those whose courier is set so, or of none. */
  labels: 'all' | 'set' | 'none'
  /** Orders that were confirmed before, whose labels are printed with the others. */
  toPrint: number[]
  /** Orders whose labels were asked for. */
  asked: number[]
  isSmall: boolean
  /** No further labels are asked for. */
  isPaused?: boolean
  /** When its tray was closed: for a day it can be opened again. */
  closedAt?: string | undefined
}

const key = 'order-run'
const keptMs = 86_400_000
const listeners = new Set<() => void>()
let text: string | null | undefined
let current: OrderRun | null = null

/** The same object as long as nothing has changed, whichever window changed it; null a day after it was closed. */
export function readRun(): OrderRun | null {
  const stored = localStorage.getItem(key)
  if (stored !== text) {
    text = stored
    current = readStored<OrderRun | null>(key, null)
  }
  const isPast = current?.closedAt !== undefined && Date.now() - Date.parse(current.closedAt) > keptMs
  return isPast ? null : current
}

export function saveRun(run: OrderRun | null): void {
  if (run === null) localStorage.removeItem(key)
  else keep(key, run)
  for (const listener of listeners) listener()
}

export function changeRun(change: (run: OrderRun) => Partial<OrderRun>): void {
  const run = readRun()
  if (run) saveRun({ ...run, ...change(run) })
}

export function newRun(userId: number, parts: Partial<OrderRun>): OrderRun {
  const startedAt = new Date().toISOString()
  const none = { batchIds: [], prints: [], toPrint: [], asked: [], isSmall: false }
  return { userId, startedAt, kind: null, labels: 'none', ...none, ...parts }
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Also of another window of this browser; nothing of who was signed in before. */
export function useStoredRun(userId: number): OrderRun | null {
  const run = useSyncExternalStore(subscribe, readRun)
  return run?.userId === userId ? run : null
}
