import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api.ts'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { NotFoundPage } from '../../../parts/not-found-page.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import {
  type StockTake,
  stockTakeQuery,
  type StockTakeRow,
} from '../../../parts/queries/stock-take-queries.ts'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { CancelStockTake } from './cancel-stock-take.tsx'
import { Counting } from './counting.tsx'
import { Difference, MovedSince } from './difference.tsx'
import { LostScans } from './lost-scans.tsx'
import { ReviewDifferences } from './review-differences.tsx'
import styles from './stock-takes.module.css'

/** One stock take: counting and reviewing while it is open, afterwards what was booked. */
export function StockTakePage() {
  const { t } = useTranslation()
  const { takeId = '' }: { takeId?: string } = useParams({ strict: false })
  usePageTitle(t('stockTake.one'))
  const id = Number(takeId)
  const result = useInfiniteQuery(stockTakeQuery(id))
  const [isReviewing, setReviewing] = useState(false)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = result
  const take = data?.pages[0]?.data
  const rows = uniqueRows(data?.pages.flatMap((page) => page.data.rows) ?? [])
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  const more = hasNextPage && (
    <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('stockTake.showMore')}
    </Button>
  )
  return (
    <main className={styles['page']}>
      <nav className={styles['crumbs']} aria-label={t('skus.path')}>
        <Link to={paths.skus()}>{t('area.skus')}</Link> ›{' '}
        <Link to={paths.stockTakes()}>{t('stockTake.all')}</Link>
      </nav>
      {error && !take && (
        <LoadError title={t('stockTake.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !take && <Skeleton width="60%" height={44} />}
      {take && <Head take={take} />}
      {take?.state === 'open' && !isReviewing && (
        <Counting take={take} rows={rows} more={more} onReview={() => setReviewing(true)} />
      )}
      {take?.state === 'open' && isReviewing && (
        <ReviewDifferences take={take} onBack={() => setReviewing(false)} />
      )}
      {take && take.state !== 'open' && (
        <>
          {take.state === 'booked' && <p className={styles['muted']}>{t('stockTake.bookedHelp')}</p>}
          <LostScans takeId={take.id} rows={rows} />
          <Rows rows={rows} />
          {more}
        </>
      )}
    </main>
  )
}

/** Rows that were counted between two pages are on both. */
function uniqueRows(rows: StockTakeRow[]): StockTakeRow[] {
  return [...new Map(rows.toReversed().map((row) => [row.sku.id, row])).values()].toReversed()
}

function Head({ take }: { take: StockTake }) {
  const { t } = useTranslation()
  const all = Math.max(take.sku_count, take.counted_count)
  return (
    <header className={styles['head']}>
      <div className={styles['title']}>
        <h1>{t('stockTake.one')}</h1>
        <p>
          {take.warehouse.name ?? t('stockTake.noWarehouse')} ·{' '}
          {t('stockTake.countedOf', { counted: count(take.counted_count), all: count(all) })}
        </p>
        {take.ended_at && take.ended_by && (
          <p>
            {t(`stockTake.ended.${take.state === 'booked' ? 'booked' : 'canceled'}`, {
              name: take.ended_by.name,
            })}{' '}
            <When at={take.ended_at} />
            {take.document !== null && ` · ${t('stockTake.document', { number: take.document })}`}
          </p>
        )}
      </div>
      {take.state === 'open' && <CancelStockTake take={take} />}
      {take.state === 'open' && (
        <div className={styles['progress']}>
          <ProgressBar
            percent={all === 0 ? 0 : (take.counted_count / all) * 100}
            label={t('stockTake.progress')}
          />
        </div>
      )}
    </header>
  )
}

function Rows({ rows }: { rows: StockTakeRow[] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return <p className={styles['muted']}>{t('stockTake.nothingCounted')}</p>
  return (
    <ul className={styles['rows']} aria-label={t('stockTake.countedBefore')}>
      {rows.map((row) => (
        <li key={row.sku.id}>
          <Picture source={row.sku.image} seed={row.sku.code} size={38} />
          <span className={styles['what']}>
            <Link to={paths.sku(row.sku.id)}>{row.sku.name}</Link>
            <small>{[row.sku.code, row.reason].filter(Boolean).join(' · ')}</small>
          </span>
          <span className={styles['end']}>
            <b>{count(row.counted)}</b>
            <Difference pieces={row.difference} />
            <MovedSince pieces={null} />
          </span>
        </li>
      ))}
    </ul>
  )
}
