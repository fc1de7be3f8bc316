import { Suspense } from 'react'
import { later } from '../../../later.tsx'
import { OrderListPage } from './order-list-page.tsx'
import { useOrdersSearch } from './use-orders.ts'

const QueuePage = later(async () => ({ default: (await import('../queue/queue-page.tsx')).QueuePage }))

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
