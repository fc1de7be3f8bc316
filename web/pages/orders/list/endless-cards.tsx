import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FaqSlug } from '../../../../model/faq.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { HelpLink } from '../../../parts/help-link.tsx'
import { LoadError } from '../../../parts/load-error.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import styles from '../returns/order-returns.module.css'
import { readOrdersSearch } from './orders-search.ts'

type Props<Row> = {
  pages: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>
  labels: { failed: string; none: string; noneText: string; more: string }
  /** FAQ answer that the empty list links to. */
  help: FaqSlug
  keyOf: (row: Row) => string | number
  children: (row: Row) => ReactNode
}

/** A drawer's list, a card per row, which goes on at a press. */
export function EndlessCards<Row>({ pages, labels, help, keyOf, children }: Props<Row>) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = pages
  if (error && !data) return <LoadError title={labels.failed} error={error} onRetry={refetch} />
  if (!data) return <Skeleton width="60%" height={36} />
  const all = data.pages.flatMap((page) => page.data)
  if (all.length === 0)
    return (
      <EmptyState title={labels.none} text={labels.noneText}>
        <HelpLink answer={help} />
      </EmptyState>
    )
  return (
    <>
      <ul className={styles['list']}>
        {all.map((row) => (
          <li key={keyOf(row)}>
            <Card>{children(row)}</Card>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {labels.more}
        </Button>
      )}
    </>
  )
}

type Ordered = { order_id: number | null; order_code: string; shop: { data: { platform_id: number } } }

/** The order that a row is about; one that is not here has only its code. */
export function OrderOfRow({ row }: { row: Ordered }) {
  return (
    <span>
      <ChannelMark platformId={row.shop.data.platform_id} />{' '}
      {row.order_id === null ? (
        row.order_code
      ) : (
        <Link to={paths.order(row.order_id)} search={readOrdersSearch} resetScroll={false}>
          {row.order_code}
        </Link>
      )}
    </span>
  )
}
