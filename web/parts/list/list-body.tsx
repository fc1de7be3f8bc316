import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable, type RowGroup, type Sorting } from '../../ui/data-table.tsx'
import { useNarrow } from '../../ui/use-media.ts'
import { LoadError } from '../load-error.tsx'
import styles from './list-page.module.css'

type Rows<Row> = {
  /** Undefined while they load. */
  rows: Row[] | undefined
  washed: ReadonlySet<number>
  stale: boolean
}

type Props<Row> = Rows<Row> & {
  result: { isError: boolean; error: unknown; refetch: () => unknown }
  isSlow: boolean
  onClearFilters: () => void
  sorting: Sorting
  selected: ReadonlyMap<number, unknown>
  openId: number | null
  onOpen: (id: number) => void
  scrollerRef: Ref<HTMLDivElement>
  label: string
  failed: string
  empty: ReactNode
  table: { columns: Column<Row>[]; widths: ReadonlyMap<string, number>; roomRef: Ref<HTMLDivElement> }
  /** The list on a phone. */
  cards: (list: Rows<Row> & { skeletons: number }) => ReactNode
  onPoint?: (row: Row) => void
  /** The rows of each group, under its line, where a list has groups. */
  groups?: RowGroup<Row>[]
  foot?: ReactNode
}

/** A list in one of its states: it failed, there is nothing, cards on a phone, a table elsewhere. */
export function ListBody<Row extends { id: number }>(props: Props<Row>) {
  const { result, rows, washed, stale, isSlow, table, onOpen } = props
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  // Rows that could not be read anew stay, as does what is chosen of them: the next read may come in a moment.
  if (result.isError && rows === undefined)
    return (
      <div className={styles['surface']}>
        <LoadError
          title={props.failed}
          error={result.error}
          onRetry={() => void result.refetch()}
          ofFilters={<Button onClick={props.onClearFilters}>{t('list.clearFilters')}</Button>}
        />
      </div>
    )
  if (rows?.length === 0 && !props.groups?.length)
    return <div className={styles['surface']}>{props.empty}</div>
  if (isNarrow) return props.cards({ rows, washed, stale, skeletons: isSlow ? 6 : 0 })
  return (
    <DataTable
      label={props.label}
      columns={table.columns}
      widths={table.widths}
      roomRef={table.roomRef}
      rows={rows}
      washed={washed}
      stale={stale}
      rowId={({ id }) => id}
      skeletons={isSlow ? 12 : 0}
      sorting={props.sorting}
      selected={props.selected}
      openId={props.openId}
      onOpen={({ id }) => onOpen(id)}
      onPoint={props.onPoint}
      scrollerRef={props.scrollerRef}
      groups={props.groups}
      foot={props.foot}
    />
  )
}
