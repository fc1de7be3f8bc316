import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadError } from '../../../parts/load-error.tsx'
import { MeaningsMark } from '../../../parts/meanings/meanings-mark.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useDelayed } from '../../../ui/use-delayed.ts'
import styles from '../analytics.module.css'
import { meaningsOf } from './column-meanings.ts'

type Result<T> = {
  data: T | undefined
  error: unknown
  isPlaceholderData: boolean
  isPending: boolean
  refetch: () => Promise<unknown>
}

type Props<T> = {
  title: string
  /** Where links within the page lead to. */
  id?: string
  /** The heading is there for those who do not see the picture alone. */
  isTitleHidden?: boolean
  note?: ReactNode
  tools?: ReactNode
  /** Columns whose figures are defined beside the title. */
  columns?: Parameters<typeof meaningsOf>[1] | undefined
  result: Result<T>
  /** Room of the grey layout. */
  height: number
  children: (data: T) => ReactNode
}

/** A part of a page that loads, fails and is tried again by itself. */
export function Card<T>({
  title,
  id,
  isTitleHidden = false,
  note,
  tools,
  columns = [],
  result,
  height,
  children,
}: Props<T>) {
  const { t } = useTranslation()
  const heading = useId()
  const meanings = meaningsOf(t, columns)
  const isSlow = useDelayed(result.isPending)
  const { data, error, isPlaceholderData, refetch } = result
  return (
    <section
      id={id}
      className={styles['card']}
      aria-labelledby={heading}
      aria-busy={result.isPending || undefined}
    >
      <div className={isTitleHidden ? 'visually-hidden' : styles['cardHead']}>
        <h2 id={heading}>{title}</h2>
        {meanings.length > 0 && (
          <MeaningsMark label={t('analytics.meaning', { figure: title })} meanings={meanings} />
        )}
        {note && <span className={styles['muted']}>{note}</span>}
        {tools && data !== undefined && <div className={styles['tools']}>{tools}</div>}
      </div>
      {data !== undefined ? (
        <div className={styles['body']} data-stale={isPlaceholderData || undefined}>
          {children(data)}
        </div>
      ) : error ? (
        <LoadError title={t('home.failed', { part: title })} error={error} onRetry={refetch} />
      ) : (
        <div className={styles['blank']} style={{ minHeight: height }}>
          {isSlow && <Skeleton width="100%" height={height - 16} />}
        </div>
      )}
    </section>
  )
}
