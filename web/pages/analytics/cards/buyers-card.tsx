import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { customerLevels } from '../../../../model/customer-rank.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { ListPager } from '../../../parts/list/list-pager.tsx'
import { defaultPageSize } from '../../../parts/list/page-size.ts'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { allows, type Me, meQuery } from '../../../session.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { figuresQuery } from '../analytics-queries.ts'
import { sales, type Scope } from '../orders-of-figure.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools } from '../parts/chart-tools.tsx'
import { FiguresTable, type TableColumn } from '../parts/figures-table.tsx'
import { formatsOf, isUnknown } from '../parts/formats-of.ts'
import { MoneyNotes } from '../parts/money-notes.tsx'
import { useFigures } from '../use-figures.ts'
import styles from '../analytics.module.css'

type Buyers = Reply<'GET /analytics/customers/customers-statistic'>
type Buyer = Buyers['data'][number]

/** Customers by what they bought in the range. */
export function BuyersCard() {
  const { t } = useTranslation()
  const picture = useRef<HTMLTableElement>(null)
  const { data: me } = useSuspenseQuery(meQuery)
  const { search, change, plain, scopeOf } = useFigures('customers')
  const { page = 1, limit = defaultPageSize } = search
  const result = useQuery(
    figuresQuery('GET /analytics/customers/customers-statistic', { ...plain, page, limit }),
  )
  const columns = result.data && columnsOf(t, me, result.data, scopeOf(result.data.meta))
  const title = t('analytics.table.buyers')
  return (
    <Card
      title={title}
      note={allows(me, 'orders.view') && t('analytics.clickOpens')}
      columns={columns}
      result={result}
      height={480}
      tools={
        columns && (
          <ChartTools
            file="customers"
            meta={result.data?.meta}
            picture={picture}
            table={{ columns, rows: result.data?.data ?? [] }}
          />
        )
      }
    >
      {({ data, meta }) => (
        <>
          <MoneyNotes money={meta} />
          {data.length === 0 ? (
            <EmptyState title={t('analytics.noBuyers')} />
          ) : (
            <FiguresTable
              label={title}
              picture={picture}
              columns={columns ?? []}
              rows={data}
              keyOf={({ customer }) => customer.id}
            />
          )}
          {meta.pagination.total > data.length && (
            <div className={styles['pager']}>
              <ListPager pagination={meta.pagination} size={limit} onChange={change} />
            </div>
          )}
        </>
      )}
    </Card>
  )
}

function columnsOf(t: TFunction, me: Me, { meta }: Buyers, scope: Scope): TableColumn<Buyer>[] {
  const { bare, sign } = formatsOf(meta.currency)
  const orders = ({ customer }: Buyer) => sales(scope, { customer_id: customer.id })
  const levelOf = ({ level }: Buyer) => t(`customers.levels.${customerLevels[level - 1] ?? 'member'}`)
  return [
    {
      key: 'customer',
      title: t('customers.customer'),
      cell: ({ customer: { id, name, shop } }) => (
        <span className={styles['named']}>
          <ChannelMark platformId={shop.platform_id} />
          {allows(me, 'customers.view') ? (
            <Link to={paths.customer(id)} title={shop.system_name}>
              {name}
            </Link>
          ) : (
            name
          )}
        </span>
      ),
      text: ({ customer }) => customer.name,
    },
    {
      key: 'level',
      title: t('customers.level'),
      means: 'buyerRank',
      isWide: true,
      cell: levelOf,
      text: levelOf,
    },
    {
      key: 'orders',
      title: t('analytics.figure.orders'),
      means: 'buyerOrders',
      isRight: true,
      cell: (row) => count(row.orders),
      text: (row) => row.orders,
      orders,
    },
    {
      key: 'quantity',
      title: t('analytics.column.quantity'),
      means: 'quantity',
      isRight: true,
      isWide: true,
      cell: ({ quantity }) => count(quantity),
      text: ({ quantity }) => quantity,
    },
    {
      key: 'revenue',
      title: `${t('analytics.figure.revenue')}, ${sign}`,
      means: 'buyerRevenue',
      isRight: true,
      cell: (row) => (isUnknown(row, meta) ? '–' : bare(row.revenue)),
      text: (row) => (isUnknown(row, meta) ? null : row.revenue),
      orders,
    },
    {
      key: 'latest',
      title: t('customers.latestOrder'),
      means: 'buyerLatest',
      isRight: true,
      isWide: true,
      cell: (row) => <When at={row.latest_order_date} />,
      text: (row) => row.latest_order_date,
    },
  ]
}
