import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../analytics.module.css'

/** A list that has exactly what a figure counts. `search` true: the filters of this page. */
export type KpiList = { path: string; search: object | true; hash?: string }

/** A figure that opens another list than that of orders. */
export function ListLink({ to, label, children }: { to: KpiList; label: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Link to={to.path} search={to.search} hash={to.hash ?? ''} className={styles['open']}>
      {children}
      <span className="visually-hidden">: {t('analytics.openListOf', { figure: label })}</span>
    </Link>
  )
}
