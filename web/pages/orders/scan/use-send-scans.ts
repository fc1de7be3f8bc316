import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api, ApiError } from '../../../api.ts'
import type { Conflict, ScanStore } from './kept-scans.ts'
import { sendKeptScans } from './send-kept-scans.ts'

const retryMs = 3000
/** A call that takes longer is made again: its scans count once. */
const sendMs = 15_000

/** Sends kept scans in their order, as soon as there is a network. */
export function useSendScans(
  store: ScanStore,
  explain: (refusal: ApiError, orderId: number) => string,
  onRefused: (refused: Conflict[]) => void,
  onSent: () => void,
) {
  const [waiting, setWaiting] = useState(() => store.list().length)
  const [conflicts, setConflicts] = useState(() => store.conflicts())
  const [offlineSince, setOfflineSince] = useState<number | null>(() =>
    navigator.onLine ? null : Date.now(),
  )
  const underWay = useRef<Promise<void> | null>(null)

  function send(): Promise<void> {
    underWay.current ??= sendAll().finally(() => (underWay.current = null))
    return underWay.current
  }

  async function sendAll(): Promise<void> {
    try {
      await sendKeptScans(store, {
        post: async (scans) => {
          const signal = AbortSignal.timeout(sendMs)
          return (await api('POST /orders/scans', { body: { scans }, signal })).data.refused
        },
        explain,
        onSent: (refused) => {
          setWaiting(store.list().length)
          if (refused.length > 0) {
            store.addConflicts(refused)
            setConflicts(store.conflicts())
            onRefused(refused)
          }
          onSent()
        },
      })
      // With nothing to send the browser alone knows whether there is a network.
      if (navigator.onLine) setOfflineSince(null)
    } catch (error) {
      // The time-out is no answer of the interface.
      if (!(error instanceof ApiError) && !(error instanceof DOMException)) throw error
      setOfflineSince((since) => since ?? Date.now())
    }
  }

  const again = useEffectEvent(() => void send())
  useEffect(() => {
    // At once, for what an earlier visit kept.
    const first = setTimeout(again)
    const timer = setInterval(again, retryMs)
    const lost = () => setOfflineSince((since) => since ?? Date.now())
    const found = () => {
      setOfflineSince(null)
      again()
    }
    addEventListener('online', found)
    addEventListener('offline', lost)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      removeEventListener('online', found)
      removeEventListener('offline', lost)
    }
  }, [])

  return {
    waiting,
    conflicts,
    offlineSince,
    lost: () => setOfflineSince((since) => since ?? Date.now()),
    /** Ends when the scans that are on their way are answered, or lost. */
    answered: async () => underWay.current,
    keepScan: (what: Parameters<typeof store.add>[0]): boolean => {
      const isKept = store.add(what)
      setWaiting(store.list().length)
      void send()
      return isKept
    },
    understood: (conflict: Conflict) => {
      store.dropConflict(conflict)
      setConflicts(store.conflicts())
    },
  }
}
