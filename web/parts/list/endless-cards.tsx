import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FaqSlug } from '../../../model/faq.ts'
import { HelpLink } from '../help-link.tsx'
import { LoadError } from '../load-error.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import styles from './endless-cards.module.css'

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
