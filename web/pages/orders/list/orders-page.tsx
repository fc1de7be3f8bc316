import { QueuePage } from '../queue/queue-page.tsx'
import { OrderListPage } from './order-list-page.tsx'
import { useOrdersSearch } from './use-orders.ts'

/** The work queue, or all orders. */
export function OrdersPage() {
  const { search } = useOrdersSearch()
  return search.view === 'queue' ? <QueuePage /> : <OrderListPage />
}
