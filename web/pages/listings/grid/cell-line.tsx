import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { type GridField, gridFields } from './grid-draft.ts'
import styles from './grid-page.module.css'
import { type GridRow, readAmount } from './grid-rows.ts'
import type { Grid } from './use-grid.ts'

/** Names the cell under the keyboard: the value before, why it is locked, or what is wrong with it and the way out. */
export function CellLine({
  grid,
  row,
  field,
  isReadOnly,
}: {
  grid: Grid
  row: GridRow | undefined
  field: GridField | undefined
  /** Nothing can be edited here, so no key edits a cell. */
  isReadOnly: boolean
}) {
  const { t } = useTranslation()
  if (!row || !field || !gridFields.includes(field))
    return isReadOnly ? null : <p className={styles['line']}>{t('grid.pickCell')}</p>
  const before = grid.storedTextOf(row, field)
  const isEdited = grid.checked.get(row.id)?.edits[field] !== undefined
  const lock = grid.lockOf(row, field)
  const result = grid.resultOf(row, field)
  const error = grid.checked.get(row.id)?.errors[field]
  const fault =
    result?.state === 'refused'
      ? t('grid.refusedBy', { message: result.message })
      : error && error !== 'overtaken' && t(`grid.error.${error}`, grid.words)
  return (
    <div className={styles['line']} aria-live="polite">
      <strong>{t(`grid.field.${field}`)}</strong>
      <span className={styles['muted']}>
        {[row.seller_sku ?? row.product_name, grid.ofShops.get(row.shop_id)?.system_name].join(' · ')}
      </span>
      {lock !== null && <span>{lock}</span>}
      {fault && <span className={styles['fault']}>{fault}</span>}
      {(result === undefined && error === 'ambiguous'
        ? readingsOf(grid.textOf(row, field), row.currency)
        : []
      ).map((reading) => (
        <Button key={reading} size="small" onClick={() => grid.put(row, field, reading)}>
          {t('grid.use', { value: reading })}
        </Button>
      ))}
      {error === 'overtaken' && (
        <span className={styles['before']}>
          <span className={styles['overtaken']}>{t('grid.overtakenBy', { value: before || '–' })}</span>
          <Button size="small" onClick={() => grid.put(row, field, before)}>
            {t('grid.use', { value: before || '–' })}
          </Button>
          <Button size="small" onClick={() => grid.put(row, field, grid.textOf(row, field))}>
            {t('grid.keepMine')}
          </Button>
        </span>
      )}
      {isEdited && error !== 'overtaken' && (
        <span className={styles['before']}>
          <span className={styles['muted']}>{t('grid.was', { value: before || '–' })}</span>
          <Button size="small" onClick={() => grid.put(row, field, before)}>
            {t('grid.putBack')}
          </Button>
        </span>
      )}
    </div>
  )
}

/** The two amounts that "1.234" may mean: thousands, or decimals. */
function readingsOf(text: string, currency: string): string[] {
  const read = readAmount(text, currency)
  return 'amount' in read ? [] : read.remedies
}
