import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { Fragment, type ReactNode, type Ref } from 'react'
import styles from './data-table.module.css'
import type { ColumnWidth } from './fit-columns.ts'
import { Skeleton } from './states.tsx'

export type Column<Row> = ColumnWidth & {
  title: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** Heading for screen readers only. */
  quiet?: boolean
  sort?: string
  /** Stands in the header instead of the title. */
  heading?: ReactNode
}

export type Sorting = { field: string; descending: boolean; onChange: (field: string) => void }

type Props<Row> = {
  label: string
  columns: Column<Row>[]
  /** Pixels of each column. */
  widths: ReadonlyMap<string, number>
  /** Undefined while they load. */
  rows: Row[] | undefined
  rowId: (row: Row) => number
  skeletons: number
  sorting: Sorting
  washed: ReadonlySet<number>
  selected: ReadonlyMap<number, unknown>
  openId: number | null
  stale: boolean
  onOpen: (row: Row) => void
  onPoint?: ((row: Row) => void) | undefined
  scrollerRef: Ref<HTMLDivElement>
  /** Measures the room that the columns share. */
  roomRef: Ref<HTMLDivElement>
  /** Lines between the rows; each stands over the rows of its group, and stays in sight. */
  groups?: RowGroup<Row>[] | undefined
  /** Behind the last row. */
  foot?: ReactNode
}

export type RowGroup<Row> = { key: string; line: ReactNode; rows: Row[] }

/** One bordered surface, a header that stays, rows of two lines. */
export function DataTable<Row>({ scrollerRef, roomRef, ...props }: Props<Row>) {
  const { columns, rows, rowId, sorting } = props
  return (
    <div className={styles['scroller']} ref={scrollerRef}>
      <div ref={roomRef} />
      <table
        className={styles['table']}
        aria-label={props.label}
        aria-busy={rows === undefined || props.stale}
      >
        <colgroup>
          {columns.map(({ key }) => (
            <col key={key} style={{ width: props.widths.get(key) }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody data-stale={props.stale || undefined}>
          {props.groups
            ? props.groups.map(({ key, line, rows: ofGroup }) => (
                <Fragment key={key}>
                  <tr className={styles['group']} data-group={key}>
                    <td colSpan={columns.length}>{line}</td>
                  </tr>
                  {ofGroup.map((row) => (
                    <Row key={rowId(row)} row={row} {...props} />
                  ))}
                </Fragment>
              ))
            : rows?.map((row) => <Row key={rowId(row)} row={row} {...props} />)}
          {!rows &&
            Array.from({ length: props.skeletons }, (_, at) => <SkeletonRow key={at} columns={columns} />)}
        </tbody>
      </table>
      {props.foot}
    </div>
  )
}

type RowProps<Row> = Omit<Props<Row>, 'scrollerRef' | 'roomRef'> & { row: Row }

function Row<One>({ row, columns, rowId, ...props }: RowProps<One>) {
  const id = rowId(row)
  return (
    <tr
      data-row={id}
      data-washed={props.washed.has(id) || undefined}
      data-selected={props.selected.has(id) || undefined}
      data-open={id === props.openId || undefined}
      // For the mouse only: the row's link serves the keyboard.
      onClick={(event) => {
        if (!(event.target as Element).closest('a, button, input, label')) props.onOpen(row)
      }}
      onMouseEnter={() => props.onPoint?.(row)}
    >
      {columns.map((column) => (
        <td key={column.key} data-align={column.align}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

function Heading<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting }) {
  const sorted = column.sort !== undefined && column.sort === sorting.field
  const direction = sorting.descending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      data-align={column.align}

      aria-sort={sorted ? direction : undefined}
    >
      {column.heading ??
        (column.sort ? (
          <button
            type="button"
            className={styles['sort']}
            onClick={() => sorting.onChange(column.sort ?? '')}
          >
            {column.title}
            {sorted &&
              (sorting.descending ? (
                <ArrowDown size={13} aria-hidden="true" />
              ) : (
                <ArrowUp size={13} aria-hidden="true" />
              ))}
          </button>
        ) : (
          <span className={column.quiet ? 'visually-hidden' : undefined}>{column.title}</span>
        ))}
    </th>
  )
}

function SkeletonRow<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <tr data-skeleton="">
      {columns.map((column) => (
        <td key={column.key} data-align={column.align}>
          {column.quiet ? null : <Skeleton width="70%" />}
        </td>
      ))}
    </tr>
  )
}
