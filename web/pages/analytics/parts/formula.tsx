import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../analytics.module.css'
import type { CustomersSearch } from '../customers-of-figure.ts'
import type { OrdersSearch } from '../orders-of-figure.ts'
import type { FigureName } from './figure-names.ts'
import { CustomersLink } from './customers-link.tsx'
import { ListLink, type KpiList } from './list-link.tsx'
import { OrdersLink } from './orders-link.tsx'

/** `sign`: how it is joined to the part before. */
export type FormulaPart = {
  sign?: '−' | '÷' | '+'
  name: FigureName | 'delivered' | 'failed' | 'returned' | 'unlisted'
  value: ReactNode
  orders: OrdersSearch | null
  /** Opened in place of the orders. */
  customers?: CustomersSearch
  /** Another list, opened in place of both. */
  to?: KpiList | undefined
}

/** Parts that a figure is computed of, each of which opens what it counts. */
export function Formula({ parts }: { parts: FormulaPart[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles['formula']}>
      {parts.map(({ sign, name, value, orders, customers, to }) => {
        const label =
          name === 'delivered' || name === 'failed' || name === 'returned'
            ? t(`status.${name}`)
            : name === 'unlisted'
              ? t('analytics.unlisted')
              : t(`analytics.figure.${name}`)
        return (
          <li key={`${sign}${name}`}>
            <span>
              {sign} {label}
            </span>
            {to ? (
              <ListLink to={to} label={label}>
                {value}
              </ListLink>
            ) : customers ? (
              <CustomersLink
                customers={customers}
                label={t('analytics.openCustomersOf', { figure: label })}
                otherwise={value}
              >
                {value}
              </CustomersLink>
            ) : (
              <OrdersLink orders={orders} label={label}>
                {value}
              </OrdersLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}
