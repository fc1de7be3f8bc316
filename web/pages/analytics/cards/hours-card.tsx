import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { count } from '../../../parts/figures.ts'
import { useClock } from '../../../parts/when.tsx'
import { figuresQuery } from '../analytics-queries.ts'
import { hourText, weekdayName } from '../parts/axis-texts.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools } from '../parts/chart-tools.tsx'
import { FiguresTable, type TableColumn } from '../parts/figures-table.tsx'
import { formatsOf, isUnknown } from '../parts/formats-of.ts'
import { sales, type Scope } from '../orders-of-figure.ts'
import { MoneyNotes } from '../parts/money-notes.tsx'
import { useFigures } from '../use-figures.ts'
import styles from '../analytics.module.css'
import { HoursMap } from './hours-map.tsx'

type Hours = Reply<'GET /analytics/sales/hours'>
type Hour = Hours['data'][number]

/** Sales by weekday and hour: when people buy. */
export function HoursCard() {
  const { t } = useTranslation()
  const { plain, scopeOf } = useFigures('sales')
  const result = useQuery(figuresQuery('GET /analytics/sales/hours', plain))
  const [by, setBy] = useState<'orders' | 'revenue'>('orders')
  const [isTable, setTable] = useState(false)
  const picture = useRef<HTMLDivElement>(null)
  const columns = useColumns(result.data, scopeOf)
  return (
    <Card
      title={t('analytics.hours.title')}
      columns={columns}
      result={result}
      height={300}
      tools={
        <fieldset className={styles['switch']} aria-label={t('analytics.hours.by')}>
          {(['orders', 'revenue'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={one === by} onClick={() => setBy(one)}>
              {t(`analytics.figure.${one}`)}
            </button>
          ))}
        </fieldset>
      }
    >
      {({ data, meta }) => {
        const { money } = formatsOf(meta.currency)
        return (
          <>
            {(isTable || by === 'revenue') && <MoneyNotes money={meta} />}
            {isTable ? (
              <FiguresTable
                label={t('analytics.hours.title')}
                columns={columns}
                rows={data}
                keyOf={({ weekday, hour }) => weekday * 24 + hour}
                height={300}
              />
            ) : (
              <div ref={picture}>
                <HoursMap
                  hours={data}
                  by={by}
                  format={(hour) =>
                    by === 'orders' ? count(hour.orders) : isUnknown(hour, meta) ? '–' : money(hour.revenue)
                  }
                  scope={scopeOf(meta)}
                />
              </div>
            )}
            <div className={styles['legend']}>
              <ChartTools
                file="hours"
                meta={meta}
                picture={isTable ? null : picture}
                isTable={isTable}
                onTable={() => setTable(!isTable)}
                table={{ columns, rows: data }}
              />
            </div>
          </>
        )
      }}
    </Card>
  )
}

function useColumns(
  hours: Hours | undefined,
  scopeOf: (days: { from: string; to: string }) => Scope,
): TableColumn<Hour>[] {
  const { t } = useTranslation()
  const clock = useClock()
  if (!hours) return []
  const { bare, sign } = formatsOf(hours.meta.currency)
  return [
    {
      key: 'hour',
      title: t('analytics.column.hour'),
      cell: ({ weekday, hour }) => `${weekdayName(weekday, clock)} ${hourText(hour)}`,
      text: ({ weekday, hour }) => `${weekdayName(weekday, clock)} ${hourText(hour)}`,
    },
    {
      key: 'orders',
      title: t('analytics.figure.orders'),
      means: 'orders',
      isRight: true,
      cell: ({ orders }) => count(orders),
      text: ({ orders }) => orders,
      orders: ({ weekday, hour }) => sales(scopeOf(hours.meta), { sold_weekday: weekday, sold_hour: hour }),
    },
    {
      key: 'revenue',
      title: `${t('analytics.figure.revenue')}, ${sign}`,
      means: 'revenue',
      isRight: true,
      cell: (row) => (isUnknown(row, hours.meta) ? '–' : bare(row.revenue)),
      text: (row) => (isUnknown(row, hours.meta) ? null : row.revenue),
    },
  ]
}
