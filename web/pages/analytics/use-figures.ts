import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { afterReading } from '../../console-queries.ts'
import { useListSearch } from '../../parts/list/use-list-search.ts'
import { useLive } from '../../parts/live.ts'
import { orderKeys } from '../../parts/queries/order-queries.ts'
import { useNow } from '../../parts/when.tsx'
import { type AnalyticsPage, paths } from '../../paths.ts'
import { meQuery } from '../../session.ts'
import { analyticsSearch, toChartQuery, toPlainQuery } from './analytics-search.ts'
import type { Scope } from './orders-of-figure.ts'

/** The filters in the address, and the same in the API's words. */
export function useFigures(page: AnalyticsPage) {
  const { search, change } = useListSearch(() => paths.analytics(page), analyticsSearch)
  const { data: me } = useSuspenseQuery(meQuery)
  // A page that stays open goes on to the next day: it is drawn anew each minute.
  useNow(60_000)
  const plain = toPlainQuery(search, me.timezone)
  const charted = toChartQuery(search, me.timezone)
  /** Days as the reply has them: the address may have left them to the API. */
  const scopeOf = ({ from, to }: { from: string; to: string }): Scope => ({ ...plain, from, to })
  return { search, change, plain, charted, scopeOf, timeZone: me.timezone }
}

/** The shops in the address alone: stock is of today, and of no segment. */
export function useShopFilter(page: AnalyticsPage): Pick<Scope, 'shop_id' | 'platform_id'> {
  const { plain } = useFigures(page)
  return {
    ...(plain.shop_id && { shop_id: plain.shop_id }),
    ...(plain.platform_id && { platform_id: plain.platform_id }),
  }
}

/** Gathering (live.ts) and asking come to it: an order is in the figures within a second, also behind another one. */
const leastMs = 700

/** Figures of the open page follow the orders: at once, and no more often than readers can follow. */
export function useLiveFigures(): void {
  const queries = useQueryClient()
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const renew = useEffectEvent(() => {
    last.current = Date.now()
    timer.current = undefined
    void queries.invalidateQueries({ queryKey: orderKeys.figures }, afterReading)
  })
  useLive('order.change', () => {
    timer.current ??= setTimeout(renew, Math.max(0, last.current + leastMs - Date.now()))
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
