import { Link } from '@tanstack/react-router'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { paths } from '../../paths.ts'
import { ordersSearch } from './list/orders-search.ts'

type Ordered = { order_id: number | null; order_code: string; shop: { data: { platform_id: number } } }

/** The order that a row is about; one that is not here has only its code. */
export function OrderOfRow({ row }: { row: Ordered }) {
  return (
    <span>
      <ChannelMark platformId={row.shop.data.platform_id} />{' '}
      {row.order_id === null ? (
        row.order_code
      ) : (
        <Link to={paths.order(row.order_id)} search={ordersSearch.read} resetScroll={false}>
          {row.order_code}
        </Link>
      )}
    </span>
  )
}
