import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api, ApiError } from '../../../api.ts'
import { type Conflict, nextScans, type ScanStore } from './kept-scans.ts'

const retryMs = 3000

/** Sends kept scans in their order, as soon as there is a network. */
export function useSendScans(store: ScanStore, onRefused: (refused: Conflict[]) => void, onSent: () => void) {
  const [waiting, setWaiting] = useState(() => store.list().length)
  const [conflicts, setConflicts] = useState(() => store.conflicts())
  const [offlineSince, setOfflineSince] = useState<number | null>(() =>
    navigator.onLine ? null : Date.now(),
  )
  const isSending = useRef(false)

  async function send(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    try {
      for (let scans = store.list(); scans.length > 0; scans = store.list()) {
        const batch = nextScans(scans)
        const { data } = await api('POST /orders/scans', { body: { scans: batch } })
        store.drop(new Set(batch.map(({ id }) => id)))
        if (data.refused.length > 0) {
          store.addConflicts(data.refused)
          setConflicts(store.conflicts())
          onRefused(data.refused)
        }
        setWaiting(store.list().length)
        onSent()
      }
      // With nothing to send the browser alone knows whether there is a network.
      if (navigator.onLine) setOfflineSince(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setOfflineSince((since) => since ?? Date.now())
    } finally {
      isSending.current = false
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
