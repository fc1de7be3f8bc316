import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageAccess } from '../../../page-access.ts'
import type { CustomerPage } from '../../../parts/queries/customer-queries.ts'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import styles from './customer-list.module.css'

type Props = { compared: NonNullable<CustomerPage['meta']['compared_in']> }

/** Says by which amounts customers of several currencies are filtered and sorted. */
export function ComparedNote({ compared: { currency, converted, without_rate: without } }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <p className={styles['compared']}>
      {converted.length > 0 && t('customers.compared', { from: converted.join(', '), into: currency })}{' '}
      {without.length > 0 && t('customers.withoutRate', { currencies: without.join(', ') })}{' '}
      {without.length > 0 && pageAccess.rates(me) && (
        <Link to={paths.rates()}>{t('customers.addRates')}</Link>
      )}
    </p>
  )
}
