import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { type Sku, skusKey } from '../../../parts/queries/sku-queries.ts'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import styles from './move-stock.module.css'

type Movement = Reply<'GET /stock-movements'>['data'][number]

/** Movements of a SKU's stock, the newest first: what, who or which order, and what was left. */
export function MovementsCard({ sku: { id } }: { sku: Sku }) {
  const { t } = useTranslation()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...skusKey, 'movements', id],
    queryFn: ({ signal, pageParam }) =>
      api('GET /stock-movements', {
        query: { sku_id: id, limit: 10, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next_after,
  })
  const movements = data?.pages.flatMap((page) => page.data)
  return (
    <Card title={t('movements.title')}>
      {error && <LoadError title={t('movements.failed')} error={error} onRetry={() => void refetch()} />}
      {movements?.length === 0 && <p className={styles['muted']}>{t('movements.none')}</p>}
      {movements && movements.length > 0 && (
        <ul className={styles['movements']} aria-label={t('movements.title')}>
          {movements.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('movements.more')}
        </Button>
      )}
    </Card>
  )
}

function Row({ one }: { one: Movement }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const change = one.on_hand_change === 0 ? one.reserved_change : one.on_hand_change
  const what = one.on_hand_change === 0 && one.kind === 'order' ? 'reserved' : one.kind
  const details = [
    one.user?.name,
    one.reason && `“${one.reason}”`,
    one.shop?.system_name,
    one.warehouse?.name,
  ]
  return (
    <li>
      <span>
        {t(`movements.kind.${what}`)}{' '}
        {one.order &&
          (allows(me, 'orders.view') ? (
            <Link to={paths.order(one.order.id)}>{one.order.code}</Link>
          ) : (
            one.order.code
          ))}
      </span>
      <b>{`${change < 0 ? '−' : '+'}${count(Math.abs(change))}`}</b>
      <small>
        <When at={one.at} /> · {details.filter(Boolean).join(' · ')}
      </small>
      <small>{t('movements.left', { figure: count(one.available_after) })}</small>
    </li>
  )
}
