import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { type SegmentRule } from '../../../parts/queries/customer-queries.ts'
import { SpentAmount } from '../../../parts/spent-amount.tsx'
import { segmentChangeQuery } from './segment-queries.ts'
import styles from './segments.module.css'

/** Customers whom other rules take out of the segment, before they are saved. */
export function FallsOut({ id, rules }: { id: number; rules: SegmentRule[] }) {
  const { t } = useTranslation()
  const { data, isFetching } = useQuery(segmentChangeQuery(id, rules))
  if (!data || (data.leaving === 0 && data.joining === 0)) return null
  const { leaving, joining, customers } = data
  return (
    <section className={styles['change']} aria-busy={isFetching} aria-label={t('segments.change')}>
      <p>
        {leaving > 0 && <b>{t('segments.leaving', { count: leaving, figure: count(leaving) })}</b>}
        {joining > 0 && <span>{t('segments.joining', { count: joining, figure: count(joining) })}</span>}
      </p>
      {customers.data.length > 0 && (
        <ul>
          {customers.data.map((customer) => (
            <li key={customer.id}>
              <span>{customer.name}</span>
              <small>{customer.shop.data.system_name}</small>
              <SpentAmount of={customer} />
            </li>
          ))}
          {leaving > customers.data.length && (
            <li>{t('segments.moreLeaving', { figure: count(leaving - customers.data.length) })}</li>
          )}
        </ul>
      )}
    </section>
  )
}
