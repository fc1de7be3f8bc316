import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { skuListQuery } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './stock-takes.module.css'
import type { Refused } from './waiting-scans.ts'

type Props = {
  refused: Refused
  /** Further codes that cannot be counted, shown one after the other. */
  following: number
  onCount: (skuId: number) => void
  onSkip: () => void
}

/** The scanned code means no SKU, several, or a bundle: one is found by its name or code and counted, or the code is skipped. */
export function UnknownCode({ refused: { code, why, pieces }, following, onCount, onSkip }: Props) {
  const { t } = useTranslation()
  const beginning = why === 'bundle' ? '' : code
  const [keyword, setKeyword] = useState(beginning)
  const [typed, setTyped] = useState(beginning)
  const { data: found } = useQuery({
    ...skuListQuery({ keyword, limit: 5 }),
    enabled: keyword !== '' && why !== 'full',
  })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setKeyword(typed.trim())
  }

  return (
    <section className={styles['unknown']} role="alert" aria-label={t(`stockTake.refused.${why}`, { code })}>
      <p>
        {t(`stockTake.refused.${why}`, { code })}
        {pieces > 1 && <small>{t('stockTake.refusedPieces', { figure: count(pieces) })}</small>}
        {following > 0 && (
          <small>{t('stockTake.refusedMore', { count: following, figure: count(following) })}</small>
        )}
      </p>
      {why !== 'full' && (
        <form className={styles['find']} noValidate onSubmit={submit}>
          <TextField
            label={t('stockTake.findSku')}
            value={typed}
            maxLength={100}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{t('stockTake.find')}</Button>
        </form>
      )}
      {found?.data.length === 0 && <p className={styles['muted']}>{t('stockTake.foundNone')}</p>}
      {found && found.data.length > 0 && (
        <ul className={styles['rows']} aria-label={t('stockTake.findSku')}>
          {found.data.map((sku) => (
            <li key={sku.id}>
              <Picture source={sku.image} seed={sku.prime_sku} size={38} />
              <span className={styles['what']}>
                <span>{sku.name}</span>
                <small>{sku.prime_sku}</small>
              </span>
              <Button
                busy={false}
                onClick={() => onCount(sku.id)}
                aria-label={`${t('stockTake.countThis')} · ${sku.name}`}
              >
                {t('stockTake.countThis')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {/* After a double click the next code stands there. */}
      <Button busy={false} onClick={onSkip}>
        {t('stockTake.skip')}
      </Button>
    </section>
  )
}
