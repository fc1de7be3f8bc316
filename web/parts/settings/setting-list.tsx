import type { UseQueryResult } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import type { FaqSlug } from '../../../model/faq.ts'
import { HelpLink } from '../help-link.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { LoadError } from '../load-error.tsx'
import styles from './setting-list.module.css'

type Props<Row> = {
  rows: UseQueryResult<Row[]>
  labels: { failed: string; none: string; noneText: string }
  /** FAQ answer that the empty list links to. */
  help: FaqSlug
  /** With the link that the whole row opens. */
  children: (row: Row) => ReactNode
}

/** A short list of what is set up, each row of which opens a drawer. */
export function SettingList<Row extends { id: number }>({ rows, labels, help, children }: Props<Row>) {
  const { data, error, refetch } = rows
  if (error && !data) {
    return <LoadError title={labels.failed} error={error} onRetry={refetch} />
  }
  if (data?.length === 0) {
    return (
      <div className={styles['list']}>
        <EmptyState title={labels.none} text={labels.noneText}>
          <HelpLink answer={help} />
        </EmptyState>
      </div>
    )
  }
  return (
    <ul className={styles['list']}>
      {data?.map((row) => (
        <li key={row.id} className={styles['row']}>
          {children(row)}
          <ChevronRight size={18} aria-hidden="true" />
        </li>
      )) ?? (
        <li className={styles['row']}>
          <Skeleton width="60%" height={36} />
        </li>
      )}
    </ul>
  )
}
