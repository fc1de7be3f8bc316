import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { ListPager } from '../../../parts/list/list-pager.tsx'
import type { PageSize } from '../../../parts/list/page-size.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { duplicatesQuery, type CustomerRow } from '../../../parts/queries/customer-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { Answers } from './identities-card.tsx'
import styles from './persons.module.css'

/** Customers who may be one person, each pair with the reason and the two answers. */
export function DuplicatesPage() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [{ page, limit }, setPlace] = useState<{ page: number; limit: PageSize }>({ page: 1, limit: 20 })
  const { data: found, error, refetch } = useQuery(duplicatesQuery(page, limit))
  const last = found?.meta.pagination.total_pages ?? page
  // The last pair of the last page was answered: its reader goes on with those before it.
  if (found?.data.length === 0 && last > 0 && last < page) setPlace({ page: last, limit })
  usePageTitle(t('customers.person.duplicates'))
  return (
    <main className={styles['page']}>
      <h1>{t('customers.person.duplicates')}</h1>
      <p className={styles['muted']}>{t('customers.person.duplicatesHelp')}</p>
      {error && (
        <LoadError
          title={t('customers.person.duplicatesFailed')}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!found && !error && <Skeleton width="100%" height={160} />}
      {found?.data.length === 0 && (
        <EmptyState
          title={t('customers.person.noDuplicates')}
          text={t('customers.person.noDuplicatesText')}
        />
      )}
      {found && found.data.length > 0 && (
        <ul className={styles['pairs']} aria-label={t('customers.person.duplicates')}>
          {found.data.map(({ id, reason, first, second }) => (
            <li key={id}>
              <div className={styles['two']}>
                <Side customer={first} />
                <Side customer={second} />
              </div>
              <span className={styles['reason']}>{t(`customers.person.reason.${reason}`)}</span>
              {allows(me, 'customers.edit') && <Answers id={id} name={`${first.name}, ${second.name}`} />}
            </li>
          ))}
        </ul>
      )}
      {found && found.meta.pagination.total_pages > 1 && (
        <ListPager
          pagination={found.meta.pagination}
          size={limit}
          onChange={(change) => setPlace({ page: 1, limit, ...change })}
        />
      )}
    </main>
  )
}

function Side({ customer }: { customer: CustomerRow }) {
  const { t } = useTranslation()
  const { id, name, shops, phone, email, total_order: orders } = customer
  return (
    <span className={styles['side']}>
      <ChannelMark platformId={customer.platform_id} />
      <span className={styles['lines']}>
        <Link to={paths.customer(id)}>{name}</Link>
        <small>
          {[
            shops.data.map((shop) => shop.system_name).join(', '),
            phone ?? email,
            t('customers.orderCount', { count: orders, figure: count(orders) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
    </span>
  )
}
