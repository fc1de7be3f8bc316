import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { selfDeliveryId } from '../../../../model/delivery.ts'
import { percentOf } from '../../../../model/chart-figures.ts'
import { count, decimal, percent } from '../../../parts/figures.ts'
import { figuresQuery } from '../analytics-queries.ts'
import { type OrdersSearch, type Scope, shipped } from '../orders-of-figure.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools } from '../parts/chart-tools.tsx'
import { FiguresTable, type TableColumn } from '../parts/figures-table.tsx'
import { counted, formatsOf, percentText } from '../parts/formats-of.ts'
import type { Kpi } from '../parts/kpi-cells.tsx'
import { MoneyNotes } from '../parts/money-notes.tsx'
import { useFigures } from '../use-figures.ts'
import { BoxAxis, BoxKey, BoxLine, mostDaysOf } from './box-line.tsx'

type Couriers = Reply<'GET /analytics/orders/shipping-statistic'>
type Courier = Couriers['data'][number]

function useCouriers() {
  const { plain, scopeOf } = useFigures('orders')
  return { scopeOf, result: useQuery(figuresQuery('GET /analytics/orders/shipping-statistic', plain)) }
}

/** Couriers: how many orders they carried, how many arrived, and how fast. */
export function CouriersCard() {
  const { t } = useTranslation()
  const { result, scopeOf } = useCouriers()
  const columns = useColumns(result.data, scopeOf)
  const picture = useRef<HTMLDivElement>(null)
  return (
    <Card
      title={t('analytics.table.couriers')}
      note={t('analytics.couriers.note')}
      columns={columns}
      result={result}
      height={260}
      tools={
        <>
          <BoxKey />
          <ChartTools
            file="couriers"
            meta={result.data?.meta}
            picture={picture}
            table={{ columns, rows: result.data?.data ?? [] }}
          />
        </>
      }
    >
      {({ data, meta }) => (
        <>
          <MoneyNotes money={meta} />
          <div ref={picture}>
            <FiguresTable
              label={t('analytics.table.couriers')}
              columns={columns}
              rows={data}
              keyOf={({ shipment }) => shipment?.id ?? 'unknown'}
              isQuiet={({ shipment }) => shipment === null}
            />
          </div>
        </>
      )}
    </Card>
  )
}

/** Orders that left in the range, over all couriers. */
export function useCourierKpis(): Kpi[] {
  const { result, scopeOf } = useCouriers()
  const { data: reply } = result
  const sum = (valueOf: (row: Courier) => number) =>
    (reply?.data ?? []).reduce((total, row) => total + valueOf(row), 0)
  const alone = (value: number | null) => reply && { value, previous: null, percent_change: null }
  const delivered = sum((row) => row.delivered)
  const ended = delivered + sum((row) => row.failed + row.returned)
  const scope = reply && scopeOf(reply.meta)
  return [
    {
      name: 'shipped_orders',
      figure: alone(sum(({ orders }) => orders)),
      format: counted,
      orders: scope ? shipped(scope) : null,
      isDrawn: false,
    },
    {
      name: 'success_rate',
      figure: alone(percentOf(delivered, ended)),
      format: percent,
      orders: null,
      formula: scope
        ? [
            { name: 'delivered', value: count(delivered), orders: shipped(scope, { status: 'delivered' }) },
            {
              sign: '÷',
              name: 'delivered',
              value: count(delivered),
              orders: shipped(scope, { status: 'delivered' }),
            },
            ...(['failed', 'returned'] as const).map((name) => ({
              sign: '+' as const,
              name,
              value: count(sum((row) => row[name])),
              orders: shipped(scope, { status: name }),
            })),
          ]
        : [],
      isDrawn: false,
    },
  ]
}

function ordersOf({ shipment }: Courier, scope: Scope, more: Partial<OrdersSearch> = {}) {
  return shipped(scope, {
    ...(shipment === null ? { has_courier: 0 } : { shipment_id: [shipment.id] }),
    ...more,
  })
}

function useColumns(
  reply: Couriers | undefined,
  scopeOf: (days: { from: string; to: string }) => Scope,
): TableColumn<Courier>[] {
  const { t } = useTranslation()
  if (!reply) return []
  const { bare, sign } = formatsOf(reply.meta.currency)
  const scope = scopeOf(reply.meta)
  const mostDays = mostDaysOf(reply.data)
  const nameOf = ({ shipment }: Courier) =>
    shipment === null
      ? t('analytics.couriers.unknown')
      : shipment.id === selfDeliveryId
        ? t('self.setting.title')
        : shipment.name
  const hours = (value: number | null) =>
    value === null ? '–' : t('analytics.hoursShort', { hours: decimal(value) })
  const inHours = (title: string) => `${title}, ${t('analytics.hoursShort', { hours: '' }).trim()}`
  const ends = (['delivered', 'failed', 'returned'] as const).map((status): TableColumn<Courier> => ({
    key: status,
    title: t(`status.${status}`),
    means: 'shippedEnds',
    isRight: true,
    cell: (row) => count(row[status]),
    isWide: true,
    text: (row) => row[status],
    orders: (row) => (row[status] > 0 ? ordersOf(row, scope, { status }) : null),
  }))
  return [
    { key: 'courier', title: t('orders.courier'), cell: nameOf, text: nameOf },
    {
      key: 'orders',
      title: t('analytics.figure.shipped_orders'),
      means: 'shipped_orders',
      isRight: true,
      cell: ({ orders }) => count(orders),
      text: ({ orders }) => orders,
      orders: (row) => ordersOf(row, scope),
    },
    ...ends,
    {
      key: 'success',
      title: t('analytics.figure.success_rate'),
      means: 'success_rate',
      isRight: true,
      cell: (row) => percentText(row.success_rate),
      text: (row) => row.success_rate,
    },
    {
      key: 'box',
      title: t('analytics.couriers.spread'),
      inFile: inHours(t('analytics.couriers.spread')),
      means: 'spread',
      isWide: true,
      head: <BoxAxis days={mostDays} />,
      cell: (row) => <BoxLine hours={row.hours} days={mostDays} />,
      text: (row) => (row.hours ? `${row.hours.tenth}–${row.hours.nine_tenths}` : null),
    },
    {
      key: 'median',
      title: t('analytics.couriers.median'),
      inFile: inHours(t('analytics.couriers.median')),
      means: 'median',
      isRight: true,
      isWide: true,
      cell: (row) => hours(row.hours?.median ?? null),
      text: (row) => row.hours?.median ?? null,
    },
    {
      key: 'average',
      title: t('analytics.couriers.average'),
      inFile: inHours(t('analytics.couriers.average')),
      means: 'average',
      isRight: true,
      isWide: 'first',
      cell: (row) => hours(row.average_hours),
      text: (row) => row.average_hours,
    },
    {
      key: 'fee',
      title: `${t('analytics.couriers.fee')}, ${sign}`,
      means: 'fee',
      isRight: true,
      isWide: 'first',
      cell: (row) => bare(row.shipping_fee),
      text: (row) => row.shipping_fee,
    },
  ]
}
