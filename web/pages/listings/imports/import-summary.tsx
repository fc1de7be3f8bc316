import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { ImportEntry } from '../../../parts/queries/import-queries.ts'
import { Card } from '../../../ui/drawer-frame.tsx'
import styles from './imports.module.css'

type Part = 'change' | 'same' | 'error' | 'done' | 'left' | 'undone'
const fieldNames = [
  'price',
  'special_price',
  'on_hand',
  'sku_name',
  'barcode',
  'bin',
  'threshold',
  'cost',
  'link',
  'template',
  'variant',
] as const

type Props = { summary: NonNullable<ImportEntry['summary']>; status: ImportEntry['status'] }

/** Three questions: what will change, what stays, what is wrong; afterwards what became of it. */
export function ImportSummary({ summary, status }: Props) {
  const { t } = useTranslation()
  const { change, same, error, done, left, undone, fields, far_prices: far } = summary
  const parts = (
    status === 'checked' || status === 'importing'
      ? [
          ['change', change + done],
          ['same', same],
          ['error', error],
        ]
      : [
          ['done', done],
          ['undone', undone],
          ['left', left],
          ['same', same],
          ['error', error],
        ]
  ) as [Part, number][]
  const shown = parts.filter(([key, figure]) => figure > 0 || key === 'change')
  return (
    <Card>
      <div className={styles['summary']}>
        <div className={styles['bar']} aria-hidden="true">
          {shown.map(([key, figure]) => (
            <span key={key} data-part={key} style={{ flexGrow: figure }} />
          ))}
        </div>
        <ul className={styles['legend']}>
          {shown.map(([key, figure]) => (
            <li key={key} data-part={key}>
              <strong>{count(figure)}</strong> {t(`imports.part.${key}`)}
            </li>
          ))}
        </ul>
        {Object.keys(fields).length > 0 && (
          <ul className={styles['legend']} aria-label={t('imports.changes')}>
            {fieldNames
              .filter((field) => fields[field])
              .map((field) => (
                <li key={field}>
                  {t(`imports.field.${field}`)} <strong>{count(fields[field] ?? 0)}</strong>
                </li>
              ))}
          </ul>
        )}
        {status === 'checked' && far && far.rows > 0 && (
          <output className={styles['far']}>
            {t('imports.far', { count: far.rows, figure: count(far.rows) })}{' '}
            {t('imports.farRows', {
              rows: `${far.first.join(', ')}${far.rows > far.first.length ? ' …' : ''}`,
            })}
          </output>
        )}
      </div>
    </Card>
  )
}
