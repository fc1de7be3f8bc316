import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pageAccess } from '../page-access.ts'
import { paths } from '../paths.ts'
import { meQuery } from '../session.ts'

/** Code of an order, which opens it for those who may see orders. */
export function OrderLink({ order }: { order: { id: number; code: string } | null }) {
  const { data: me } = useSuspenseQuery(meQuery)
  if (!order) return null
  return pageAccess.orders(me) ? <Link to={paths.order(order.id)}>{order.code}</Link> : <>{order.code}</>
}
