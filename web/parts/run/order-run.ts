/** The runs of the reader: orders confirmed or canceled together and papers made of them, as this browser keeps them. */
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
  /** Why the labels could not be asked for, in the words of the reader's language. It is paused then. */
  fault?: string | undefined
  /** When its tray was closed: for a day it can be opened again. */
  closedAt?: string | undefined
}

const key = 'order-runs'
const keptMs = 86_400_000
const listeners = new Set<() => void>()
let text: string | null | undefined
let current: OrderRun[] = []

/** The same list as long as nothing has changed, whichever window changed it. The latest comes last. */
function readRuns(): OrderRun[] {
  const stored = localStorage.getItem(key)
  if (stored !== text) {
    text = stored
    current = readStored<OrderRun[]>(key, [])
  }
  return current
}

function saveRuns(runs: OrderRun[]): void {
  // Without room to store them they last as long as the page.
  if (!keep(key, runs)) current = runs
  for (const listener of listeners) listener()
}

/** Runs that were not closed go on beside the new one. */
export function startRun(userId: number, parts: Partial<OrderRun>): OrderRun {
  const startedAt = new Date().toISOString()
  const none = { batchIds: [], prints: [], toPrint: [], asked: [], isSmall: false }
  const run: OrderRun = { userId, startedAt, kind: null, labels: 'none', ...none, ...parts }
  saveRuns([...readRuns().filter(({ closedAt }) => closedAt === undefined), run])
  showRun(run)
  return run
}

const isSame = (one: OrderRun, run: OrderRun) => one.userId === run.userId && one.startedAt === run.startedAt

/** The run as it is stored now; null when another one took the place of a closed one. */
export function readRun(run: OrderRun): OrderRun | null {
  return readRuns().find((one) => isSame(one, run)) ?? null
}

export function changeRun(run: OrderRun, change: (now: OrderRun) => Partial<OrderRun>): void {
  saveRuns(readRuns().map((one) => (isSame(one, run) ? { ...one, ...change(one) } : one)))
}

/** Opens the run's tray. Those of the others make room. */
export function showRun(run: OrderRun, change: (now: OrderRun) => Partial<OrderRun> = () => ({})): void {
  saveRuns(
    readRuns().map((one) =>
      isSame(one, run)
        ? { ...one, ...change(one), isSmall: false, closedAt: undefined }
        : { ...one, isSmall: true },
    ),
  )
}

/** The latest run that is not closed, of those that `fits`. */
export function findOpenRun(userId: number, fits: (run: OrderRun) => boolean): OrderRun | null {
  return readRuns().findLast((run) => run.userId === userId && !run.closedAt && fits(run)) ?? null
}

const isPast = ({ closedAt }: OrderRun) =>
  closedAt !== undefined && Date.now() - Date.parse(closedAt) > keptMs

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Also of another window of this browser; nothing of who was signed in before. Closed ones stand for a day. */
export function useStoredRuns(userId: number): OrderRun[] {
  const runs = useSyncExternalStore(subscribe, readRuns)
  return runs.filter((run) => run.userId === userId && !isPast(run))
}
