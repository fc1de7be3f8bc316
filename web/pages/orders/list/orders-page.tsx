import { lazy, Suspense } from 'react'
import { loadChunk } from '../../../chunk-reload.ts'
import { OrderListPage } from './order-list-page.tsx'
import { useOrdersSearch } from './use-orders.ts'

const QueuePage = lazy(() =>
  loadChunk(async () => ({ default: (await import('../queue/queue-page.tsx')).QueuePage })),
)

/** The work queue, or all orders. */
export function OrdersPage() {
  const { search } = useOrdersSearch()
  if (search.view !== 'queue') return <OrderListPage />
  return (
    <Suspense>
      <QueuePage />
    </Suspense>
  )
}
