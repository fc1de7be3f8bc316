import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../chunk-reload.ts'
import { useAfterPage } from '../../parts/after-page.ts'
import { shortDay } from '../../parts/dates.ts'
import { amountText, count } from '../../parts/figures.ts'
import { Money } from '../../parts/money-amount.tsx'
import { useClock } from '../../parts/when.tsx'
import { meQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { CardError } from './card-error.tsx'
import { Comparison } from './comparison.tsx'
import { revenueQuery } from './home-queries.ts'
import styles from './home-page.module.css'
import type { Revenue } from './revenue-plot.tsx'

// Drawing takes a library that nothing else on the first screen needs.
const RevenuePlot = lazy(async () => ({
  default: (await loadChunk(() => import('./revenue-plot.tsx'))).RevenuePlot,
}))

/** Revenue of the last thirty days, compared with the thirty before. */
export function RevenueCard() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [isTable, setTable] = useState(false)
  const revenue = useQuery(revenueQuery)
  const { data } = revenue
  if (revenue.error && !data) return <CardError title={t('home.revenue')} failed={revenue} />
  return (
    <section className={styles['card']} aria-labelledby="home-revenue">
      <div className={styles['cardHead']}>
        <h2 id="home-revenue">{t('home.revenue')}</h2>
        <Button size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t('home.asTable')}
        </Button>
      </div>
      <p className={styles['today']}>
        {data ? (
          <>
            <Money value={data.total} currency={data.currency} strong />
            <Comparison percentChange={data.percent_change} than={t('home.thanBefore')} />
            {data.refunds !== 0 && (
              <span className={styles['muted']}>
                {t('home.takenOff')} <Money value={data.refunds} currency={data.currency} />
              </span>
            )}
            {data.others.map(({ currency, total }) => (
              <span key={currency} className={styles['muted']}>
                {t('home.besides')} <Money value={total} currency={currency} />
              </span>
            ))}
          </>
        ) : (
          <Skeleton width={220} />
        )}
      </p>
      <div className={styles['plot']} data-table={isTable || undefined}>
        {data && <Plot data={data} isTable={isTable} />}
      </div>
      <p className={styles['definition']}>{t('home.revenueMeans', { zone: me.timezone })}</p>
    </section>
  )
}

function Plot({ data, isTable }: { data: Revenue; isTable: boolean }) {
  const { t } = useTranslation()
  const afterPage = useAfterPage()
  // Drawing takes as long as all the rest of the page, which is there a moment before it.
  const isDrawn = useDeferredValue(afterPage, false)
  if (data.chart.every((day) => day.orders === 0 && day.refunds === 0 && day.previous_revenue === 0))
    return <EmptyState title={t('home.noRevenue')} text={t('home.noRevenueText')} />
  return (
    <>
      {!isTable && isDrawn && (
        <div aria-hidden="true">
          <Suspense fallback={<Skeleton width="100%" height={220} />}>
            <RevenuePlot data={data} text={{ now: t('home.revenue'), before: t('home.before') }} />
          </Suspense>
        </div>
      )}
      <RevenueTable data={data} isSeen={isTable} />
    </>
  )
}

/** The same figures for whoever would rather read them, or cannot see the picture. */
function RevenueTable({ data, isSeen }: { data: Revenue; isSeen: boolean }) {
  const { t } = useTranslation()
  const clock = useClock()
  const money = (value: number) => amountText(value, data.currency)
  const hasRefunds = data.chart.some((day) => day.refunds !== 0)
  return (
    <div
      className={isSeen ? styles['table'] : 'visually-hidden'}
      {...(isSeen ? { tabIndex: 0, role: 'group', 'aria-label': t('home.revenue') } : {})}
    >
      <table>
        <caption className="visually-hidden">{t('home.revenue')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('home.day')}</th>
            <th scope="col">{t('home.revenue')}</th>
            <th scope="col">{t('area.orders')}</th>
            {hasRefunds && <th scope="col">{t('home.refunds')}</th>}
            <th scope="col">{t('home.before')}</th>
          </tr>
        </thead>
        <tbody>
          {data.chart.map((day) => (
            <tr key={day.date}>
              <th scope="row">{shortDay(day.date, clock)}</th>
              <td>{money(day.revenue)}</td>
              <td>{count(day.orders)}</td>
              {hasRefunds && <td>{money(day.refunds)}</td>}
              <td>{money(day.previous_revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
