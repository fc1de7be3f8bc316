import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OrderStatus } from '../../../model/order-status.ts'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { count } from '../../parts/figures.ts'
import { MeaningsMark } from '../../parts/meanings/meanings-mark.tsx'
import { Money } from '../../parts/money-amount.tsx'
import type { OrderRow } from '../../parts/queries/order-queries.ts'
import { StatusPill } from '../../parts/status-pill.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { CardError } from './card-error.tsx'
import { newOrdersQuery } from './home-queries.ts'
import frame from './home-page.module.css'
import styles from './beside-work.module.css'

/** Number of today's orders, and the newest of all. */
export function NewestOrders() {
  const { t } = useTranslation()
  const news = useQuery(newOrdersQuery)
  const { data } = news
  if (news.error && !data) return <CardError title={t('home.newest')} failed={news} />
  const orders = data?.orders.data
  return (
    <section className={frame['card']} aria-labelledby="home-newest">
      <div className={frame['cardHead']}>
        <h2 id="home-newest">{t('home.newest')}</h2>
        <MeaningsMark
          label={t('home.meaning', { figure: t('home.newest') })}
          meanings={[{ name: t('home.title'), of: 'today' }]}
        />
        <Link to={paths.orders()}>{t('home.allOrders')}</Link>
      </div>
      <p className={styles['today']}>
        {data ? t('home.today', { count: data.total, figure: count(data.total) }) : <Skeleton width={160} />}
      </p>
      {orders?.length === 0 && <p className={styles['small']}>{t('orders.noneText')}</p>}
      <ul>
        {orders?.map((order) => (
          <li key={order.id}>
            <NewOrder order={order} />
          </li>
        )) ??
          Array.from({ length: 5 }, (_, at) => (
            <li key={at} className={styles['order']}>
              <Skeleton width="100%" height={36} />
            </li>
          ))}
      </ul>
    </section>
  )
}

function NewOrder({ order }: { order: OrderRow }) {
  const [first] = order.item_preview
  return (
    <Link to={paths.order(order.id)} className={styles['order']}>
      <Picture source={first?.image ?? null} seed={first?.shop_sku ?? order.code} />
      <span className={styles['lines']}>
        <span>{first?.name ?? order.code}</span>
        <span className={styles['small']}>
          <ChannelMark platformId={order.shop.data.platform_id} /> {order.code} ·{' '}
          <When at={order.created_at} relative />
        </span>
      </span>
      <span className={styles['end']}>
        <Money value={order.total_price} currency={order.currency} strong />
        <StatusPill status={order.status.code as OrderStatus} />
      </span>
    </Link>
  )
}
