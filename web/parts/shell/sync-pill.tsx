import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useAfterPage } from '../after-page.ts'
import { useErrorMessage } from '../error-message.ts'
import { percent } from '../figures.ts'
import { syncPercentKey, syncPercentQuery } from '../queries/shop-queries.ts'
import styles from './sync-pill.module.css'
import { showToast } from '../../ui/toast.ts'

const refetchMs = 3000

/** On home, how far the first syncs are, and that they have ended until it is closed. */
export function SyncPill() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const isHome = pathname === paths.home()
  const { data: sync } = useQuery({
    ...syncPercentQuery,
    enabled: useAfterPage() && isHome,
    refetchInterval: ({ state: { data } }) =>
      data && data.total_shop > 0 && data.percent < 100 ? refetchMs : false,
  })
  const close = useMutation({
    mutationFn: () => api('POST /dashboard/sync-percent/close'),
    onSuccess: ({ data }) => queries.setQueryData(syncPercentKey, data),
    onError: (error) => showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })

  if (!isHome || !sync || sync.total_shop === 0) return null
  const ended = sync.percent >= 100
  const isAwaited = (type: string) => type === 'order' || type === 'product'
  const awaited = sync.shops?.filter(
    ({ type }, _at, all) => isAwaited(type) || !all.some((one) => isAwaited(one.type)),
  )
  const unfinished = awaited?.filter((shop) => shop.percent < 100 && shop.state !== 'failed')
  const running = unfinished ? new Set(unfinished.map((shop) => shop.shop_id)).size : sync.total_shop
  const text = ended
    ? t('sync.done', { count: sync.total_shop })
    : t('sync.running', { running, total: sync.total_shop })
  return (
    <output className={styles['pill']} data-ended={ended || undefined} title={text}>
      {ended && <Check size={16} aria-hidden="true" />}
      <span className={styles['words']}>{text}</span>
      {!ended && <ProgressBar percent={sync.percent} label={text} />}
      {!ended && <span className={styles['figure']}>{percent(sync.percent)}</span>}
      {ended && (
        <IconButton
          label={t('action.close')}
          className={styles['close'] ?? ''}
          onClick={() => close.mutate()}
        >
          <X size={14} aria-hidden="true" />
        </IconButton>
      )}
    </output>
  )
}
