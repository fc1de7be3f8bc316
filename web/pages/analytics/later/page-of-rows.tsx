import { useState } from 'react'
import { ListPager, type Pagination } from '../../../parts/list/list-pager.tsx'
import { defaultPageSize, type PageSize } from '../../../parts/list/page-size.ts'
import styles from '../analytics.module.css'

/** The place in a table that is not the page's first: the address has that of one table. Other filters lead back to page 1. */
export function usePageOfRows(filters: unknown, usual: PageSize = defaultPageSize) {
  const key = JSON.stringify(filters)
  const [place, setPlace] = useState<{ key: string; page: number; limit: PageSize }>({
    key,
    page: 1,
    limit: usual,
  })
  return {
    page: place.key === key ? place.page : 1,
    limit: place.limit,
    turn: (change: { page?: number; limit?: PageSize }) =>
      setPlace({ key, page: change.page ?? 1, limit: change.limit ?? place.limit }),
  }
}

type Props = { pagination: Pagination; place: ReturnType<typeof usePageOfRows> }

export function RowsPager({ pagination, place }: Props) {
  if (pagination.total <= pagination.count) return null
  return (
    <div className={styles['pager']}>
      <ListPager pagination={pagination} size={place.limit} onChange={place.turn} />
    </div>
  )
}
