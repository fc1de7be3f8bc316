import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countedCode } from '../../../../model/scan-check.ts'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type StockTakeRow, stockTakesKey } from '../../../parts/queries/stock-take-queries.ts'
import { meQuery } from '../../../session.ts'
import { beep } from '../../../ui/beep.ts'
import {
  addWaiting,
  countWith,
  type Counting,
  dropWaiting,
  keepRefused,
  newScan,
  nextBatch,
  type Refused,
  refusedCodes,
  scansNamedBy,
  type Scan,
  waitingKey,
  waitingScans,
} from './waiting-scans.ts'

const retryMs = 3000

/** The last step, and its way back. */
type Step = { skuId: number; add: number } | { skuId: number; before: number | null }

/** Scans of a code that waits for an answer already are counted with it. */
function withRefused(
  all: Refused[],
  { code, why }: { code: string | null; why: Refused['why'] },
  pieces: number,
): Refused[] {
  const known = all.find((one) => one.code === code)
  if (known) return all.map((one) => (one === known ? { ...one, why, pieces: one.pieces + pieces } : one))
  return [...all, { code: code ?? '', why, pieces }]
}

const piecesOf = (scan: Scan): number => ('add' in scan ? scan.add : 1)

/** Counting of one person: each scan is kept in the browser, and sent when the network is there. */
export function useCounting(takeId: number, listed: StockTakeRow[]) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  const key = waitingKey(takeId, me.id)
  const [waiting, setWaiting] = useState(() => waitingScans(key))
  const [answered, setAnswered] = useState<ReadonlyMap<number, StockTakeRow | null>>(new Map())
  const [current, setCurrent] = useState<number | null>(null)
  const [refused, setRefused] = useState(() => refusedCodes(key))
  useEffect(() => keepRefused(key, refused), [key, refused])
  const [error, setError] = useState<string | null>(null)
  const [isOffline, setOffline] = useState(false)
  const [steps, setSteps] = useState<Step[]>([])
  const skuOfCode = useRef(new Map<string, number>())
  const isSending = useRef(false)
  // Scans before the latest choice: their answers, which may come late, show no SKU in its place.
  const passed = useRef(new Set<string>())
  // Scans that undo a step are none themselves.
  const undoing = useRef(new Set<string>())
  const isDenied = useRef(false)

  function rowOf(skuId: number): StockTakeRow | null {
    const own = answered.get(skuId)
    const other = listed.find(({ sku }) => sku.id === skuId)
    if (own === undefined || (own && other && other.counted_at > own.counted_at)) return other ?? null
    return own
  }

  function skuOf(scan: Scan): number | undefined {
    return scan.sku_id ?? skuOfCode.current.get(scan.code ?? '')
  }

  function countOf(skuId: number): number | null {
    const own = waiting.filter((scan) => skuOf(scan) === skuId)
    return countWith(rowOf(skuId)?.counted ?? null, own)
  }

  function choose(skuId: number): void {
    passed.current = new Set(waitingScans(key).map(({ id }) => id))
    setCurrent(skuId)
  }

  function count(what: { code: string } | { sku_id: number }, counting: Counting, isUndo = false): void {
    const scan = newScan(what, counting)
    const kept = addWaiting(key, scan)
    if (!kept) {
      beep('bad')
      return setError(`${t('scan.full')} ${t('scan.fullText')}`)
    }
    if (isUndo) undoing.current.add(scan.id)
    setWaiting(kept)
    const known = skuOf(scan)
    if (known !== undefined) choose(known)
    navigator.vibrate?.(40)
    void send()
  }

  async function send(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    try {
      for (let scans = waitingScans(key); scans.length > 0; scans = waitingScans(key)) {
        // A scan after another is answered before the next ones are sent, so that they keep their order.
        await sendBatch(scans)
        setOffline(false)
      }
    } catch (failure) {
      setOffline(true)
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      isSending.current = false
    }
  }

  const reload = () => queries.invalidateQueries({ queryKey: [...stockTakesKey, 'one', takeId] })

  async function sendBatch(scans: Scan[]): Promise<void> {
    const batch = nextBatch(scans)
    let answeredIds = new Set(batch.map(({ id }) => id))
    try {
      const { data } = await api('POST /stock-takes/{id}/scans', {
        params: { id: takeId },
        body: { scans: batch },
      })
      take(
        scans.filter(({ id }) => answeredIds.has(id)),
        data,
      )
      isDenied.current = false
    } catch (failure) {
      const isRefusal = failure instanceof ApiError && [403, 404, 409, 422].includes(failure.status)
      if (!isRefusal) throw failure
      if (failure.status !== 422) {
        if (!isDenied.current) beep('bad')
        isDenied.current = true
        // The stock take was ended meanwhile: its page says what was not counted.
        if (failure.status === 409) await reload()
        else setError(errorMessage(failure))
        throw failure
      }
      const named = scansNamedBy(failure.fields, batch)
      if (named.size === 0 && batch.length > 1) {
        // Which one is wrong shows when each is sent by itself.
        for (const scan of batch) await sendBatch(scans.filter(({ id }) => id === scan.id))
        return
      }
      if (named.size > 0) answeredIds = named
      refuse(scans.filter(({ id }) => answeredIds.has(id)))
    }
    setWaiting(dropWaiting(key, answeredIds))
    await reload()
  }

  /** Scans that the server cannot read: each is shown, and the others of its batch are sent again without it. */
  function refuse(scans: Scan[]): void {
    beep('bad')
    isDenied.current = false
    setError(null)
    const codeOf = ({ code, sku_id: id }: Scan) =>
      code ?? (id === undefined ? null : (rowOf(id)?.sku.code ?? `#${id}`))
    setRefused((before) =>
      scans.reduce(
        (all, scan) => withRefused(all, { code: codeOf(scan), why: 'invalid' }, piecesOf(scan)),
        before,
      ),
    )
  }

  type Answer = Awaited<ReturnType<typeof api<'POST /stock-takes/{id}/scans'>>>['data']

  function take(scans: Scan[], { rows, matched, rejected }: Answer): void {
    const skus = new Map(matched.map(({ id, sku_id: skuId }) => [id, skuId]))
    const counted = scans.flatMap((scan) => {
      const skuId = skus.get(scan.id)
      return skuId === undefined ? [] : [{ scan, skuId }]
    })
    for (const { scan, skuId } of counted) if (scan.code) skuOfCode.current.set(scan.code, skuId)
    const byId = new Map(rows.map((row) => [row.sku.id, row]))
    setAnswered(
      (before) =>
        new Map([...before, ...counted.map(({ skuId }) => [skuId, byId.get(skuId) ?? null] as const)]),
    )
    setSteps((before) => [
      ...before,
      ...counted.flatMap(({ scan, skuId }) =>
        'add' in scan && !undoing.current.has(scan.id) ? [{ skuId, add: scan.add }] : [],
      ),
    ])
    const last = counted.findLast(({ scan }) => !passed.current.has(scan.id))
    if (last) setCurrent(last.skuId)
    setError(null)
    const byScan = new Map(scans.map((scan) => [scan.id, piecesOf(scan)]))
    setRefused((before) =>
      rejected.reduce((all, one) => withRefused(all, one, byScan.get(one.id) ?? 1), before),
    )
    beep(rejected.length > 0 ? 'bad' : 'good')
  }

  const sendAgain = useEffectEvent(() => void send())
  useEffect(() => {
    sendAgain()
    const timer = setInterval(sendAgain, retryMs)
    addEventListener('online', sendAgain)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendAgain)
    }
  }, [])

  function undo(): void {
    const step = steps.at(-1)
    if (!step) return
    setSteps(steps.slice(0, -1))
    const now = countOf(step.skuId)
    const what = { sku_id: step.skuId }
    if ('add' in step) {
      // The only scan of a SKU: without it, the SKU was not counted.
      const isOnly = step.add > 0 && (now ?? 0) <= step.add
      count(what, isOnly ? { remove: true } : { add: -step.add }, true)
    } else count(what, step.before === null ? { remove: true } : { set: step.before }, true)
  }

  return {
    current,
    rowOf,
    countOf,
    waiting: waiting.length,
    isOffline,
    refused,
    error,
    canUndo: steps.length > 0,
    undo,
    choose,
    skip: () => setRefused(refused.slice(1)),
    scan: (text: string) => {
      const code = countedCode(text).slice(0, 100)
      if (code !== '') count({ code }, { add: 1 })
    },
    add: (skuId: number, pieces: number) => count({ sku_id: skuId }, { add: pieces }),
    set: (skuId: number, pieces: number) => {
      setSteps([...steps, { skuId, before: countOf(skuId) }])
      count({ sku_id: skuId }, { set: pieces })
    },
    remove: (skuId: number) => count({ sku_id: skuId }, { remove: true }),
    waitingText: t(error === null ? 'stockTake.waiting' : 'stockTake.unsent', { count: waiting.length }),
  }
}
