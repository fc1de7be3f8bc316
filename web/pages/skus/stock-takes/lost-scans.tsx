import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { StockTakeRow } from '../../../parts/queries/stock-take-queries.ts'
import { meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './stock-takes.module.css'
import { countWith, dropWaiting, type Scan, waitingKey, waitingScans } from './waiting-scans.ts'

/** Scans of this device that came after the end of a stock take, so that a person can look after their pieces. */
export function LostScans({ takeId, rows }: { takeId: number; rows: StockTakeRow[] }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const key = waitingKey(takeId, me.id)
  const [scans, setScans] = useState(() => waitingScans(key))
  if (scans.length === 0) return null

  const codeOf = ({ code, sku_id: id }: Scan) =>
    code ?? rows.find(({ sku }) => sku.id === id)?.sku.code ?? `#${id}`
  const byCode = [...Map.groupBy(scans, codeOf)]
  return (
    <section className={styles['unknown']} role="alert" aria-label={t('stockTake.lost')}>
      <p>{t('stockTake.lost')}</p>
      <ul className={styles['rows']}>
        {byCode.map(([code, own]) => (
          <li key={code}>
            <code className={styles['what']}>{code}</code>
            <b>{count(countWith(null, own) ?? 0)}</b>
          </li>
        ))}
      </ul>
      <Button onClick={() => setScans(dropWaiting(key, new Set(scans.map(({ id }) => id))))}>
        {t('action.close')}
      </Button>
    </section>
  )
}
