import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../chunk-reload.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { ChannelMark } from '../channel-mark.tsx'
import { monthDay, shortDay } from '../dates.ts'
import { amountText, count } from '../figures.ts'
import type { SalesOfDays, SalesOverall } from './sales-queries.ts'
import tableStyles from '../../ui/figure-table.module.css'
import styles from './sales-chart.module.css'
import { useClock } from '../when.tsx'

// Drawing takes a library that nothing else on these pages needs.
const BarPlot = lazy(async () => ({
  default: (await loadChunk(() => import('../../ui/bar-plot.tsx'))).BarPlot,
}))

type Props = { days: SalesOfDays; mean?: number | null }

/** Pieces sold by day as bars, or the same figures as a table. */
export function SalesChart({ days, mean = null }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const [isTable, setTable] = useState(false)
  const bars = days.data.map(({ date, quantity }) => ({ name: monthDay(date, clock), value: quantity }))
  return (
    <div className={styles['chart']}>
      {!isTable && (
        <div aria-hidden="true">
          <Suspense fallback={<Skeleton width="100%" height={150} />}>
            <BarPlot bars={bars} mean={mean} label={t('sales.pieces')} format={count} />
          </Suspense>
        </div>
      )}
      <SalesTable days={days} isSeen={isTable} />
      <Button size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
        {t('home.asTable')}
      </Button>
    </div>
  )
}

function SalesTable({ days: { data, meta }, isSeen }: { days: SalesOfDays; isSeen: boolean }) {
  const { t } = useTranslation()
  const clock = useClock()
  return (
    <div
      className={isSeen ? tableStyles['table'] : 'visually-hidden'}
      {...(isSeen ? { tabIndex: 0, role: 'group', 'aria-label': t('sales.title') } : {})}
    >
      <table>
        <caption className="visually-hidden">{t('sales.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('home.day')}</th>
            <th scope="col">{t('sales.pieces')}</th>
            <th scope="col">{t('area.orders')}</th>
            <th scope="col">{t('home.revenue')}</th>
          </tr>
        </thead>
        <tbody>
          {data.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{shortDay(day.date, clock)}</th>
              <td>{count(day.quantity)}</td>
              <td>{count(day.orders)}</td>
              <td>{amountText(day.revenue, meta.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Pieces sold by each shop. */
export function SoldByShop({ overall: { by_shop: shops } }: { overall: SalesOverall }) {
  const { t } = useTranslation()
  return (
    <ul className={styles['shops']} aria-label={t('sales.byShop')}>
      {shops.map(({ shop, quantity }) => (
        <li key={shop.id} title={shop.system_name}>
          <ChannelMark platformId={shop.platform_id} />
          <span className="visually-hidden">{shop.system_name}</span>
          {count(quantity)}
        </li>
      ))}
    </ul>
  )
}
