import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { locale } from '../../page-language.ts'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import { Popover } from '../../ui/popover.tsx'
import { ChannelMark } from '../channel-mark.tsx'
import { shortDay } from '../dates.ts'
import { change, changeSize, count, decimal } from '../figures.ts'
import { orderKeys } from '../queries/order-queries.ts'
import { hourText, weekdayName } from './anomaly-hours.ts'
import { useClock } from '../when.tsx'
import styles from './anomaly-notes.module.css'

type Anomalies = Reply<'GET /dashboard/anomalies'>
type Anomaly = Anomalies['data'][number]

// The key is one of home and dashboard figures, which follow new orders.
const anomaliesQuery = queryOptions({
  queryKey: [...orderKeys.figures, 'anomalies'] as const,
  queryFn: ({ signal }) => api('GET /dashboard/anomalies', { signal }),
  refetchInterval: 300_000,
})

/** One line for each shop that sells unusually today; nothing where nothing is unusual. */
export function AnomalyNotes() {
  const { t } = useTranslation()
  const { data } = useQuery(anomaliesQuery)
  if (!data || data.data.length === 0) return null
  return (
    <ul className={styles['notes']} aria-label={t('anomalies.title')}>
      {data.data.map((anomaly) => (
        <Note key={anomaly.shop.id} anomaly={anomaly} date={data.meta.date} />
      ))}
    </ul>
  )
}

function Note({ anomaly, date }: { anomaly: Anomaly; date: string }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [opened, setOpened] = useState(false)
  const { shop, since, until, orders, usual, percent } = anomaly
  const Trend = percent < 0 ? ArrowDown : ArrowUp
  const text = t(percent < 0 ? 'anomalies.below' : 'anomalies.above', {
    shop: shop.system_name,
    percent: changeSize(percent, (most) => t('anomalies.beyond', { most })),
    day: weekdayName(anomaly.weekday, locale),
    time: hourText(since),
  })
  return (
    <li className={styles['note']} data-fewer={percent < 0 || undefined}>
      <Trend size={16} aria-hidden="true" />
      <ChannelMark platformId={shop.platform_id} />
      <Popover
        opened={opened}
        onChange={setOpened}
        width={320}
        padding={12}
        label={t('anomalies.arithmetic')}
        focus="text"
        button={
          <button type="button" className={styles['text']} title={t('anomalies.arithmetic')}>
            {text}
          </button>
        }
      >
        <p>
          {t('anomalies.today', {
            count: orders,
            figure: count(orders),
            from: hourText(since),
            to: hourText(until),
          })}
        </p>
        <Before anomaly={anomaly} />
        <p>
          {t('anomalies.sum', {
            orders: count(orders),
            usual: decimal(usual),
            percent: change(percent),
          })}
        </p>
        {allows(me, 'orders.view') && (
          <Link to={paths.orders()} search={ordersOf(anomaly, date)}>
            {t('anomalies.open', { count: orders, figure: count(orders) })}
          </Link>
        )}
      </Popover>
    </li>
  )
}

function Before({ anomaly: { before, since, until, shop } }: { anomaly: Anomaly }) {
  const clock = useClock()
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <ul className={styles['days']}>
      {before.map(({ date, orders }) => (
        <li key={date}>
          {shortDay(date, clock)}{' '}
          {orders > 0 && allows(me, 'orders.view') ? (
            <Link to={paths.orders()} search={ordersOf({ shop, since, until }, date)}>
              {count(orders)}
            </Link>
          ) : (
            count(orders)
          )}
        </li>
      ))}
    </ul>
  )
}

function ordersOf({ shop, since, until }: Pick<Anomaly, 'shop' | 'since' | 'until'>, date: string) {
  const hours = Array.from({ length: until - since }, (_, at) => since + at)
  return { date_field: 'sold', from: date, to: date, shop_id: [shop.id], sold_hour: hours }
}
