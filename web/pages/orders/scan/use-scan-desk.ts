import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { useLive } from '../../../parts/live.ts'
import type { ScannedOrder } from './scan-count.ts'

export type ScanDesk = Reply<'GET /orders/scan-desk'>['data']

const renewMs = 60_000
const restMs = 4000
const shownLast = 5

const scanDeskQuery = queryOptions({
  queryKey: ['orders', 'scan-desk'],
  queryFn: async ({ signal }) => (await api('GET /orders/scan-desk', { signal })).data,
  refetchInterval: renewMs,
  staleTime: restMs,
  // Without a network the last answer is what is worked with.
  gcTime: Infinity,
  networkMode: 'always',
  retry: false,
})

/** The orders that can be packed now, with the day so far, as they were last heard of. */
export function useScanDesk(isWaiting: () => boolean) {
  const queries = useQueryClient()
  const { data } = useQuery(scanDeskQuery)
  const nextAt = useRef(0)
  const [renew] = useState(() => () => {
    const now = Date.now()
    if (now < nextAt.current - restMs) return
    const wait = Math.max(0, nextAt.current - now)
    nextAt.current = now + wait + restMs
    setTimeout(() => {
      // What waits to be sent is not in the server's figures yet.
      if (!isWaiting()) void queries.invalidateQueries({ queryKey: scanDeskQuery.queryKey })
    }, wait)
  })
  useLive('order.change', renew)
  const read = () => queries.getQueryData(scanDeskQuery.queryKey)

  /** The figures are right at once, also without a network. */
  function noteChecked({ id, code, lines }: ScannedOrder, by: string): void {
    const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
    const entry = {
      id,
      code,
      pieces,
      image: lines[0]?.image ?? null,
      check: { by, at: new Date().toISOString() },
    }
    queries.setQueryData(
      scanDeskQuery.queryKey,
      (desk) =>
        desk && {
          orders: desk.orders.filter((order) => order.id !== id),
          left: Math.max(0, desk.left - (desk.orders.some((order) => order.id === id) ? 1 : 0)),
          checked_today: desk.checked_today + 1,
          last: [entry, ...desk.last.filter((one) => one.id !== id)].slice(0, shownLast),
        },
    )
  }

  return { desk: data, read, noteChecked, renew }
}
