import FileText from 'lucide-react/icons/file-text'
import Image from 'lucide-react/icons/image'
import Table2 from 'lucide-react/icons/table-2'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { shortDay } from '../../../parts/dates.ts'
import { amountText } from '../../../parts/figures.ts'
import { useClock } from '../../../parts/when.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from '../analytics.module.css'
import type { PictureKey } from '../later/draw-png.ts'
import type { TableColumn } from './figures-table.tsx'
import { saveCsv, savePng } from './save-file.ts'

export type ChartToolsProps<Row> = {
  /** Name of the files, to which the days are added. */
  file: string
  /** Title of the picture; left out: the heading of the card. */
  title?: string
  /** Days of the figures, and what is in no amount because its currency has no rate; undefined: figures of today. */
  meta?: Meta | undefined
  /** Legend of a chart. */
  keys?: PictureKey[]
  /** The element that is saved as a picture; null: nothing is drawn. */
  picture?: RefObject<HTMLElement | null> | null
  /** Undefined: it is a table already. */
  isTable?: boolean
  onTable?: () => void
  table: { columns: TableColumn<Row>[]; rows: readonly Row[] }
}

type Meta = {
  from: string
  to: string
  others?: { currency: string; total: number; refunds?: number | undefined }[]
}

/** Shows a chart as a table, and saves it as a picture or as the figures of its table; nothing where there are none. */
export function ChartTools<Row>({
  file,
  title,
  meta,
  keys = [],
  picture,
  isTable,
  onTable,
  table: { columns, rows },
}: ChartToolsProps<Row>) {
  const { t } = useTranslation()
  const clock = useClock()
  if (rows.length === 0) return null
  const name = meta ? `${file}-${meta.from}-${meta.to}` : file
  const days = meta && [...new Set([meta.from, meta.to])].map((day) => shortDay(day, clock)).join(' – ')
  // Without this line a sum in the file would pass for all that was sold.
  const besides = (meta?.others ?? []).map(({ currency, total, refunds }) => {
    const amount = amountText(total, currency)
    const whole = refunds === undefined ? amount : `${amount} − ${amountText(refunds, currency)}`
    return `${t('home.besides')} ${whole} (${t('analytics.withoutRate')})`
  })
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
            const element = picture.current
            if (!element) return
            const heading = element.closest('section')?.querySelector('h2')?.textContent ?? ''
            const notes = days ? [days, ...besides] : besides
            savePng(name, element, { title: title ?? heading, notes, keys }).catch(() =>
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
          saveCsv(name, [
            columns.map((column) => column.inFile ?? column.title),
            ...rows.map((row) => columns.map(({ text }) => text(row))),
            ...besides.map((line) => [line]),
          ])
        }
      >
        <FileText size={14} aria-hidden="true" />
        CSV
      </button>
    </span>
  )
}
