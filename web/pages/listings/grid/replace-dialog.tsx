import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import type { SheetCell } from '../../../ui/sheet.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { CurrencyOfAmount } from '../bulk/currency-of-amount.tsx'
import { changeIn, currenciesFor } from '../bulk/price-rule.ts'
import { type GridField, gridFields } from './grid-draft.ts'
import styles from './grid-page.module.css'
import type { GridRow } from './grid-rows.ts'
import { changedCells, type CellsChange, isPrice } from './replace-cells.ts'
import { isField, type Grid } from './use-grid.ts'

const kinds = ['text', 'percent', 'add'] as const
type Kind = (typeof kinds)[number]
type Place = 'selected' | GridField

type Props = {
  grid: Grid
  /** Rows in view. */
  rows: GridRow[]
  selected: SheetCell[]
  onClose: () => void
}

/** Changes the chosen cells, or a column of the rows in view, as one step of undo. */
export function ReplaceDialog({ grid, rows, selected, onClose }: Props) {
  const { t } = useTranslation()
  const first = selected.find(({ key }) => isField(key))?.key as GridField | undefined
  const [place, setPlace] = useState<Place>(selected.length > 1 ? 'selected' : (first ?? 'price'))
  const [kind, setKind] = useState<Kind>('text')
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const [picked, setPicked] = useState('')
  const value = kind === 'text' ? undefined : changeIn(kind, by)
  const chosen = place === 'selected' ? selected : rows.map((_, row) => ({ row, key: place }))
  const open = chosen.flatMap(({ row: at, key }) => {
    const row = rows[at]
    if (!row || !isField(key) || grid.lockOf(row, key) !== null) return []
    return [{ row: at, key, text: grid.textOf(row, key), currency: row.currency }]
  })
  const prices = kind === 'add' ? open.filter(({ key }) => isPrice(key)) : []
  const offered = currenciesFor('add', prices)
  const currency = offered.includes(picked) ? picked : offered[0]
  const others = prices.filter((cell) => cell.currency !== currency).length
  const change: CellsChange | undefined =
    kind === 'text' ? { kind, find, by } : value === undefined ? undefined : { kind, value, currency }
  const edits = change ? changedCells(open, change) : []
  const locked = chosen.length - open.length

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (edits.length === 0) return
    grid.takeEdits(edits, rows)
    onClose()
  }

  return (
    <Dialog opened title={t('grid.replace.title')} onClose={onClose}>
      <form className={styles['replace']} onSubmit={submit} noValidate>
        <SelectField
          label={t('grid.replace.place')}
          value={place}
          onChange={(event) => setPlace(event.currentTarget.value as Place)}
        >
          {selected.length > 0 && (
            <option value="selected">
              {t('grid.replace.selected', { count: selected.length, figure: count(selected.length) })}
            </option>
          )}
          {gridFields.map((field) => (
            <option key={field} value={field}>
              {t('grid.replace.column', { field: t(`grid.field.${field}`), figure: count(rows.length) })}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('grid.replace.kind')}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
        >
          {kinds.map((name) => (
            <option key={name} value={name}>
              {t(`grid.replace.by.${name}`)}
            </option>
          ))}
        </SelectField>
        {kind === 'text' && (
          <TextField
            label={t('grid.replace.find')}
            autoComplete="off"
            data-autofocus
            maxLength={200}
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
        )}
        <TextField
          label={t(kind === 'text' ? 'grid.replace.with' : 'grid.replace.value')}
          unit={kind === 'percent' ? '%' : currency}
          help={kind === 'text' ? undefined : t('grid.replace.valueHelp')}
          error={
            kind !== 'text' && by !== '' && value === undefined ? t('grid.replace.valueRule') : undefined
          }
          autoComplete="off"
          optional
          maxLength={200}
          value={by}
          onChange={(event) => setBy(event.currentTarget.value)}
        />
        <CurrencyOfAmount
          label={t('grid.replace.currency')}
          offered={offered}
          currency={currency}
          onChoose={setPicked}
        />
        <output className={styles['muted']}>
          {t('grid.replace.preview', { count: edits.length, figure: count(edits.length) })}
          {others > 0 && ` ${t('grid.replace.otherCurrency', { count: others, figure: count(others) })}`}
          {locked > 0 && ` ${t('grid.replace.locked', { count: locked, figure: count(locked) })}`}
        </output>
        <div className={styles['end']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" disabled={edits.length === 0}>
            {t('grid.replace.send', { count: edits.length, figure: count(edits.length) })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
