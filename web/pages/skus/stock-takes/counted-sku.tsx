import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountIn, count } from '../../../parts/figures.ts'
import type { StockTakeRow } from '../../../parts/queries/stock-take-queries.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Difference, MovedSince } from './difference.tsx'
import styles from './stock-takes.module.css'

const mostCounted = 999_999

type Props = {
  row: StockTakeRow
  /** With the scans that wait; null: it was taken out again. */
  counted: number | null
  isBlind: boolean
  onAdd: (pieces: number) => void
  onSet: (pieces: number) => void
}

/**
 * The SKU that was scanned last, with its figure between minus and plus. A figure that is typed replaces it; what is none, such as a
 * barcode that was scanned into the field, stays and is marked.
 */
export function CountedSku({ row, counted, isBlind, onAdd, onSet }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const { sku, expected, moved_since: moved } = row
  const difference =
    row.difference === null || counted === null ? null : row.difference + counted - row.counted

  const read = typed?.trim() ? amountIn(typed) : undefined
  const isWrong = Boolean(typed?.trim()) && !(Number.isInteger(read) && Number(read) <= mostCounted)

  function save(event: SyntheticEvent) {
    event.preventDefault()
    if (isWrong) return
    if (read !== undefined && read !== counted) onSet(read)
    setTyped(null)
  }

  return (
    <section className={styles['current']} aria-label={sku.name}>
      <div className={styles['sku']}>
        <Picture source={sku.image} seed={sku.code} size={52} />
        <span className={styles['what']}>
          <b>{sku.name}</b>
          <code>{sku.code}</code>
        </span>
      </div>
      <form className={styles['stepper']} onSubmit={save} noValidate>
        <button type="button" aria-label={t('stockTake.minus')} disabled={!counted} onClick={() => onAdd(-1)}>
          <Minus size={22} aria-hidden="true" />
        </button>
        <label>
          <span className="visually-hidden">{t('stockTake.countOf', { name: sku.name })}</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            maxLength={30}
            aria-invalid={isWrong}
            value={typed ?? String(counted ?? 0)}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={save}
          />
          <span aria-hidden="true">{t('stockTake.counted')}</span>
        </label>
        <button type="button" aria-label={t('stockTake.plus')} onClick={() => onAdd(1)}>
          <Plus size={22} aria-hidden="true" />
        </button>
      </form>
      {isWrong && (
        <p className={styles['error']} role="alert">
          {t('stockTake.countRule', { most: count(mostCounted) })}
        </p>
      )}
      <p className={styles['figures']}>
        <small>
          {isBlind
            ? t('stockTake.blindNow')
            : expected === null
              ? t('stockTake.neverCounted')
              : t('stockTake.expected', { figure: count(expected) })}
        </small>
        <MovedSince pieces={moved} />
        <Difference pieces={difference} />
      </p>
    </section>
  )
}
