import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { StockTakeRow } from '../../../parts/queries/stock-take-queries.ts'
import { meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './stock-takes.module.css'
import {
  countWith,
  dropWaiting,
  keepRefused,
  refusedCodes,
  type Scan,
  waitingKey,
  waitingScans,
} from './waiting-scans.ts'

/** Scans of this device that came after the end of a stock take, so that a person can look after their pieces. */
export function LostScans({ takeId, rows }: { takeId: number; rows: StockTakeRow[] }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const key = waitingKey(takeId, me.id)
  const [scans, setScans] = useState(() => waitingScans(key))
  const [refused, setRefused] = useState(() => refusedCodes(key))
  if (scans.length === 0 && refused.length === 0) return null

  const codeOf = ({ code, sku_id: id }: Scan) =>
    code ?? rows.find(({ sku }) => sku.id === id)?.sku.code ?? `#${id}`
  const pieces = new Map(refused.map((one) => [one.code, one.pieces]))
  for (const [code, own] of Map.groupBy(scans, codeOf))
    pieces.set(code, (pieces.get(code) ?? 0) + (countWith(null, own) ?? 0))

  function close() {
    setScans(dropWaiting(key, new Set(scans.map(({ id }) => id))))
    keepRefused(key, [])
    setRefused([])
  }
  return (
    <section className={styles['unknown']} role="alert" aria-label={t('stockTake.lost')}>
      <p>{t('stockTake.lost')}</p>
      <ul className={styles['rows']}>
        {[...pieces].map(([code, figure]) => (
          <li key={code}>
            <code className={styles['what']}>{code}</code>
            <b>{count(figure)}</b>
          </li>
        ))}
      </ul>
      <Button onClick={close}>{t('action.close')}</Button>
    </section>
  )
}
