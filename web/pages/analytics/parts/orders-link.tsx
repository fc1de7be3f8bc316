import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import styles from '../analytics.module.css'
import type { OrdersSearch } from '../orders-of-figure.ts'

type Props = {
  /** Null: no filter of the order list finds exactly these. */
  orders: OrdersSearch | null
  /** Names the figure for a screen reader. */
  label: string
  children: ReactNode
}

/** A figure that opens the orders that make it; the figure alone for who may not see orders. */
export function OrdersLink({ orders, label, children }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  if (orders === null || !allows(me, 'orders.view')) return <>{children}</>
  return (
    <Link to={paths.orders()} search={orders} className={styles['open']}>
      {children}
      <span className="visually-hidden">: {t('analytics.openOrdersOf', { figure: label })}</span>
    </Link>
  )
}
