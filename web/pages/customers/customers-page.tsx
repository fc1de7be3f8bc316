import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../console-queries.ts'
import type { RankChange } from '../../../contract/realtime.ts'
import { type Ranks, ranksQuery } from '../../parts/queries/customer-rank-queries.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { useLive } from '../../parts/live.ts'
import { LoadError } from '../../parts/load-error.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { allows, meQuery } from '../../session.ts'
import { BuyerData } from './buyer-data.tsx'
import styles from './customers-page.module.css'
import { RankForm } from './rank-form.tsx'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'

/** By what a customer rises, and how many have. */
export function CustomersPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.customers'))
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: ranks, error, refetch } = useQuery(ranksQuery)
  useLive('customer.rank', (values) => {
    const last = values.at(-1) as RankChange | null
    if (!last || last.percent === 100)
      void queries.invalidateQueries({ queryKey: ranksQuery.queryKey }, afterReading)
    else
      queries.setQueryData(
        ranksQuery.queryKey,
        (known) => known && { ...known, meta: { ...known.meta, recomputing: { percent: last.percent } } },
      )
  })
  return (
    <SettingFrame>
      <section className={styles['card']} aria-labelledby="ranks">
        <h2 id="ranks">{t('ranks.title')}</h2>
        <p className={styles['muted']}>{t('ranks.help', { currency: ranks?.data[0]?.currency ?? '' })}</p>
        {ranks && <Progress ranks={ranks} />}
        {ranks && <RankForm ranks={ranks.data} version={ranks.meta.updated_at} />}
        {!ranks && !error && <Skeleton width="100%" height={260} />}
        {!ranks && error && <LoadError title={t('ranks.failed')} error={error} onRetry={refetch} />}
      </section>
      {allows(me, 'customers.privacy') && <BuyerData readOnly={me.shop_ids.length > 0} />}
      <HelpLink answer="customer-ranks" />
    </SettingFrame>
  )
}

function Progress({ ranks: { meta } }: { ranks: Ranks }) {
  const { t } = useTranslation()
  const { recomputing } = meta
  return (
    <output>
      {recomputing && (
        <span className={styles['progress']}>
          <span>{t('ranks.ranking')}</span>
          <ProgressBar percent={recomputing.percent} label={t('ranks.ranking')} />
        </span>
      )}
    </output>
  )
}
