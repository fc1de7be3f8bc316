import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAfterPage } from '../../parts/after-page.ts'
import { changeSize, count } from '../../parts/figures.ts'
import { Money } from '../../parts/money-amount.tsx'
import { hourText, weekdayName } from '../../parts/anomalies/anomaly-hours.ts'
import { paths } from '../../paths.ts'
import { locale } from '../../page-language.ts'
import { allows, meQuery } from '../../session.ts'
import { RatesLink, UnlikeDays } from '../../parts/unlike-days.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { CardError } from './card-error.tsx'
import { todaySalesQuery } from './home-queries.ts'
import frame from './home-page.module.css'
import styles from './today-revenue.module.css'
import type { TodaySales } from './today-plot.tsx'
import { later } from '../../later.tsx'

// Drawing takes a library that nothing else on the first screen needs.
const loadPlot = () => import('./today-plot.tsx')
const TodayPlot = later(async () => ({ default: (await loadPlot()).TodayPlot }))
const TodayTable = later(async () => ({ default: (await loadPlot()).TodayTable }))

/** Revenue of today, compared with the hours that are over on the same weekday of the weeks before. */
export function TodayRevenue() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [isTable, setTable] = useState(false)
  const sales = useQuery(todaySalesQuery)
  const { data } = sales
  const isDrawn = !(data && hasNoAmount(data))
  if (sales.error && !data) return <CardError title={t('home.revenue')} failed={sales} />
  return (
    <section className={frame['card']} aria-labelledby="home-revenue">
      <div className={frame['cardHead']}>
        <h2 id="home-revenue">{t('home.revenue')}</h2>
        {isDrawn && (
          <Button
            size="small"
            className={frame['atEnd']}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {t('home.asTable')}
          </Button>
        )}
      </div>
      <div className={styles['revenue']}>
        {data ? (
          <Figures data={data} mayOpen={allows(me, 'orders.view')} />
        ) : (
          <Skeleton width={220} height={58} />
        )}
      </div>
      {isDrawn && (
        <div className={styles['plot']} data-table={isTable || undefined}>
          {data && <Plot data={data} isTable={isTable} mayOpen={allows(me, 'orders.view')} />}
        </div>
      )}
      <p className={styles['definition']}>{t('home.revenueMeans', { zone: me.timezone })}</p>
    </section>
  )
}

/** Nothing of it could be converted: zero would be a figure. */
const hasNoAmount = ({ total, others }: TodaySales) => total === 0 && others.length > 0

function Figures({ data, mayOpen }: { data: TodaySales; mayOpen: boolean }) {
  const { t } = useTranslation()
  const sales = t('home.sales', { count: data.orders, figure: count(data.orders) })
  const isNone = hasNoAmount(data)
  return (
    <>
      <div className={styles['total']}>
        {!isNone && <Money value={data.total} currency={data.currency} strong />}
        {data.is_converted && <span className={styles['small']}>{t('home.converted')}</span>}
        {data.others.map(({ currency, total }) => (
          <Fragment key={currency}>
            {isNone && <Money value={total} currency={currency} strong />}
            <span className={styles['small']}>
              {!isNone && (
                <>
                  {t('home.besides')} <Money value={total} currency={currency} />{' '}
                </>
              )}
              ({t('home.withoutRate')})
            </span>
          </Fragment>
        ))}
        {data.others.length > 0 && (
          <span className={styles['small']}>
            <RatesLink />
          </span>
        )}
        {mayOpen && data.orders > 0 ? (
          <Link
            to={paths.orders()}
            search={{ date_field: 'sold', from: data.date, to: data.date }}
            className={styles['counted']}
          >
            {sales}
          </Link>
        ) : (
          <span className={styles['small']}>{sales}</span>
        )}
      </div>
      <Usual data={data} />
      <UnlikeDays partly={data.partly_converted} className={styles['small']} />
    </>
  )
}

/** "29,4 % more than on the last 4 Mondays until 10:00"; nothing where too few such days are known. */
function Usual({ data: { percent_change: change, before, weekday, until } }: { data: TodaySales }) {
  const { t } = useTranslation()
  if (change === null) return null
  const size = changeSize(change, (most) => t('home.beyond', { most }))
  const than = { count: before.length, day: weekdayName(weekday, locale), time: hourText(until) }
  return (
    <p className={styles['small']}>
      <strong data-trend={change === 0 ? undefined : change > 0 ? 'more' : 'fewer'}>
        {t(change === 0 ? 'home.asUsual' : change > 0 ? 'home.more' : 'home.less', { percent: size })}
      </strong>{' '}
      {t(change === 0 ? 'home.onUsual' : 'home.thanUsual', than)}
    </p>
  )
}

function Plot({ data, isTable, mayOpen }: { data: TodaySales; isTable: boolean; mayOpen: boolean }) {
  const { t } = useTranslation()
  const afterPage = useAfterPage()
  // Drawing takes as long as all the rest of the page, which is there a moment before it.
  const isDrawn = useDeferredValue(afterPage, false)
  if (!isDrawn) return null
  return (
    <Suspense>
      {!isTable && (
        <TodayPlot
          data={data}
          text={{
            now: t('home.nowLine'),
            usual: t('home.usualLine', { day: weekdayName(data.weekday, locale) }),
          }}
        />
      )}
      <TodayTable data={data} isSeen={isTable} mayOpen={mayOpen} />
    </Suspense>
  )
}
