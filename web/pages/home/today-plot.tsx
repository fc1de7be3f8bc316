import '@mantine/charts/styles.css'
import { CompositeChart } from '@mantine/charts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { amountText, compact, count } from '../../parts/figures.ts'
import { hourText, weekdayName } from '../../parts/anomalies/anomaly-hours.ts'
import { paths } from '../../paths.ts'
import { locale } from '../../page-language.ts'
import tableStyles from '../../ui/figure-table.module.css'
import { Library } from '../../ui/library.tsx'
import styles from './today-revenue.module.css'

export type TodaySales = Reply<'GET /dashboard/today-sales'>['data']

type Props = { data: TodaySales; text: { now: string; usual: string } }

/** Revenue added up hour by hour, up to the present one, over the usual day as a thin grey line. Loaded by itself: it brings the drawing library. */
export function TodayPlot({ data, text }: Props) {
  const { hours, until } = data
  const start = { hour: hourText(0), today: 0 as number | null, usual: hours[0]?.usual === null ? null : 0 }
  const rows = [start]
  for (const { hour, revenue, usual } of hours) {
    const last = rows.at(-1) ?? start
    rows.push({
      hour: hourText(hour + 1),
      today: hour > until || last.today === null ? null : last.today + revenue,
      usual: usual === null || last.usual === null ? null : last.usual + usual,
    })
  }
  return (
    <div aria-hidden="true" className={styles['drawing']}>
      <Library>
        <CompositeChart
          h={start.usual === null ? '100%' : 'calc(100% - 22px)'}
          data={rows}
          dataKey="hour"
          series={[
            { name: 'usual', label: text.usual, color: 'var(--faint)', type: 'line' },
            { name: 'today', label: text.now, color: 'var(--accent)', type: 'area' },
          ]}
          curveType="linear"
          withDots={false}
          strokeWidth={2}
          tickLine="none"
          gridAxis="x"
          xAxisProps={{ interval: 5 }}
          yAxisProps={{ tickFormatter: compact, width: 64 }}
          valueFormatter={(value) => amountText(value, data.currency)}
          lineProps={{ isAnimationActive: false }}
          areaProps={{ isAnimationActive: false, fillOpacity: 0.12 }}
          composedChartProps={{ accessibilityLayer: false, margin: { right: 18 } }}
        />
      </Library>
      {start.usual !== null && (
        <p className={styles['legend']}>
          <span data-series="today">{text.now}</span>
          <span data-series="usual">{text.usual}</span>
        </p>
      )}
    </div>
  )
}

type TableProps = { data: TodaySales; isSeen: boolean; mayOpen: boolean }

/** The same figures for whoever would rather read them, or cannot see the picture. */
export function TodayTable({ data, isSeen, mayOpen }: TableProps) {
  const { t } = useTranslation()
  const money = (value: number) => amountText(value, data.currency)
  const isKnown = data.usual !== null
  return (
    <div
      className={isSeen ? `${tableStyles['table']} ${styles['table']}` : 'visually-hidden'}
      {...(isSeen ? { tabIndex: 0, role: 'group', 'aria-label': t('home.revenue') } : {})}
    >
      <table>
        <caption className="visually-hidden">{t('home.revenue')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('home.hour')}</th>
            <th scope="col">{t('home.revenue')}</th>
            <th scope="col">{t('area.orders')}</th>
            {isKnown && (
              <th scope="col">{t('home.usualLine', { day: weekdayName(data.weekday, locale) })}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.hours
            .filter(({ hour }) => isKnown || hour <= data.until)
            .map(({ hour, revenue, orders, usual }) => (
              <tr key={hour}>
                <th scope="row">{hourText(hour)}</th>
                <td>{hour > data.until ? '' : money(revenue)}</td>
                <td>
                  {hour > data.until ? (
                    ''
                  ) : isSeen && mayOpen && orders > 0 ? (
                    <Link
                      to={paths.orders()}
                      search={{ date_field: 'sold', from: data.date, to: data.date, sold_hour: hour }}
                    >
                      {count(orders)}
                    </Link>
                  ) : (
                    count(orders)
                  )}
                </td>
                {usual !== null && <td>{money(usual)}</td>}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
