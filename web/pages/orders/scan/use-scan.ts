import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { beep, type Beep } from '../../../ui/beep.ts'
import { countScan, leftOf, type Counts, type ScannedOrder } from './scan-count.ts'

export type ScanNotice = { tone: Beep; message: string }

type State = {
  order: ScannedOrder | null
  counts: Counts
  /** It is in the history that all of it was scanned. */
  isNoted: boolean
  notice: ScanNotice | null
}

const empty: State = { order: null, counts: new Map(), isNoted: false, notice: null }

/** An order's check from its first scan to its note. Scans that come faster than the answers wait for their turn. */
export function useScan() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [state, setState] = useState(empty)
  // State for the next scan, which may come before the screen is rendered again.
  const now = useRef(empty)
  const turn = useRef(Promise.resolve())

  function become(next: Partial<State>, notice?: ScanNotice): void {
    now.current = { ...now.current, ...next, notice: notice ?? null }
    setState(now.current)
    if (notice) beep(notice.tone)
  }

  async function take(code: string): Promise<void> {
    const { order, counts, isNoted } = now.current
    if (order && !isNoted && leftOf(order, counts) === 0) {
      // The note did not reach us the last time.
      if (!(await note(order)) || code === '') return
      return lookUp(code)
    }
    if (code === '') return undefined
    return order && !isNoted ? check(order, code) : lookUp(code)
  }

  async function lookUp(code: string): Promise<void> {
    try {
      const { data: order } = await api('GET /orders/scan', { query: { code } })
      const left = leftOf(order, new Map())
      const message = t('scan.found', { code: order.code, count: left, figure: count(left) })
      become({ order, counts: new Map(), isNoted: false }, { tone: 'good', message })
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.status === 404
      const message = isUnknown ? t('scan.unknown', { code }) : errorMessage(error)
      become(empty, { tone: 'bad', message })
    }
  }

  async function check(order: ScannedOrder, code: string): Promise<void> {
    const verdict = countScan(order, now.current.counts, code)
    switch (verdict.is) {
      case 'wrong':
        return become({}, { tone: 'bad', message: t('scan.wrong', { item: code, code: order.code }) })
      case 'surplus':
        return become({}, { tone: 'bad', message: t('scan.surplus', { name: verdict.line.name }) })
      case 'order': {
        const left = leftOf(order, now.current.counts)
        return become({}, { tone: 'good', message: t('scan.left', { count: left, figure: count(left) }) })
      }
      case 'counted': {
        const { counts, line } = verdict
        const left = leftOf(order, counts)
        const message = t('scan.counted', { name: line.name, count: left, figure: count(left) })
        if (left > 0) return become({ counts }, { tone: 'good', message })
        become({ counts })
        await note(order)
      }
    }
  }

  async function note(order: ScannedOrder): Promise<boolean> {
    const lines = order.lines.map(({ id, quantity }) => ({ id, quantity }))
    try {
      await api('POST /orders/{id}/scan-checked', { params: { id: order.id }, body: { lines } })
    } catch (error) {
      // A refusal ends it: the buyer may have asked to cancel meanwhile. What got no answer is tried again.
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      become(isRefused ? empty : {}, { tone: 'bad', message: errorMessage(error) })
      return false
    }
    become({ isNoted: true }, { tone: 'done', message: t('scan.complete', { code: order.code }) })
    return true
  }

  return {
    ...state,
    scan: (text: string) => {
      turn.current = turn.current.then(() => take(text.trim().slice(0, 100)))
    },
    /** Leaves an order that is not complete. */
    leave: () => become(empty),
  }
}
