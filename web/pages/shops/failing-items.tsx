import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../console-queries.ts'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { useLive } from '../../parts/live.ts'
import { type Shop, shopsKey } from '../../parts/queries/shop-queries.ts'
import { When } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import styles from './channel-drawer.module.css'
import { showToast } from '../../ui/toast.ts'

type Failing = Pick<Reply<'GET /shops/{id}/sync-logs'>['data'][number], 'channel_id' | 'type'>

const refetchMs = 3000

/** Items that the channel sent malformed, in its own words. The other orders were imported without waiting for these. */
export function FailingItems({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const queryKey = [...shopsKey, shop.id, 'failing']
  const { data: items } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api('GET /shops/{id}/sync-logs', { params: { id: shop.id }, query: { limit: 100 }, signal }))
        .data,
    // Nobody tells of a failure.
    refetchInterval: refetchMs,
  })
  // A retry that went well ends with news about the order.
  useLive('order.change', () => void queries.invalidateQueries({ queryKey }, afterReading))
  const retry = useMutation({
    mutationFn: ({ channel_id, type }: Failing) =>
      api('POST /shops/{id}/sync-items/{channel_id}/retry', {
        params: { id: shop.id, channel_id },
        body: { type },
      }),
    onSuccess: () => {
      showToast({ tone: 'success', message: t('channels.retryAsked') })
      void queries.invalidateQueries({ queryKey: shopsKey })
    },
    onError: (error) => showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })
  if (!items || items.length === 0) return null
  return (
    <Card title={t('channels.failingTitle')}>
      <HelpLink answer="order-missing" />
      <ul className={styles['failing']}>
        {items.map((item) => (
          <li key={`${item.type}/${item.channel_id}`}>
            <span className={styles['lines']}>
              <span className={styles['code']}>
                {t(`channels.failingType.${item.type}`, { code: item.channel_id })}
              </span>
              <span>{item.reason}</span>
              <span className={styles['muted']}>
                {t('channels.attempts', { count: item.attempts })} ·{' '}
                <When at={item.last_failed_at} relative />
              </span>
            </span>
            <Button
              size="small"
              busy={retry.isPending && isSame(retry.variables, item)}
              aria-label={t('channels.retryItem', {
                item: t(`channels.failingType.${item.type}`, { code: item.channel_id }),
              })}
              onClick={() => retry.mutate(item)}
            >
              {t('action.retry')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function isSame(one: Failing, other: Failing): boolean {
  return one.type === other.type && one.channel_id === other.channel_id
}
