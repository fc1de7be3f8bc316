import type { QueryClient } from '@tanstack/react-query'
import { orderListQuery } from '../../../parts/queries/order-queries.ts'
import { firstGroups, queueQuery } from '../../../parts/queries/queue-queries.ts'
import { meQuery } from '../../../session.ts'
import { ordersSearch, type OrdersSearch, toOrderQuery, toQueueQuery } from './orders-search.ts'

/** Longest wait for the rows: the page itself shows no skeleton until then. */
const patienceMs = 200

/**
 * Asks for the rows while the page's code is still loading, and waits a moment for them: a page that is drawn once, with
 * its rows, is there sooner than one that is drawn twice. A failure is the page's to show.
 */
export async function prepareOrders(queries: QueryClient, raw: Record<string, unknown>): Promise<void> {
  const search = ordersSearch.read(raw)
  if (search.view === 'queue') return prepareQueue(queries, search)
  // Only ranges need the account's time zone; everything else is asked for before we know who asks.
  const me = search.range && (await queries.ensureQueryData(meQuery).catch(() => null))
  if (me === null) return
  const list = orderListQuery(toOrderQuery(search, me ? me.timezone : 'UTC'))
  if (queries.getQueryState(list.queryKey) !== undefined) return
  await Promise.race([queries.prefetchQuery(list), new Promise((late) => setTimeout(late, patienceMs))])
}

async function prepareQueue(queries: QueryClient, search: OrdersSearch): Promise<void> {
  const list = queueQuery(toQueueQuery(search), firstGroups)
  if (queries.getQueryState(list.queryKey) !== undefined) return
  await Promise.race([
    queries.prefetchInfiniteQuery(list),
    new Promise((late) => setTimeout(late, patienceMs)),
  ])
}
