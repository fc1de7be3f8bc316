import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { afterReading } from '../../../console-queries.ts'
import type { Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { keepForReload, keptForReload } from '../../../session.ts'
import { useLive } from '../../../parts/live.ts'
import type { ScannedOrder } from './scan-count.ts'

export type ScanStation = Reply<'GET /orders/scan-station'>['data']

const renewMs = 60_000
const restMs = 4000
const shownLast = 5

const scanStationQuery = queryOptions({
  queryKey: ['orders', 'scan-station'],
  queryFn: async ({ signal }) => {
    const { data } = await api('GET /orders/scan-station', { signal })
    keepForReload('station', data)
    return data
  },
  initialData: () => keptForReload<ScanStation>('station'),
  initialDataUpdatedAt: 0,
  refetchInterval: renewMs,
  staleTime: restMs,
  // Without a network the last answer is what is worked with.
  gcTime: Infinity,
  networkMode: 'always',
  retry: false,
})

/** The orders that can be packed now, with the day so far, as they were last heard of. */
export function useScanStation(isWaiting: () => boolean) {
  const queries = useQueryClient()
  const { data } = useQuery(scanStationQuery)
  const nextAt = useRef(0)
  const [renew] = useState(() => () => {
    const now = Date.now()
    if (now < nextAt.current - restMs) return
    const wait = Math.max(0, nextAt.current - now)
    nextAt.current = now + wait + restMs
    setTimeout(() => {
      // A scan that waits to be sent is not in the server's figures yet.
      if (!isWaiting()) void queries.invalidateQueries({ queryKey: scanStationQuery.queryKey }, afterReading)
    }, wait)
  })
  useLive('order.change', renew)
  const read = () => queries.getQueryData(scanStationQuery.queryKey)

  /** The figures are right at once, also without a network. */
  function noteChecked({ id, code, lines }: ScannedOrder, by: string): void {
    const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
    const entry = {
      id,
      code,
      pieces,
      image: lines[0]?.image ?? null,
      is_canceled: false,
      check: { by, at: new Date().toISOString() },
    }
    const station = read()
    if (!station) return
    const isOpen = station.orders.some((order) => order.id === id)
    const now: ScanStation = {
      orders: station.orders.filter((order) => order.id !== id),
      left: Math.max(0, station.left - (isOpen ? 1 : 0)),
      checked_today: station.checked_today + 1,
      last: [entry, ...station.last.filter((one) => one.id !== id)].slice(0, shownLast),
    }
    queries.setQueryData(scanStationQuery.queryKey, now)
    keepForReload('station', now)
  }

  return { station: data, read, noteChecked, renew }
}
