import FileText from 'lucide-react/icons/file-text'
import Image from 'lucide-react/icons/image'
import Table2 from 'lucide-react/icons/table-2'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toast.ts'
import styles from '../analytics.module.css'
import type { TableColumn } from './figures-table.tsx'
import { saveCsv, savePng } from './save-file.ts'

export type ChartToolsProps<Row> = {
  file: string
  /** The element that is saved as a picture; null: nothing is drawn. */
  picture?: RefObject<HTMLElement | null> | null
  /** Undefined: it is a table already. */
  isTable?: boolean
  onTable?: () => void
  table: { columns: TableColumn<Row>[]; rows: readonly Row[] }
}

/** Shows a chart as a table, and saves it as a picture or as the figures of its table. */
export function ChartTools<Row>({
  file,
  picture,
  isTable,
  onTable,
  table: { columns, rows },
}: ChartToolsProps<Row>) {
  const { t } = useTranslation()
  return (
    <span className={styles['fileTools']} data-unprinted="">
      {onTable && (
        <button type="button" aria-pressed={isTable} onClick={onTable}>
          <Table2 size={14} aria-hidden="true" />
          {t('home.asTable')}
        </button>
      )}
      {picture && (
        <button
          type="button"
          onClick={() => {
            if (picture.current)
              savePng(file, picture.current).catch(() =>
                showToast({ tone: 'error', message: t('analytics.pngFailed') }),
              )
          }}
        >
          <Image size={14} aria-hidden="true" />
          PNG
        </button>
      )}
      <button
        type="button"
        onClick={() =>
          saveCsv(file, [
            columns.map(({ title }) => title),
            ...rows.map((row) => columns.map(({ text }) => text(row))),
          ])
        }
      >
        <FileText size={14} aria-hidden="true" />
        CSV
      </button>
    </span>
  )
}
