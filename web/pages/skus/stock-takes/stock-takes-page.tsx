import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { HelpLink } from '../../../parts/help-link.tsx'
import { LoadError } from '../../../parts/load-error.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { type StockTake, stockTakesQuery } from '../../../parts/queries/stock-take-queries.ts'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Pill, type PillHue } from '../../../ui/pill.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { StartStockTake } from './start-stock-take.tsx'
import styles from './stock-takes.module.css'

const hues: Record<StockTake['state'], PillHue> = { open: 'blue', booked: 'green', canceled: 'grey' }

/** All stock takes, the newest first, and the way to begin one. */
export function StockTakesPage() {
  const { t } = useTranslation()
  usePageTitle(t('stockTake.all'))
  const [isStarting, setStarting] = useState(false)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(stockTakesQuery)
  const takes = data?.pages.flatMap((page) => page.data)
  return (
    <main className={`${styles['page']} ${styles['list']}`}>
      <nav className={styles['crumbs']} aria-label={t('skus.path')}>
        <Link to={paths.skus()}>{t('area.skus')}</Link>
      </nav>
      <header className={styles['head']}>
        <h1>{t('stockTake.all')}</h1>
        <HelpLink answer="stock-take" />
        <Button variant="primary" disabled={!data} onClick={() => setStarting(true)}>
          {t('stockTake.start')}
        </Button>
      </header>
      {error && !takes && (
        <LoadError title={t('stockTake.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !takes && <Skeleton width="100%" height={64} />}
      {takes?.length === 0 && <EmptyState title={t('stockTake.none')} text={t('stockTake.noneText')} />}
      {takes && takes.length > 0 && (
        <ul className={styles['takes']} aria-label={t('stockTake.all')}>
          {takes.map((take) => (
            <li key={take.id}>
              <Link to={paths.stockTake(take.id)} className={styles['take']}>
                <span className={styles['what']}>
                  <b>{take.warehouse.name ?? t('stockTake.noWarehouse')}</b>
                  <small>
                    {take.started_by.name} · <When at={take.started_at} />
                  </small>
                </span>
                <span className={styles['end']}>
                  <Pill hue={hues[take.state]}>{t(`stockTake.state.${take.state}`)}</Pill>
                  <small>
                    {t('stockTake.countedOf', {
                      counted: count(take.counted_count),
                      all: count(Math.max(take.sku_count, take.counted_count)),
                    })}
                  </small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('movements.more')}
        </Button>
      )}
      {isStarting && data?.pages[0] && (
        <StartStockTake
          warehouses={data.pages[0].meta.warehouses}
          open={takes?.filter(({ state }) => state === 'open') ?? []}
          onClose={() => setStarting(false)}
        />
      )}
    </main>
  )
}
