import type { ReactNode } from 'react'
import { LoadError } from '../load-error.tsx'
import styles from './list-page.module.css'

type Props = {
  result: { isError: boolean; error: unknown; refetch: () => unknown }
  /** Undefined while the rows load. */
  rows: readonly unknown[] | undefined
  failed: string
  empty: ReactNode
  /** The list on a phone; without one the table serves there too. */
  cards?: ReactNode
  isNarrow: boolean
  table: ReactNode
}

/** A list in one of its states: it failed, there is nothing, cards on a phone, a table elsewhere. */
export function ListBody({ result, rows, failed, empty, cards, isNarrow, table }: Props) {
  if (result.isError)
    return (
      <div className={styles['surface']}>
        <LoadError title={failed} error={result.error} onRetry={() => void result.refetch()} />
      </div>
    )
  if (rows?.length === 0) return <div className={styles['surface']}>{empty}</div>
  return isNarrow && cards !== undefined ? cards : table
}
