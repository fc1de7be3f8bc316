import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { count } from '../../../parts/figures.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { figuresQuery } from '../analytics-queries.ts'
import { type CancelInitiator, canceled, type Scope } from '../orders-of-figure.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools } from '../parts/chart-tools.tsx'
import type { TableColumn } from '../parts/figures-table.tsx'
import { percentText } from '../parts/formats-of.ts'
import { OrdersLink } from '../parts/orders-link.tsx'
import { useFigures } from '../use-figures.ts'
import styles from '../analytics.module.css'

type Reasons = Reply<'GET /analytics/orders/cancel-reason'>
type Reason = Reasons['data'][number]

/** Orders whose reason nobody told. */
const noReason = 'none'
/** Channels cancel by people and by clocks; both have the third tint. */
const tints: Record<CancelInitiator, number> = { buyer: 1, seller: 2, platform: 3, system: 3, unknown: 3 }

/** Why orders are canceled and by whom: the same three tints above and in each reason. */
export function CancelCard() {
  const { t } = useTranslation()
  const { plain, scopeOf } = useFigures('orders')
  const reasons = useQuery(figuresQuery('GET /analytics/orders/cancel-reason', plain))
  const initiators = useQuery(figuresQuery('GET /analytics/orders/cancel-initiator', plain))
  const total = (reasons.data?.data ?? []).reduce((sum, { orders }) => sum + orders, 0)
  const columns = useColumns()
  const picture = useRef<HTMLDivElement>(null)
  return (
    <Card
      title={t('analytics.cancel.title')}
      note={reasons.data && t('analytics.ordersCount', { count: total, figure: count(total) })}
      columns={columns}
      result={reasons}
      height={360}
      tools={
        <ChartTools
          file="cancellations"
          meta={reasons.data?.meta}
          picture={picture}
          table={{ columns, rows: reasons.data?.data ?? [] }}
        />
      }
    >
      {({ data, meta }) =>
        total === 0 ? (
          <EmptyState title={t('analytics.cancel.none')} />
        ) : (
          <div ref={picture}>
            <Initiators rows={initiators.data?.data ?? []} total={total} scope={scopeOf(meta)} />
            <ReasonList rows={data} scope={scopeOf(meta)} />
          </div>
        )
      }
    </Card>
  )
}

type Initiator = { initiator: CancelInitiator; orders: number; percent: number | null }

function Initiators({ rows, total, scope }: { rows: Initiator[]; total: number; scope: Scope }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles['whole']} aria-hidden="true">
        {rows.map(({ initiator, orders }) => (
          <i
            key={initiator}
            data-tint={tints[initiator]}
            style={{ flexGrow: total > 0 ? orders / total : 0 }}
          />
        ))}
      </div>
      <ul className={styles['initiators']} aria-label={t('analytics.cancel.byWhom')}>
        {rows.map(({ initiator, orders, percent }) => (
          <li key={initiator}>
            <i data-tint={tints[initiator]} aria-hidden="true" />
            {t(`analytics.initiator.${initiator}`)}{' '}
            <OrdersLink
              orders={canceled(scope, { cancel_initiator: initiator })}
              label={t(`analytics.initiator.${initiator}`)}
            >
              {count(orders)}
            </OrdersLink>{' '}
            <span className={styles['muted']}>{percentText(percent)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function ReasonList({ rows, scope }: { rows: Reason[]; scope: Scope }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...rows.map(({ orders }) => orders))
  return (
    <table className={styles['reasons']} aria-label={t('analytics.cancel.title')}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('analytics.cancel.reason')}</th>
          <th scope="col">{t('analytics.cancel.byWhom')}</th>
          <th scope="col">{t('analytics.figure.orders')}</th>
          <th scope="col">{t('analytics.column.share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ reason_code: code, reason, orders, percent, by }) => (
          <tr key={code ?? noReason}>
            <th scope="row">{reason}</th>
            <td>
              <span className={styles['parts']} style={{ width: `${(orders / most) * 100}%` }}>
                {by.map((part) => (
                  <i
                    key={part.initiator}
                    data-tint={tints[part.initiator]}
                    style={{ flexGrow: part.orders }}
                    title={`${t(`analytics.initiator.${part.initiator}`)}: ${count(part.orders)}`}
                  />
                ))}
              </span>
              <span className="visually-hidden">
                {by
                  .map((part) => `${t(`analytics.initiator.${part.initiator}`)} ${count(part.orders)}`)
                  .join(', ')}
              </span>
            </td>
            <td>
              <OrdersLink orders={canceled(scope, { cancel_reason: code ?? noReason })} label={reason}>
                {count(orders)}
              </OrdersLink>
            </td>
            <td className={styles['muted']}>{percentText(percent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useColumns(): TableColumn<Reason>[] {
  const { t } = useTranslation()
  const names = Object.keys(tints) as CancelInitiator[]
  return [
    {
      key: 'reason',
      title: t('analytics.cancel.reason'),
      cell: ({ reason }) => reason,
      text: ({ reason }) => reason,
    },
    {
      key: 'orders',
      title: t('analytics.figure.orders'),
      means: [
        'canceled_orders',
        { name: t('analytics.column.share'), of: 'cancelShare' },
        { name: t('analytics.cancel.byWhom'), of: 'cancelBy' },
      ],
      cell: ({ orders }) => orders,
      text: ({ orders }) => orders,
    },
    ...names.map((name): TableColumn<Reason> => {
      const of = ({ by }: Reason) => by.find(({ initiator }) => initiator === name)?.orders ?? 0
      return { key: name, title: t(`analytics.initiator.${name}`), cell: of, text: of }
    }),
  ]
}
