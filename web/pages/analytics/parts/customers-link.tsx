import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import styles from '../analytics.module.css'
import type { CustomersSearch } from '../customers-of-figure.ts'

type Props = {
  customers: CustomersSearch
  /** Names the figure for a screen reader. */
  label: string
  /** In its place for who may not see customers. */
  otherwise: ReactNode
  children: ReactNode
}

/** A figure that opens the customers whom it counts. */
export function CustomersLink({ customers, label, otherwise, children }: Props) {
  const { data: me } = useSuspenseQuery(meQuery)
  if (!allows(me, 'customers.view')) return otherwise
  return (
    <Link to={paths.customers()} search={customers} className={styles['open']}>
      {children}
      <span className="visually-hidden">: {label}</span>
    </Link>
  )
}
