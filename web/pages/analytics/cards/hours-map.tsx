import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { useClock } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import styles from '../analytics.module.css'
import { sales, type Scope } from '../orders-of-figure.ts'
import { hourText, weekdayName } from '../parts/axis-texts.ts'
import { OrdersLink } from '../parts/orders-link.tsx'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)
const shades = 5

type Hour = { weekday: number; hour: number; orders: number; revenue: number }
type Props = { hours: Hour[]; by: 'orders' | 'revenue'; format: (hour: Hour) => string; scope: Scope }
type Place = { weekday: number; hour: number }

/** Weekdays by hours in five shades of one hue. The arrow keys go from cell to cell; a cell opens its orders. */
export function HoursMap({ hours, by, format, scope }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const { data: me } = useSuspenseQuery(meQuery)
  const table = useRef<HTMLTableElement>(null)
  const byPlace = new Map(hours.map((one) => [`${one.weekday}/${one.hour}`, one]))
  const most = Math.max(0, ...hours.map((one) => one[by]))
  const busiest = hours.find((one) => one[by] === most && most > 0)
  const [pointed, setPointed] = useState<Place | null>(null)
  const chosen = pointed ?? busiest ?? { weekday: 1, hour: 0 }
  const found = byPlace.get(`${chosen.weekday}/${chosen.hour}`)

  function onKey(event: KeyboardEvent) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    const [days = 0, ahead = 0] = step ?? []
    if (!step) return
    event.preventDefault()
    const weekday = Math.max(1, Math.min(7, chosen.weekday + days))
    const hour = Math.max(0, Math.min(23, chosen.hour + ahead))
    setPointed({ weekday, hour })
    table.current?.querySelector<HTMLElement>(`[data-place="${weekday}/${hour}"]`)?.focus()
  }

  return (
    <>
      <table ref={table} className={styles['hours']} aria-label={t('analytics.hours.title')}>
        <thead>
          <tr>
            <td aria-label={t('analytics.column.hour')} />
            {hoursOfDay.map((hour) => (
              <th key={hour} scope="col">
                <span className={hour % 6 === 0 ? undefined : 'visually-hidden'}>
                  {String(hour).padStart(2, '0')}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{weekdayName(weekday, clock)}</th>
              {hoursOfDay.map((hour) => {
                const place = `${weekday}/${hour}`
                const at = byPlace.get(place) ?? { weekday, hour, orders: 0, revenue: 0 }
                const value = at[by]
                const isChosen = chosen.weekday === weekday && chosen.hour === hour
                const cell = {
                  'data-place': place,
                  'data-shade': value > 0 ? Math.ceil((value / most) * shades) : 0,
                  'data-chosen': isChosen || undefined,
                  tabIndex: isChosen ? 0 : -1,
                  className: styles['hour'] ?? '',
                  'aria-label': `${weekdayName(weekday, clock, 'long')} ${hourText(hour)}: ${format(at)}`,
                  onFocus: () => setPointed({ weekday, hour }),
                  onPointerEnter: () => setPointed({ weekday, hour }),
                  onKeyDown: onKey,
                }
                return (
                  <td key={hour}>
                    {allows(me, 'orders.view') ? (
                      <Link
                        {...cell}
                        to={paths.orders()}
                        search={sales(scope, { sold_weekday: weekday, sold_hour: hour })}
                      />
                    ) : (
                      <button type="button" {...cell} />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles['shades']} aria-hidden="true">
        {t('analytics.hours.fewer')}
        {Array.from({ length: shades + 1 }, (_, shade) => (
          <i key={shade} className={styles['hour']} data-shade={shade} />
        ))}
        {t('analytics.hours.more')}
      </p>
      <p className={styles['chosen']}>
        <strong>
          {t('analytics.hours.between', {
            weekday: weekdayName(chosen.weekday, clock, 'long'),
            from: hourText(chosen.hour),
            to: hourText(chosen.hour + 1),
          })}
        </strong>
        <span>
          <OrdersLink
            orders={sales(scope, { sold_weekday: chosen.weekday, sold_hour: chosen.hour })}
            label={weekdayName(chosen.weekday, clock, 'long')}
          >
            {by === 'orders'
              ? t('analytics.ordersCount', { count: found?.orders ?? 0, figure: count(found?.orders ?? 0) })
              : format(found ?? { ...chosen, orders: 0, revenue: 0 })}
          </OrdersLink>
        </span>
      </p>
      <p className={styles['meaning']}>{t('analytics.hours.means')}</p>
    </>
  )
}
