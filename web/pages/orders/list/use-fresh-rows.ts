import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../api.ts'
import { useLive } from '../../../parts/live.ts'
import { orderListQuery, type OrderPage, type OrderQuery } from '../../../parts/queries/order-queries.ts'

const washMs = 4000

/**
 * Keeps the list on screen fresh. While the reader is busy with it, rows change in place but none appears: new ones are
 * counted and wait until they are asked for.
 */
export function useFreshRows(query: OrderQuery, page: OrderPage | undefined, isBusy: () => boolean) {
  const queries = useQueryClient()
  const { queryKey } = orderListQuery(query)
  const key = JSON.stringify(queryKey)
  const [waiting, setWaiting] = useState<{ key: string; ids: number[] }>({ key, ids: [] })

  async function renewInPlace() {
    const fresh = await api('GET /orders/filter', { query }).catch(() => null)
    const shown = queries.getQueryData(queryKey)
    if (!fresh || !shown) return
    const known = new Set(shown.data.map((row) => row.id))
    const byId = new Map(fresh.data.map((row) => [row.id, row]))
    queries.setQueryData<OrderPage>(queryKey, {
      data: shown.data.map((row) => byId.get(row.id) ?? row),
      meta: fresh.meta,
    })
    const onFirstPage = (query.page ?? 1) === 1
    const ids = fresh.data.map((row) => row.id).filter((id) => !known.has(id))
    setWaiting({ key, ids: onFirstPage ? ids : [] })
  }

  useLive('order.change', () => {
    if (isBusy()) void renewInPlace()
    else void queries.invalidateQueries({ queryKey, exact: true })
  })

  // The list may have been read anew since, for whoever made an order of his own.
  const shown = new Set(page?.data.map((row) => row.id))
  return {
    waiting: waiting.key === key ? waiting.ids.filter((id) => !shown.has(id)).length : 0,
    show: () => {
      setWaiting({ key, ids: [] })
      void queries.invalidateQueries({ queryKey, exact: true })
    },
  }
}

/** Ids of rows that appeared or changed status since the same list was last drawn, for four seconds. */
export function useWashed(page: OrderPage | undefined, key: string): ReadonlySet<number> {
  const seen = useRef<{ key: string; page: OrderPage } | null>(null)
  const [washed, setWashed] = useState<ReadonlySet<number>>(none)

  useEffect(() => {
    if (!page) return undefined
    const before = seen.current
    seen.current = { key, page }
    if (before?.key !== key || before.page === page) return undefined
    const ids = notificationsIn(before.page, page)
    if (ids.size === 0) return undefined
    setWashed(ids)
    const timer = setTimeout(() => setWashed(none), washMs)
    return () => clearTimeout(timer)
  }, [page, key])

  return washed
}

const none: ReadonlySet<number> = new Set()

/** A row that moved up because another one left is no news. */
function notificationsIn(before: OrderPage, after: OrderPage): Set<number> {
  const statuses = new Map(before.data.map((row) => [row.id, row.status.code]))
  const newest = before.data.reduce((latest, row) => (row.created_at > latest ? row.created_at : latest), '')
  const news = after.data.filter((row) => {
    const status = statuses.get(row.id)
    return status === undefined ? row.created_at >= newest : status !== row.status.code
  })
  return new Set(news.map((row) => row.id))
}
