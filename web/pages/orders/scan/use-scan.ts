import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { halfWidth } from '../../../../model/half-width.ts'
import { scannedCode } from '../../../../model/scan-check.ts'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { meQuery } from '../../../session.ts'
import { beep, type Beep } from '../../../ui/beep.ts'
import { useLocalStorage } from '../../../ui/use-local-storage.ts'
import { type Conflict, scanStore } from './kept-scans.ts'
import {
  countScan,
  countOf,
  countsOf,
  isCodeOf,
  leftOf,
  looseIn,
  looseOf,
  partsLeft,
  quantityIn,
  setAside,
  wantedBy,
  withLoose,
  type Counts,
  type ScannedLine,
  type ScannedOrder,
} from './scan-count.ts'
import { useKeptPage } from './use-kept-page.ts'
import { useScanStation } from './use-scan-station.ts'
import { useSendScans } from './use-send-scans.ts'

export type ScanNotice = { tone: Beep; message: string }

/** A finding that stops the work until somebody has seen it. */
export type ScanAlarm = {
  title: string
  text: string
  /** The thing in the hand, where the station knows it. */
  thing?: ScannedLine | undefined
  wantedBy?: string | undefined
}

type State = {
  order: ScannedOrder | null
  counts: Counts
  isDone: boolean
  /** Line of the last piece. */
  last: string | null
  /** The counts before the last scan, and what that sent. */
  undo: { counts: Counts; sent: { line_id: string; add: number } | null } | null
  notice: ScanNotice | null
  alarm: ScanAlarm | null
  /** Scans that were made while the alarm stood, so that it moves once more. */
  ignored: number
}

const empty: State = {
  order: null,
  counts: new Map(),
  isDone: false,
  last: null,
  undo: null,
  notice: null,
  alarm: null,
  ignored: 0,
}

/** Longer than this, what the station has heard of before is worked with. */
const lookUpMs = 4000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** An order's check from its first scan to its last. Scans that come faster than the answers wait for their turn. */
export function useScan() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data: me } = useSuspenseQuery(meQuery)
  const [hasSound, setSound] = useLocalStorage('scan-sound', true)
  const [state, setState] = useState(empty)
  // State for the next scan, which may come before the screen is rendered again.
  const now = useRef(empty)
  const turn = useRef(Promise.resolve())
  // The station forgets an order that is complete; its label may come before the scanner once more.
  const complete = useRef<Pick<State, 'order' | 'counts'>[]>([])
  const [store] = useState(() => scanStore(me.id))
  const station = useScanStation(() => store.list().length > 0)
  useKeptPage(me)
  const sending = useSendScans(store, explain, refused, station.renew)

  function become(next: Partial<State>, notice?: ScanNotice): void {
    now.current = { ...now.current, ...next, notice: notice ?? null }
    setState(now.current)
    if (notice && hasSound) beep(notice.tone)
  }

  function stop(alarm: ScanAlarm, next: Partial<State> = {}): void {
    become({ ...next, alarm, ignored: 0 }, { tone: 'bad', message: `${alarm.title} ${alarm.text}` })
    navigator.vibrate?.([80, 60, 80])
  }

  async function take(code: string): Promise<void> {
    const { order, isDone, alarm, ignored, notice } = now.current
    if (code === '') return undefined
    if (alarm) {
      // The next right item shows that the wrong one lies aside. A parcel that may not leave has no order here, and wants a key.
      const verdict = order && !isDone && countScan(order, now.current.counts, code).is
      if (verdict !== 'counted' && verdict !== 'part')
        return become({ ignored: ignored + 1 }, notice ?? { tone: 'bad', message: alarm.title })
      become({ alarm: null, ignored: 0 })
    }
    return order && !isDone ? check(order, code) : lookUp(code)
  }

  async function lookUp(code: string): Promise<void> {
    const known = station.read()?.orders.find((one) => isCodeOf(one, scannedCode(code)))
    const again = complete.current.findLast(({ order }) => order && isCodeOf(order, scannedCode(code)))
    try {
      const signal = AbortSignal.timeout(lookUpMs)
      if (sending.offlineSince !== null && known) return open(known)
      // Whether the server counts a scan that is on its way cannot be told: it would be lost, or counted twice.
      const id = known?.id ?? again?.order?.id
      const isOnItsWay = () => store.list().some((scan) => scan.order_id === id)
      if (isOnItsWay()) await Promise.race([sending.answered(), pause(lookUpMs)])
      if (isOnItsWay()) {
        sending.lost()
        if (known) return open(known)
        if (again?.order) return finish(again.order, again.counts, null)
      }
      const { data } = await api('GET /orders/scan', { query: { code }, signal })
      open(data)
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status > 0
      if (!isAnswered) {
        sending.lost()
        if (known) return open(known)
        if (again?.order) return finish(again.order, again.counts, null)
        return stop({ title: t('scan.notHere', { code }), text: t('scan.notHereText') }, empty)
      }
      if (error.status !== 404) return stop({ title: t('scan.stop'), text: errorMessage(error) }, empty)
      become(empty, { tone: 'bad', message: t('scan.unknown', { code }) })
    }
  }

  function open(order: ScannedOrder): void {
    const kept = store.list().filter((scan) => scan.order_id === order.id)
    const before = countsOf(order, kept)
    const isAgain = leftOf(order, before) === 0
    if (isAgain && !sending.keepScan({ order_id: order.id, reset: true })) return noRoom()
    if (isAgain) store.keepLooseParts(order.id, [])
    const counts = isAgain ? new Map() : withLoose(order, before, store.looseParts(order.id))
    const left = leftOf(order, counts)
    const message = t('scan.found', { code: order.code, count: left, figure: count(left) })
    become({ order, counts, isDone: false, last: null, undo: null, alarm: null }, { tone: 'good', message })
  }

  function check(order: ScannedOrder, code: string): void {
    const verdict = countScan(order, now.current.counts, code)
    switch (verdict.is) {
      case 'wrong': {
        const quantity = quantityIn(code)
        return quantity === null ? wrong(order, code) : setQuantity(order, quantity)
      }
      case 'surplus':
        return stop({
          title: t('scan.tooMany'),
          text: t('scan.surplus', { name: verdict.line.name }),
          thing: verdict.line,
        })
      case 'order': {
        const left = leftOf(order, now.current.counts)
        return become({}, { tone: 'good', message: t('scan.left', { count: left, figure: count(left) }) })
      }
      case 'part': {
        const { line, part, key, counts } = verdict
        const undo = { counts: now.current.counts, sent: null }
        store.keepLooseParts(order.id, looseIn(order, counts))
        const [done, total] = [looseOf(counts, key), partsLeft(counts, line, part)].map((one) => count(one))
        const message = t('scan.part', { part: part.name, name: line.name, done, total })
        return become({ counts, last: null, undo }, { tone: 'good', message })
      }
      case 'counted':
        return counted(order, verdict.line, 1, verdict.counts)
    }
  }

  function setQuantity(order: ScannedOrder, quantity: number): void {
    const line = order.lines.find(({ id }) => id === now.current.last)
    if (!line) return become({}, { tone: 'bad', message: t('scan.quantityOfWhat') })
    const { name } = line
    if (quantity > line.quantity) {
      const text = t('scan.onlySoMany', { name, figure: count(line.quantity) })
      return stop({ title: t('scan.tooMany'), text, thing: line })
    }
    counted(order, line, quantity - countOf(now.current.counts, line))
  }

  function wrong(order: ScannedOrder, code: string): void {
    const orders = station.read()?.orders ?? []
    const other = orders.find((one) => one.id !== order.id && isCodeOf(one, scannedCode(code)))
    if (other)
      return stop({
        title: t('scan.otherOrder', { code: other.code }),
        text: t('scan.otherOrderText', { code: order.code }),
      })
    const found = wantedBy(orders, order.id, code)
    stop({
      title: t('scan.wrongItem'),
      text: t('scan.wrong', { item: code, code: order.code }),
      thing: found?.line,
      wantedBy: found?.order.code,
    })
  }

  function counted(order: ScannedOrder, line: ScannedLine, add: number, after?: Counts): void {
    if (add !== 0 && !sending.keepScan({ order_id: order.id, line_id: line.id, add })) return noRoom()
    const before = now.current.counts
    const counts = after ?? new Map(before).set(line.id, countOf(before, line) + add)
    store.keepLooseParts(order.id, looseIn(order, counts))
    const left = leftOf(order, counts)
    if (left > 0) {
      const message = t('scan.counted', { name: line.name, count: left, figure: count(left) })
      const undo = { counts: before, sent: { line_id: line.id, add } }
      return become({ counts, last: line.id, undo }, { tone: 'good', message })
    }
    station.noteChecked(order, me.name)
    complete.current.push({ order, counts })
    finish(order, counts, line.id)
  }

  function finish(order: ScannedOrder, counts: Counts, last: string | null): void {
    const message = t('scan.complete', { code: order.code })
    become({ ...empty, order, counts, last, isDone: true }, { tone: 'done', message })
  }

  const noRoom = () => stop({ title: t('scan.full'), text: t('scan.fullText') })

  function explain(refusal: ApiError, orderId: number): string {
    const { order } = now.current
    const known = order?.id === orderId ? order : station.read()?.orders.find(({ id }) => id === orderId)
    return [known?.code, errorMessage(refusal)].filter(Boolean).join(': ')
  }

  /** The buyer may have called it off since it was opened, or while there was no network. */
  function refused(conflicts: Conflict[]): void {
    const own = conflicts.find((one) => one.order_id === now.current.order?.id)
    if (own) stop({ title: t('scan.stop'), text: own.message }, empty)
    else if (conflicts[0] && hasSound) beep('bad')
  }

  return {
    ...state,
    sending,
    station: station.station,
    aside: setAside(station.station?.orders ?? [], store.list()).filter(
      (one) => one.order.id !== state.order?.id,
    ),
    hasSound,
    setSound,
    scan: (text: string) => {
      // A scan that fails takes none of the next ones with it.
      turn.current = turn.current
        .then(() => take(halfWidth(text).trim().slice(0, 100)))
        .catch((error: unknown) => become({}, { tone: 'bad', message: errorMessage(error) }))
    },
    goOn: () => become({ alarm: null, ignored: 0 }),
    /** Leaves an order that is not complete; its pieces stay counted. */
    leave: () => become(empty),
    canUndo: state.undo !== null,
    undo: () => {
      const { order, undo, isDone, alarm } = now.current
      if (!order || !undo || isDone || alarm) return
      const { counts, sent } = undo
      if (sent?.add && !sending.keepScan({ order_id: order.id, line_id: sent.line_id, add: -sent.add }))
        return noRoom()
      store.keepLooseParts(order.id, looseIn(order, counts))
      become({ counts, last: null, undo: null })
    },
  }
}
