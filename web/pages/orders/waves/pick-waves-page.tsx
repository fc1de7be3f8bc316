import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { Pill } from '../../../ui/pill.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import styles from './waves.module.css'
import { pickWavesQuery } from './wave-queries.ts'

/** The last pick waves, the newest first. */
export function PickWavesPage() {
  const { t } = useTranslation()
  usePageTitle(t('wave.all'))
  const { data: waves, error, refetch } = useQuery(pickWavesQuery)
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        <h1>{t('wave.all')}</h1>
        <Link to={paths.scanOrders()}>{t('scan.title')}</Link>
      </header>
      {error && !waves && (
        <LoadError title={t('error.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !waves && <Skeleton width="100%" height={64} />}
      {waves?.length === 0 && (
        <EmptyState title={t('wave.none')} text={t('wave.noneText')}>
          <Link to={paths.orders()} search={{ view: 'queue' }}>
            {t('area.orders')}
          </Link>
        </EmptyState>
      )}
      {waves && waves.length > 0 && (
        <ul className={styles['rows']} aria-label={t('wave.all')}>
          {waves.map((wave) => (
            <li key={wave.id}>
              <Link to={paths.pickWave(wave.id)} className={styles['what']}>
                <b>{wave.name}</b>
                <small>
                  {t('wave.orders', { count: wave.order_count, figure: count(wave.order_count) })} ·{' '}
                  {wave.created_by} · <When at={wave.created_at} />
                </small>
              </Link>
              <Pill hue={wave.ended_at ? 'green' : 'blue'}>
                {wave.ended_at
                  ? t('wave.ended')
                  : t('wave.picked', { done: count(wave.picked), total: count(wave.quantity) })}
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}
