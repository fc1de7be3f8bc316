import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OrderStatus } from '../../../model/order-status.ts'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { Money } from '../../parts/money.tsx'
import type { OrderRow } from '../../parts/orders.ts'
import { StatusPill } from '../../parts/status-pill.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/states.tsx'
import styles from './home-page.module.css'

export function NewestOrders({ orders }: { orders: OrderRow[] | undefined }) {
  const { t } = useTranslation()
  return (
    <section className={styles['card']} aria-labelledby="home-newest">
      <div className={styles['cardHead']}>
        <h2 id="home-newest">{t('home.newest')}</h2>
        <Link to={paths.orders()}>{t('home.allOrders')}</Link>
      </div>
      {orders?.length === 0 && <p className={styles['muted']}>{t('orders.noneText')}</p>}
      <ul>
        {orders?.map((order) => {
          const [first] = order.item_preview
          return (
            <li key={order.id}>
              <Link to={paths.order(order.id)} className={styles['order']}>
                <Picture source={first?.image ?? null} seed={first?.shop_sku ?? order.code} />
                <span className={styles['lines']}>
                  <span className={styles['what']}>{first?.name ?? order.code}</span>
                  <span className={styles['muted']}>
                    <ChannelMark platformId={order.shop.data.platform_id} /> {order.code} ·{' '}
                    <When at={order.created_at} relative />
                  </span>
                </span>
                <span className={styles['end']}>
                  <Money value={order.total_price} currency={order.currency} strong />
                  <StatusPill status={order.status.code as OrderStatus} />
                </span>
              </Link>
            </li>
          )
        }) ??
          Array.from({ length: 5 }, (_, at) => (
            <li key={at} className={styles['order']}>
              <Skeleton width="100%" height={36} />
            </li>
          ))}
      </ul>
    </section>
  )
}
