import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { count, percent } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { Money } from '../../../parts/money-amount.tsx'
import { productSalesQuery } from '../../../parts/sales/sales-queries.ts'
import { SalesChart } from '../../../parts/sales/sales-chart.tsx'
import { When } from '../../../parts/when.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './listing-sales.module.css'

/** Sales of a product in the last 30 days. */
export function ListingSales({ productId }: { productId: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(productSalesQuery(productId))
  return (
    <Card title={t('sales.title')}>
      {error && !data && <LoadError title={t('sales.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={90} />}
      {data && data.overall.total_quantity === 0 && <p className={styles['muted']}>{t('sales.none')}</p>}
      {data && data.overall.total_quantity > 0 && (
        <>
          <dl className={styles['figures']}>
            <div>
              <dt>{t('sales.pieces')}</dt>
              <dd>{count(data.overall.total_quantity)}</dd>
            </div>
            <div>
              <dt>{t('home.revenue')}</dt>
              <dd>
                <Money value={data.overall.revenue} currency={data.overall.currency} />
              </dd>
            </div>
            <div>
              <dt>{t('sales.returned')}</dt>
              <dd>{percent(data.overall.return_rate ?? 0)}</dd>
            </div>
            {data.overall.last_sold_at && (
              <div>
                <dt>{t('sales.last')}</dt>
                <dd>
                  <When at={data.overall.last_sold_at} />
                </dd>
              </div>
            )}
          </dl>
          {data.overall.total_quantity > 0 && <SalesChart days={data.days} />}
        </>
      )}
    </Card>
  )
}
