import Check from 'lucide-react/icons/check'
import CloudOff from 'lucide-react/icons/cloud-off'
import Undo from 'lucide-react/icons/undo-2'
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { StockTake, StockTakeRow } from '../../../parts/queries/stock-take-queries.ts'
import { CameraButton, ScanCamera } from '../../../parts/scan-camera.tsx'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { CountedSku } from './counted-sku.tsx'
import { Difference, MovedSince } from './difference.tsx'
import styles from './stock-takes.module.css'
import { UnknownCode } from './unknown-code.tsx'
import { useCounting } from './use-counting.ts'

type Props = { take: StockTake; rows: StockTakeRow[]; more: ReactNode; onReview: () => void }

/** The scan field, the SKU that was scanned last with its figure, and what was counted before. */
export function Counting({ take, rows, more, onReview }: Props) {
  const { t } = useTranslation()
  const counting = useCounting(take.id, rows)
  const [byCamera, setByCamera] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useScannerKeys(field)
  const { current, waiting, isOffline, error } = counting
  const [refused] = counting.refused
  const row = current === null ? null : counting.rowOf(current)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = field.current
    if (!input) return
    counting.scan(input.value)
    input.value = ''
  }

  return (
    <>
      <form className={styles['scan']} noValidate onSubmit={submit}>
        <label htmlFor="count-code">{t('stockTake.scanField')}</label>
        <input
          id="count-code"
          ref={field}
          className={styles['field']}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="enter"
        />
        <CameraButton size="large" isOn={byCamera} onSwitch={setByCamera} />
      </form>
      {byCamera && <ScanCamera onCode={counting.scan} />}
      <output className={styles['saved']} aria-live="polite">
        {waiting === 0 ? (
          <>
            <Check size={14} aria-hidden="true" /> {t('stockTake.saved')}
          </>
        ) : isOffline ? (
          <>
            <CloudOff size={14} aria-hidden="true" /> {counting.waitingText}
          </>
        ) : (
          t('stockTake.saving')
        )}
      </output>
      {error && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
      {refused && (
        <UnknownCode
          key={refused.code}
          refused={refused}
          following={counting.refused.length - 1}
          onCount={(skuId) => {
            counting.add(skuId, refused.pieces)
            counting.skip()
          }}
          onSkip={counting.skip}
        />
      )}
      {row && current !== null && (
        <CountedSku
          key={current}
          row={row}
          counted={counting.countOf(current)}
          isBlind={take.is_blind}
          onAdd={(pieces) => counting.add(current, pieces)}
          onSet={(pieces) => counting.set(current, pieces)}
        />
      )}
      <h2 className={styles['subtitle']}>{t('stockTake.countedBefore')}</h2>
      {rows.length === 0 ? (
        <p className={styles['muted']}>{t('stockTake.scanFirst')}</p>
      ) : (
        <ul className={styles['rows']} aria-label={t('stockTake.countedBefore')}>
          {rows.map((one) => (
            <li key={one.sku.id}>
              <Picture source={one.sku.image} seed={one.sku.code} size={38} />
              <button type="button" className={styles['what']} onClick={() => counting.choose(one.sku.id)}>
                <span>{one.sku.name}</span>
                <small>{one.sku.code}</small>
              </button>
              <span className={styles['end']}>
                <b>{count(counting.countOf(one.sku.id) ?? 0)}</b>
                <Difference pieces={one.difference} />
                <MovedSince pieces={one.moved_since} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {more}
      <footer className={styles['bar']}>
        <Button
          size="large"
          icon={<Undo size={16} aria-hidden="true" />}
          disabled={!counting.canUndo}
          onClick={counting.undo}
        >
          {t('stockTake.undo')}
        </Button>
        <Button
          size="large"
          variant="primary"
          {...(waiting > 0 && { refusal: counting.waitingText })}
          {...(waiting === 0 && refused && { refusal: t('stockTake.refusedFirst') })}
          {...(waiting === 0 &&
            !refused &&
            take.counted_count === 0 && { refusal: t('stockTake.nothingCounted') })}
          onClick={onReview}
        >
          {take.is_blind
            ? t('stockTake.reviewBlind')
            : t('stockTake.review', { count: take.difference_count, figure: count(take.difference_count) })}
        </Button>
      </footer>
    </>
  )
}

/** A Bluetooth scanner types wherever the focus is; the field gets it with the first sign, so that no keyboard covers the screen. */
function useScannerKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === ' ')
        return
      const target = event.target instanceof Element ? event.target : null
      if (!target?.closest('input, textarea, select, [role=dialog]')) field.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [field])
}
