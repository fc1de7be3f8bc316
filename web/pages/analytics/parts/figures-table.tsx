import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../analytics.module.css'
import type { OrdersSearch } from '../orders-of-figure.ts'
import { OrdersLink } from './orders-link.tsx'
import type { ColumnMeaning } from './column-meanings.ts'
import type { CsvCell } from './save-file.ts'

export type TableColumn<Row> = {
  key: string
  title: string
  /** Title in a file, where the figures stand without their unit. */
  inFile?: string
  /** In place of the title, where the head says more than a word. */
  head?: ReactNode
  /** Definition of the figures of the column; the name of a thing counts nothing. */
  means?: ColumnMeaning | readonly ColumnMeaning[]
  isRight?: boolean
  /** Left out where the others have no room with it, those that are `first` before the rest. A button shows them. */
  isWide?: boolean | 'first'
  cell: (row: Row) => ReactNode
  /** The same for a file. */
  text: (row: Row) => CsvCell
  /** Orders that make the figure. */
  orders?: (row: Row) => OrdersSearch | null
  total?: ReactNode
  sort?: { isSorted: boolean; onSort: () => void; isDescending: boolean }
}

export type FiguresTableProps<Row> = {
  label: string
  columns: TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The table scrolls in it. */
  height?: number
  /** Drawn in grey: it is what no name is known of. */
  isQuiet?: (row: Row) => boolean
  /** Left out of the order of the Tab key while it is there to be heard alone. */
  isSeen?: boolean
  /** The table, where it is saved as a picture. */
  picture?: RefObject<HTMLTableElement | null>
}

/** Figures to read: the first column names the row, the others stand right. */
export function FiguresTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  height,
  isQuiet,
  isSeen = true,
  picture,
}: FiguresTableProps<Row>) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const box = useFittedColumns()
  const hasTotal = columns.some(({ total }) => total !== undefined)
  return (
    <div
      {...(isSeen && {
        ref: box,
        className: styles['table'],
        style: height === undefined ? undefined : { maxHeight: height },
        tabIndex: 0,
        role: 'group',
        'aria-label': label,
        'data-whole': isWhole || undefined,
      })}
    >
      <table ref={picture}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, head, isRight, isWide, sort }) => (
              <th
                key={key}
                scope="col"
                data-right={isRight || undefined}
                data-wide={isWide || undefined}
                aria-sort={sort?.isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
              >
                {sort ? (
                  <button type="button" onClick={sort.onSort}>
                    {title}
                    {sort.isSorted && <span aria-hidden="true">{sort.isDescending ? ' ↓' : ' ↑'}</span>}
                  </button>
                ) : (
                  (head ?? title)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-quiet={isQuiet?.(row) || undefined}>
              {columns.map((column, at) => {
                const Cell = at === 0 ? 'th' : 'td'
                const cell = column.cell(row)
                return (
                  <Cell
                    key={column.key}
                    {...(at === 0 && { scope: 'row' })}
                    data-right={column.isRight || undefined}
                    data-wide={column.isWide || undefined}
                  >
                    {column.orders ? (
                      <OrdersLink
                        orders={column.orders(row)}
                        label={`${column.title}, ${nameOf(columns, row)}`}
                      >
                        {cell}
                      </OrdersLink>
                    ) : (
                      cell
                    )}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
        {hasTotal && rows.length > 0 && (
          <tfoot>
            <tr>
              {columns.map(({ key, isRight, isWide, total }, at) => {
                const Cell = at === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={key}
                    {...(at === 0 && { scope: 'row' })}
                    data-right={isRight || undefined}
                    data-wide={isWide || undefined}
                  >
                    {total}
                  </Cell>
                )
              })}
            </tr>
          </tfoot>
        )}
      </table>
      {isSeen && columns.some(({ isWide }) => isWide) && (
        <button
          type="button"
          className={styles['columns']}
          data-unprinted=""
          aria-pressed={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {t('analytics.allColumns')}
        </button>
      )}
    </div>
  )
}

/**
 * Leaves out as few columns as the room asks for, and then shortens the names. Looked at anew after each change, as words and figures
 * have their own widths, and when the table outgrows its room by itself: by a font, or by figures that come later.
 */
function useFittedColumns(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return undefined
    const fit = () => {
      for (const hidden of ['none', 'first', 'all', 'all tight']) {
        box.dataset['hidden'] = hidden
        if (box.scrollWidth <= box.clientWidth) return
      }
    }
    const observer = new ResizeObserver(fit)
    observer.observe(box)
    let frame = 0
    const grown = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      if (box.scrollWidth > box.clientWidth) frame = requestAnimationFrame(fit)
    })
    if (box.firstElementChild) grown.observe(box.firstElementChild)
    fit()
    return () => {
      observer.disconnect()
      grown.disconnect()
      cancelAnimationFrame(frame)
    }
  })
  return ref
}

function nameOf<Row>([first]: TableColumn<Row>[], row: Row): string {
  return String(first?.text(row) ?? '')
}
