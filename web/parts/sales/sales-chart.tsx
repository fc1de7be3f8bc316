import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../channel-mark.tsx'
import { monthDay, shortDay } from '../dates.ts'
import { amountText, count } from '../figures.ts'
import type { SalesOfDays, SalesOverall } from './sales-queries.ts'
import { BarsOrTable } from './bars-or-table.tsx'
import styles from './sales-chart.module.css'
import { useClock } from '../when.tsx'

type Props = { days: SalesOfDays; mean?: number | null }

/** Pieces sold by day as bars, or the same figures as a table. */
export function SalesChart({ days: { data, meta }, mean = null }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const bars = data.map(({ date, quantity }) => ({ name: monthDay(date, clock), value: quantity }))
  return (
    <BarsOrTable title={t('sales.title')} bars={bars} mean={mean} label={t('sales.pieces')} format={count}>
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
    </BarsOrTable>
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
