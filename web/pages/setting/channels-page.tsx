import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestIdOf, useErrorWords } from '../../parts/error-words.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { ShopSummary } from '../../parts/shop-summary.tsx'
import { type Shop, shopsQuery } from '../../parts/shops.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import styles from './channels-page.module.css'
import { LinkResult } from './link-result.tsx'
import { LinkShop } from './link-shop.tsx'
import { SettingFrame } from './setting-frame.tsx'

/** The linked shops, how each of them stands, and the way to link another one. */
export function ChannelsPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.channels'))
  const params: { shopId?: string } = useParams({ strict: false })
  const [linking, setLinking] = useState(false)
  const shops = useQuery({
    ...shopsQuery,
    // A first sync moves every second; the stream tells only its steps.
    refetchInterval: ({ state: { data } }) =>
      data?.some((shop) => shop.is_order_sync && shop.sync?.data.state === 'running') ? 2000 : false,
  })
  const linkButton = (
    <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setLinking(true)}>
      {t('channels.link')}
    </Button>
  )
  return (
    <>
      <SettingFrame actions={linkButton} inert={params.shopId !== undefined}>
        <LinkResult />
        <ShopList shops={shops} />
        <LinkShop opened={linking} onClose={() => setLinking(false)} />
      </SettingFrame>
      <Outlet />
    </>
  )
}

function ShopList({ shops: { data, error, refetch } }: { shops: UseQueryResult<Shop[]> }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const requestId = requestIdOf(error)
  if (error && !data) {
    return (
      <ErrorState
        title={t('channels.failed')}
        text={wordsOf(error)}
        note={requestId && t('error.requestId', { id: requestId })}
      >
        <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
      </ErrorState>
    )
  }
  if (data?.length === 0) {
    return (
      <div className={styles['list']}>
        <EmptyState title={t('channels.none')} text={t('channels.noneText')} />
      </div>
    )
  }
  return (
    <ul className={styles['list']}>
      {data?.map((shop) => (
        <li key={shop.id} className={styles['row']}>
          <ShopSummary shop={shop} />
          <ChevronRight size={18} aria-hidden="true" />
        </li>
      )) ?? (
        <li className={styles['row']}>
          <Skeleton width="60%" height={36} />
        </li>
      )}
    </ul>
  )
}
