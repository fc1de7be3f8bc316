import Columns3 from 'lucide-react/icons/columns-3'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/data-table.tsx'
import { CheckList, FilterChip } from '../../ui/filter-chip.tsx'
import { fitColumns } from '../../ui/fit-columns.ts'
import { useWidth } from '../../ui/use-width.ts'
import { useLocalStorage } from '../../ui/use-local-storage.ts'
import type { Selection } from './use-selection.ts'
import styles from './use-columns.module.css'

type Options<Row, Key extends string> = {
  /** Under this name the browser keeps the choice. */
  name: string
  columns: Record<Key, Column<Row>>
  /** Columns that the reader may choose, in their order. */
  optional: readonly Key[]
  shownAtFirst: readonly Key[]
  /** Columns that are always there, before and behind the chosen ones. */
  before: Column<Row>[]
  after?: Column<Row>[]
}

/** The columns that the reader chose and that have room, with their widths, and the menu to choose them. */
export function useColumns<Row, Key extends string>(options: Options<Row, Key>) {
  const { name, columns: all, optional, shownAtFirst, before, after = [] } = options
  const { t } = useTranslation()
  const [chosen, setChosen] = useLocalStorage<readonly Key[]>(`${name}-columns`, shownAtFirst)
  const { ref, width } = useWidth()
  const wanted = [
    ...before,
    ...optional.filter((key) => chosen.includes(key)).map((key) => all[key]),
    ...after,
  ]
  const { widths, hidden } = fitColumns(wanted, width || Infinity)
  const labelOf = (key: Key): ReactNode =>
    hidden.includes(key) ? (
      <span>
        {all[key].title} <small className={styles['hidden']}>{t('list.needsRoom')}</small>
      </span>
    ) : (
      all[key].title
    )
  const menu = (
    <FilterChip
      label={t('list.columns')}
      icon={<Columns3 size={15} aria-hidden="true" />}
      value={null}
      clearLabel=""
      onClear={() => undefined}
    >
      {() => (
        <CheckList
          options={optional.map((key) => ({ value: key, label: labelOf(key) }))}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
    </FilterChip>
  )
  return { columns: wanted.filter(({ key }) => widths.has(key)), widths, menu, roomRef: ref }
}

type SelectLabels<Row> = { column: string; page: string; row: (row: Row) => string }

/** Boxes to choose the rows of a page by. */
export function selectColumn<Row extends { id: number }>(
  rows: Row[],
  selection: Selection<Row, unknown>,
  labels: SelectLabels<Row>,
): Column<Row> {
  const chosen = rows.filter((row) => selection.chosen.has(row.id)).length
  return {
    key: 'select',
    title: labels.column,
    quiet: true,
    width: 34,
    cell: (row) => (
      <input
        type="checkbox"
        className={styles['check']}
        aria-label={labels.row(row)}
        checked={selection.chosen.has(row.id)}
        onChange={() => selection.toggle(row)}
      />
    ),
    heading: (
      <input
        type="checkbox"
        className={styles['check']}
        aria-label={labels.page}
        checked={rows.length > 0 && chosen === rows.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < rows.length
        }}
        onChange={() => selection.toggleAll(rows)}
      />
    ),
  }
}
