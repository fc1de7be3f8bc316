import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TimelineFilter, timelineFilters } from '../../../../model/stock-movement.ts'
import { api } from '../../../api.ts'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { type Sku, skusKey } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './timeline-card.module.css'
import { TimelineRow } from './timeline-row.tsx'
import { groupEntries } from './timeline-groups.ts'

/** Movements of a SKU and figures that its shops were sent, the newest first. */
export function TimelineCard({ sku: { id } }: { sku: Sku }) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...skusKey, 'one', id, 'timeline', filter],
    queryFn: ({ signal, pageParam }) =>
      api('GET /sku-centers/{id}/timeline', {
        params: { id },
        query: { filter, limit: 20, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_after,
  })
  const groups = data && groupEntries(data.pages.flatMap((page) => page.data))
  const refused = data?.pages[0]?.meta.refused ?? 0
  return (
    <Card
      title={
        <span className={styles['head']}>
          {t('timeline.title')}
          <fieldset className={styles['filters']} aria-label={t('timeline.filter')}>
            {timelineFilters.map((one) => (
              <Button key={one} size="small" aria-pressed={one === filter} onClick={() => setFilter(one)}>
                {t(`timeline.filters.${one}`)}
                {one === 'refused' && refused > 0 && ` ${count(refused)}`}
              </Button>
            ))}
          </fieldset>
        </span>
      }
    >
      {error && !data && (
        <LoadError title={t('timeline.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton width="100%" height={120} />}
      {groups?.length === 0 && <p className={styles['muted']}>{t(`timeline.none.${filter}`)}</p>}
      {groups && groups.length > 0 && (
        <>
          <p className={styles['columns']} aria-hidden="true">
            <span>{t('timeline.change')}</span>
            <span>{t('skus.onHand')}</span>
          </p>
          <ul className={styles['entries']} aria-label={t('timeline.title')}>
            {groups.map((group) => (
              <TimelineRow key={group[0].id} group={group} />
            ))}
          </ul>
        </>
      )}
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('movements.more')}
        </Button>
      )}
    </Card>
  )
}
