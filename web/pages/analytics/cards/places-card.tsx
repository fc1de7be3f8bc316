import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { unknownRegion } from '../../../../model/place.ts'
import { countryName } from '../../../parts/country-name.ts'
import { count } from '../../../parts/figures.ts'
import type { AnalyticsPage } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { figuresQuery } from '../analytics-queries.ts'
import { sales, type Scope } from '../orders-of-figure.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools } from '../parts/chart-tools.tsx'
import { FiguresTable, type TableColumn } from '../parts/figures-table.tsx'
import { formatsOf, isUnknown } from '../parts/formats-of.ts'
import { MoneyNotes } from '../parts/money-notes.tsx'
import { useFigures } from '../use-figures.ts'
import { ShareBar } from './share-bar.tsx'

type Places = Reply<'GET /analytics/location-statistic'>
type Place = Places['data'][number]

type Props = {
  page: AnalyticsPage
  call: 'GET /analytics/location-statistic' | 'GET /analytics/orders/location-statistic'
  isShort?: boolean
}

const shortLength = 10
const usualLength = 15

/** Where orders go, most orders first. Hidden addresses are one line of their own. */
export function PlacesCard({ page, call, isShort = false }: Props) {
  const { t } = useTranslation()
  const { plain, scopeOf } = useFigures(page)
  const result = useQuery(figuresQuery(call, plain))
  const picture = useRef<HTMLDivElement>(null)
  const [isWhole, setWhole] = useState(false)
  const columns = useColumns(result.data, scopeOf)
  const length = isWhole ? Infinity : isShort ? shortLength : usualLength
  const title = t('analytics.table.places')
  return (
    <Card
      title={title}
      columns={columns}
      result={result}
      height={360}
      tools={
        <ChartTools
          file="places"
          meta={result.data?.meta}
          picture={picture}
          table={{ columns, rows: result.data?.data ?? [] }}
        />
      }
    >
      {({ data, meta }) => (
        <>
          <MoneyNotes money={meta} />
          {data.length === 0 ? (
            <EmptyState title={t('analytics.noPlaces')} />
          ) : (
            <div ref={picture}>
              <FiguresTable
                label={title}
                columns={columns}
                rows={data.slice(0, length)}
                keyOf={({ code }) => code}
                isQuiet={({ code }) => code === unknownRegion}
              />
            </div>
          )}
          {data.length > length && (
            <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
              {t('analytics.allPlaces', { count: data.length, figure: count(data.length) })}
            </Button>
          )}
        </>
      )}
    </Card>
  )
}

function useColumns(
  reply: Places | undefined,
  scopeOf: (days: { from: string; to: string }) => Scope,
): TableColumn<Place>[] {
  const { t } = useTranslation()
  if (!reply) return []
  const { bare, sign } = formatsOf(reply.meta.currency)
  const isOneCountry = new Set(reply.data.map(({ country }) => country).filter(Boolean)).size <= 1
  const nameOf = ({ code, name, country }: Place) => {
    if (code === unknownRegion || country === null) return t('analytics.hiddenPlace')
    if (name === null) return countryName(country)
    return isOneCountry ? name : `${name}, ${countryName(country)}`
  }
  const orders = ({ code }: Place) => sales(scopeOf(reply.meta), { region: code })
  return [
    { key: 'place', title: t('analytics.column.place'), cell: nameOf, text: nameOf },
    {
      key: 'share',
      title: t('analytics.column.share'),
      means: 'placeShare',
      isWide: true,
      cell: ({ percent }) => <ShareBar value={percent} />,
      text: ({ percent }) => percent,
    },
    {
      key: 'orders',
      title: t('analytics.figure.orders'),
      means: 'placeOrders',
      isRight: true,
      cell: (row) => count(row.orders),
      text: (row) => row.orders,
      orders,
    },
    {
      key: 'revenue',
      title: `${t('analytics.figure.revenue')}, ${sign}`,
      means: 'revenue',
      isRight: true,
      cell: (row) => (isUnknown(row, reply.meta) ? '–' : bare(row.revenue)),
      text: (row) => (isUnknown(row, reply.meta) ? null : row.revenue),
      orders,
    },
  ]
}
